//! Wake-ups. Triggers send them when a judging is made or moves; see `migrations/`.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgNotification, PgPoolOptions};
use uuid::Uuid;

use crate::{Db, Result, SubmissionId};

/// Sent for every change of a judging; the payload is its submission's id.
pub const JUDGING: &str = "judging";
/// Sent when a judging can be claimed; the payload is its id.
pub const QUEUED: &str = "queued";
/// Sent for every change of a custom run; the payload is its id.
pub const CUSTOM_RUN: &str = "custom_run";

/// Something may have changed: look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A judging of this submission.
    Judging {
        submission: SubmissionId,
    },
    CustomRun {
        id: Uuid,
    },
    /// There is, or was, something to claim.
    Queued,
    /// The connection was lost and is back: anything may have happened meanwhile.
    Resync,
}

/// One connection of its own, kept up for good.
pub struct Listener {
    /// Of one connection, so that listening takes none away from those who ask.
    pool: Db,
    channels: &'static [&'static str],
    /// None while the connection is lost.
    inner: Option<PgListener>,
}

/// First and longest pause between two tries to reconnect.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Listens at the database of `db`. What is committed after this returns is noticed.
pub async fn listen(db: &Db) -> Result<Listener> {
    listen_to(db, &[JUDGING, QUEUED, CUSTOM_RUN]).await
}

/// The same for whoever claims: hears nothing of judgings that go on.
pub async fn listen_queue(db: &Db) -> Result<Listener> {
    listen_to(db, &[QUEUED]).await
}

async fn listen_to(db: &Db, channels: &'static [&'static str]) -> Result<Listener> {
    let options = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = options.connect_lazy_with(db.connect_options().as_ref().clone());
    let inner = Some(subscribe(&pool, channels).await?);
    Ok(Listener { pool, channels, inner })
}

async fn subscribe(pool: &Db, channels: &[&str]) -> Result<PgListener> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen_all(channels.iter().copied()).await?;
    Ok(listener)
}

impl Listener {
    /// The next notice. Never fails: it reconnects for as long as that takes, then says [`Notice::Resync`]. Dropping
    /// the future loses nothing.
    pub async fn next(&mut self) -> Notice {
        loop {
            let Some(inner) = &mut self.inner else {
                self.reconnect().await;
                return Notice::Resync;
            };
            match inner.try_recv().await {
                Ok(Some(notification)) => {
                    if let Some(notice) = read(&notification) {
                        return notice;
                    }
                }
                Ok(None) => self.inner = None,
                Err(error) => {
                    tracing::warn!(%error, "the connection that listens is lost; connecting again");
                    self.inner = None;
                }
            }
        }
    }

    async fn reconnect(&mut self) {
        let (mut pause, longest) = PAUSES;
        loop {
            match subscribe(&self.pool, self.channels).await {
                Ok(listener) => {
                    self.inner = Some(listener);
                    return;
                }
                Err(error) => tracing::debug!(%error, ?pause, "cannot listen yet"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }
}

/// None for what nobody of us sends.
fn read(notification: &PgNotification) -> Option<Notice> {
    match notification.channel() {
        QUEUED => Some(Notice::Queued),
        JUDGING => notification.payload().parse().ok().map(|submission| Notice::Judging { submission }),
        CUSTOM_RUN => notification.payload().parse().ok().map(|id| Notice::CustomRun { id }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use problem::Verdict;
    use tokio::time::timeout;

    use super::*;
    use crate::{fixture, judging, run};

    async fn next(listener: &mut Listener) -> Notice {
        timeout(Duration::from_secs(10), listener.next()).await.expect("a notice within 10 s")
    }

    /// Of two notices that were committed together, in any order.
    async fn both(listener: &mut Listener) -> [Notice; 2] {
        let (first, second) = (next(listener).await, next(listener).await);
        if first == Notice::Queued { [second, first] } else { [first, second] }
    }

    async fn silent(listener: &mut Listener) -> bool {
        timeout(Duration::from_millis(200), listener.next()).await.is_err()
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_new_submission_is_noticed_by_its_id_and_as_something_to_claim(db: Db) {
        let mut listener = listen(&db).await.unwrap();
        let submission = fixture::submitted(&db).await;
        assert_eq!(both(&mut listener).await, [Notice::Judging { submission }, Notice::Queued]);
        assert!(silent(&mut listener).await);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn every_step_is_noticed_and_a_renewed_lease_is_not(db: Db) {
        let submission = fixture::submitted(&db).await;
        let mut listener = listen(&db).await.unwrap();
        let step = Notice::Judging { submission };
        let claim = fixture::claim(&db, "alpha").await.unwrap().claim;
        assert_eq!(next(&mut listener).await, step);
        judging::progress(&db, &claim, judging::Progress::default()).await.unwrap();
        assert_eq!(next(&mut listener).await, step);
        run::record(&db, &claim, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        assert_eq!(next(&mut listener).await, step);
        judging::renew(&db, &claim).await.unwrap();
        assert!(silent(&mut listener).await);
        judging::finish(&db, &claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        assert_eq!(next(&mut listener).await, step);
        assert!(silent(&mut listener).await);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_given_back_and_what_is_judged_again_can_be_claimed(db: Db) {
        let submission = fixture::submitted(&db).await;
        let claim = fixture::claim(&db, "alpha").await.unwrap().claim;
        let mut listener = listen(&db).await.unwrap();
        judging::release(&db, &claim, "no room").await.unwrap();
        assert_eq!(both(&mut listener).await, [Notice::Judging { submission }, Notice::Queued]);
        fixture::rejudge(&db, &[submission]).await;
        assert_eq!(both(&mut listener).await, [Notice::Judging { submission }, Notice::Queued]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_lost_connection_comes_back_with_a_resync_and_listens_again(db: Db) {
        let mut listener = listen(&db).await.unwrap();
        let kill = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'LISTEN%'";
        assert_eq!(sqlx::query(kill).execute(&db).await.unwrap().rows_affected(), 1);
        assert_eq!(next(&mut listener).await, Notice::Resync);
        let submission = fixture::submitted(&db).await;
        assert_eq!(both(&mut listener).await, [Notice::Judging { submission }, Notice::Queued]);
    }
}
