//! Table `users`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::{query, query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::{printable, text_column};
use crate::{Db, Error, Result, UserId};

/// What somebody may do; each may do all that the ones before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads and submits.
    Contestant,
    /// Uploads problems.
    Setter,
    /// Sees everything that was sent, and rejudges.
    Jury,
    /// Gives roles and passwords.
    Admin,
}

impl Role {
    pub const ALL: [Self; 4] = [Self::Contestant, Self::Setter, Self::Jury, Self::Admin];

    /// The word in columns and commands.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contestant => "contestant",
            Self::Setter => "setter",
            Self::Jury => "jury",
            Self::Admin => "admin",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Not a role.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a role; the roles are contestant, setter, jury and admin")]
pub struct UnknownRole(String);

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownRole> {
        Self::ALL.into_iter().find(|role| role.word() == word).ok_or_else(|| UnknownRole(word.to_owned()))
    }
}

text_column!(Role);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub name: String,
    pub role: Role,
    pub created_at: OffsetDateTime,
    /// Somebody else has seen the password.
    pub must_change_password: bool,
}

/// Whose choice a password is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Password {
    /// The user's own.
    Chosen,
    /// Given by somebody, so the user must change it at the next log-in.
    Given,
}

/// Makes a user. A name that differs only in case from one that is there is [`Error::Conflict`]; one that is not 3 to
/// 32 of `A-Z a-z 0-9 _ . -` is [`Error::Invalid`].
pub async fn create(
    db: &Db,
    name: &str,
    password_hash: &str,
    role: Role,
    password: Password,
) -> Result<UserId> {
    let id = query_scalar!(
        r#"insert into users (name, password_hash, role, must_change_password) values ($1, $2, $3, $4)
        returning id as "id: UserId""#,
        name,
        password_hash,
        role.word(),
        password == Password::Given,
    );
    Ok(id.fetch_one(db).await?)
}

/// A [`User`] for each row that `$rows` picks.
macro_rules! select {
    ($rows:tt, $($argument:expr)?) => {
        query_as!(
            User,
            r#"select id as "id: UserId", name, role as "role: Role", created_at, must_change_password
            from users "# + $rows,
            $($argument)?
        )
    };
}

