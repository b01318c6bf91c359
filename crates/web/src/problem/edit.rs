//! `/problems/{slug}/edit`: a setter changes what is written and the limits. Each save is a new version.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ::problem::limits::Origin;
use ::problem::version::{Markup, Statement};
use ::problem::{Limits, Version};
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::problem::{Problem, Visibility};
use store::problem_version::ProblemVersion;

use super::added::Added;
use super::figure::{self, MEMORY, MIB, SECOND, TIME};
use super::{find, save};
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};

const MAX_TAGS: usize = 20;
const MAX_TAG: usize = 40;

/// As typed.
#[derive(Clone, Deserialize)]
pub(crate) struct Typed {
    /// Number of the version that the form was filled from.
    base: u32,
    title: String,
    /// Seconds.
    time: String,
    /// MiB.
    memory: String,
    /// MiB.
    output: String,
    /// KiB.
    code: String,
    /// With commas between.
    tags: String,
    /// None where the statement is no text.
    statement: Option<String>,
    visible: Option<String>,
}

pub(crate) async fn form(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
) -> Result<Page<Edit>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::get(&app.db, problem.current).await?;
    let typed = Typed::of(&app, &problem, &version).await?;
    Ok(Page(Edit::new(frame, &problem, &version.manifest, typed)))
}

pub(crate) async fn save(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let base = store::problem_version::by_number(&app.db, problem.id, typed.base).await?;
    let before = Typed::of(&app, &problem, &base).await?;
    let (version, added) = match typed.without_same_text(&before).applied(&base.manifest) {
        Ok(changed) => changed,
        Err(errors) => {
            let page = Edit { errors, ..Edit::new(frame, &problem, &base.manifest, typed) };
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Page(page)).into_response());
        }
    };
    let saved = match save::over(&app, &frame, &base, (&version, &added)).await? {
        Ok(saved) => saved,
        Err(overtaken) => {
            let page =
                Edit { overtaken: Some(overtaken), ..Edit::new(frame, &problem, &base.manifest, typed) };
            return Ok((StatusCode::CONFLICT, Page(page)).into_response());
        }
    };
    let visibility = if typed.visible.is_some() { Visibility::Visible } else { Visibility::Hidden };
    store::problem::set_visibility(&app.db, problem.id, visibility).await?;
    Ok(Redirect::to(&save::news(&slug, saved)).into_response())
}

/// The language of the statement that is edited: English, else the first; that of the title where there is no
/// statement.
fn language(version: &Version) -> String {
    let has = |tag: &str| version.statements.contains_key(tag) || version.names.contains_key(tag);
    let first = version.statements.keys().chain(version.names.keys()).next();
    if has("en") { "en".to_owned() } else { first.cloned().unwrap_or_else(|| "en".to_owned()) }
}

/// What is wrong, by field.
type Errors = BTreeMap<&'static str, String>;

impl Typed {
    async fn of(app: &App, problem: &Problem, version: &ProblemVersion) -> Result<Self, Error> {
        let (manifest, language) = (&version.manifest, language(&version.manifest));
        let limits = &manifest.limits;
        let statement = match manifest.statements.get(&language) {
            Some(statement) if statement.markup == Markup::Pdf => None,
            Some(statement) => {
                let bytes = store::blob::get(&app.blobs, statement.source).await?;
                Some(String::from_utf8_lossy(&bytes).into_owned())
            }
            None => Some(String::new()),
        };
        Ok(Self {
            base: version.number,
            title: manifest.name(&language).to_owned(),
            time: figure::typed(limits.time_ms, SECOND),
            memory: figure::typed(limits.memory_bytes, MIB),
            output: figure::typed(limits.output_bytes, MIB),
            code: figure::typed(limits.code_bytes, 1024),
            tags: manifest.tags.iter().cloned().collect::<Vec<_>>().join(", "),
            statement,
            visible: problem.visible.then(|| "yes".to_owned()),
        })
    }

    /// A text that is as it was stays the same file, whatever the browser did to its line ends.
    fn without_same_text(&self, before: &Self) -> Self {
        let lines = |typed: &Self| typed.statement.as_ref().map(|text| text.replace("\r\n", "\n"));
        let statement = lines(self).filter(|text| Some(text) != lines(before).as_ref());
        Self { statement, ..self.clone() }
    }

