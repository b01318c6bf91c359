//! What the cores do is found again every hour, while there is nothing to judge.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::Worker;

/// A machine gets warmer, and neighbours come and go.
const OFTEN: Duration = Duration::from_hours(1);

impl Worker {
    pub(super) fn calibration_is_due(&self) -> bool {
        let known = self.presence.machine.calibration();
        known.is_none_or(|(_, age)| age >= OFTEN)
    }

    /// Given up when `bell` rings, which it then does again: nobody waits for this longer than a few milliseconds.
    pub(super) async fn calibrate(&self, stop: &CancellationToken, bell: &Notify) {
        let (machine, slots) = (Arc::clone(&self.presence.machine), self.plan.slots);
        let given_up = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&given_up);
        let mut measuring =
            spawn_blocking(move || machine.calibrate(slots, &|| heard.load(Ordering::Relaxed)));
        let disturbed = async {
            tokio::select! {
                () = bell.notified() => bell.notify_one(),
                () = stop.cancelled() => {}
            }
        };
        let measured = tokio::select! {
            measured = &mut measuring => measured,
            () = disturbed => {
                given_up.store(true, Ordering::Relaxed);
                measuring.await
            }
        };
        match measured {
            Ok(Ok(true)) => self.tell_calibration().await,
            Ok(Ok(false)) => {}
            Ok(Err(error)) => tracing::warn!("cannot time the cores: {error}"),
            Err(error) => tracing::error!("timing the cores panicked: {error}"),
        }
    }

    async fn tell_calibration(&self) {
        if let Err(error) = self.presence.tell_calibration(&self.desk.db).await {
            tracing::debug!("cannot tell what the cores do: {error}");
        }
    }
}
