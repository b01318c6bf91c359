//! Table `token`: by which programs ask in a user's name. Known here only by their SHA-256.

use problem::Hash;
use sqlx::{query, query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::printable;
use crate::user::{Role, User};
use crate::{Db, Error, Result, TokenId, UserId};

#[derive(Clone, Debug)]
pub struct Token {
    pub id: TokenId,
    /// For its owner to know it by.
    pub name: String,
    pub created_at: OffsetDateTime,
    /// To the minute; `None`: never.
    pub last_used_at: Option<OffsetDateTime>,
}

/// [`Error::Conflict`] when the user has one of that name, [`Error::Invalid`] for an empty name or one of more than 60
/// characters.
pub async fn create(db: &Db, user: UserId, name: &str, token: Hash) -> Result<TokenId> {
    let id = query_scalar!(
        r#"insert into token (user_id, name, token_hash) values ($1, $2, $3) returning id as "id: TokenId""#,
        user.0,
        &printable(name),
        &token.0,
    );
    Ok(id.fetch_one(db).await?)
}

/// The user's, oldest first.
pub async fn list(db: &Db, user: UserId) -> Result<Vec<Token>> {
    let tokens = query_as!(
        Token,
        r#"select id as "id: TokenId", name, created_at, last_used_at from token where user_id = $1 order by id"#,
        user.0,
    );
    Ok(tokens.fetch_all(db).await?)
}

/// Whose token it is. Notes that it was used, at most once a minute.
pub async fn user_of(db: &Db, token: Hash) -> Result<Option<User>> {
    let user = query_as!(
        User,
        r#"with used as (
            update token set last_used_at = now()
            where token_hash = $1 and coalesce(last_used_at < now() - interval '1 minute', true)
        )
        select u.id as "id: UserId", u.name, u.role as "role: Role", u.created_at, u.must_change_password
        from token t join users u on u.id = t.user_id where t.token_hash = $1"#,
        &token.0,
    );
    Ok(user.fetch_optional(db).await?)
}

/// Ends it. [`Error::NotFound`] without it, or when it is somebody else's.
pub async fn revoke(db: &Db, user: UserId, id: TokenId) -> Result<()> {
    let gone = query!("delete from token where id = $1 and user_id = $2", id.0, user.0);
    match gone.execute(db).await?.rows_affected() {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_token_gives_its_user_until_it_is_revoked_and_only_its_owner_can(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let secret = Hash::of(b"secret");
        let id = create(&db, ann, "laptop\0", secret).await.unwrap();
        let listed = list(&db, ann).await.unwrap();
        assert_eq!((listed[0].id, listed[0].name.as_str()), (id, "laptop\u{fffd}"));
        assert_eq!(listed[0].last_used_at, None);
        assert_eq!(user_of(&db, secret).await.unwrap().unwrap().id, ann);
        assert!(list(&db, ann).await.unwrap()[0].last_used_at.is_some());
        assert_eq!(user_of(&db, Hash::of(b"other")).await.unwrap(), None);
        assert!(list(&db, bob).await.unwrap().is_empty());
        assert!(matches!(revoke(&db, bob, id).await, Err(Error::NotFound)));
        revoke(&db, ann, id).await.unwrap();
        assert_eq!(user_of(&db, secret).await.unwrap(), None);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_name_is_there_once_for_a_user_and_says_something(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        create(&db, ann, "ci", Hash::of(b"1")).await.unwrap();
        create(&db, bob, "ci", Hash::of(b"2")).await.unwrap();
        assert!(matches!(create(&db, ann, "ci", Hash::of(b"3")).await, Err(Error::Conflict { .. })));
        for bad in [" ", &"x".repeat(61)] {
            assert!(matches!(create(&db, ann, bad, Hash::of(b"4")).await, Err(Error::Invalid(_))), "{bad:?}");
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn who_gets_another_password_has_no_tokens_any_more(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        create(&db, ann, "ci", Hash::of(b"1")).await.unwrap();
        crate::user::set_password(&db, ann, "other", crate::user::Password::Chosen).await.unwrap();
        assert!(list(&db, ann).await.unwrap().is_empty());
    }
}
