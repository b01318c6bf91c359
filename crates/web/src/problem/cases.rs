//! `/problems/{slug}/tests`: a setter looks at the tests, changes one, adds one, takes one out. Each save is a new version.

use std::sync::Arc;

use ::problem::package::without_cr;
use ::problem::{Hash, TestCase, Version};
use askama::Template;
use axum::extract::multipart::Multipart;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use store::problem::Problem;

use super::added::Added;
use super::{find, save};
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::submission::sent::multipart;

/// Bytes of a file that a text area takes.
const TEXT: usize = 64 << 10;
const MOST_NAME: usize = 200;

pub(crate) async fn list(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
) -> Result<Page<List>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::get(&app.db, problem.current).await?;
    let names = version.manifest.tests.cases().into_iter().map(|case| Row {
        name: case.name.clone(),
        sample: case.sample,
        points: case.points.map(|points| points.to_string()).unwrap_or_default(),
        note: case.description.clone().or_else(|| case.command.clone()).unwrap_or_default(),
    });
    let rows = names.collect();
    Ok(Page(List { frame, name: problem.name, slug, number: version.number, rows }))
}

pub(crate) async fn one(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, name)): Path<(String, String)>,
) -> Result<Page<One>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::get(&app.db, problem.current).await?;
    let known = version.manifest.tests.cases().into_iter().find(|case| case.name == name);
    let typed = match known {
        Some(case) => Typed::of(&app, version.number, case).await?,
        // The one that is to be added.
        None if name == "new" => Typed { base: version.number, ..Typed::default() },
        None => return Err(Error::NotFound),
    };
    Ok(Page(One::new(frame, &problem, typed, known.is_some())))
}

pub(crate) async fn save(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let parts = multipart(request).await?;
    let typed = Typed::read(parts).await.map_err(|error| error.with_limit(app.upload_bytes))?;
    let base = store::problem_version::by_number(&app.db, problem.id, typed.base).await?;
    let known = base.manifest.tests.cases().into_iter().any(|case| case.name == typed.name);
    let refused = |error: String, status| {
        let page = One { error: Some(error), ..One::new(frame.clone(), &problem, typed.clone(), known) };
        Ok((status, Page(page)).into_response())
    };
    let (version, added) = match typed.applied(&base.manifest) {
        Ok(changed) => changed,
        Err(error) => return refused(error, StatusCode::UNPROCESSABLE_ENTITY),
    };
    match save::over(&app, &frame, &base, (&version, &added)).await? {
        Ok(saved) => Ok(Redirect::to(&save::news(&slug, saved)).into_response()),
        Err(overtaken) => refused(overtaken.to_owned(), StatusCode::CONFLICT),
    }
}

/// A file as it stands in the form.
#[derive(Clone, Default)]
struct Content {
    /// None where it is too large for a text area, or no text.
    text: Option<String>,
    /// A chosen file goes before the text.
    file: Option<Vec<u8>>,
    /// What is stored, where the form shows none of it.
    kept: Option<Hash>,
}

#[derive(Clone, Default)]
struct Typed {
    /// Number of the version that the form was filled from.
    base: u32,
    name: String,
    input: Content,
    answer: Content,
    sample: bool,
    remove: bool,
}

impl Content {
    async fn of(app: &App, hash: Hash) -> Result<Self, Error> {
        let bytes = store::blob::get(&app.blobs, hash).await?;
        let text = String::from_utf8(bytes).ok();
        // A text area changes other line ends.
        let text = text.filter(|text| text.len() <= TEXT && !text.contains('\r'));
        Ok(Self { kept: text.is_none().then_some(hash), text, file: None })
    }

    fn stored(&self, added: &mut Added) -> Hash {
        match (&self.file, &self.text, self.kept) {
            (Some(bytes), ..) => added.add(bytes.clone()),
            (None, Some(text), _) => added.add(text.as_bytes()),
            (None, None, Some(hash)) => hash,
            (None, None, None) => added.add(Vec::new()),
        }
    }

