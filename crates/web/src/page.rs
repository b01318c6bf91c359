//! What all pages share: the frame around them, and how a template becomes a response.

use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use time::OffsetDateTime;

use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::viewer::Viewer;
use crate::{App, assets};

/// What the layout needs to draw the page around a page.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) site_name: String,
    pub(crate) viewer: Viewer,
    /// Path and query of the page.
    pub(crate) place: String,
    pub(crate) now: OffsetDateTime,
    pub(crate) stylesheet: String,
    pub(crate) script: String,
    pub(crate) icon: String,
}

/// A link of the site's head.
pub(crate) struct Link {
    pub(crate) href: String,
    pub(crate) words: &'static str,
    pub(crate) here: bool,
}

impl Frame {
    pub(crate) fn new(app: &App, viewer: Viewer, place: &str) -> Self {
        Self {
            site_name: app.site_name.clone(),
            viewer,
            place: place.to_owned(),
            now: OffsetDateTime::now_utc(),
            stylesheet: assets::url("app.css"),
            script: assets::url("app.js"),
            icon: assets::url("icon.svg"),
        }
    }

    pub(crate) fn links(&self) -> Vec<Link> {
        let link = |href: String, words| Link { here: self.place == href, href, words };
        let mut links = vec![link("/".into(), "Problems"), link("/submissions".into(), "Submissions")];
        if let Some(user) = self.viewer.user() {
            links.push(link(format!("/submissions?user={}", user.name), "Mine"));
        }
        if may(&self.viewer, Action::Edit, Thing::Problems) {
            links.push(link("/problems/new".into(), "Upload"));
        }
        if may(&self.viewer, Action::Rejudge, Thing::Rejudgings) {
            links.push(link("/rejudgings".into(), "Rejudgings"));
        }
        if may(&self.viewer, Action::See, Thing::Queue) {
            links.push(link("/queue".into(), "Queue"));
        }
        links
    }

    /// As the stylesheet names it.
    pub(crate) fn math_font(&self) -> &'static str {
        "/static/latinmodern-math-1.959.woff2"
    }
}

impl FromRequestParts<Arc<App>> for Frame {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let viewer = parts.extensions.get::<Option<Viewer>>().cloned().flatten().ok_or(Error::Unavailable)?;
        Ok(Self::new(app, viewer, &parts.uri.to_string()))
    }
}

/// A rendered template.
pub(crate) struct Page<T>(pub(crate) T);

/// Marks a response that is a whole page, whatever its status.
#[derive(Clone, Copy)]
pub(crate) struct Dressed;

impl<T: Template> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        match self.0.render() {
            Ok(html) => (axum::Extension(Dressed), Html(html)).into_response(),
            Err(error) => Error::internal(error).into_response(),
        }
    }
}
