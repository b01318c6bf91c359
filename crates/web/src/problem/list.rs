//! `/`: all problems, each with the viewer's mark.

use std::collections::HashMap;
use std::sync::Arc;

use ::problem::Slug;
use askama::Template;
use axum::extract::State;
use contest::{Attempt, Cell};
use store::ProblemId;
use store::problem::Shown;

use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::viewer::Viewer;
use crate::{App, filters};

pub(crate) async fn list(State(app): State<Arc<App>>, frame: Frame) -> Result<Page<List>, Error> {
    let problems = store::problem::list(&app.db, shown(&frame.viewer)).await?;
    let mut attempts = attempts(&app, &frame.viewer).await?;
    let rows = problems.into_iter().map(|problem| Row {
        cell: Cell::of(&attempts.remove(&problem.id).unwrap_or_default()),
        slug: problem.slug,
        name: problem.name,
        visible: problem.visible,
    });
    let may_upload = may(&frame.viewer, Action::Edit, Thing::Problems);
    Ok(Page(List { rows: rows.collect(), frame, may_upload }))
}

/// Which problems the viewer sees.
pub(crate) fn shown(viewer: &Viewer) -> Shown {
    if may(viewer, Action::See, Thing::Problem { visible: false }) { Shown::All } else { Shown::Visible }
}

async fn attempts(app: &App, viewer: &Viewer) -> Result<HashMap<ProblemId, Vec<Attempt>>, Error> {
    let mut by_problem: HashMap<_, Vec<_>> = HashMap::new();
    if let Some(user) = viewer.user() {
        for (problem, attempt) in store::submission::attempts_of(&app.db, user.id).await? {
            by_problem.entry(problem).or_default().push(attempt);
        }
    }
    Ok(by_problem)
}

struct Row {
    slug: Slug,
    name: String,
    visible: bool,
    cell: Cell,
}

impl Row {
    /// What the viewer has come to, in words: nothing where nothing was tried.
    fn reached(&self) -> String {
        match self.cell {
            Cell::Untried => String::new(),
            Cell::Tried { tries: 1 } => "1 try".to_owned(),
            Cell::Tried { tries } => format!("{tries} tries"),
            Cell::Pending { .. } => "being judged".to_owned(),
            Cell::Solved { tries: 1, .. } => "solved, first try".to_owned(),
            Cell::Solved { tries, .. } => format!("solved, {tries} tries"),
        }
    }
}

#[derive(Template)]
#[template(path = "problem/list.html")]
pub(crate) struct List {
    frame: Frame,
    rows: Vec<Row>,
    may_upload: bool,
}

impl List {
    /// How many are solved; for those who can solve any.
    fn tally(&self) -> Option<String> {
        self.frame.viewer.user()?;
        let solved = self.rows.iter().filter(|row| matches!(row.cell, Cell::Solved { .. })).count();
        (!self.rows.is_empty()).then(|| format!("{solved} of {} solved", self.rows.len()))
    }
}
