//! `/submissions`: the public status list, and everybody's own.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use serde::Deserialize;
use store::problem::Shown;
use store::submission::{Filter, SubmissionRow};

use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::problem::list::shown;
use crate::viewer::Viewer;
use crate::{App, filters};

/// Rows of a page.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// A user's name.
    #[serde(default)]
    user: String,
    /// A problem's slug.
    #[serde(default)]
    problem: String,
    /// Only those sent before this one.
    before: Option<String>,
}

pub(crate) async fn list(
    State(app): State<Arc<App>>,
    frame: Frame,
    Query(wanted): Query<Wanted>,
) -> Result<Page<List>, Error> {
    let mut rows = match wanted.filter(&app, &frame.viewer).await? {
        Some(filter) => store::submission::list(&app.db, &filter).await?,
        None => Vec::new(),
    };
    let more = rows.len() > ROWS as usize;
    rows.truncate(ROWS as usize);
    let older = rows.last().filter(|_| more).map(|last| wanted.address(Some(&last.id.to_string())));
    rows.retain(|row| sees(&frame.viewer, row));
    let newest = wanted.before.is_some().then(|| wanted.address(None));
    Ok(Page(List {
        heading: wanted.heading(&frame.viewer),
        filtered: !(wanted.user.is_empty() && wanted.problem.is_empty()),
        user: wanted.user,
        problem: wanted.problem,
        rows,
        newest,
        older,
        frame,
    }))
}

fn sees(viewer: &Viewer, row: &SubmissionRow) -> bool {
    may(viewer, Action::See, Thing::Submission { owner: row.user, problem_visible: row.problem_visible })
}

impl Wanted {
    /// `None` when no submission can fit: there is no such user or problem. One row more than a page has tells
    /// whether there is a next.
    async fn filter(&self, app: &App, viewer: &Viewer) -> Result<Option<Filter>, Error> {
        let mut filter = Filter { shown: shown(viewer), limit: ROWS + 1, ..Filter::default() };
        if !self.user.is_empty() {
            let Some(user) = store::user::by_name(&app.db, &self.user).await? else { return Ok(None) };
            filter.user = Some(user.id);
            if viewer.user().is_some_and(|viewer| viewer.id == user.id) {
                filter.shown = Shown::All;
            }
        }
        if !self.problem.is_empty() {
            match crate::problem::find(app, viewer, &self.problem, Action::See).await {
                Ok(problem) => filter.problem = Some(problem.id),
                Err(Error::NotFound) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        if let Some(before) = &self.before {
            filter.before = Some(before.parse().map_err(|_| Error::NotFound)?);
        }
        Ok(Some(filter))
    }

    fn address(&self, before: Option<&str>) -> String {
        let fields = [
            ("user", self.user.as_str()),
            ("problem", &self.problem),
            ("before", before.unwrap_or_default()),
        ];
        let pairs = fields.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| {
            let Ok(value) = askama::filters::urlencode_strict(value);
            format!("{name}={value}")
        });
        let query = pairs.collect::<Vec<_>>().join("&");
        if query.is_empty() { "/submissions".to_owned() } else { format!("/submissions?{query}") }
    }

    fn heading(&self, viewer: &Viewer) -> String {
        let own = viewer.user().is_some_and(|user| user.name.eq_ignore_ascii_case(&self.user));
        match self.user.as_str() {
            "" => "Submissions".to_owned(),
            _ if own => "Your submissions".to_owned(),
            user => format!("Submissions of {user}"),
        }
    }
}

#[derive(Template)]
#[template(path = "submission/list.html")]
pub(crate) struct List {
    frame: Frame,
    heading: String,
    filtered: bool,
    user: String,
    problem: String,
    rows: Vec<SubmissionRow>,
    newest: Option<String>,
    older: Option<String>,
}