    /// The version with all of it, and the files that it has new; or what is wrong.
    fn applied(&self, base: &Version) -> Result<(Version, Added), Errors> {
        let mut errors = Errors::new();
        let (mut version, mut added) = (base.clone(), Added::default());
        let language = language(base);
        let title = self.title.trim();
        if title.is_empty() || title.chars().count() > 200 {
            errors.insert("title", "A title has 1 to 200 characters.".to_owned());
        }
        version.names.insert(language.clone(), title.to_owned());
        version.limits = self.limits(&base.limits, &mut errors);
        version.tags = self.tags(&mut errors);
        self.rewrite(&language, &mut version, &mut added);
        if errors.is_empty() { Ok((version, added)) } else { Err(errors) }
    }

    fn limits(&self, base: &Limits, errors: &mut Errors) -> Limits {
        let mut read = |field: &'static str, text: &str, unit: u64, most: u64, words: &str| {
            figure::read(text, unit, 1..=most).unwrap_or_else(|| {
                errors.insert(field, format!("This must be a number above 0, at most {words}."));
                unit
            })
        };
        let time_ms = read("time", &self.time, SECOND, *TIME.end(), "600 seconds");
        let limits = Limits {
            time_ms,
            memory_bytes: read("memory", &self.memory, MIB, *MEMORY.end(), "65536 MiB"),
            output_bytes: read("output", &self.output, MIB, 1 << 30, "1024 MiB"),
            code_bytes: read("code", &self.code, 1024, 16 << 20, "16384 KiB"),
            ..base.clone()
        };
        let time_origin = if time_ms == base.time_ms { base.time_origin } else { Origin::Explicit };
        Limits { time_origin, ..limits }
    }

    fn tags(&self, errors: &mut Errors) -> BTreeSet<String> {
        let words = self.tags.split(',').map(|tag| tag.trim().to_owned());
        let tags: BTreeSet<String> = words.filter(|tag| !tag.is_empty()).collect();
        if tags.len() > MAX_TAGS || tags.iter().any(|tag| tag.chars().count() > MAX_TAG) {
            errors.insert("tags", format!("At most {MAX_TAGS} tags of at most {MAX_TAG} characters each."));
        }
        tags
    }

    fn rewrite(&self, language: &str, version: &mut Version, added: &mut Added) {
        let Some(text) = &self.statement else { return };
        let known = version.statements.get(language).copied();
        let markup = known.map_or(Markup::Markdown, |statement| statement.markup);
        let source = added.add(text.as_bytes());
        version.statements.insert(language.to_owned(), Statement { source, markup });
    }
}

#[derive(Template)]
#[template(path = "problem/edit.html")]
pub(crate) struct Edit {
    frame: Frame,
    name: String,
    slug: String,
    language: String,
    markup: &'static str,
    typed: Typed,
    errors: Errors,
    /// Somebody else saved a version meanwhile.
    overtaken: Option<&'static str>,
}

impl Edit {
    fn new(frame: Frame, problem: &Problem, version: &Version, typed: Typed) -> Self {
        let language = language(version);
        let markup = match version.statements.get(&language).map(|statement| statement.markup) {
            Some(Markup::Tex) => "TeX",
            Some(Markup::Html) => "HTML",
            _ => "Markdown",
        };
        Self {
            frame,
            name: problem.name.clone(),
            slug: problem.slug.to_string(),
            language,
            markup,
            typed,
            errors: Errors::new(),
            overtaken: None,
        }
    }

    /// The short fields: name, label, value, hint.
    fn fields(&self) -> [(&'static str, &'static str, &str, &'static str); 6] {
        let Typed { title, time, memory, output, code, tags, .. } = &self.typed;
        [
            ("title", "Title", title, ""),
            ("time", "Time limit, seconds of CPU a test", time, ""),
            ("memory", "Memory limit, MiB", memory, ""),
            ("output", "Output limit, MiB", output, ""),
            ("code", "Size of a source, KiB", code, ""),
            ("tags", "Tags", tags, "With commas between them."),
        ]
    }
}
