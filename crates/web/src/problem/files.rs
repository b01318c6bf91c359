//! `/problems/{slug}/attachments/{*name}` and `/problems/{slug}/statements/{file}`: what a problem has to read and to
//! take along.

use std::sync::Arc;

use ::problem::version::{Markup, Version};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::asset::CAGE;
use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

/// For a PDF in our own page. Chromium's viewer is a plugin that styles itself, and older ones stay away from what is
/// in a `sandbox`. What is no PDF in spite of its name is never shown: no type is guessed, and no script could run.
const PDF_CAGE: &str =
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
/// Readers look for the mark of a PDF so far into the file (ISO 32000-1, annex H, note 13).
const MARK_WITHIN: usize = 1024;

/// A file for contestants to download.
pub(crate) struct Attachment {
    pub(crate) name: String,
    /// In bytes.
    pub(crate) size: u64,
}

/// All of them, by name.
pub(super) async fn attachments(app: &App, version: &Version) -> Result<Vec<Attachment>, Error> {
    if version.attachments.is_empty() {
        return Ok(Vec::new());
    }
    let hashes: Vec<_> = version.attachments.values().copied().collect();
    let sizes = store::blob::sizes(&app.db, &hashes).await?;
    let attachment = |(name, hash)| Attachment {
        name: String::clone(name),
        size: sizes.get(hash).copied().unwrap_or_default(),
    };
    Ok(version.attachments.iter().map(attachment).collect())
}

pub(crate) async fn attachment(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, name)): Path<(String, String)>,
) -> Result<Response, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::See).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let hash = version.attachments.get(&name).ok_or(Error::NotFound)?;
    let bytes = store::blob::get(&app.blobs, *hash).await?;
    Ok(saved(&name, bytes))
}

/// For the browser to save and never to show.
fn saved(name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition("attachment", name)),
        (header::CONTENT_SECURITY_POLICY, CAGE.to_owned()),
        (header::CACHE_CONTROL, "private, max-age=3600".to_owned()),
    ];
    (headers, bytes).into_response()
}

/// A statement that is a PDF; the file is `{language}.pdf`.
pub(crate) async fn statement(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, file)): Path<(String, String)>,
) -> Result<Response, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::See).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let language = file.strip_suffix(".pdf").ok_or(Error::NotFound)?;
    let statement = version.statements.get(language).filter(|statement| statement.markup == Markup::Pdf);
    let bytes = store::blob::get(&app.blobs, statement.ok_or(Error::NotFound)?.source).await?;
    let name = format!("{slug}.{file}");
    let head = &bytes[..bytes.len().min(MARK_WITHIN)];
    if !head.windows(5).any(|window| window == b"%PDF-") {
        return Ok(saved(&name, bytes));
    }
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, disposition("inline", &name)),
        (header::CONTENT_SECURITY_POLICY, PDF_CAGE.to_owned()),
        (header::CACHE_CONTROL, "private, max-age=3600".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}

/// With the file's own name, whatever it has in it (RFC 6266, 4.3).
fn disposition(what: &str, path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Ok(name) = askama::filters::urlencode_strict(name);
    format!("{what}; filename*=UTF-8''{name}")
}
