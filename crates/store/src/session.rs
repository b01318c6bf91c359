//! Table `session`. Tokens are known here only by their SHA-256.

use std::time::Duration;

use problem::Hash;
use sqlx::{query, query_as};

use crate::columns::printable;
use crate::user::{Role, User};
use crate::{Db, Result, UserId};

/// Starts a session that ends after `lifetime`. `user_agent` is kept for the owner to recognise it by.
pub async fn create(db: &Db, user: UserId, token: Hash, lifetime: Duration, user_agent: &str) -> Result<()> {
    let insert = query!(
        "insert into session (token_hash, user_id, user_agent, expires_at)
        values ($1, $2, $3, now() + make_interval(secs => $4))",
        &token.0,
        user.0,
        &printable(user_agent),
        lifetime.as_secs_f64(),
    );
    insert.execute(db).await?;
    Ok(())
}

/// Whose session it is; none once it is over. Notes that it was seen, at most once a minute, so that reading pages
/// does not write rows.
pub async fn user_of(db: &Db, token: Hash) -> Result<Option<User>> {
    let user = query_as!(
        User,
        r#"with seen as (
            update session set last_seen_at = now()
            where token_hash = $1 and expires_at > now() and last_seen_at < now() - interval '1 minute'
        )
        select u.id as "id: UserId", u.name, u.role as "role: Role", u.created_at, u.must_change_password
        from session s join users u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > now()"#,
        &token.0,
    );
    Ok(user.fetch_optional(db).await?)
}

/// Ends the session, if there is one.
pub async fn delete(db: &Db, token: Hash) -> Result<()> {
    query!("delete from session where token_hash = $1", &token.0).execute(db).await?;
    Ok(())
}

/// Removes what is over; how many.
pub async fn delete_expired(db: &Db) -> Result<u64> {
    Ok(query!("delete from session where expires_at <= now()").execute(db).await?.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    const DAY: Duration = Duration::from_secs(86_400);

    async fn seconds_since_seen(db: &Db) -> f64 {
        let seen = "select extract(epoch from now() - last_seen_at)::float8 from session";
        sqlx::query_scalar(seen).fetch_one(db).await.unwrap()
    }

    async fn seen_before(db: &Db, seconds: i32) {
        let moved = "update session set last_seen_at = now() - make_interval(secs => $1)";
        sqlx::query(moved).bind(f64::from(seconds)).execute(db).await.unwrap();
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_token_gives_its_user_until_the_session_is_ended(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let token = Hash::of(b"token");
        create(&db, ann, token, DAY, "a browser\0").await.unwrap();
        assert_eq!(user_of(&db, token).await.unwrap().unwrap().id, ann);
        assert_eq!(user_of(&db, Hash::of(b"other")).await.unwrap(), None);
        delete(&db, token).await.unwrap();
        assert_eq!(user_of(&db, token).await.unwrap(), None);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_session_ends_with_its_lifetime_and_is_then_removed(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let (short, long) = (Hash::of(b"short"), Hash::of(b"long"));
        create(&db, ann, short, Duration::ZERO, "").await.unwrap();
        create(&db, ann, long, DAY, "").await.unwrap();
        assert_eq!(user_of(&db, short).await.unwrap(), None);
        assert_eq!(delete_expired(&db).await.unwrap(), 1);
        assert!(user_of(&db, long).await.unwrap().is_some());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn being_seen_is_written_at_most_once_a_minute(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let token = Hash::of(b"token");
        create(&db, ann, token, DAY, "").await.unwrap();
        seen_before(&db, 50).await;
        user_of(&db, token).await.unwrap();
        assert!(seconds_since_seen(&db).await > 45.0);
        seen_before(&db, 70).await;
        user_of(&db, token).await.unwrap();
        assert!(seconds_since_seen(&db).await < 45.0);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn one_token_cannot_be_two_sessions(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        create(&db, ann, Hash::of(b"token"), DAY, "").await.unwrap();
        let again = create(&db, ann, Hash::of(b"token"), DAY, "").await;
        assert!(matches!(again, Err(crate::Error::Conflict { .. })));
    }
}
