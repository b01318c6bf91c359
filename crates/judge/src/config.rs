//! `judge.toml`: every key, its default, and where the file is looked for.

mod blobs;
mod empty;
mod read;
pub(crate) mod units;
mod url;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use store::custom_run::{self, Allowance};
use tracing::level_filters::LevelFilter;

use blobs::Blobs;
pub(crate) use read::Error;
use units::{Size, Span};
pub(crate) use url::DatabaseUrl;

/// The settings in force: the file's, and over them the environment's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Config {
    pub web: Web,
    pub database: Database,
    pub problems: Problems,
    pub blobs: Blobs,
    pub runs: Runs,
    pub worker: Worker,
    pub log: Log,
    /// The file that was read, if any.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Web {
    pub listen: SocketAddr,
    pub site_name: String,
    pub secure_cookies: bool,
    pub upload_limit: Size,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Database {
    /// `None`: the private cluster below `folder`.
    #[serde(with = "empty")]
    pub url: Option<DatabaseUrl>,
    pub connections: NonZeroU32,
    /// See [`Config::data_folder`].
    #[serde(with = "empty")]
    pub folder: Option<PathBuf>,
    #[serde(with = "empty")]
    pub binaries: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Problems {
    #[serde(with = "empty")]
    pub samples: Option<PathBuf>,
    /// See [`Config::testlib`].
    #[serde(with = "empty")]
    pub testlib: Option<PathBuf>,
}

/// Custom runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Runs {
    #[serde(deserialize_with = "soon_over")]
    pub time: Span,
    #[serde(deserialize_with = "some_memory")]
    pub memory: Size,
    #[serde(deserialize_with = "what_is_stored")]
    pub input: Size,
    pub per_minute: u32,
    pub open: u32,
    #[serde(deserialize_with = "not_for_long")]
    pub kept: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Worker {
    #[serde(with = "empty")]
    pub name: Option<String>,
    /// 0: one for each physical core.
    pub slots: u32,
    #[serde(deserialize_with = "long_enough")]
    pub lease: Span,
    #[serde(with = "empty")]
    pub cache_folder: Option<PathBuf>,
    pub cache_size: Size,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Log {
    pub level: Level,
    pub format: LogFormat,
}

/// A filter of `tracing-subscriber`: `info`, or `info,sqlx=debug`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Level(pub String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl Default for Web {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            site_name: "judge".to_owned(),
            secure_cookies: false,
            upload_limit: Size(256 << 20),
        }
    }
}

const CONNECTIONS: NonZeroU32 = NonZeroU32::new(16).expect("16 is not 0");

impl Default for Database {
    fn default() -> Self {
        Self { url: None, connections: CONNECTIONS, folder: None, binaries: None }
    }
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            time: Span(Duration::from_secs(10)),
            memory: Size(256 << 20),
            input: Size(256 << 10),
            per_minute: 10,
            open: 2,
            kept: Span(Duration::from_mins(30)),
        }
    }
}

impl Runs {
    /// What the pages are told.
    pub(crate) fn settings(&self) -> web::CustomRuns {
        let Self { time, memory, input, per_minute, open, kept } = *self;
        let allowance = Allowance { a_minute: per_minute, open };
        web::CustomRuns { time: time.0, memory: memory.0, input: input.0, allowance, kept: kept.0 }
    }
}

impl Default for Worker {
    fn default() -> Self {
        let lease = Span(Duration::from_secs(20));
        Self { name: None, slots: 0, lease, cache_folder: None, cache_size: Size(4 << 30) }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self { level: Level("info".to_owned()), format: LogFormat::Text }
    }
}

/// The environment as a map, so that tests bring their own.
pub(crate) type Environment = BTreeMap<String, String>;

