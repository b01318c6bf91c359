//! `/problems/{slug}/versions/{number}/package`: a version as a package to take along, for setters; and what the package
//! does not say, before it is taken.

use std::io::Seek;
use std::sync::Arc;

use ::problem::export::{Export, Loss, NoOrigin};
use ::problem::{Blobs, Version};
use askama::Template;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use store::problem_version::ProblemVersion;
use tokio_util::io::ReaderStream;

use super::asset::CAGE;
use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};

/// `?format=origin`: the package that the version was read from; else one of the ICPC format.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    format: Form,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Icpc,
    Origin,
}

impl Form {
    /// Reads the version's blobs one after another: for a thread that may wait.
    fn export(self, version: &Version, blobs: &dyn Blobs) -> Result<Export, NoOrigin> {
        match self {
            Self::Icpc => Ok(Export::icpc(version)),
            Self::Origin => Export::origin(version, blobs),
        }
    }
}

/// What the packages lack, and the links to them.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
    Query(Wanted { format }): Query<Wanted>,
) -> Result<Page<Show>, Error> {
    let (name, version) = version(&app, &frame, &slug, number).await?;
    let from = version.manifest.origin.map(|origin| origin.format.words());
    let blobs = store::blob::Stored::new(&app.blobs);
    let exported = tokio::task::spawn_blocking(move || format.export(&version.manifest, &blobs));
    let (losses, refused) = match exported.await.map_err(Error::internal)? {
        Ok(export) => (export.losses, None),
        Err(NoOrigin::Io(error)) => return Err(Error::internal(error)),
        Err(why) => (Vec::new(), Some(why.to_string())),
    };
    let (misjudged, others) = losses.into_iter().partition(|loss: &Loss| loss.misjudged);
    let origin = format == Form::Origin;
    Ok(Page(Show { frame, name, slug, number, origin, from, refused, misjudged, others }))
}

/// The archive. It is written to the disk first: what breaks off while it is made is an error and no half of a package.
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
    Query(Wanted { format }): Query<Wanted>,
) -> Result<impl IntoResponse, Error> {
    let (_, version) = version(&app, &frame, &slug, number).await?;
    let blobs = store::blob::Stored::new(&app.blobs);
    let written = tokio::task::spawn_blocking(move || {
        let mut file = tempfile::tempfile()?;
        format.export(&version.manifest, &blobs)?.write(&blobs, &file)?;
        let size = file.stream_position()?;
        file.rewind()?;
        Ok::<_, NoOrigin>((file, size))
    });
    let (file, size) = written.await.map_err(Error::internal)?.map_err(|why| match why {
        NoOrigin::Io(error) => Error::internal(error),
        why => Error::BadRequest(why.to_string()),
    })?;
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
    /// It is about the package that the version came as, not about one of the ICPC format.
    origin: bool,
    /// The format that it came in.
    from: Option<&'static str>,
    /// Why there is none.
    refused: Option<String>,
    misjudged: Vec<Loss>,
    others: Vec<Loss>,
}

impl Show {
    /// The page's own address, without the format.
    fn here(&self) -> String {
        format!("/problems/{}/versions/{}/package", self.slug, self.number)
    }
}
