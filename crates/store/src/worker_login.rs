//! Logins of workers: roles of the database that may claim, read what is to be judged, and write results of their own
//! claims, and nothing else.
//!
//! What they may touch is granted to one group (`grants.sql`); which rows, policies of the tables say (`migrations/`).
//! Roles belong to a whole cluster, so their names hold a hash of the database's: `judge_worker_1a2b3c4d_NAME`. Who renames
//! a database makes its logins anew.

use sqlx::{AssertSqlSafe, PgConnection, query, query_scalar, raw_sql};

use crate::{Db, Error, Result};

/// Letters of a worker's name that has a login: what is left of the 63 of a role's.
pub const LONGEST_NAME: usize = 32;

const GRANTS: &str = include_str!("worker_login/grants.sql");

/// For `pg_advisory_xact_lock`: those who grant take turns. Any number that nobody else takes.
const TURN: i64 = 0x6a75_6467_6501;

/// A login of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The worker's name, the only one under which it may show up.
    pub worker: String,
    /// The role's name, with which it logs in.
    pub role: String,
}

/// The worker whose login `db` uses; `None` for all other logins.
pub async fn of(db: &Db) -> Result<Option<String>> {
    Ok(query_scalar!("select worker_login()").fetch_one(db).await?)
}

/// Makes a login for the worker `name`, with that password. [`Error::Conflict`] when it has one, [`Error::Invalid`] for
/// a name that cannot be one, and where everybody may make tables; [`Error::Denied`] for who may not make roles.
pub async fn add(db: &Db, name: &str, password: &str) -> Result<Login> {
    if !is_name(name) {
        return Err(Error::Invalid(format!(
            "{name:?} cannot be the name of a worker: 1 to {LONGEST_NAME} of a-z, A-Z, 0-9, _ . - are allowed, the first \
             a letter or a digit"
        )));
    }
    let mut transaction = db.begin().await?;
    take_turn(&mut transaction).await?;
    let group = group(&mut transaction).await?;
    if !exists(&mut transaction, &group).await? {
        execute(&mut transaction, format!("create role {group} nologin")).await?;
    }
    grant_to(&mut transaction, &group).await?;
    check_closed(&mut transaction).await?;
    let role = format!("{group}_{name}");
    if exists(&mut transaction, &role).await? {
        return Err(Error::Conflict { constraint: role });
    }
    let make = format!("create role {} login password {} in role {group}", quoted(&role), literal(password));
    execute(&mut transaction, make).await?;
    transaction.commit().await?;
    Ok(Login { worker: name.to_owned(), role })
}

/// Takes the login of the worker `name` away: what still uses it is refused from now on. [`Error::NotFound`] without one.
pub async fn remove(db: &Db, name: &str) -> Result<()> {
    let mut transaction = db.begin().await?;
    let role = format!("{}_{name}", group(&mut transaction).await?);
    if !is_name(name) || !exists(&mut transaction, &role).await? {
        return Err(Error::NotFound);
    }
    execute(&mut transaction, format!("drop role {}", quoted(&role))).await?;
    query!("delete from worker where name = $1", name).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// By name.
pub async fn list(db: &Db) -> Result<Vec<Login>> {
    let group = group(&mut *db.acquire().await?).await?;
    let members = query_scalar!(
        r#"select member.rolname::text as "role!" from pg_roles member join pg_auth_members m on m.member = member.oid
        join pg_roles g on g.oid = m.roleid
        where g.rolname = $1 order by member.rolname collate "C""#,
        group
    );
    let roles = members.fetch_all(db).await?.into_iter();
    let login = |role: String| {
        let worker = role.strip_prefix(&group)?.strip_prefix('_')?.to_owned();
        Some(Login { worker, role })
    };
    Ok(roles.filter_map(login).collect())
}

/// Grants the logins that there are what this version of the schema needs.
pub(crate) async fn grant(db: &Db) -> Result<()> {
    let mut transaction = db.begin().await?;
    take_turn(&mut transaction).await?;
    let group = group(&mut transaction).await?;
    if exists(&mut transaction, &group).await? {
        grant_to(&mut transaction, &group).await?;
    }
    Ok(transaction.commit().await?)
}

fn is_name(name: &str) -> bool {
    let letter = |c: u8| c.is_ascii_alphanumeric() || b"_.-".contains(&c);
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(letter)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
}

async fn take_turn(connection: &mut PgConnection) -> Result<()> {
    query!("select pg_advisory_xact_lock($1)", TURN).execute(connection).await?;
    Ok(())
}

async fn group(connection: &mut PgConnection) -> Result<String> {
    Ok(query_scalar!(r#"select worker_group() as "name!""#).fetch_one(connection).await?)
}

async fn exists(connection: &mut PgConnection, role: &str) -> Result<bool> {
    let found = query_scalar!(r#"select exists (select from pg_roles where rolname = $1) as "found!""#, role);
    Ok(found.fetch_one(connection).await?)
}

async fn grant_to(connection: &mut PgConnection, group: &str) -> Result<()> {
    let database = query_scalar!(r#"select current_database()::text as "name!""#);
    let database = quoted(&database.fetch_one(&mut *connection).await?);
    execute(connection, GRANTS.replace("{group}", group).replace("{database}", &database)).await
}

/// What everybody may do, a worker may. Only the owners of the schema and of the database can take that away.
async fn check_closed(connection: &mut PgConnection) -> Result<()> {
    let open = query!(
        r#"select current_database()::text as "database!", has_schema_privilege('public', 'public', 'create') as "tables!",
            has_database_privilege('public', current_database(), 'temporary') as "temporary!""#
    );
    let open = open.fetch_one(connection).await?;
    let mut remedies = Vec::new();
    if open.tables {
        remedies.push("revoke create on schema public from public;".to_owned());
    }
    if open.temporary {
        remedies.push(format!("revoke temporary on database {} from public;", quoted(&open.database)));
    }
    match remedies.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(format!(
            "everybody may make tables in this database, so workers could; as its owner run: {}",
            remedies.join(" ")
        ))),
    }
}

/// Several statements, of names that were looked at.
async fn execute(connection: &mut PgConnection, statements: String) -> Result<()> {
    raw_sql(AssertSqlSafe(statements)).execute(connection).await?;
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests;
