//! Table `problem`, and how a package becomes a version of one.

use std::collections::BTreeSet;

use problem::version::Listing;
use problem::{Blobs, Hash, Slug, Version};
use sqlx::{PgConnection, query, query_as};

use crate::blob::Depot;
use crate::columns::{Count, Name, printable};
use crate::{Db, Error, ProblemId, Result, UserId, VersionId, blob, problem_version};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub id: ProblemId,
    pub slug: Slug,
    /// The current version's title.
    pub name: String,
    /// Whether contestants see it.
    pub visible: bool,
    /// The version that new submissions are judged on.
    pub current: VersionId,
    /// The current version's number.
    pub number: u32,
}

/// Which problems a list has, or of which problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// What contestants see.
    Visible,
    All,
}

/// Whether contestants see a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Visible,
    Hidden,
}

/// A [`Problem`] for each row `p` that `$rows` picks by one argument.
macro_rules! select {
    ($rows:tt, $argument:expr) => {
        query_as!(
            Problem,
            r#"select p.id as "id: ProblemId", p.slug as "slug: Name", v.name, p.visible,
                v.id as "current: VersionId", v.number as "number: Count"
            from problem p join problem_version v on v.id = p.current_version_id "#
                + $rows,
            $argument,
        )
    };
}

/// In order of slug.
pub async fn list(db: &Db, shown: Shown) -> Result<Vec<Problem>> {
    let rows = select!(r#"where p.visible or $1 order by p.slug collate "C""#, shown == Shown::All);
    Ok(rows.fetch_all(db).await?)
}

pub async fn by_slug(db: &Db, slug: &str) -> Result<Option<Problem>> {
    Ok(select!("where p.slug = $1", &printable(slug)).fetch_optional(db).await?)
}

pub async fn set_visibility(db: &Db, id: ProblemId, visibility: Visibility) -> Result<()> {
    let visible = visibility == Visibility::Visible;
    let done = query!("update problem set visible = $2 where id = $1", id.0, visible).execute(db).await?;
    if done.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// New submissions are judged on the problem's version of that number from now on. [`Error::NotFound`] without one.
pub async fn make_current(db: &Db, id: ProblemId, number: u32) -> Result<()> {
    let done = query!(
        "update problem p set current_version_id = v.id from problem_version v
        where p.id = $1 and v.problem_id = p.id and v.number = $2",
        id.0,
        i32::try_from(number).unwrap_or(i32::MAX),
    );
    if done.execute(db).await?.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// What an import came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    pub problem: ProblemId,
    pub version: VersionId,
    /// The version's number within the problem.
    pub number: u32,
    /// The problem's current version had this content already; nothing was changed.
    pub unchanged: bool,
}

/// Makes `version` the current version of the problem that its slug names, in one transaction; the problem is made
/// if there is none. Blobs that are stored already are stored anew where they are damaged or missing, and only there.
/// Content that an older version of the problem had makes that version current again, under its old number, as the same
/// content is the same version. A file larger than [`blob::MAX_BYTES`] is [`Error::Invalid`]; then nothing is changed.
pub async fn import(
    depot: &Depot,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
    by: Option<UserId>,
) -> Result<Imported> {
    let changed = import_over(depot, version, blobs, by, Base::Any).await?;
    Ok(changed.expect("whatever is current is replaced"))
}

/// The same, unless somebody else has made another version than `base` the current one meanwhile (or any, where there was
/// none): then nothing is changed, and there is no answer.
pub async fn save(
    depot: &Depot,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
    by: Option<UserId>,
    base: Option<VersionId>,
) -> Result<Option<Imported>> {
    import_over(depot, version, blobs, by, Base::Only(base)).await
}

/// Over which version another one may go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// Whichever is current.
    Any,
    /// This one, or none at all.
    Only(Option<VersionId>),
}

async fn import_over(
    depot: &Depot,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
    by: Option<UserId>,
    base: Base,
) -> Result<Option<Imported>> {
    let unsound = unsound(depot, version, blobs).await?;
    let mut transaction = depot.db.begin().await?;
    let used = put_missing(depot, &mut transaction, version, blobs, &unsound).await?;
    let (problem, current) = lock(&mut transaction, &version.slug).await?;
    if base != Base::Any && base != Base::Only(current) {
        return Ok(None);
    }
    let known = problem_version::with_hash(&mut transaction, problem, version.id()).await?;
    let (id, number) = match known {
        Some(known) => known,
        None => problem_version::insert(&mut transaction, problem, version, &used, by).await?,
    };
    let unchanged = current == Some(id);
    if !unchanged {
        query!("update problem set current_version_id = $2 where id = $1", problem.0, id.0)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(Some(Imported { problem, version: id, number, unchanged }))
}

/// Those of the version's blobs that are stored, yet not as they should be, and that `blobs` brings again. It reads all of
/// them, so [`put_missing`] wants to have it from before its transaction, for which others wait.
pub(crate) async fn unsound(
    depot: &Depot,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
) -> Result<BTreeSet<Hash>> {
    let mut used = version.blobs();
    // Who does not bring the list of a package's files brings none of them.
    let list = version.origin.and_then(|origin| blobs.read(origin.files).ok());
    used.extend(list.and_then(|list| Listing::parse(&list).ok()).iter().flat_map(Listing::blobs));
    // Who saves an edit has only what is new.
    let brought: Vec<Hash> = used.into_iter().filter(|hash| blobs.open(*hash).is_ok()).collect();
    blob::unsound(depot, &blob::exists(&depot.db, &brought).await?).await
}

/// Those that the version needs and that are not there, and those that are [`unsound`]; returns all that it needs. One blob
/// at a time, so that memory holds one. In order of hash: two imports that share blobs wait for each other in the same order
/// and never in a circle.
pub(crate) async fn put_missing(
    depot: &Depot,
    connection: &mut PgConnection,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
    unsound: &BTreeSet<Hash>,
) -> Result<BTreeSet<Hash>> {
    blob::rely(connection).await?;
    let mut used = version.blobs();
    used.extend(of_package(depot, connection, version, blobs).await?);
    let wanted: Vec<Hash> = used.iter().copied().collect();
    let present = blob::present(connection, &wanted).await?;
    for hash in wanted.into_iter().filter(|hash| !present.contains(hash) || unsound.contains(hash)) {
        let content = blobs.open(hash).map_err(|source| Error::Io { hash, source })?;
        match present.contains(&hash) {
            true => blob::repair(depot, connection, hash, content).await?,
            false => blob::put(depot, connection, hash, content).await?,
        }
    }
    Ok(used)
}

/// The files of the package that the version came as.
async fn of_package(
    depot: &Depot,
    connection: &mut PgConnection,
    version: &Version,
    blobs: &(dyn Blobs + Sync),
) -> Result<BTreeSet<Hash>> {
    let Some(origin) = version.origin else { return Ok(BTreeSet::new()) };
    let hash = origin.files;
    let failed = |source| Error::Io { hash, source };
    // Who saves an edit has only what is new.
    let list = match blobs.read(hash) {
        Ok(list) => list,
        Err(_) if blob::present(connection, &[hash]).await?.contains(&hash) => {
            blob::read(depot, connection, hash).await?
        }
        Err(error) => return Err(failed(error)),
    };
    Ok(Listing::parse(&list).map_err(failed)?.blobs())
}

/// The problem of that slug, made if there is none, and its current version. The row stays locked until the
/// transaction ends.
async fn lock(connection: &mut PgConnection, slug: &Slug) -> Result<(ProblemId, Option<VersionId>)> {
    query!("insert into problem (slug) values ($1) on conflict (slug) do nothing", slug.as_str())
        .execute(&mut *connection)
        .await?;
    let row = query!(
        r#"select id as "id: ProblemId", current_version_id as "current: VersionId" from problem
        where slug = $1 for update"#,
        slug.as_str(),
    );
    let row = row.fetch_one(connection).await?;
    Ok((row.id, row.current))
}

#[cfg(test)]
mod tests {
    use problem::package::Format;
    use problem::version::{Entry, PackageOrigin};

    use super::*;
    use crate::fixture;

    async fn count(db: &Db, table: &'static str) -> i64 {
        let count = match table {
            "problem" => "select count(*) from problem",
            "problem_version" => "select count(*) from problem_version",
            "blob" => "select count(*) from blob",
            _ => unreachable!("{table}"),
        };
        sqlx::query_scalar(count).fetch_one(db).await.unwrap()
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_package_becomes_a_problem_with_all_its_blobs(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let (version, files) = fixture::version("sum", "1 2\n");
        let imported = import(&Depot::within(&db), &version, &files, Some(ann)).await.unwrap();
        assert_eq!((imported.number, imported.unchanged), (1, false));
        let problem = by_slug(&db, "sum").await.unwrap().unwrap();
        assert_eq!((problem.id, problem.current), (imported.problem, imported.version));
        assert_eq!((problem.name.as_str(), problem.visible, problem.number), ("Sum", true, 1));
        for (hash, bytes) in &files.0 {
            assert_eq!(&blob::get(&Depot::within(&db), *hash).await.unwrap(), bytes);
        }
        let used = "select count(*) from problem_version_blob";
        assert_eq!(sqlx::query_scalar::<_, i64>(used).fetch_one(&db).await.unwrap(), files.0.len() as i64);
        for absent in ["product", "a\0b", "%"] {
            assert_eq!(by_slug(&db, absent).await.unwrap(), None);
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_same_package_again_changes_nothing(db: Db) {
        let first = fixture::import(&db, "sum", "1 2\n").await;
        let (version, _) = fixture::version("sum", "1 2\n");
        let no_files = fixture::Memory::default();
        let again = import(&Depot::within(&db), &version, &no_files, None).await.unwrap();
        assert_eq!(again, Imported { unchanged: true, ..first });
        assert_eq!(count(&db, "problem_version").await, 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_changed_package_is_the_next_version_and_a_former_one_comes_back_as_itself(db: Db) {
        let first = fixture::import(&db, "sum", "1 2\n").await;
        let second = fixture::import(&db, "sum", "3 4\n").await;
        assert_eq!((second.problem, second.number, second.unchanged), (first.problem, 2, false));
        assert_eq!(by_slug(&db, "sum").await.unwrap().unwrap().current, second.version);
        let back = fixture::import(&db, "sum", "1 2\n").await;
        assert_eq!(back, first);
        assert_eq!(by_slug(&db, "sum").await.unwrap().unwrap().current, first.version);
        assert_eq!(count(&db, "problem_version").await, 2);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn an_older_version_can_be_made_current_again(db: Db) {
        let first = fixture::import(&db, "sum", "1\n").await;
        fixture::import(&db, "sum", "2\n").await;
        make_current(&db, first.problem, 1).await.unwrap();
        assert_eq!(by_slug(&db, "sum").await.unwrap().unwrap().current, first.version);
        fixture::import(&db, "other", "1\n").await;
        fixture::import(&db, "other", "2\n").await;
        fixture::import(&db, "other", "3\n").await;
        assert!(
            matches!(make_current(&db, first.problem, 3).await, Err(Error::NotFound)),
            "another's number"
        );
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_version_is_saved_only_over_the_one_that_it_was_made_from(db: Db) {
        let first = fixture::import(&db, "sum", "1\n").await;
        let (version, files) = fixture::version("sum", "2\n");
        let saved =
            save(&Depot::within(&db), &version, &files, None, Some(first.version)).await.unwrap().unwrap();
        assert_eq!((saved.number, saved.unchanged), (2, false));
        let (version, files) = fixture::version("sum", "3\n");
        for base in [Some(first.version), None] {
            assert!(save(&Depot::within(&db), &version, &files, None, base).await.unwrap().is_none());
        }
        assert_eq!(by_slug(&db, "sum").await.unwrap().unwrap().current, saved.version);
        assert_eq!(count(&db, "problem_version").await, 2);
        let (other, files) = fixture::version("other", "1\n");
        assert_eq!(save(&Depot::within(&db), &other, &files, None, None).await.unwrap().unwrap().number, 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn an_import_that_fails_in_the_middle_leaves_nothing(db: Db) {
        let (version, mut files) = fixture::version("sum", "1 2\n");
        let last = *version.blobs().last().unwrap();
        files.0.remove(&last);
        let error = import(&Depot::within(&db), &version, &files, None).await.unwrap_err();
        assert!(matches!(error, Error::Io { hash, .. } if hash == last), "{error:?}");
        for table in ["problem", "problem_version", "blob"] {
            assert_eq!(count(&db, table).await, 0, "{table}");
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_package_that_a_version_came_as_is_stored_with_it_and_stays_through_edits(db: Db) {
        let (mut version, mut files) = fixture::version("sum", "1 2\n");
        let readme = files.add(b"for people");
        let listing = Listing([("README".to_owned(), Entry::File(readme))].into());
        let origin = PackageOrigin { format: Format::Icpc, files: files.add(&listing.to_bytes()) };
        version.origin = Some(origin);
        let first = import(&Depot::within(&db), &version, &files, None).await.unwrap();
        assert_eq!(blob::get(&Depot::within(&db), readme).await.unwrap(), b"for people");
        version.limits.time_ms += 1;
        let nothing = fixture::Memory::default();
        let saved =
            save(&Depot::within(&db), &version, &nothing, None, Some(first.version)).await.unwrap().unwrap();
        let used = sqlx::query_scalar("select count(*) from problem_version_blob where version_id = $1");
        let used: i64 = used.bind(saved.version.0).fetch_one(&db).await.unwrap();
        let used = usize::try_from(used).unwrap();
        assert_eq!(used, version.blobs().len() + 1, "the list is among the version's own");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn imports_at_the_same_time_get_numbers_of_their_own(db: Db) {
        let mut imports = tokio::task::JoinSet::new();
        for n in 0..8 {
            let db = db.clone();
            imports.spawn(async move { fixture::import(&db, "sum", &format!("{n}\n")).await.number });
        }
        let numbers: BTreeSet<u32> = imports.join_all().await.into_iter().collect();
        assert_eq!(numbers, (1..=8).collect());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_hidden_problem_is_only_in_the_list_of_all(db: Db) {
        let hidden = fixture::import(&db, "hidden", "1\n").await.problem;
        fixture::import(&db, "a-sum", "1\n").await;
        set_visibility(&db, hidden, Visibility::Hidden).await.unwrap();
        let slugs =
            |problems: Vec<Problem>| -> Vec<String> { problems.iter().map(|p| p.slug.to_string()).collect() };
        assert_eq!(slugs(list(&db, Shown::Visible).await.unwrap()), ["a-sum"]);
        assert_eq!(slugs(list(&db, Shown::All).await.unwrap()), ["a-sum", "hidden"]);
        assert!(matches!(
            set_visibility(&db, ProblemId(9999), Visibility::Visible).await,
            Err(Error::NotFound)
        ));
    }
}