/// The user of that name, in whatever case.
pub async fn by_name(db: &Db, name: &str) -> Result<Option<User>> {
    let rows = select!(r#"where lower(name collate "C") = lower($1 collate "C")"#, &printable(name));
    Ok(rows.fetch_optional(db).await?)
}

pub async fn by_id(db: &Db, id: UserId) -> Result<Option<User>> {
    Ok(select!("where id = $1", id.0).fetch_optional(db).await?)
}

/// The user of that name, in whatever case, and the password's hash to check.
pub async fn password_hash(db: &Db, name: &str) -> Result<Option<(User, String)>> {
    let Some(user) = by_name(db, name).await? else { return Ok(None) };
    let hash =
        query_scalar!("select password_hash from users where id = $1", user.id.0).fetch_optional(db).await?;
    Ok(hash.map(|hash| (user, hash)))
}

/// Everybody, by name.
pub async fn list(db: &Db) -> Result<Vec<User>> {
    Ok(select!(r#"order by lower(name collate "C")"#,).fetch_all(db).await?)
}

pub async fn set_role(db: &Db, id: UserId, role: Role) -> Result<()> {
    let done = query!("update users set role = $2 where id = $1", id.0, role.word()).execute(db).await?;
    found(done.rows_affected())
}

/// Sets the password and ends all sessions and tokens of the user: whoever knew the old one is out.
pub async fn set_password(db: &Db, id: UserId, password_hash: &str, password: Password) -> Result<()> {
    let done = query!(
        "with ended as (delete from session where user_id = $1), revoked as (delete from token where user_id = $1)
        update users set password_hash = $2, must_change_password = $3 where id = $1",
        id.0,
        password_hash,
        password == Password::Given,
    );
    found(done.execute(db).await?.rows_affected())
}

/// How many admins there are: the last one must not be lost.
pub async fn count_admins(db: &Db) -> Result<u64> {
    let count = query_scalar!(r#"select count(*) as "count!" from users where role = 'admin'"#);
    Ok(count.fetch_one(db).await?.unsigned_abs())
}

/// Whether there is anybody at all.
pub async fn any(db: &Db) -> Result<bool> {
    Ok(query_scalar!(r#"select exists (select from users) as "any!""#).fetch_one(db).await?)
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::NotFound) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use problem::Hash;

    use super::*;
    use crate::session;

    #[test]
    fn each_role_is_above_the_ones_before_it_and_reads_back() {
        assert!(Role::Contestant < Role::Setter && Role::Setter < Role::Jury && Role::Jury < Role::Admin);
        for role in Role::ALL {
            assert_eq!(role.word().parse::<Role>().unwrap(), role);
        }
        assert!("root".parse::<Role>().is_err());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_user_reads_back_by_name_in_any_case(db: Db) {
        assert!(!any(&db).await.unwrap());
        let id = create(&db, "Ann", "$argon2id$x", Role::Setter, Password::Given).await.unwrap();
        let user = by_name(&db, "aNN").await.unwrap().unwrap();
        assert_eq!((user.id, user.name.as_str(), user.role), (id, "Ann", Role::Setter));
        assert!(user.must_change_password);
        assert_eq!(by_id(&db, id).await.unwrap(), Some(user.clone()));
        assert_eq!(password_hash(&db, "ANN").await.unwrap(), Some((user, "$argon2id$x".to_owned())));
        assert!(any(&db).await.unwrap());
        for absent in ["bob", "a\0b"] {
            assert_eq!(by_name(&db, absent).await.unwrap(), None);
            assert_eq!(password_hash(&db, absent).await.unwrap(), None);
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_name_that_differs_only_in_case_is_taken(db: Db) {
        crate::fixture::user(&db, "Ann").await;
        let error = create(&db, "ANN", "hash", Role::Contestant, Password::Chosen).await.unwrap_err();
        assert!(matches!(error, Error::Conflict { constraint } if constraint == "users_name"));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn names_of_other_characters_or_lengths_are_invalid(db: Db) {
        for bad in ["", "ab", "an n", "änn", "ann\n", "a/b", &"a".repeat(33)] {
            let error = create(&db, bad, "hash", Role::Contestant, Password::Chosen).await.unwrap_err();
            assert!(matches!(error, Error::Invalid(text) if text.contains("users_name_form")), "{bad:?}");
        }
        for good in ["abc", "A.b-c_9", &"a".repeat(32)] {
            create(&db, good, "hash", Role::Contestant, Password::Chosen).await.unwrap();
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_role_can_be_changed_and_admins_are_counted(db: Db) {
        let id = crate::fixture::user(&db, "ann").await;
        assert_eq!(count_admins(&db).await.unwrap(), 0);
        set_role(&db, id, Role::Admin).await.unwrap();
        assert_eq!(count_admins(&db).await.unwrap(), 1);
        assert!(matches!(set_role(&db, UserId(9999), Role::Jury).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_new_password_ends_the_sessions_of_that_user_only(db: Db) {
        let (ann, bob) = (crate::fixture::user(&db, "ann").await, crate::fixture::user(&db, "bob").await);
        let day = std::time::Duration::from_secs(86_400);
        let (anns, bobs) = (Hash::of(b"ann"), Hash::of(b"bob"));
        session::create(&db, ann, anns, day, "browser").await.unwrap();
        session::create(&db, bob, bobs, day, "browser").await.unwrap();
        set_password(&db, ann, "new", Password::Given).await.unwrap();
        let (user, hash) = password_hash(&db, "ann").await.unwrap().unwrap();
        assert_eq!((hash.as_str(), user.must_change_password), ("new", true));
        assert_eq!(session::user_of(&db, anns).await.unwrap(), None);
        assert_eq!(session::user_of(&db, bobs).await.unwrap().unwrap().id, bob);
        assert!(matches!(set_password(&db, UserId(9999), "x", Password::Chosen).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_list_is_by_name_whatever_the_case(db: Db) {
        for name in ["bob", "Cid", "Ann"] {
            crate::fixture::user(&db, name).await;
        }
        let names: Vec<String> = list(&db).await.unwrap().into_iter().map(|user| user.name).collect();
        assert_eq!(names, ["Ann", "bob", "Cid"]);
    }
}
