//! Statements, editorials, pictures and attachments.

use std::collections::BTreeMap;

use super::{Draft, names};
use crate::blob::Hash;
use crate::version::{Markup, Statement};

/// Endings of pictures that the format knows beside a text.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "svg", "pdf"];

/// Returns the languages of the statements: as the version has them, and as they are written.
pub(super) fn write(draft: &mut Draft<'_>) -> Vec<(String, String)> {
    let version = draft.version;
    let spoken = texts(draft, "statements", ("statement", "problem"), &version.statements);
    if spoken.is_empty() {
        draft.lose("statements", "there is none, and the format wants one: add statement/problem.en.md");
    }
    pictures(draft, "assets", "statement", &version.assets);
    let editorials = &version.editorials;
    texts(draft, "editorials", ("solution", "solution"), &editorials.texts);
    pictures(draft, "editorials.assets", "solution", &editorials.assets);
    attachments(draft);
    spoken
}

/// `place` is the folder, and the name in front of the language.
fn texts(
    draft: &mut Draft<'_>,
    field: &str,
    (folder, stem): (&str, &str),
    texts: &BTreeMap<String, Statement>,
) -> Vec<(String, String)> {
    let mut written: Vec<(String, String)> = Vec::new();
    for (tag, text) in texts {
        let name = format!("{field}.{tag}");
        let wanted = names::tag(tag).unwrap_or_else(|| "und".to_owned());
        if written.iter().any(|(_, taken)| *taken == wanted) {
            draft.lose(&name, format!("is left out: there is another in {wanted}, as the format writes it"));
            continue;
        }
        if wanted != *tag {
            draft.lose(&name, format!("is written as {wanted}: the format has codes such as en and pt-BR"));
        }
        let ending = match text.markup {
            Markup::Markdown => "md",
            Markup::Tex => "tex",
            Markup::Pdf => "pdf",
            Markup::Html => {
                draft.lose(
                    &name,
                    "HTML is written as Markdown, which may hold it: look how other judges show it",
                );
                "md"
            }
        };
        draft.blob(format!("{folder}/{stem}.{wanted}.{ending}"), text.source);
        written.push((tag.clone(), wanted));
    }
    written
}

fn pictures(draft: &mut Draft<'_>, field: &str, folder: &str, pictures: &BTreeMap<String, Hash>) {
    for (path, hash) in pictures {
        let name = format!("{field}.{path}");
        if path.split('/').any(|part| part.is_empty() || part.starts_with(['.', '-']) || part.contains('\\'))
        {
            draft.lose(&name, "is left out: no package can have a file of that name");
            continue;
        }
        let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        if !path.split('/').all(names::is_plain) {
            draft.lose(&name, "has a name that the format wants passed over: others may not show it");
        } else if !PICTURES.contains(&ending.as_str()) {
            draft.lose(&name, "is no picture that the format knows: others may not show it");
        }
        draft.blob(format!("{folder}/{path}"), *hash);
    }
}

/// The format has one folder of files, and `templates` with a folder for each language.
fn attachments(draft: &mut Draft<'_>) {
    let version = draft.version;
    let wanted =
        version.attachments.keys().map(|path| match path.split('/').collect::<Vec<_>>().as_slice() {
            ["templates", language, name] => {
                format!("templates/{}/{}", names::plain(language), names::plain(name))
            }
            _ => names::plain(&path.replace('/', "_")),
        });
    let written = names::distinct(wanted.collect());
    for ((path, hash), written) in version.attachments.iter().zip(written) {
        if *path != written {
            draft.lose(&format!("attachments.{path}"), format!("is called {written}, as the format allows"));
        }
        draft.blob(format!("attachments/{written}"), *hash);
    }
}
