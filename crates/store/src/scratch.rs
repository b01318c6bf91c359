//! A database that is made for one purpose and thrown away after it.

use sqlx::{AssertSqlSafe, query};
use uuid::Uuid;

use crate::{Db, Result, connect, migrate};

/// A database with the whole schema and no row, on a server that may have others, which stay as they are.
pub struct Scratch {
    name: String,
    server: Db,
    db: Db,
}

impl Scratch {
    /// On the server of `url`, whose user must be allowed to make databases; at most `connections` connections to it.
    pub async fn make(url: &str, connections: u32) -> Result<Self> {
        let server = connect(url, 1).await?;
        let name = format!("judge_scratch_{}", Uuid::now_v7().simple());
        query(AssertSqlSafe(format!("create database {name}"))).execute(&server).await?;
        let db = connect::lazily(server.connect_options().as_ref().clone().database(&name), connections);
        let made = Self { name, server, db };
        match migrate(&made.db).await {
            Ok(()) => Ok(made),
            Err(error) => {
                made.remove().await?;
                Err(error)
            }
        }
    }

    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Whoever still has a connection to it loses it.
    pub async fn remove(self) -> Result<()> {
        self.db.close().await;
        let drop = format!("drop database {} with (force)", self.name);
        query(AssertSqlSafe(drop)).execute(&self.server).await?;
        self.server.close().await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sqlx::query_scalar;

    use super::*;

    #[sqlx::test(migrations = false)]
    async fn a_scratch_database_has_the_schema_and_is_gone_afterwards(db: Db) {
        let url = std::env::var("DATABASE_URL").unwrap();
        let scratch = Scratch::make(&url, 2).await.unwrap();
        assert!(!crate::user::any(scratch.db()).await.unwrap());
        let name = scratch.name.clone();
        let there = async || {
            let count =
                query_scalar::<_, i64>("select count(*) from pg_database where datname = $1").bind(&name);
            count.fetch_one(&db).await.unwrap()
        };
        assert_eq!(there().await, 1);
        scratch.remove().await.unwrap();
        assert_eq!(there().await, 0);
    }
}
