//! What somebody asks to be run, checked: the form's wish and a program's alike.

use std::time::Duration;

use ::problem::language::Catalog;
use ::problem::version::{CaseLimits, Kind};
use ::problem::{Limits, Version};
use axum::http::StatusCode;
use store::custom_run::{CustomRun, NewCustomRun, Refusal};
use store::problem_version::ProblemVersion;

use crate::access::Action;
use crate::error::Error;
use crate::submission::form::source_error;
use crate::viewer::Viewer;
use crate::{App, problem, words};

/// Least of memory that anything is started with, in MiB.
pub const LEAST_MEMORY_MIB: u64 = 4;
/// A run that waits is soon done: whoever has too many of them asks again after so long.
const SOON: Duration = Duration::from_secs(5);

/// As it was asked for.
pub(crate) struct Wish<'a> {
    /// Slug.
    pub(crate) problem: Option<&'a str>,
    /// Id.
    pub(crate) language: &'a str,
    pub(crate) source: &'a [u8],
    /// To begin a sentence with: `main.cpp` or `The source`.
    pub(crate) origin: &'a str,
    pub(crate) input: &'a [u8],
    pub(crate) time_limit_ms: Option<u64>,
    pub(crate) memory_limit_mib: Option<u64>,
}

/// Why it is not run, and what to do.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: StatusCode,
    /// Of the wish; `None`: it is not about what was asked for.
    pub(crate) field: Option<&'static str>,
    pub(crate) words: String,
    /// After so long it may be asked for again.
    pub(crate) wait: Option<Duration>,
}

impl Fault {
    fn of(field: &'static str, words: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, field: Some(field), words: words.into(), wait: None }
    }

    fn too_large(field: &'static str, words: impl Into<String>) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, ..Self::of(field, words) }
    }

    fn too_many(words: String, wait: Duration) -> Self {
        Self { status: StatusCode::TOO_MANY_REQUESTS, field: None, words, wait: Some(wait) }
    }
}

type Checked<T> = Result<T, Fault>;

/// Queues a run, or says why not.
pub(crate) async fn ask(app: &App, viewer: &Viewer, wish: &Wish<'_>) -> Result<Checked<CustomRun>, Error> {
    let user = viewer.known()?.id;
    if !are_offered(app) {
        let words = "Custom runs are turned off here.".to_owned();
        return Ok(Err(Fault { status: StatusCode::FORBIDDEN, field: None, words, wait: None }));
    }
    let version = match version(app, viewer, wish).await? {
        Ok(version) => version,
        Err(fault) => return Ok(Err(fault)),
    };
    let limits = match check(app, wish, version.as_ref().map(|version| &version.manifest)) {
        Ok(limits) => limits,
        Err(fault) => return Ok(Err(fault)),
    };
    let (version, kept) = (version.map(|version| version.id), app.custom_runs.kept);
    let Wish { language, source, input, .. } = *wish;
    let new = NewCustomRun { user, version, language, source, input, limits: &limits, kept };
    let made = store::custom_run::create(&app.db, &new, app.custom_runs.allowance).await?;
    Ok(made.map_err(|refusal| refused(app, refusal)))
}

/// The current one of the problem, if one was named.
async fn version(
    app: &App,
    viewer: &Viewer,
    wish: &Wish<'_>,
) -> Result<Checked<Option<ProblemVersion>>, Error> {
    let Some(slug) = wish.problem else { return Ok(Ok(None)) };
    match problem::find(app, viewer, slug, Action::Submit).await {
        Ok(problem) => Ok(Ok(Some(store::problem_version::current(&app.db, problem.id).await?))),
        Err(Error::NotFound) => {
            let words =
                format!("There is no problem {}: the last part of its address is meant.", short(slug));
            Ok(Err(Fault::of("problem", words)))
        }
        Err(error) => Err(error),
    }
}

/// The limits that it has.
fn check(app: &App, wish: &Wish<'_>, version: Option<&Version>) -> Checked<Limits> {
    check_language(wish.language, version)?;
    let own = Limits::default();
    let most_source = version.map_or(own.code_bytes, |version| version.limits.code_bytes);
    if let Some(words) = source_error(wish.source, wish.origin, most_source) {
        let too_large = wish.source.len() as u64 > most_source;
        return Err(if too_large { Fault::too_large("source", words) } else { Fault::of("source", words) });
    }
    check_input(app, wish.input)?;
    limits(app, wish, version)
}

