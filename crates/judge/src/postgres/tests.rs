//! Against the installed Postgres, in throw-away folders.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, geteuid};

use super::*;

/// Open to the user that Postgres runs as.
fn data() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    data
}

fn alive(pid: i32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[tokio::test]
async fn it_starts_stops_and_starts_again_with_the_same_data() {
    let data = data();
    let cluster = Cluster::start(data.path(), None).await.unwrap();
    let pid = cluster.folder.server_pid().unwrap();
    assert!(alive(pid));
    assert!(url_of_running(data.path()).unwrap() == cluster.url());
    let inode = data.path().join("postgres/PG_VERSION").metadata().unwrap().ino();
    cluster.stop().await;
    assert!(!alive(pid));
    let error = url_of_running(data.path()).unwrap_err().to_string();
    assert!(error.contains("judge up") && error.contains("DATABASE_URL"), "{error}");

    let again = Cluster::start(data.path(), None).await.unwrap();
    assert_eq!(data.path().join("postgres/PG_VERSION").metadata().unwrap().ino(), inode);
    again.stop().await;
}

#[tokio::test]
async fn a_server_that_is_killed_comes_back_and_recovers() {
    let data = data();
    let cluster = Cluster::start(data.path(), None).await.unwrap();
    let first = cluster.folder.server_pid().unwrap();
    kill(Pid::from_raw(first), Signal::SIGKILL).unwrap();
    let place = folder::Place::new(data.path());
    let back = || {
        cluster.folder.server_pid().is_some_and(|pid| pid != first)
            && UnixStream::connect(place.socket()).is_ok()
    };
    wait_until("a new server", back);
    cluster.stop().await;
}

#[tokio::test]
async fn a_lock_file_left_by_a_killed_machine_is_no_hindrance() {
    let data = data();
    Cluster::start(data.path(), None).await.unwrap().stop().await;
    // The process is alive and is no Postgres: after a power cut its number belongs to somebody else.
    let lock = data.path().join("postgres/postmaster.pid");
    fs::write(&lock, format!("{}\n/elsewhere\n0\n5432\n", std::process::id())).unwrap();
    Cluster::start(data.path(), None).await.unwrap().stop().await;
}

#[tokio::test]
async fn a_server_that_outlived_its_judge_is_stopped_first() {
    let data = data();
    let cluster = Cluster::start(data.path(), None).await.unwrap();
    let pid = cluster.folder.server_pid().unwrap();
    cluster.folder.end_left_over().await.unwrap();
    assert!(!alive(pid));
    cluster.stop().await;
}

#[test]
fn a_program_of_ours_ends_with_the_thread_that_started_it() {
    let owner = Owner::choose(Path::new("/nowhere")).unwrap();
    let starter = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        // Not by SIGINT, which what a shell starts in the background does not heed.
        let mut command = owner.command(Path::new("/usr/bin/sleep"), Signal::SIGTERM);
        let pid = i32::try_from(command.arg("1000").spawn().unwrap().id().unwrap()).unwrap();
        let comm = format!("/proc/{pid}/comm");
        wait_until("setpriv becomes sleep", || {
            fs::read_to_string(&comm).is_ok_and(|name| name.trim() == "sleep")
        });
        pid
    });
    let pid = starter.join().unwrap();
    wait_until("sleep ends", || !alive(pid));
}

#[tokio::test]
async fn data_of_another_version_is_refused_and_left_alone() {
    let data = data();
    let version = data.path().join("postgres/PG_VERSION");
    fs::create_dir_all(version.parent().unwrap()).unwrap();
    fs::write(&version, "9\n").unwrap();
    let error = Cluster::start(data.path(), None).await.err().unwrap().to_string();
    assert!(
        error.contains("made by Postgres 9") && error.contains("apt-get install postgresql-9"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&version).unwrap(), "9\n");
}

#[tokio::test]
async fn half_a_cluster_of_a_killed_start_is_made_anew() {
    let data = data();
    fs::create_dir_all(data.path().join("postgres.new/base")).unwrap();
    Cluster::start(data.path(), None).await.unwrap().stop().await;
    assert!(!data.path().join("postgres.new").exists());
}

#[tokio::test]
async fn a_second_judge_in_the_same_folder_is_refused() {
    let data = data();
    let cluster = Cluster::start(data.path(), None).await.unwrap();
    let error = Cluster::start(data.path(), None).await.err().unwrap().to_string();
    assert!(error.contains("in use by another judge"), "{error}");
    cluster.stop().await;
}

#[tokio::test]
async fn a_folder_with_odd_letters_works() {
    let data = data();
    let odd = data.path().join("a \"b\", é");
    Cluster::start(&odd, None).await.unwrap().stop().await;
}

#[tokio::test]
async fn root_drops_to_another_user_and_nobody_else_comes_in() {
    let data = data();
    let cluster = Cluster::start(data.path(), None).await.unwrap();
    let process = fs::metadata(format!("/proc/{}", cluster.folder.server_pid().unwrap())).unwrap();
    assert_ne!(process.uid(), 0);
    for name in ["postgres", "run"] {
        let folder = data.path().join(name).metadata().unwrap();
        assert_eq!((folder.uid(), folder.mode() & 0o7777), (process.uid(), 0o700), "{name}");
    }
    assert_eq!(geteuid().is_root(), process.uid() != geteuid().as_raw());
    cluster.stop().await;
}

#[tokio::test]
async fn a_way_that_is_closed_to_that_user_is_named() {
    if !geteuid().is_root() {
        // An ordinary user runs Postgres as itself: there is nobody to be shut out.
        return;
    }
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let error = Cluster::start(&data.path().join("below"), None).await.err().unwrap().to_string();
    assert!(error.contains("may not enter") && error.contains(data.path().to_str().unwrap()), "{error}");
}

#[tokio::test]
async fn a_path_too_long_for_a_socket_is_refused() {
    let data = data();
    let error = Cluster::start(&data.path().join("x".repeat(90)), None).await.err().unwrap();
    assert!(matches!(error, Error::LongPath(_)), "{error}");
}
