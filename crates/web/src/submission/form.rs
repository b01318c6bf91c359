//! The form to submit, as a page shows it.

use std::time::Duration;

use problem::Version;
use problem::language::Catalog;
use problem::version::{ANSWERS, Kind};
use store::problem::Shown;
use store::submission::Filter;
use uuid::Uuid;

use super::create;
use super::sent::Sent;
use crate::App;
use crate::error::Error;
use crate::viewer::Viewer;
use crate::words;

/// A language is still offered so long after its last worker was seen: workers restart, and what is sent meanwhile
/// waits for them.
const OFFERED_WITHIN: Duration = Duration::from_mins(10);

pub(crate) struct SubmitForm {
    pub(crate) languages: Vec<Offered>,
    pub(crate) typed: Typed,
    pub(crate) errors: Errors,
}

/// A language to choose.
pub(crate) struct Offered {
    pub(crate) id: String,
    pub(crate) name: String,
    /// File endings, by which the script chooses it for a file: `cpp cc cxx`.
    pub(crate) extensions: String,
}

/// What stands in the fields.
pub(crate) struct Typed {
    pub(crate) form_key: Uuid,
    pub(crate) language: String,
    pub(crate) source: String,
    /// For a custom run; `None`: nothing was typed yet.
    pub(crate) input: Option<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Errors {
    pub(crate) language: Option<String>,
    pub(crate) source: Option<String>,
    /// Of a custom run, or of why none can be begun now.
    pub(crate) input: Option<String>,
}

impl SubmitForm {
    /// An empty form, in the language that the viewer used last.
    pub(crate) async fn blank(app: &App, viewer: &Viewer, version: &Version) -> Result<Self, Error> {
        let languages = offered(app, version).await?;
        let language = match version.kind {
            Kind::Program => last_language(app, viewer).await?.unwrap_or_default(),
            Kind::Answers => ANSWERS.to_owned(),
        };
        let typed = Typed { form_key: Uuid::now_v7(), language, source: String::new(), input: None };
        Ok(Self { languages, typed, errors: Errors::default() })
    }
}

/// What workers can judge of the languages that the problem allows, in the catalogue's order.
pub(crate) async fn offered(app: &App, version: &Version) -> Result<Vec<Offered>, Error> {
    let toolchains = store::worker::offered(&app.db, OFFERED_WITHIN).await?;
    if version.kind == Kind::Answers {
        // Whoever judges programs judges these, too.
        let name = words::language(ANSWERS).to_owned();
        let answers = Offered { id: ANSWERS.to_owned(), name, extensions: String::new() };
        return Ok(toolchains.first().map(|_| answers).into_iter().collect());
    }
    let allowed = |id: &str| version.languages.as_ref().is_none_or(|languages| languages.contains(id));
    let offered = Catalog::builtin().all().iter().filter(|language| {
        allowed(&language.id) && toolchains.iter().any(|toolchain| toolchain.language == language.id)
    });
    let offered = offered.map(|language| Offered {
        id: language.id.clone(),
        name: language.name.clone(),
        extensions: language.extensions.join(" "),
    });
    Ok(offered.collect())
}

async fn last_language(app: &App, viewer: &Viewer) -> Result<Option<String>, Error> {
    let Some(user) = viewer.user() else { return Ok(None) };
    let filter = Filter { shown: Shown::All, user: Some(user.id), limit: 1, ..Filter::default() };
    Ok(store::submission::list(&app.db, &filter).await?.pop().map(|row| row.language))
}

impl Typed {
    /// What was sent, for the same form again. A NUL, which no page can show, is shown as its picture.
    pub(crate) fn of(sent: &Sent) -> Self {
        Self {
            form_key: sent.form_key.unwrap_or_else(Uuid::now_v7),
            language: sent.language.clone(),
            source: sent.text().replace('\0', "␀"),
            input: sent.typed_input().map(|input| input.replace('\0', "␀")),
        }
    }
}

impl Errors {
    /// What is wrong with what was sent, in the fields' own words.
    pub(crate) fn of(sent: &Sent, offered: &[Offered], version: &Version) -> Self {
        let source = match version.kind {
            Kind::Program => source_error(&sent.source(), sent.origin(), version.limits.code_bytes),
            Kind::Answers => size_error(&sent.source(), sent.origin(), most_bytes(version)),
        };
        Self { language: language_error(&sent.language, offered), source, input: None }
    }

    pub(crate) fn none(&self) -> bool {
        self.language.is_none() && self.source.is_none()
    }
}

fn language_error(language: &str, offered: &[Offered]) -> Option<String> {
    if offered.iter().any(|choice| choice.id == language) {
        return None;
    }
    let known: Vec<_> = offered.iter().map(|choice| choice.name.as_str()).collect();
    let known =
        if known.is_empty() { "no language, since no worker is ready".to_owned() } else { known.join(", ") };
    Some(match language {
        "" => format!("Choose a language: {known}."),
        other => format!("“{}” cannot be judged here now. What can: {known}.", words::language(other)),
    })
}

/// Bytes of what may be handed in: a program's source, or all outputs, as far as a form can bring them.
pub(crate) fn most_bytes(version: &Version) -> u64 {
    match version.kind {
        Kind::Program => version.limits.code_bytes,
        Kind::Answers => {
            let all = version.limits.output_bytes.saturating_mul(version.cases().len() as u64);
            all.min(create::BODY_BYTES as u64 * 7 / 8)
        }
    }
}

fn size_error(source: &[u8], origin: &str, most_bytes: u64) -> Option<String> {
    if source.iter().all(u8::is_ascii_whitespace) {
        return Some(format!("{origin} is empty. Paste it or choose a file."));
    }
    let (size, most) = (words::size(source.len() as u64), words::size(most_bytes));
    let over = source.len() as u64 > most_bytes;
    over.then(|| format!("{origin} has {size} ({} bytes); at most {most} are taken.", source.len()))
}

/// Why this is no source; `origin` begins the sentence.
pub(crate) fn source_error(source: &[u8], origin: &str, most_bytes: u64) -> Option<String> {
    if let Some(error) = size_error(source, origin, most_bytes) {
        return Some(error);
    }
    if let Some(at) = source.iter().position(|&byte| byte == 0) {
        return Some(format!(
            "{origin} has a NUL byte in line {}. Remove it; is it a source at all?",
            line(source, at)
        ));
    }
    let error = std::str::from_utf8(source).err()?;
    let line = line(source, error.valid_up_to());
    Some(format!(
        "{origin} is not UTF-8: line {line} has bytes of another encoding. Save it as UTF-8 and send it again."
    ))
}

/// From 1.
fn line(source: &[u8], at: usize) -> usize {
    source[..at].iter().filter(|&&byte| byte == b'\n').count() + 1
}