/// Variables that are not UTF-8 are none of ours.
pub(crate) fn environment() -> Environment {
    env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

impl Config {
    /// The file named, else the first of `./judge.toml` and `/etc/judge/judge.toml` that is there, else the
    /// defaults; then `DATABASE_URL` and `JUDGE_DATA`.
    ///
    /// # Errors
    /// A file that was named and is not there, and everything in it that is wrong, with its line.
    pub(crate) fn load(named: Option<&Path>, environment: &Environment) -> Result<Self, Error> {
        let usual =
            || ["judge.toml", "/etc/judge/judge.toml"].map(PathBuf::from).into_iter().find(|p| p.exists());
        let mut config = match named.map(Path::to_owned).or_else(usual) {
            Some(file) => read::file(&file)?,
            None => Self::default(),
        };
        config.take_environment(environment)?;
        Ok(config)
    }

    fn take_environment(&mut self, environment: &Environment) -> Result<(), Error> {
        let set = |name: &str| environment.get(name).filter(|value| !value.is_empty());
        if let Some(url) = set("DATABASE_URL") {
            self.database.url = Some(url.parse().map_err(|fault| Error::Environment("DATABASE_URL", fault))?);
        }
        if let Some(folder) = set("JUDGE_DATA") {
            self.database.folder = Some(PathBuf::from(folder));
        }
        self.blobs.s3.take_environment(set);
        Ok(())
    }

    /// Relative paths in a file are meant from that file's folder.
    fn resolve_paths(&mut self, folder: &Path) {
        let Self { database, problems, blobs, worker, .. } = self;
        let paths = [
            &mut database.folder,
            &mut database.binaries,
            &mut problems.samples,
            &mut problems.testlib,
            &mut blobs.folder,
            &mut worker.cache_folder,
        ];
        for path in paths.into_iter().flatten() {
            *path = folder.join(&*path);
        }
    }

    /// Where everything lives that this machine keeps: the private cluster and the worker's cache.
    pub(crate) fn data_folder(&self, environment: &Environment) -> PathBuf {
        let usual = || {
            if nix::unistd::geteuid().is_root() {
                return PathBuf::from("/var/lib/judge");
            }
            let home = || environment.get("HOME").map(|home| Path::new(home).join(".local/share"));
            let shared =
                environment.get("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
            shared.or_else(home).unwrap_or_else(env::temp_dir).join("judge")
        };
        let folder = self.database.folder.clone().unwrap_or_else(usual);
        std::path::absolute(&folder).unwrap_or(folder)
    }

    /// Blobs by hash that the worker fetched.
    pub(crate) fn cache_folder(&self, environment: &Environment) -> PathBuf {
        self.worker.cache_folder.clone().unwrap_or_else(|| self.data_folder(environment).join("cache"))
    }

    /// testlib.h for packages that leave it to their site: the one named; else that beside this program, where `./setup`
    /// puts it, or of this machine's compilers.
    pub(crate) fn testlib(&self) -> Option<PathBuf> {
        let program = env::current_exe().unwrap_or_default();
        let above = program.ancestors().skip(1).take(3).map(Path::to_owned);
        let usual = above.chain(["/usr/local/include", "/usr/include"].map(PathBuf::from));
        self.problems
            .testlib
            .clone()
            .or_else(|| usual.map(|folder| folder.join("testlib.h")).find(|file| file.is_file()))
    }

    pub(crate) fn worker_name(&self) -> String {
        let host = || nix::unistd::gethostname().map(|name| name.to_string_lossy().into_owned());
        self.worker.name.clone().or_else(|| host().ok()).unwrap_or_else(|| "worker".to_owned())
    }

    /// How many judgings run side by side on a machine for which `usual` is good.
    pub(crate) fn slots(&self, usual: u32) -> u32 {
        match self.worker.slots {
            0 => usual,
            slots => slots,
        }
    }
}

/// Nothing of a custom run is there for an hour, and who looks at it needs some seconds.
fn not_for_long<'de, D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
    bounded(from, Span(Duration::from_secs(5))..=Span(custom_run::LONGEST))
}

/// Whoever waits for it longer finds it gone.
fn soon_over<'de, D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
    bounded(from, Span(Duration::from_millis(1))..=Span(custom_run::LONGEST))
}

/// Nothing starts with less.
fn some_memory<'de, D: Deserializer<'de>>(from: D) -> Result<Size, D::Error> {
    bounded(from, Size(web::LEAST_MEMORY_MIB << 20)..=Size(1 << 40))
}

/// The database takes no larger one.
fn what_is_stored<'de, D: Deserializer<'de>>(from: D) -> Result<Size, D::Error> {
    bounded(from, Size(0)..=Size(custom_run::MOST_BYTES))
}

fn bounded<'de, T, D>(from: D, allowed: RangeInclusive<T>) -> Result<T, D::Error>
where
    T: Deserialize<'de> + PartialOrd + Display,
    D: Deserializer<'de>,
{
    let value = T::deserialize(from)?;
    if !allowed.contains(&value) {
        let (least, most) = (allowed.start(), allowed.end());
        return Err(D::Error::custom(format!("cannot be; {least} to {most} can")));
    }
    Ok(value)
}

/// A lease is renewed three times before it ends, and a busy database may take a second for each.
fn long_enough<'de, D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
    const SHORTEST: Span = Span(Duration::from_secs(3));
    let lease = Span::deserialize(from)?;
    if lease < SHORTEST {
        return Err(D::Error::custom(format!("too short; at least {SHORTEST} are needed")));
    }
    Ok(lease)
}

impl TryFrom<String> for Level {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let level =
            |part: &str| part.rsplit_once('=').map_or(part, |(_, level)| level).parse::<LevelFilter>();
        if text.split(',').all(|part| level(part).is_ok()) {
            return Ok(Self(text));
        }
        Err("not a log level; write error, warn, info, debug or trace, or info,sqlx=debug".to_owned())
    }
}

impl From<Level> for String {
    fn from(level: Level) -> Self {
        level.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_wins_over_the_file_and_empty_variables_say_nothing() {
        let variable = |name: &str, value: &str| Environment::from([(name.to_owned(), value.to_owned())]);
        let mut config = Config::default();
        config.take_environment(&variable("DATABASE_URL", "")).unwrap();
        assert_eq!(config.database.url, None);
        config.take_environment(&variable("DATABASE_URL", "postgres://db/judge")).unwrap();
        config.take_environment(&variable("JUDGE_DATA", "/srv/judge")).unwrap();
        config.take_environment(&variable("AWS_SECRET_ACCESS_KEY", "s3cret")).unwrap();
        assert!(config.blobs.s3.secret_key.is_some() && !format!("{config:?}").contains("s3cret"));
        assert_eq!(config.database.url.unwrap().secret(), "postgres://db/judge");
        assert_eq!(config.database.folder, Some(PathBuf::from("/srv/judge")));
    }

    #[test]
    fn a_bad_variable_is_named_without_its_value() {
        let environment = Environment::from([("DATABASE_URL".to_owned(), "mysql://me:s3cret@db".to_owned())]);
        let error = Config::default().take_environment(&environment).unwrap_err().to_string();
        assert!(error.contains("DATABASE_URL") && !error.contains("s3cret"), "{error}");
    }

    #[test]
    fn a_named_file_must_be_there() {
        let error = Config::load(Some(Path::new("/nowhere/judge.toml")), &Environment::new()).unwrap_err();
        assert!(error.to_string().contains("/nowhere/judge.toml"), "{error}");
    }
}
