//! `/problems/new`: a setter uploads a package.

use std::fs::File;
use std::sync::Arc;

use ::problem::package::{Format, Given};
use ::problem::{Fault, Package};
use askama::Template;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use store::UserId;
use store::problem::Imported;
use store::upload::{Asks, NewUpload, Warning};
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::save;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::submission::sent::multipart;
use crate::{App, filters, words};

pub(crate) async fn form(State(app): State<Arc<App>>, frame: Frame) -> Result<Page<New>, Error> {
    require(&frame.viewer, Action::Edit, Thing::Problems)?;
    Ok(Page(New::blank(&app, frame)))
}

pub(crate) async fn upload(
    State(app): State<Arc<App>>,
    frame: Frame,
    request: Request,
) -> Result<Response, Error> {
    require(&frame.viewer, Action::Edit, Thing::Problems)?;
    let by = frame.viewer.known()?.id;
    let form = multipart(request).await?;
    let mut sent = Sent::read(form).await.map_err(|error| error.with_limit(app.upload_bytes))?;
    let Some((file, name)) = sent.package.take() else {
        let error = Some("Choose the archive of a package first.");
        let page = New { error, said: sent.said, ..New::blank(&app, frame) };
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Page(page)).into_response());
    };
    let refused = |faults| Ok(refused(&app, frame.clone(), sent.said.clone(), faults));
    let package = match open(file, name, sent.said.given(&app)).await? {
        Ok(package) => package,
        Err(faults) => return refused(faults),
    };
    let done = match sent.look {
        true => {
            look(&app, &package, by).await.map(|id| Redirect::to(&format!("/uploads/{id}")).into_response())
        }
        false => import(&app, &package, by).await.map(|done| welcome(&app, frame.clone(), &package, done)),
    };
    match done {
        Ok(answer) => Ok(answer),
        Err(Refused::Package(fault)) => refused(vec![fault]),
        Err(Refused::Us(error)) => Err(error),
    }
}

/// The form, with the uploaded file written to disk as it came.
#[derive(Default)]
struct Sent {
    /// With its name; `None` if none was chosen.
    package: Option<(File, String)>,
    said: Said,
    /// It is to be looked at before it is saved. Scripts save at once.
    look: bool,
}

/// What the package does not say itself, as typed.
#[derive(Clone, Default)]
struct Said {
    format: String,
    problem: String,
}

impl Sent {
    async fn read(mut form: Multipart) -> Result<Self, Error> {
        let mut sent = Self::default();
        while let Some(field) = form.next_field().await? {
            let file = field.file_name().unwrap_or_default().to_owned();
            match field.name() {
                Some("package") if !file.is_empty() => sent.package = Some((spool(field).await?, file)),
                Some("format") => field.text().await?.trim().clone_into(&mut sent.said.format),
                Some("problem") => field.text().await?.trim().clone_into(&mut sent.said.problem),
                Some("look") => sent.look = true,
                _ => {}
            }
        }
        Ok(sent)
    }
}

impl Said {
    fn given(&self, app: &App) -> Given {
        let problem = (!self.problem.is_empty()).then(|| self.problem.clone());
        Given { testlib: app.testlib.clone(), format: self.format.parse().ok(), problem, ..Given::default() }
    }
}

/// Into a file without a name, so that nothing is left behind whatever happens.
async fn spool(mut field: Field<'_>) -> Result<File, Error> {
    let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(Error::internal)?);
    while let Some(chunk) = field.chunk().await? {
        file.write_all(&chunk).await.map_err(Error::internal)?;
    }
    file.flush().await.map_err(Error::internal)?;
    Ok(file.into_std().await)
}

async fn open(file: File, name: String, given: Given) -> Result<Result<Package, Vec<Fault>>, Error> {
    let open = move || Package::open_archive_as(file, &name, &given).and_then(Package::complete);
    tokio::task::spawn_blocking(open).await.map_err(Error::internal)
}

