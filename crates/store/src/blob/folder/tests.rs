use std::env;
use std::process::Command;
use std::time::SystemTime;

use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn a_folder_is_made_closed_to_others_and_what_is_written_reads_back() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(&scratch.path().join("deep/blobs"));
    assert_eq!(folder.read(Hash::of(b"a")).unwrap_err().kind(), io::ErrorKind::NotFound, "no folder");
    folder.probe().unwrap();
    assert_eq!(mode(folder.path()), 0o700);
    folder.probe().unwrap();
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), [MARKER], "nothing is left of trying");
    let hash = Hash::of(b"a");
    assert_eq!(folder.read(hash).unwrap().unwrap_err().kind(), io::ErrorKind::NotFound);
    for packed in [b"packed".as_slice(), b"packed again"] {
        folder.write(hash, packed).unwrap();
        assert_eq!(folder.read(hash).unwrap().unwrap(), packed);
    }
    let file = folder.path().join(name_of(hash));
    assert_eq!(mode(&file) & 0o007, 0);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    folder.remove(&name_of(hash)).unwrap();
    folder.remove(&name_of(hash)).unwrap();
    assert_eq!(folder.read(hash).unwrap().unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_folder_that_has_nothing_of_what_it_should_have_is_another_one() {
    let scratch = tempfile::tempdir().unwrap();
    let (folder, hash) = (Folder::new(scratch.path()), Hash::of(b"a"));
    fs::create_dir(scratch.path().join("lost+found")).unwrap();
    let error = folder.look(&[hash]).unwrap_err().to_string();
    assert!(error.contains("is it mounted") && !folder.is_marked().unwrap(), "{error}");
    folder.probe().unwrap();
    folder.write(hash, b"packed").unwrap();
    folder.look(&[Hash::of(b"b"), hash]).unwrap();
    assert_eq!(folder.list().unwrap().len(), 1);
}

#[test]
fn only_what_is_ours_is_listed_and_what_is_half_written_only_when_nobody_can_be_at_it() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    let hash = Hash::of(b"a");
    folder.probe().unwrap();
    folder.write(hash, b"packed").unwrap();
    let inner = scratch.path().join(name_of(hash)).parent().unwrap().to_owned();
    fs::write(scratch.path().join("README"), "not ours").unwrap();
    fs::write(inner.join("notes.zst"), "not ours").unwrap();
    fs::write(inner.join(".new-now"), "being written").unwrap();
    let left = File::create(inner.join(".new-left")).unwrap();
    left.set_modified(SystemTime::now() - 2 * GRACE).unwrap();
    let mut names: Vec<String> = folder.list().unwrap().into_iter().map(|found| found.name).collect();
    names.sort();
    let left = format!("{}/.new-left", inner.file_name().unwrap().to_str().unwrap());
    assert_eq!(names, [left, name_of(hash)]);
}

#[test]
fn where_a_disk_is_mounted_no_more_nothing_is_written_and_nothing_missed() {
    let scratch = tempfile::tempdir().unwrap();
    let (folder, hash) = (Folder::new(&scratch.path().join("blobs")), Hash::of(b"a"));
    folder.probe().unwrap();
    folder.write(hash, b"packed").unwrap();
    fs::rename(folder.path(), scratch.path().join("disk")).unwrap();
    fs::create_dir(folder.path()).unwrap();
    for refused in [folder.write(hash, b"packed"), folder.read(hash).map(drop)] {
        let told = refused.unwrap_err().to_string();
        assert!(told.contains("is it mounted? If it is the right one, start the judge anew"), "{told}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::remove_dir(folder.path()).unwrap();
    fs::rename(scratch.path().join("disk"), folder.path()).unwrap();
    assert_eq!(folder.read(hash).unwrap().unwrap(), b"packed");
}

#[test]
fn what_root_writes_belongs_to_whom_the_folder_does() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    let own = fs::metadata(scratch.path()).unwrap().uid();
    // Whoever else tests has files of nobody else's.
    let (uid, gid) = if own == 0 { (4242, 4243) } else { (own, fs::metadata(scratch.path()).unwrap().gid()) };
    chown(scratch.path(), Some(uid), Some(gid)).unwrap();
    folder.probe().unwrap();
    let hash = Hash::of(b"a");
    folder.write(hash, b"packed").unwrap();
    let file = folder.path().join(name_of(hash));
    for path in [&file, file.parent().unwrap(), &folder.path().join(MARKER)] {
        let found = fs::metadata(path).unwrap();
        assert_eq!((found.uid(), found.gid()), (uid, gid), "{}", path.display());
    }
}

/// Said to the test below by itself: it runs without the right to give files away, and this is the folder.
const LENT: &str = "JUDGE_TEST_LENT_FOLDER";

#[test]
fn where_nothing_can_be_handed_over_it_is_written_all_the_same() {
    if let Some(lent) = env::var_os(LENT) {
        return writes_what_it_cannot_hand_over(Path::new(&lent));
    }
    let scratch = tempfile::tempdir().unwrap();
    if fs::metadata(scratch.path()).unwrap().uid() != 0 {
        return writes_what_it_cannot_hand_over(scratch.path());
    }
    chown(scratch.path(), Some(4242), Some(4243)).unwrap();
    let name = "blob::folder::tests::where_nothing_can_be_handed_over_it_is_written_all_the_same";
    let mut within = Command::new("setpriv");
    within.args(["--inh-caps=-chown", "--bounding-set=-chown"]).arg(env::current_exe().unwrap());
    let done = within.args(["--exact", name]).env(LENT, scratch.path()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && told.contains("1 passed"), "{done:?}");
}

fn writes_what_it_cannot_hand_over(path: &Path) {
    let folder = Folder::new(path);
    folder.probe().unwrap();
    let refused = chown(path.join(MARKER), Some(4244), None).unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    folder.write(Hash::of(b"a"), b"packed").unwrap();
    assert_eq!(folder.read(Hash::of(b"a")).unwrap().unwrap(), b"packed");
}
