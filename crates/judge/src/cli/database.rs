//! The database that a command works on.

use anyhow::Context as _;
use store::Db;
use store::blob::Depot;

use super::Context;
use crate::postgres;

/// `work` on the database, which is left in good order afterwards.
pub(crate) fn with<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Db) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    super::block_on(async {
        let db = connect(context, 1).await?;
        let done = work(&db).await;
        db.close().await;
        done
    })
}

/// As [`with`], for commands that read or store blobs.
pub(super) fn with_blobs<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Depot) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    with(context, async |db| work(&depot(context, db)?).await)
}

/// The database with the places of blobs that the settings name; whether these are there is not looked at.
///
/// # Errors
/// The settings do not say which place new blobs go to, or cannot be.
pub(crate) fn depot(context: &Context, db: &Db) -> anyhow::Result<Depot> {
    Ok(Depot::new(db, &context.config.blobs.settings()?)?)
}

/// As [`reach`], where the schema is the one that this program works with.
///
/// # Errors
/// That, and what to do about another schema.
pub(super) async fn connect(context: &Context, connections: u32) -> anyhow::Result<Db> {
    let db = reach(context, connections).await?;
    store::check_schema(&db).await?;
    Ok(db)
}

/// The server that is configured, else the private cluster of the `judge up` that runs on this machine.
///
/// # Errors
/// Nobody answers there; the text says where that was and what to do.
pub(super) async fn reach(context: &Context, connections: u32) -> anyhow::Result<Db> {
    let Context { config, environment } = context;
    match &config.database.url {
        Some(url) => {
            let db = store::connect(url.secret(), connections).await;
            db.with_context(|| format!("cannot connect to {url}"))
        }
        None => {
            let url = postgres::url_of_running(&config.data_folder(environment))?;
            Ok(store::connect(&url, connections).await?)
        }
    }
}
