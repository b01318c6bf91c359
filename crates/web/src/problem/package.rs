//! `/problems/{slug}/versions/{number}/package`: a version as a package to take along, for setters; and what the package
//! does not say, before it is taken.

use std::io::Seek;
use std::sync::Arc;

use ::problem::export::{Export, Loss};
use askama::Template;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use store::problem_version::ProblemVersion;
use tokio_util::io::ReaderStream;

use super::asset::CAGE;
use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};

/// What the package lacks, and the link to it.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Page<Show>, Error> {
    let (name, version) = version(&app, &frame, &slug, number).await?;
    let losses = Export::icpc(&version.manifest).losses;
    let (misjudged, others) = losses.into_iter().partition(|loss: &Loss| loss.misjudged);
    Ok(Page(Show { frame, name, slug, number, misjudged, others }))
}

/// The archive. It is written to the disk first: what breaks off while it is made is an error and no half of a package.
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<impl IntoResponse, Error> {
    let (_, version) = version(&app, &frame, &slug, number).await?;
    let blobs = store::blob::Stored::new(&app.db);
    let written = tokio::task::spawn_blocking(move || {
        let mut file = tempfile::tempfile()?;
        Export::icpc(&version.manifest).write(&blobs, &file)?;
        let size = file.stream_position()?;
        file.rewind()?;
        Ok::<_, std::io::Error>((file, size))
    });
    let (file, size) = written.await.map_err(Error::internal)?.map_err(Error::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{slug}.zip\"")),
        (header::CONTENT_SECURITY_POLICY, CAGE.to_owned()),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)))))
}

/// The problem's name, and the version.
async fn version(
    app: &App,
    frame: &Frame,
    slug: &str,
    number: u32,
) -> Result<(String, ProblemVersion), Error> {
    let problem = find(app, &frame.viewer, slug, Action::Edit).await?;
    Ok((problem.name, store::problem_version::by_number(&app.db, problem.id, number).await?))
}

#[derive(Template)]
#[template(path = "problem/package.html")]
pub(crate) struct Show {
    frame: Frame,
    name: String,
    slug: String,
    number: u32,
    misjudged: Vec<Loss>,
    others: Vec<Loss>,
}
