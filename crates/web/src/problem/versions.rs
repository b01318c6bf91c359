//! `/problems/{slug}/versions`, for setters.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ::problem::{Changes, Hash};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::Deserialize;
use store::UserId;
use store::problem::Problem;
use store::problem_version::ProblemVersion;
use store::rejudging::{Filter, Refusal};
use time::OffsetDateTime;

use super::find;
use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, filters, words};

#[derive(Deserialize)]
pub(crate) struct News {
    /// Number of the version that was uploaded just now.
    uploaded: Option<u32>,
    /// Number of the version that an upload turned out to be.
    unchanged: Option<u32>,
}

pub(crate) async fn versions(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
    Query(news): Query<News>,
) -> Result<Page<Versions>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let versions = store::problem_version::list(&app.db, problem.id).await?;
    let news = news.of(&versions);
    let names = names(&app, &versions).await?;
    let rows =
        versions.iter().map(|version| Row::of(version, version.id == problem.current, &names)).collect();
    let outdated = outdated(&app, &problem).await?;
    let may_rejudge = may(&frame.viewer, Action::Rejudge, Thing::Rejudgings);
    Ok(Page(Versions { frame, name: problem.name, slug, news, rows, outdated, may_rejudge }))
}

/// Submissions of which a judging on another version than the current one counts.
async fn outdated(app: &App, problem: &Problem) -> Result<u64, Error> {
    let filter = Filter { problem: Some(problem.slug.clone()), outdated: true, ..Filter::default() };
    match store::rejudging::fitting(&app.db, &filter).await {
        Ok(fitting) => Ok(fitting.len() as u64),
        Err(Refusal::Store(error)) => Err(error.into()),
        Err(other) => Err(Error::internal(other)),
    }
}

/// Names of those who uploaded.
async fn names(app: &App, versions: &[ProblemVersion]) -> Result<HashMap<UserId, String>, Error> {
    let mut names = HashMap::new();
    for id in versions.iter().filter_map(|version| version.created_by) {
        if !names.contains_key(&id)
            && let Some(user) = store::user::by_id(&app.db, id).await?
        {
            names.insert(id, user.name);
        }
    }
    Ok(names)
}

/// New submissions are judged on the version of that number from now on.
pub(crate) async fn make_current(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Redirect, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    store::problem::make_current(&app.db, problem.id, number).await?;
    Ok(Redirect::to(&format!("/problems/{slug}/versions?uploaded={number}")))
}

/// What has just happened, in words.
struct Told {
    words: String,
    /// What differs from the version before.
    lines: Vec<String>,
}

impl News {
    fn of(&self, versions: &[ProblemVersion]) -> Option<Told> {
        let find = |number| versions.iter().find(|version| version.number == number);
        if let Some(version) = self.unchanged.and_then(find) {
            let words = format!("This is the same as version {}, which is the current one.", version.number);
            return Some(Told { words, lines: Vec::new() });
        }
        let version = self.uploaded.and_then(find)?;
        let former = version.number.checked_sub(1).and_then(find);
        let changes = former.map(|former| Changes::between(&former.manifest, &version.manifest));
        let lines = changes.map(|changes| changes.lines()).unwrap_or_default();
        let compared = if lines.is_empty() { "" } else { " Against the version before:" };
        Some(Told { words: format!("Version {} is the current one now.{compared}", version.number), lines })
    }
}

struct Row {
    number: u32,
    hash: Hash,
    current: bool,
    tests: usize,
    time: Duration,
    memory: u64,
    created_at: OffsetDateTime,
    created_by: Option<String>,
}

impl Row {
    fn of(version: &ProblemVersion, current: bool, names: &HashMap<UserId, String>) -> Self {
        Self {
            number: version.number,
            hash: version.hash,
            current,
            tests: version.manifest.cases().len(),
            time: version.manifest.limits.time(),
            memory: version.manifest.limits.memory_bytes,
            created_at: version.created_at,
            created_by: version.created_by.and_then(|id| names.get(&id).cloned()),
        }
    }

    fn short_hash(&self) -> String {
        self.hash.to_string()[..12].to_owned()
    }
}

#[derive(Template)]
#[template(path = "problem/versions.html")]
pub(crate) struct Versions {
    frame: Frame,
    name: String,
    slug: String,
    news: Option<Told>,
    rows: Vec<Row>,
    /// So many submissions were judged on other versions than the current one.
    outdated: u64,
    may_rejudge: bool,
}

impl Versions {
    fn outdated(&self) -> String {
        let count = words::count(self.outdated, "submission");
        let verb = if self.outdated == 1 { "was" } else { "were" };
        format!("{count} {verb} judged on another version than the current one.")
    }
}
