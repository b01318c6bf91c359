use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::super::fixture::Places;
use super::super::outside::name_of;
use super::super::{Access, Stray, get, kept, orphans, strays, sweep};
use super::*;
use crate::upload::{Asks, NewUpload};
use crate::{Error, fixture, upload};

fn names(strays: &[Stray]) -> Vec<&str> {
    strays.iter().map(|stray| stray.name.as_str()).collect()
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_imported_lies_in_the_folder_and_moves_there_and_back(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    places.depot.ready(Access::Write).await.unwrap();
    let version = places.import("1 2\n").await;
    let all = version.blobs().len() as u64;
    assert_eq!(places.places().await, [(Place::Folder, all)]);
    assert!(version.blobs().iter().all(|hash| places.file(*hash).exists()));
    places.all_read(&version).await;

    for (to, again) in [(Place::Postgres, Place::Folder), (Place::Folder, Place::Postgres)] {
        assert_eq!(to_move(&db, to).await.unwrap(), all);
        let mut seen = 0;
        let moved = move_to(&places.depot, to, || seen += 1).await.unwrap();
        assert_eq!((moved.blobs, seen, moved.faults.len()), (all, all, 0));
        assert_eq!(places.places().await, [(to, all)]);
        places.all_read(&version).await;
        let there = version.blobs().iter().filter(|hash| places.file(**hash).exists()).count() as u64;
        assert_eq!(there, if again == Place::Folder { 0 } else { all });
        assert!(strays(&places.depot).await.unwrap().is_empty());
        assert_eq!(places.move_to(to).await.blobs, 0, "once more there is nothing to do");
    }
    assert_eq!(orphans(&db).await.unwrap(), 0);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn blobs_are_read_from_where_their_rows_say_and_who_does_not_know_the_place_says_so(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let first = places.import("1 2\n").await;
    let within = Depot::within(&db);
    let (second, files) = fixture::version("other", "3 4\n");
    crate::problem::import(&within, &second, &files, None).await.unwrap();
    assert_eq!(places.places().await.len(), 2);
    places.all_read(&first).await;
    places.all_read(&second).await;

    let outside = *first.blobs().first().unwrap();
    let told = get(&within, outside).await.unwrap_err().to_string();
    assert!(told.contains("[blobs] folder"), "{told}");
    for access in [Access::Read, Access::Write] {
        assert!(matches!(within.ready(access).await, Err(Error::NoPlace(Place::Folder))));
        places.depot.ready(access).await.unwrap();
    }
    let nowhere = move_to(&within, Place::Folder, || {}).await.unwrap_err();
    assert!(matches!(nowhere, Error::NoPlace(Place::Folder)), "{nowhere}");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_move_that_died_after_any_of_its_steps_is_done_by_the_next_one(db: Db) {
    let places = Places::new(&db, Place::Postgres).await;
    let version = places.import("1 2\n").await;
    let all = version.blobs().len() as u64;
    let mut hashes = version.blobs().into_iter();
    let (copied, half, swapped) = (hashes.next().unwrap(), hashes.next().unwrap(), hashes.next().unwrap());

    // Half of the file was there, under no name that counts; or all of it, and the row was not.
    let packed = async |hash: Hash| {
        let row = sqlx::query_scalar::<_, Vec<u8>>("select packed from blob where hash = $1");
        row.bind(hash.0.to_vec()).fetch_one(&db).await.unwrap()
    };
    places.depot.write(Place::Folder, copied, packed(copied).await).await.unwrap();
    let temporary = places.file(half).with_file_name(".new-abcdef");
    fs::create_dir_all(temporary.parent().unwrap()).unwrap();
    fs::write(&temporary, &packed(half).await[..5]).unwrap();
    places.all_read(&version).await;
    let left = strays(&places.depot).await.unwrap();
    assert_eq!(names(&left), [name_of(copied)], "what is half-written may be at work yet");
    assert_eq!(places.move_to(Place::Folder).await.blobs, all);
    assert!(strays(&places.depot).await.unwrap().is_empty());

    // The row was, and the old file not yet gone.
    let bytes = fs::read(places.file(swapped)).unwrap();
    assert_eq!(places.move_to(Place::Postgres).await.blobs, all);
    fs::write(places.file(swapped), bytes).unwrap();
    places.all_read(&version).await;
    let left = strays(&places.depot).await.unwrap();
    assert_eq!(names(&left), [name_of(swapped)]);
    assert_eq!(sweep(&places.depot, &left).await.unwrap(), 1);
    assert!(!places.file(swapped).exists() && strays(&places.depot).await.unwrap().is_empty());
    places.all_read(&version).await;
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_damaged_or_gone_is_named_is_never_given_out_and_keeps_nobody_from_moving(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let all = version.blobs().len() as u64;
    let mut hashes = version.blobs().into_iter();
    let (damaged, gone) = (hashes.next().unwrap(), hashes.next().unwrap());
    let mut bytes = fs::read(places.file(damaged)).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(places.file(damaged), &bytes).unwrap();
    fs::remove_file(places.file(gone)).unwrap();

    assert!(matches!(get(&places.depot, damaged).await, Err(Error::Damaged { .. })));
    assert!(matches!(get(&places.depot, gone).await, Err(Error::Missing { .. })));
    let mut seen = 0;
    let faults = check(&places.depot, || seen += 1).await.unwrap();
    assert_eq!((seen, faults.len()), (all, 2));
    for (fault, hash) in faults.iter().zip([damaged, gone]) {
        assert_eq!((fault.hash, fault.needed_by.as_slice()), (hash, ["sum 1".to_owned()].as_slice()));
        assert_eq!(fault.at, places.file(hash).display().to_string());
    }
    let moved = places.move_to(Place::Postgres).await;
    assert_eq!((moved.blobs, moved.faults.len()), (all - 2, 2));
    assert_eq!(places.places().await, [(Place::Postgres, all - 2), (Place::Folder, 2)]);
    assert_eq!(fs::read(places.file(damaged)).unwrap(), bytes, "whoever repairs it finds it");
    // Whoever has the package mends it.
    assert_eq!(places.import("1 2\n").await, version);
    assert!(check(&places.depot, || {}).await.unwrap().is_empty());
    places.all_read(&version).await;
}

/// As one of a judge that did not know of markers yet.
#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_folder_that_is_left_is_known_as_well_by_whoever_looks_what_is_in_it(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let gone = *version.blobs().first().unwrap();
    fs::remove_file(places.file(gone)).unwrap();
    let leaving = places.with(&db, Place::Postgres);

    fs::remove_file(places.marker()).unwrap();
    leaving.ready(Access::Write).await.unwrap();
    assert!(matches!(get(&leaving, gone).await, Err(Error::Missing { .. })));

    fs::remove_file(places.marker()).unwrap();
    let faults = check(&leaving, || {}).await.unwrap();
    assert_eq!(faults.iter().map(|fault| fault.hash).collect::<Vec<_>>(), [gone]);

    fs::remove_file(places.marker()).unwrap();
    let moved = move_to(&leaving, Place::Postgres, || {}).await.unwrap();
    assert_eq!((moved.blobs, moved.faults.len()), (version.blobs().len() as u64 - 1, 1));

    fs::remove_file(places.marker()).unwrap();
    places.import("1 2\n").await;
    assert_eq!(kept(&db).await.unwrap().len(), 2, "it is empty, so it may be another one");
    fs::write(places.marker(), "").unwrap();
    places.import("1 2\n").await;
    places.all_read(&version).await;
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_damaged_blob_of_the_database_stays_in_it_and_is_named(db: Db) {
    let places = Places::new(&db, Place::Postgres).await;
    let version = places.import("1 2\n").await;
    let hash = *version.blobs().first().unwrap();
    let mut connection = db.acquire().await.unwrap();
    sqlx::query("alter table blob disable trigger user").execute(&mut *connection).await.unwrap();
    let damage = "update blob set packed = packed || '\\x00'::bytea, size = size + 1 where hash = $1";
    sqlx::query(damage).bind(hash.0.to_vec()).execute(&mut *connection).await.unwrap();
    sqlx::query("alter table blob enable trigger user").execute(&mut *connection).await.unwrap();
    let moved = places.move_to(Place::Folder).await;
    assert_eq!(moved.faults.len(), 1);
    assert_eq!((moved.faults[0].hash, moved.faults[0].at.as_str()), (hash, "the database"));
    assert!(!places.file(hash).exists());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_folder_that_is_away_is_an_error_of_ours_and_no_missing_blob(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let version = places.import("1 2\n").await;
    let hash = *version.blobs().first().unwrap();
    let blobs = places.folder.path().join("blobs");
    fs::rename(&blobs, places.folder.path().join("away")).unwrap();
    let error = get(&places.depot, hash).await.unwrap_err();
    assert!(matches!(&error, Error::Place { at, .. } if *at == blobs.display().to_string()), "{error}");
    assert!(matches!(places.depot.ready(Access::Read).await, Err(Error::Place { .. })));
    assert!(matches!(check(&places.depot, || {}).await, Err(Error::Place { .. })));
    fs::rename(places.folder.path().join("away"), &blobs).unwrap();
    places.all_read(&version).await;
}

/// Two move in opposite directions, a third imports, and a fourth reads all the while.
#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn moves_at_once_lose_nothing_and_readers_do_not_notice(db: Db) {
    let places = Arc::new(Places::new(&db, Place::Folder).await);
    let version = places.import("1 2\n").await;
    let (stop, reads) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let reader = tokio::spawn({
        let (places, version, stop, reads) =
            (Arc::clone(&places), version.clone(), Arc::clone(&stop), Arc::clone(&reads));
        async move {
            while !stop.load(Ordering::Relaxed) {
                places.all_read(&version).await;
                reads.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let movers = [Place::Postgres, Place::Folder].map(|to| {
        let places = Arc::clone(&places);
        tokio::spawn(async move {
            for _ in 0..10 {
                assert_eq!(places.move_to(to).await.faults.len(), 0);
            }
        })
    });
    let mut versions = vec![version];
    for n in 0..5 {
        versions.push(places.import(&format!("{n}\n")).await);
    }
    for mover in movers {
        mover.await.unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    reader.await.unwrap();
    assert!(reads.load(Ordering::Relaxed) > 0);
    assert!(check(&places.depot, || {}).await.unwrap().is_empty());
    assert!(strays(&places.depot).await.unwrap().is_empty());
    places.move_to(Place::Postgres).await;
    for version in &versions {
        places.all_read(version).await;
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_an_import_is_about_to_name_is_no_stray_and_what_it_gave_up_is(db: Db) {
    let places = Arc::new(Places::new(&db, Place::Folder).await);
    for gives_up in [true, false] {
        let (version, files) = fixture::version("sum", &format!("{gives_up}\n"));
        let mut import = db.begin().await.unwrap();
        crate::problem::put_missing(&places.depot, &mut import, &version, &files, &BTreeSet::new())
            .await
            .unwrap();
        let looking = tokio::spawn({
            let places = Arc::clone(&places);
            async move { strays(&places.depot).await.unwrap() }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(!looking.is_finished(), "whoever imports is waited for");
        match gives_up {
            true => import.rollback().await.unwrap(),
            false => import.commit().await.unwrap(),
        }
        let left = looking.await.unwrap();
        assert_eq!(left.len(), if gives_up { version.blobs().len() } else { 0 });
        sweep(&places.depot, &left).await.unwrap();
    }
    assert_eq!(check(&places.depot, || {}).await.unwrap().len(), 0);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn an_upload_that_goes_takes_its_files_along(db: Db) {
    let places = Places::new(&db, Place::Folder).await;
    let ann = fixture::user(&db, "ann").await;
    let (version, files) = fixture::version("sum", "1 2\n");
    let new =
        NewUpload { user: ann, format: "ICPC", version: &version, warnings: &[], asks: Asks::default() };
    let id = upload::put(&places.depot, &new, &files).await.unwrap();
    assert!(version.blobs().iter().all(|hash| places.file(*hash).exists()));
    upload::remove(&places.depot, id, ann).await.unwrap();
    assert!(version.blobs().iter().all(|hash| !places.file(*hash).exists()));
    assert_eq!(places.places().await, []);
}