fn check_language(language: &str, version: Option<&Version>) -> Checked<()> {
    if version.is_some_and(|version| version.kind == Kind::Answers) {
        return Err(Fault::of(
            "problem",
            "This problem takes outputs and no program, so nothing can be run.",
        ));
    }
    let allowed = version.and_then(|version| version.languages.as_ref());
    let allows = |id: &str| allowed.is_none_or(|languages| languages.contains(id));
    match Catalog::builtin().get(language) {
        Some(_) if allows(language) => Ok(()),
        found => {
            let known = Catalog::builtin().all().iter().map(|language| language.id.as_str());
            let known: Vec<_> = known.filter(|id| allows(id)).collect();
            let what = if found.is_some() { "The problem allows no" } else { "There is no language" };
            let words = format!("{what} {}. There are: {}.", short(language), known.join(", "));
            Err(Fault::of("language", words))
        }
    }
}

/// Of what somebody sent, to be named.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let head: String = text.chars().take(LONGEST).collect();
    let more = if head.len() < text.len() { "…" } else { "" };
    format!("“{head}{more}”")
}

fn check_input(app: &App, input: &[u8]) -> Checked<()> {
    let (size, most) = (input.len() as u64, app.custom_runs.input);
    if size <= most {
        return Ok(());
    }
    let (has, most) = (words::size(size), words::size(most));
    Err(Fault::too_large("input", format!("The input has {has} ({size} bytes); at most {most} are taken.")))
}

/// The problem's in that language, or the site's; less where less is asked for.
fn limits(app: &App, wish: &Wish<'_>, version: Option<&Version>) -> Checked<Limits> {
    let settings = &app.custom_runs;
    let site_ms = u64::try_from(settings.time.as_millis()).unwrap_or(u64::MAX);
    let usual = match version {
        Some(version) => version.limits.of_run(wish.language, CaseLimits::default()),
        None => Limits { time_ms: site_ms, memory_bytes: settings.memory, ..Limits::default() },
    };
    let time_ms = within("time_limit_ms", wish.time_limit_ms, (1, site_ms.max(usual.time_ms)))?;
    let most_mib = settings.memory.max(usual.memory_bytes) >> 20;
    let memory = within("memory_limit_mib", wish.memory_limit_mib, (LEAST_MEMORY_MIB, most_mib))?;
    Ok(Limits {
        time_ms: time_ms.unwrap_or(usual.time_ms),
        memory_bytes: memory.map_or(usual.memory_bytes, |mib| mib << 20),
        ..usual
    })
}

fn within(field: &'static str, asked: Option<u64>, (least, most): (u64, u64)) -> Checked<Option<u64>> {
    match asked {
        Some(value) if !(least..=most).contains(&value) => {
            let words = format!("{field} is {value}; {least} to {} can be had here.", words::grouped(most));
            Err(Fault::of(field, words))
        }
        asked => Ok(asked),
    }
}

fn refused(app: &App, refusal: Refusal) -> Fault {
    let allowance = app.custom_runs.allowance;
    match refusal {
        Refusal::TooMany { wait } => {
            let seconds = wait.as_secs() + 1;
            let words = format!(
                "{} a minute can be begun, and these were. The next one can be in {seconds} s.",
                words::count(allowance.a_minute.into(), "run")
            );
            Fault::too_many(words, Duration::from_secs(seconds))
        }
        Refusal::TooManyOpen => {
            let words = format!(
                "Only {} of yours can be under way at a time. Wait until one is done, or discard it.",
                words::count(allowance.open.into(), "run")
            );
            Fault::too_many(words, SOON)
        }
    }
}

/// Whether anybody may begin any.
pub(crate) fn are_offered(app: &App) -> bool {
    let allowance = app.custom_runs.allowance;
    allowance.a_minute > 0 && allowance.open > 0
}

/// For how long they are kept.
pub(crate) fn kept_words(app: &App) -> String {
    let seconds = app.custom_runs.kept.as_secs();
    if seconds >= 60 { words::count(seconds / 60, "minute") } else { words::count(seconds, "second") }
}
