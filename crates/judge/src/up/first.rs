//! What an empty database needs before anybody can use it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use problem::package::Given;
use problem::{Fault, Package};
use store::Db;
use store::blob::Depot;
use store::problem::Shown;
use store::user::{Password, Role};

use crate::config::Config;
use crate::password::one_time;

/// Makes the user `admin` where there is no admin. Returns the password that was given.
pub(super) async fn admin(db: &Db) -> anyhow::Result<Option<String>> {
    if store::user::count_admins(db).await? > 0 {
        return Ok(None);
    }
    let password = one_time()?;
    let hash = web::password::hash(&password)?;
    match store::user::create(db, "admin", &hash, Role::Admin, Password::Given).await {
        Ok(_) => Ok(Some(password)),
        Err(store::Error::Conflict { .. }) => {
            // Somebody registered it. What they are does not change by our starting.
            tracing::warn!(
                "there is no admin and the name admin is taken; make one with: judge user add NAME --role admin"
            );
            Ok(None)
        }
        Err(error) => Err(error).context("cannot make the first admin"),
    }
}

/// Imports the sample packages when there is no problem at all. One that is faulty is named and left out.
pub(super) async fn samples(blobs: &Depot, config: &Config) -> anyhow::Result<()> {
    if !store::problem::list(blobs.db(), Shown::All).await?.is_empty() {
        return Ok(());
    }
    let Some(folder) = folder(config.problems.samples.as_deref()) else {
        tracing::info!("no folder of sample problems was found; name one as [problems] samples");
        return Ok(());
    };
    for path in packages(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let named = path.clone();
        let given = Given { testlib: config.testlib(), ..Given::default() };
        match tokio::task::spawn_blocking(move || {
            Package::open_as(&named, &given).and_then(Package::complete)
        })
        .await?
        {
            Ok(package) => {
                store::problem::import(blobs, &package.version, &package, None).await?;
                tracing::info!(problem = %package.version.slug, "imported");
            }
            Err(faults) => tracing::error!("{} is not imported:{}", path.display(), lines(&faults)),
        }
    }
    Ok(())
}

/// The one that is named; else `problems` here, beside the program, or where a built program's sources are.
fn folder(named: Option<&Path>) -> Option<PathBuf> {
    let named = named.map(Path::to_owned);
    let program = env::current_exe().unwrap_or_default();
    let above = program.ancestors().skip(1).take(3).map(|folder| folder.join("problems"));
    named.or_else(|| [PathBuf::from("problems")].into_iter().chain(above).find(|folder| folder.is_dir()))
}

/// Folders and zips, by name.
fn packages(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "zip") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("\n  {fault}")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::postgres::Cluster;

    #[tokio::test]
    async fn an_empty_database_gets_an_admin_and_the_sound_samples_and_only_once() {
        let data = tempfile::tempdir().unwrap();
        fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let cluster = Cluster::start(data.path(), None).await.unwrap();
        let db = store::connect(&cluster.url(), 4).await.unwrap();
        store::migrate(&db).await.unwrap();

        let password = admin(&db).await.unwrap().unwrap();
        let (user, hash) = store::user::password_hash(&db, "admin").await.unwrap().unwrap();
        assert!(user.role == Role::Admin && user.must_change_password && !hash.contains(&password));
        assert_eq!(admin(&db).await.unwrap(), None);

        let problems = data.path().join("problems");
        write(&problems, "two/problem.yaml", "problem_format_version: 2025-09\nname: Two\ntype: pass-fail\n");
        write(&problems, "two/statement/problem.en.md", "Print 2.");
        for case in ["sample/1", "secret/1"] {
            write(&problems, &format!("two/data/{case}.in"), "\n");
            write(&problems, &format!("two/data/{case}.ans"), "2\n");
        }
        write(&problems, "two/submissions/accepted/two.py", "print(2)");
        write(&problems, "broken/problem.yaml", "name: [");
        write(&problems, "README.md", "No package.");
        let mut config = Config::default();
        config.problems.samples = Some(problems.clone());
        for _ in 0..2 {
            samples(&Depot::within(&db), &config).await.unwrap();
            let all = store::problem::list(&db, Shown::All).await.unwrap();
            assert_eq!(all.iter().map(|problem| problem.slug.as_str()).collect::<Vec<_>>(), ["two"]);
            fs::rename(problems.join("two"), problems.join("three")).ok();
        }
        db.close().await;
        cluster.stop().await;
    }

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
