use super::pack::LEVEL;
use super::*;

async fn store(db: &Db, bytes: &[u8]) -> Hash {
    let hash = Hash::of(bytes);
    put(&Depot::within(db), &mut db.acquire().await.unwrap(), hash, io::Cursor::new(bytes.to_vec()))
        .await
        .unwrap();
    hash
}

/// What a bad disk, or a hand in the database, would do: past the trigger that forbids it.
async fn overwrite(db: &Db, hash: Hash, packed: &[u8]) {
    let mut connection = db.acquire().await.unwrap();
    sqlx::query("alter table blob disable trigger user").execute(&mut *connection).await.unwrap();
    let update =
        sqlx::query("update blob set packed = $2 where hash = $1").bind(hash.0.to_vec()).bind(packed);
    assert_eq!(update.execute(&mut *connection).await.unwrap().rows_affected(), 1);
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, LEVEL).unwrap()
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_stored_reads_back_and_is_packed(db: Db) {
    let text = "1 2 3\n".repeat(100_000);
    let (hash, empty) = (store(&db, text.as_bytes()).await, store(&db, b"").await);
    assert_eq!(store(&db, text.as_bytes()).await, hash);
    assert_eq!(get(&Depot::within(&db), hash).await.unwrap(), text.as_bytes());
    assert_eq!(get(&Depot::within(&db), empty).await.unwrap(), b"");
    let packed = "select octet_length(packed) from blob where size = 600000";
    assert!(sqlx::query_scalar::<_, i32>(packed).fetch_one(&db).await.unwrap() < 10_000);
    let absent = Hash::of(b"absent");
    assert_eq!(exists(&db, &[absent, hash, empty]).await.unwrap(), BTreeSet::from([hash, empty]));
    let sizes = sizes(&db, &[absent, hash, empty]).await.unwrap();
    assert_eq!(sizes, BTreeMap::from([(hash, 600_000), (empty, 0)]));
    assert!(matches!(get(&Depot::within(&db), absent).await, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_blob_that_is_not_what_its_name_says_is_never_given_out(db: Db) {
    let hash = store(&db, b"answer 42").await;
    let longer = [b"answer 42".as_slice(), &[0; 1 << 20]].concat();
    for bad in [b"no frame".to_vec(), frame(b"answer 43"), frame(b"answer"), frame(&longer), Vec::new()] {
        overwrite(&db, hash, &bad).await;
        let error = get(&Depot::within(&db), hash).await.unwrap_err();
        assert!(matches!(error, Error::Damaged { hash: named } if named == hash), "{error:?}");
    }
    overwrite(&db, hash, &frame(b"answer 42")).await;
    assert_eq!(get(&Depot::within(&db), hash).await.unwrap(), b"answer 42");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_frame_that_swells_is_cut_at_the_size_that_was_promised(db: Db) {
    let hash = store(&db, b"answer 42").await;
    overwrite(&db, hash, &frame(&vec![0; 64 << 20])).await;
    let file = tempfile::tempfile().unwrap();
    let error = copy_to(&Depot::within(&db), hash, file.try_clone().unwrap()).await.unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    assert!(file.metadata().unwrap().len() <= b"answer 42".len() as u64 + 1);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_blob_cannot_be_changed(db: Db) {
    let hash = store(&db, b"answer").await;
    let update = sqlx::query("update blob set packed = '' where hash = $1").bind(hash.0.to_vec());
    let error = update.execute(&db).await.unwrap_err().to_string();
    assert!(error.contains("rows of blob never change"), "{error}");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn content_of_another_hash_is_refused(db: Db) {
    let mut connection = db.acquire().await.unwrap();
    let hash = Hash::of(b"promised");
    let error = put(&Depot::within(&db), &mut connection, hash, b"delivered".as_slice()).await.unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    assert!(exists(&db, &[hash]).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn more_than_the_cap_is_refused_in_words(db: Db) {
    let mut connection = db.acquire().await.unwrap();
    let endless = io::repeat(0);
    let error = put(&Depot::within(&db), &mut connection, Hash::of(b"zeros"), endless).await.unwrap_err();
    assert!(matches!(&error, Error::Invalid(text) if text.contains("256 MiB")), "{error:?}");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_full_disk_is_not_taken_for_a_damaged_blob(db: Db) {
    let hash = store(&db, b"answer").await;
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let error = copy_to(&Depot::within(&db), hash, full).await.unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error:?}");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_damaged_blob_of_the_database_is_mended_by_who_brings_it_again(db: Db) {
    let (version, files) = crate::fixture::version("sum", "1 2\n");
    let depot = Depot::within(&db);
    crate::problem::import(&depot, &version, &files, None).await.unwrap();
    let hash = Hash::of(b"1 2\n");
    overwrite(&db, hash, &frame(b"rotten")).await;
    sqlx::query("alter table blob enable trigger user").execute(&db).await.unwrap();
    let edit = crate::fixture::Memory::default();
    crate::problem::import(&depot, &version, &edit, None).await.unwrap();
    assert!(get(&depot, hash).await.is_err(), "nobody brought it");
    let again = crate::problem::import(&depot, &version, &files, None).await.unwrap();
    assert!(again.unchanged);
    assert_eq!(get(&depot, hash).await.unwrap(), b"1 2\n");
}
