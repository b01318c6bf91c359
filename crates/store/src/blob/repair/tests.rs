use std::fs;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::query_scalar;
use tokio::time::timeout;

use super::super::fixture::Places;
use super::super::{Access, IN_USE, check};
use super::*;
use crate::{Db, fixture};

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_damaged_or_gone_is_mended_in_its_place_by_who_brings_it_again(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let all = version.blobs().len() as u64;
    let mut hashes = version.blobs().into_iter();
    let (damaged, gone, sound) =
        (hashes.next().unwrap(), hashes.next().unwrap(), places.file(hashes.next().unwrap()));
    fs::write(places.file(damaged), "rotten").unwrap();
    fs::remove_file(places.file(gone)).unwrap();
    let written = fs::metadata(&sound).unwrap().modified().unwrap();
    places.import("1 2\n").await;
    assert_eq!(places.places().await, [(Place::Folder, all)]);
    places.all_read(&version).await;
    assert_eq!(fs::metadata(&sound).unwrap().modified().unwrap(), written, "what is sound stays");
    // Of a place that is away nothing is known, so nothing is mended, and whoever saves is not held up.
    let blobs = places.folder.path().join("blobs");
    fs::rename(&blobs, places.folder.path().join("away")).unwrap();
    places.import("1 2\n").await;
    assert!(!blobs.exists());
}

/// What a damaged disk does to one name, and nobody else's read shows: root reads everything.
const UNREADABLE: [fn(&Path); 2] =
    [|file| symlink(file, file).unwrap(), |file| fs::create_dir(file).unwrap()];

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_file_that_cannot_be_read_is_named_and_mended_and_keeps_no_other_from_it(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let mut hashes = version.blobs().into_iter();
    let (unreadable, gone) = (hashes.next().unwrap(), hashes.next().unwrap());
    for unread in UNREADABLE {
        for hash in [unreadable, gone] {
            fs::remove_file(places.file(hash)).unwrap();
        }
        unread(&places.file(unreadable));
        let faults = check(&places.depot, || {}).await.unwrap();
        assert_eq!(faults.iter().map(|fault| fault.hash).collect::<Vec<_>>(), [unreadable, gone]);
        let told = faults[0].error.to_string();
        let at = places.file(unreadable).display().to_string();
        assert!(told.contains(&at) && told.contains("cannot be read") && told.contains("import"), "{told}");
        places.import("1 2\n").await;
        places.all_read(&version).await;
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_place_that_lost_all_is_mended_as_its_error_says(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    for lost_too in [false, true] {
        fs::remove_dir_all(places.path()).unwrap();
        if !lost_too {
            fs::create_dir(places.path()).unwrap();
        }
        let told = places.depot.ready(Access::Write).await.unwrap_err().to_string();
        assert!(
            told.contains("is it mounted") && told.contains("put an empty file judge-blobs.txt"),
            "{told}"
        );
        fs::create_dir_all(places.path()).unwrap();
        fs::write(places.marker(), "").unwrap();
        places.depot.ready(Access::Write).await.unwrap();
        assert_eq!(check(&places.depot, || {}).await.unwrap().len(), version.blobs().len());
        places.import("1 2\n").await;
        places.all_read(&version).await;
    }
}

/// A pipe is a file that comes slowly. There is one connection, and the lock is asked for over that.
#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn nobody_waits_while_an_import_reads_what_is_stored(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let slow = *version.blobs().first().unwrap();
    let (reader, mut writer) = io::pipe().unwrap();
    fs::remove_file(places.file(slow)).unwrap();
    symlink(format!("/proc/self/fd/{}", reader.as_raw_fd()), places.file(slow)).unwrap();

    let small = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(10));
    let small = small.connect_with(db.connect_options().as_ref().clone()).await.unwrap();
    let depot = places.with(&small, Place::Folder);
    let import = tokio::spawn(async move {
        let (version, files) = fixture::version("sum", "1 2\n");
        crate::problem::import(&depot, &version, &files, None).await.unwrap();
    });
    // More than fits into a pipe: it is being read when that has gone.
    let writer = tokio::task::spawn_blocking(move || {
        writer.write_all(&[0; 1 << 20]).unwrap();
        writer
    });
    let writer = timeout(Duration::from_secs(30), writer).await.expect("it is read").unwrap();
    let free = query_scalar::<_, bool>("select pg_try_advisory_lock($1)").bind(IN_USE).fetch_one(&small);
    assert!(free.await.unwrap(), "whoever removes blobs would wait, and all others behind it");
    query_scalar::<_, bool>("select pg_advisory_unlock($1)").bind(IN_USE).fetch_one(&small).await.unwrap();
    assert!(!import.is_finished());
    drop(writer);
    import.await.unwrap();
    drop(reader);
    places.all_read(&version).await;
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_blob_that_is_removed_meanwhile_is_stored_anew(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let (version, files) = fixture::version("sum", "1 2\n");
    assert!(unsound(&places.depot, &version.blobs()).await.unwrap().is_empty(), "none is there");
    let mut import = db.begin().await.unwrap();
    let unsound = version.blobs();
    crate::problem::put_missing(&places.depot, &mut import, &version, &files, &unsound).await.unwrap();
    import.commit().await.unwrap();
    places.all_read(&version).await;
}
