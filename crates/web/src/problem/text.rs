//! The statement as the problem's page shows it.

use ::problem::statement::{self, Source};
use ::problem::version::Markup;
use ::problem::{Slug, Version};

use super::language::{self, Wanted};
use crate::App;
use crate::error::Error;

/// A statement in the language that is shown.
pub(crate) struct Text {
    /// Language tag.
    pub(crate) language: String,
    pub(crate) body: Body,
    /// All languages that there are, if there are several.
    pub(crate) choices: Vec<Choice>,
}

pub(crate) enum Body {
    /// Safe HTML.
    Html(String),
    /// The address of a PDF.
    Pdf(String),
}

/// A link to the statement in another language.
pub(crate) struct Choice {
    pub(crate) tag: String,
    pub(crate) name: String,
    pub(crate) here: bool,
}

impl Text {
    /// In the wanted language; `None` if there is no statement.
    pub(crate) async fn of(app: &App, version: &Version, wanted: &Wanted) -> Result<Option<Self>, Error> {
        let tags: Vec<&str> = version.statements.keys().map(String::as_str).collect();
        let Some(tag) = wanted.of(&tags) else { return Ok(None) };
        let Some(chosen) = version.statements.get(tag) else { return Ok(None) };
        let body = match chosen.markup {
            Markup::Pdf => {
                let Ok(file) = askama::filters::urlencode_strict(tag);
                Body::Pdf(format!("/problems/{}/statements/{file}.pdf", version.slug))
            }
            markup => {
                let bytes = store::blob::get(&app.blobs, chosen.source).await?;
                Body::Html(render(version, tag, markup, bytes).await?)
            }
        };
        Ok(Some(Self { language: tag.to_owned(), body, choices: choices(&tags, tag) }))
    }

    pub(crate) fn has_formulae(&self) -> bool {
        matches!(&self.body, Body::Html(html) if html.contains("<math"))
    }

    pub(crate) fn is_pdf(&self) -> bool {
        matches!(self.body, Body::Pdf(_))
    }
}

async fn render(version: &Version, tag: &str, markup: Markup, bytes: Vec<u8>) -> Result<String, Error> {
    let (slug, assets) = (version.slug.clone(), version.assets.clone());
    let language = tag.to_owned();
    let render = move || {
        let url = |path: &str| assets.contains_key(path).then(|| address(&slug, path));
        let text = String::from_utf8_lossy(&bytes);
        statement::render(&Source { markup, text: &text, language: &language }, &url)
    };
    tokio::task::spawn_blocking(render).await.map_err(Error::internal)
}

/// Of a file beside the statement.
fn address(slug: &Slug, path: &str) -> String {
    let Ok(path) = askama::filters::urlencode(path);
    format!("/problems/{slug}/assets/{path}")
}

fn choices(tags: &[&str], shown: &str) -> Vec<Choice> {
    if tags.len() < 2 {
        return Vec::new();
    }
    let choice = |tag: &&str| {
        // Two of one language are told apart by their tags.
        let alike = tags.iter().filter(|other| language::name(other) == language::name(tag)).count();
        let name = if alike > 1 { (*tag).to_owned() } else { language::name(tag).to_owned() };
        Choice { tag: (*tag).to_owned(), name, here: *tag == shown }
    };
    tags.iter().map(choice).collect()
}