    /// What a text area shows.
    fn shown(&self) -> Option<&str> {
        self.kept.is_none().then(|| self.text.as_deref().unwrap_or_default())
    }
}

impl Typed {
    async fn of(app: &App, base: u32, case: &TestCase) -> Result<Self, Error> {
        Ok(Self {
            base,
            name: case.name.clone(),
            input: Content::of(app, case.input).await?,
            answer: Content::of(app, case.answer).await?,
            sample: case.sample,
            remove: false,
        })
    }

    async fn read(mut form: Multipart) -> Result<Self, Error> {
        let mut typed = Self::default();
        while let Some(field) = form.next_field().await? {
            let chosen = field.file_name().is_some_and(|name| !name.is_empty());
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await?.to_vec();
            typed.take(&name, bytes, chosen);
        }
        Ok(typed)
    }

    fn take(&mut self, name: &str, bytes: Vec<u8>, chosen: bool) {
        let text = || String::from_utf8_lossy(&without_cr(&bytes)).into_owned();
        match name {
            "base" => self.base = text().trim().parse().unwrap_or(0),
            "name" => text().trim().clone_into(&mut self.name),
            "input" => self.input.text = Some(text()),
            "answer" => self.answer.text = Some(text()),
            "input_kept" => self.input.kept = text().parse().ok(),
            "answer_kept" => self.answer.kept = text().parse().ok(),
            "input_file" if chosen => self.input.file = Some(bytes),
            "answer_file" if chosen => self.answer.file = Some(bytes),
            "sample" => self.sample = true,
            "remove" => self.remove = true,
            _ => {}
        }
    }

    /// The version with the change, and the files that it has new; or why it cannot be.
    fn applied(&self, base: &Version) -> Result<(Version, Added), String> {
        let (mut version, mut added) = (base.clone(), Added::default());
        if self.remove {
            if !version.tests.remove(&self.name) {
                return Err("There is no test of that name.".to_owned());
            }
            if version.tests.cases().is_empty() {
                return Err("This is the only test: a problem has at least one.".to_owned());
            }
            return Ok((version, added));
        }
        check_name(&self.name)?;
        let known = base.tests.cases().into_iter().find(|case| case.name == self.name).cloned();
        let allowed =
            |hash: &Hash| known.as_ref().is_some_and(|case| [case.input, case.answer].contains(hash));
        if [self.input.kept, self.answer.kept].iter().flatten().any(|hash| !allowed(hash)) {
            return Err("A file that was to be kept is none of this test.".to_owned());
        }
        let (input, answer) = (self.input.stored(&mut added), self.answer.stored(&mut added));
        let case = known.unwrap_or_else(|| TestCase::new(self.name.as_str(), input, answer));
        version.tests.put(&TestCase { input, answer, sample: self.sample, ..case });
        Ok((version, added))
    }
}

fn check_name(name: &str) -> Result<(), String> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    if name.len() <= MOST_NAME && name != "new" && name.split('/').all(plain) {
        return Ok(());
    }
    Err("A test is named like secret/03: letters, digits, _ . and -, with / between group and test."
        .to_owned())
}

struct Row {
    name: String,
    sample: bool,
    points: String,
    note: String,
}

#[derive(Template)]
#[template(path = "problem/tests.html")]
pub(crate) struct List {
    frame: Frame,
    name: String,
    slug: String,
    number: u32,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "problem/test.html")]
pub(crate) struct One {
    frame: Frame,
    title: String,
    slug: String,
    typed: Typed,
    /// It is there already.
    known: bool,
    error: Option<String>,
}

impl One {
    fn new(frame: Frame, problem: &Problem, typed: Typed, known: bool) -> Self {
        let (title, slug) = (problem.name.clone(), problem.slug.to_string());
        Self { frame, title, slug, typed, known, error: None }
    }

    fn files(&self) -> [(&'static str, &'static str, &Content); 2] {
        [("input", "Input", &self.typed.input), ("answer", "Answer", &self.typed.answer)]
    }
}
