//! How long threads waited for a core, as the kernel's scheduler tells it.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// On a run queue in its life: the second figure of `schedstat` in a thread's folder of `/proc`, nanoseconds. Zero where
/// the kernel does not count, or the thread is gone.
pub fn waited(thread: &Path) -> Duration {
    let figures = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    Duration::from_nanos(figures.split(' ').nth(1).and_then(|wait| wait.parse().ok()).unwrap_or(0))
}
