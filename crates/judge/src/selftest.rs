//! Whether this machine's boxes hold against hostile programs: tried once for what the answer hangs on, and remembered.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use problem::Hash;
use sandbox::Host;
use sandbox::attack::{self, Report, Row};
use serde::{Deserialize, Serialize};
use store::worker::SelfTest;
use tempfile::NamedTempFile;
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::machine::{self, Machine};

/// An answer, when it was found, and for what it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tested {
    pub key: String,
    /// Seconds since 1970.
    at: u64,
    pub report: Report,
}

/// The right to take jobs: this machine's boxes held. Only [`Tested::passed`] gives it.
#[derive(Clone, Debug)]
pub(crate) struct Passed(Tested);

impl Tested {
    /// The answer that is remembered, or else one that is found now, which takes seconds. One that was bad is found
    /// again. `None` after `stop`. Blocks.
    ///
    /// # Errors
    /// judge-box or the corpus cannot be read.
    pub(crate) fn of(
        machine: &Machine,
        context: &Context,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<Self>> {
        let key = key(machine)?;
        match Self::last(context).filter(|last| last.key == key && last.report.ok) {
            Some(last) => Ok(Some(last)),
            None => Self::now(machine, context, stop),
        }
    }

    /// Tries all of it now. `None` after `stop`. Blocks.
    ///
    /// # Errors
    /// As [`Tested::of`].
    pub(crate) fn now(
        machine: &Machine,
        context: &Context,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<Self>> {
        let key = key(machine)?;
        let report = attack::run(&machine.host, &Row::quick()?, &|| stop.is_cancelled());
        let Some(tested) = report.map(|report| Self::new(key, report)) else { return Ok(None) };
        if let Err(error) = tested.remember(context) {
            tracing::warn!("the self-test will be repeated at the next start: {error:#}");
        }
        Ok(Some(tested))
    }

    pub(crate) fn new(key: String, report: Report) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { key, at: since.as_secs(), report }
    }

    /// What was found last on this machine; perhaps with another kernel.
    pub(crate) fn last(context: &Context) -> Option<Self> {
        serde_json::from_slice(&fs::read(file(context)).ok()?).ok()
    }

    /// Whole or not at all: others may be reading it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn remember(&self, context: &Context) -> anyhow::Result<()> {
        let file = file(context);
        let write = || -> io::Result<()> {
            let folder = file.parent().unwrap_or(Path::new("/"));
            fs::create_dir_all(folder)?;
            let mut new = NamedTempFile::new_in(folder)?;
            new.write_all(&serde_json::to_vec(self)?)?;
            new.persist(&file)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write {}", file.display()))
    }

    /// Whether it was found after `other`, to the second.
    pub(crate) fn is_later(&self, other: &Self) -> bool {
        self.at > other.at
    }

    /// How long ago it was found.
    pub(crate) fn age(&self) -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH + Duration::from_secs(self.at)).unwrap_or_default()
    }

    pub(crate) fn passed(self) -> Result<Passed, Self> {
        if self.report.ok { Ok(Passed(self)) } else { Err(self) }
    }

    /// What the database is told.
    pub(crate) fn summary(&self) -> SelfTest {
        let Report { rows, seconds, .. } = &self.report;
        let line =
            |row: &attack::Checked| format!("{}: expected {}; saw {}", row.row, row.expected, row.seen);
        SelfTest {
            rows: u32::try_from(rows.len()).unwrap_or(u32::MAX),
            seconds: *seconds,
            failed: self.report.failed().map(line).collect(),
        }
    }

    /// `all 56 rows held, in 2.7 s`
    pub(crate) fn words(&self) -> String {
        let Report { rows, seconds, .. } = &self.report;
        match self.report.failed().count() {
            0 => format!("all {} rows held, in {seconds:.1} s", rows.len()),
            failed => {
                let names: Vec<&str> = self.report.failed().map(|row| row.row.as_str()).collect();
                format!("{failed} of {} rows did not hold: {}", rows.len(), names.join(", "))
            }
        }
    }
}

impl Passed {
    pub(crate) fn tested(&self) -> &Tested {
        &self.0
    }
}

