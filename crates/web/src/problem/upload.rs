//! `/uploads/{id}`: what an uploaded package would change, before it is saved.

use std::sync::Arc;

use ::problem::limits::Origin;
use ::problem::{Changes, Limits, Version};
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::problem::Problem;
use store::upload::{Asks, Upload};
use uuid::Uuid;

use super::added::Added;
use super::figure::{self, MEMORY, MIB, SECOND, TIME};
use super::save;
use crate::App;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::page::{Frame, Page};

/// As typed.
#[derive(Clone, Default, Deserialize)]
pub(crate) struct Typed {
    /// Number of the version that was the current one when the page was made; 0 of a new problem.
    base: u32,
    /// Seconds, where the package leaves its time limit to whoever brings it.
    time: Option<String>,
    /// MiB, likewise.
    memory: Option<String>,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Page<Preview>, Error> {
    let upload = find(&app, &frame, &id).await?;
    Ok(Page(Preview::of(&app, frame, upload).await?))
}

pub(crate) async fn save(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    let upload = find(&app, &frame, &id).await?;
    let version = match typed.applied(&upload) {
        Ok(version) => version,
        Err(errors) => {
            let page = Preview { errors, typed, ..Preview::of(&app, frame, upload).await? };
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Page(page)).into_response());
        }
    };
    let by = frame.viewer.known()?.id;
    let (slug, base) = (version.slug.to_string(), base(&app, version.slug.as_str(), typed.base).await?);
    let saved = store::problem::save(&app.blobs, &version, &Added::default(), Some(by), base).await?;
    let Some(saved) = saved else {
        let fresh = Preview::of(&app, frame, upload).await?;
        let typed = Typed { base: fresh.typed.base, ..typed };
        let page = Preview { overtaken: Some(save::OVERTAKEN), typed, ..fresh };
        return Ok((StatusCode::CONFLICT, Page(page)).into_response());
    };
    store::upload::remove(&app.blobs, upload.id, by).await?;
    Ok(Redirect::to(&save::news(&slug, saved)).into_response())
}

/// It is not wanted.
pub(crate) async fn discard(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Redirect, Error> {
    let upload = find(&app, &frame, &id).await?;
    store::upload::remove(&app.blobs, upload.id, frame.viewer.known()?.id).await?;
    Ok(Redirect::to("/problems/new"))
}

/// The viewer's own.
async fn find(app: &App, frame: &Frame, id: &str) -> Result<Upload, Error> {
    require(&frame.viewer, Action::Edit, Thing::Problems)?;
    let id: Uuid = id.parse().map_err(|_| Error::NotFound)?;
    Ok(store::upload::get(&app.db, id, frame.viewer.known()?.id).await?)
}

/// The version of that number; none of a new problem.
async fn base(app: &App, slug: &str, number: u32) -> Result<Option<store::VersionId>, Error> {
    if number == 0 {
        return Ok(None);
    }
    let problem = store::problem::by_slug(&app.db, slug).await?.ok_or(Error::NotFound)?;
    Ok(Some(store::problem_version::by_number(&app.db, problem.id, number).await?.id))
}

/// What is wrong, by field.
#[derive(Default)]
pub(crate) struct Errors {
    time: Option<&'static str>,
    memory: Option<&'static str>,
}

impl Typed {
    /// Filled in for what the package asks.
    fn of(asks: Asks, limits: &Limits, base: u32) -> Self {
        Self {
            base,
            time: asks.time.then(|| figure::typed(limits.time_ms, SECOND)),
            memory: asks.memory.then(|| figure::typed(limits.memory_bytes, MIB)),
        }
    }

    /// The version with the limits that were asked for.
    fn applied(&self, upload: &Upload) -> Result<Version, Errors> {
        let mut version = upload.version.clone();
        let (limits, mut errors) = (&mut version.limits, Errors::default());
        if let Some(time) = self.time.as_ref().filter(|_| upload.asks.time) {
            match figure::read(time, SECOND, TIME) {
                Some(time_ms) if time_ms == limits.time_ms => {}
                Some(time_ms) => (limits.time_ms, limits.time_origin) = (time_ms, Origin::Explicit),
                None => errors.time = Some("This must be a number above 0, at most 600 seconds."),
            }
        }
        if let Some(memory) = self.memory.as_ref().filter(|_| upload.asks.memory) {
            match figure::read(memory, MIB, MEMORY) {
                Some(bytes) => limits.memory_bytes = bytes,
                None => errors.memory = Some("This must be a number above 0, at most 65536 MiB."),
            }
        }
        if errors.time.or(errors.memory).is_some() { Err(errors) } else { Ok(version) }
    }
}

#[derive(Template)]
#[template(path = "problem/upload.html")]
pub(crate) struct Preview {
    frame: Frame,
    upload: Upload,
    /// The problem that gets a version; none where it would be a new one.
    problem: Option<Problem>,
    /// That it would have.
    number: u32,
    tests: usize,
    /// Against the current version.
    changes: Changes,
    /// Whose valid judging is on the current version.
    submissions: u64,
    typed: Typed,
    errors: Errors,
    overtaken: Option<&'static str>,
}

impl Preview {
    async fn of(app: &App, frame: Frame, upload: Upload) -> Result<Self, Error> {
        let version = &upload.version;
        let problem = store::problem::by_slug(&app.db, version.slug.as_str()).await?;
        let mut preview = Self {
            frame,
            number: 1,
            tests: version.cases().len(),
            changes: Changes::default(),
            submissions: 0,
            typed: Typed::of(upload.asks, &upload.version.limits, 0),
            errors: Errors::default(),
            overtaken: None,
            problem: None,
            upload,
        };
        if let Some(problem) = problem {
            preview.against(app, problem).await?;
        }
        Ok(preview)
    }

    async fn against(&mut self, app: &App, problem: Problem) -> Result<(), Error> {
        let current = store::problem_version::get(&app.db, problem.current).await?;
        // What was asked for once is not asked for again.
        self.typed = Typed::of(self.upload.asks, &current.manifest.limits, current.number);
        let version = self.typed.applied(&self.upload).unwrap_or_else(|_| self.upload.version.clone());
        self.changes = Changes::between(&current.manifest, &version);
        self.number = store::problem_version::number_of(&app.db, problem.id, version.id()).await?;
        self.submissions = store::problem_version::submissions(&app.db, problem.current).await?;
        self.problem = Some(problem);
        Ok(())
    }

    fn title(&self) -> &str {
        self.upload.version.name("en")
    }

    fn is_unchanged(&self) -> bool {
        self.problem.is_some() && self.changes.is_none()
    }

    /// The fields for what the package has not: name, label, value, what is wrong.
    fn fields(&self) -> Vec<(&'static str, &'static str, &str, Option<&'static str>)> {
        let Typed { time, memory, .. } = &self.typed;
        let time = time
            .as_ref()
            .map(|text| ("time", "Time limit, seconds of CPU a test", text.as_str(), self.errors.time));
        let memory =
            memory.as_ref().map(|text| ("memory", "Memory limit, MiB", text.as_str(), self.errors.memory));
        time.into_iter().chain(memory).collect()
    }
}