/// Why a package that reads well is not in.
enum Refused {
    /// A file of it cannot be stored.
    Package(Fault),
    Us(Error),
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Invalid(message) => Self::Package(Fault::error("", message)),
            error => Self::Us(error.into()),
        }
    }
}

/// Keeps the package until it is saved.
async fn look(app: &App, package: &Package, by: UserId) -> Result<Uuid, Refused> {
    let warning = |fault: &Fault| {
        let Row { place, message, .. } = Row::of(fault);
        Warning { place, message }
    };
    let warnings: Vec<Warning> = package.warnings.iter().map(warning).collect();
    let new = NewUpload {
        user: by,
        format: package.format.words(),
        version: &package.version,
        warnings: &warnings,
        asks: Asks { time: package.lacks.time, memory: package.lacks.memory },
    };
    Ok(store::upload::put(&app.blobs, &new, package).await?)
}

async fn import(app: &App, package: &Package, by: UserId) -> Result<Imported, Refused> {
    Ok(store::problem::import(&app.blobs, &package.version, package, Some(by)).await?)
}

/// Leads to the versions; a package with warnings first says them, since they are said nowhere else.
fn welcome(app: &App, frame: Frame, package: &Package, imported: Imported) -> Response {
    let (slug, number) = (&package.version.slug, imported.number);
    let next = save::news(slug.as_str(), imported);
    if package.warnings.is_empty() {
        return Redirect::to(&next).into_response();
    }
    let done = Some(Done { slug: slug.to_string(), number, next });
    Page(New { faults: package.warnings.iter().map(Row::of).collect(), done, ..New::blank(app, frame) })
        .into_response()
}

fn refused(app: &App, frame: Frame, said: Said, mut faults: Vec<Fault>) -> Response {
    faults.sort_by_key(|fault| !fault.is_error());
    let page = New { faults: faults.iter().map(Row::of).collect(), said, ..New::blank(app, frame) };
    (StatusCode::UNPROCESSABLE_ENTITY, Page(page)).into_response()
}

impl From<MultipartError> for Error {
    fn from(error: MultipartError) -> Self {
        match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge { limit: 0 },
            _ => Self::BadRequest(format!("The form did not arrive whole: {}", error.body_text())),
        }
    }
}

impl Error {
    /// Says which limit it was, which the form's reader does not know.
    pub(crate) fn with_limit(self, limit: u64) -> Self {
        match self {
            Self::TooLarge { .. } => Self::TooLarge { limit },
            other => other,
        }
    }
}

struct Row {
    /// File and line, as compilers write them.
    place: String,
    warning: bool,
    message: String,
}

impl Row {
    fn of(fault: &Fault) -> Self {
        let file = if fault.file.is_empty() { "package" } else { &fault.file };
        let place = fault.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
        Self { place, warning: !fault.is_error(), message: fault.message.clone() }
    }
}

/// A version that was taken, with warnings.
struct Done {
    slug: String,
    number: u32,
    next: String,
}

#[derive(Template)]
#[template(path = "problem/new.html")]
pub(crate) struct New {
    frame: Frame,
    upload_bytes: u64,
    error: Option<&'static str>,
    faults: Vec<Row>,
    done: Option<Done>,
    said: Said,
}

impl New {
    fn blank(app: &App, frame: Frame) -> Self {
        let (faults, said) = (Vec::new(), Said::default());
        Self { frame, upload_bytes: app.upload_bytes, error: None, faults, done: None, said }
    }

    fn formats(&self) -> [Format; 8] {
        Format::ALL
    }

    /// `The package was refused: 3 faults, 1 warning`
    fn heading(&self) -> String {
        let warnings = self.faults.iter().filter(|row| row.warning).count() as u64;
        let faults = self.faults.len() as u64 - warnings;
        let warned = (warnings > 0).then(|| words::count(warnings, "warning"));
        let faulty = (faults > 0).then(|| words::count(faults, "fault"));
        let counts: Vec<_> = faulty.into_iter().chain(warned).collect();
        let outcome = if self.done.is_some() { "The package was taken" } else { "The package was refused" };
        format!("{outcome}: {}", counts.join(", "))
    }
}