/// Everything that the answer hangs on and that outlasts a restart: the kernel, judge-box, the corpus, the grade and
/// the user, the limits that this process has itself and its boxes with it, and the toolchains, some of which the
/// corpus attacks.
///
/// # Errors
/// judge-box or our limits cannot be read.
pub(crate) fn key(machine: &Machine) -> anyhow::Result<String> {
    let host = &machine.host;
    let judge_box = judge_box(&machine.host)?;
    let limits = fs::read_to_string("/proc/self/limits").context("cannot read /proc/self/limits")?;
    let words = [machine::kernel(), host.grade().to_string(), host.is_root().to_string(), limits];
    machine.look_at_all();
    let toolchains = machine.toolchains.all().map(|found| format!("{} {}", found.language.id, found.version));
    let words: Vec<String> = words.into_iter().chain(toolchains).collect();
    let parts = words.iter().map(String::as_bytes).chain(attack::identity());
    Ok(key_of(judge_box, parts))
}

/// Of judge-box's bytes.
///
/// # Errors
/// It cannot be read.
pub(crate) fn judge_box(host: &Host) -> anyhow::Result<Hash> {
    let path = host.judge_box();
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Hash::of(&bytes))
}

/// Each part counts by itself: no two lists of parts run into the same bytes.
fn key_of<'a>(judge_box: Hash, parts: impl Iterator<Item = &'a [u8]>) -> String {
    let hashes = std::iter::once(judge_box).chain(parts.map(Hash::of));
    let bytes: Vec<u8> = hashes.flat_map(|hash| hash.0).collect();
    Hash::of(&bytes).to_string()
}

fn file(context: &Context) -> PathBuf {
    context.config.cache_folder(&context.environment).join("self-test/last.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Environment};

    fn row(ok: bool) -> attack::Checked {
        let words = |text: &str| text.to_owned();
        attack::Checked { row: words("r"), threat: words("t"), expected: words("a"), seen: words("b"), ok }
    }

    fn report(ok: bool) -> Report {
        Report { ok, seconds: 2.5, rows: vec![row(true), row(ok)] }
    }

    #[test]
    fn the_key_changes_with_the_kernel_the_box_and_every_other_part() {
        let (one, other) = (Hash::of(b"one"), Hash::of(b"other"));
        let key = |judge_box, parts: &[&[u8]]| key_of(judge_box, parts.iter().copied());
        let keys = [
            key(one, &[b"6.1", b"full"]),
            key(other, &[b"6.1", b"full"]),
            key(one, &[b"6.2", b"full"]),
            key(one, &[b"6.1", b"practice"]),
            key(one, &[b"6.1f", b"ull"]),
            key(one, &[b"6.1", b"full", b""]),
        ];
        assert_eq!(std::collections::BTreeSet::from(keys.clone()).len(), keys.len());
        assert_eq!(key(one, &[b"6.1", b"full"]), keys[0]);
    }

    #[test]
    fn what_was_found_is_remembered_whole_and_only_the_good_gives_the_right_to_work() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.worker.cache_folder = Some(folder.path().to_owned());
        let context = Context { config, environment: Environment::new() };
        assert_eq!(Tested::last(&context), None);
        for ok in [true, false] {
            let tested = Tested::new("key".to_owned(), report(ok));
            tested.remember(&context).unwrap();
            let last = Tested::last(&context).unwrap();
            assert_eq!(last, tested);
            assert!(last.age() < Duration::from_secs(60));
            assert_eq!(last.summary().passed(), ok);
            assert_eq!(last.passed().is_ok(), ok);
        }
        fs::write(file(&context), "{").unwrap();
        assert_eq!(Tested::last(&context), None);
    }

    #[test]
    fn rows_that_did_not_hold_are_named() {
        let bad = Tested::new(String::new(), report(false));
        assert_eq!(bad.words(), "1 of 2 rows did not hold: r");
        assert_eq!(bad.summary().failed, ["r: expected a; saw b"]);
        assert_eq!(Tested::new(String::new(), report(true)).words(), "all 2 rows held, in 2.5 s");
    }
}
