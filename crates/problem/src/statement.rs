//! A problem's statement: Markdown, TeX or HTML in, HTML out that may stand in our page though a stranger wrote it.
//!
//! What comes out has no script, style, event handler, `style=` attribute, foreign picture or `javascript:` address, so that
//! it needs no exception from a strict content security policy. Formulae are MathML; a page wants these classes in its
//! style sheet: `math-block` (a formula on its own line, which may be wider than the page), `math-source` (a formula that could not be
//! set), `left`, `center` and `right` (cells of tables, and blocks), `small-caps`, the `footnote-…` of footnotes, and the
//! `menv-…` and `cell-…` of [`math`].

mod clean;
mod escape;
mod html;
mod markdown;
pub mod math;
mod picture;
mod tex;

use clean::Cleaner;
use math::Display;
use picture::Image;
pub(crate) use picture::images;
use tex::{Around, Formula, Reader};

use crate::version::Markup;

/// A statement as it was written.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub markup: Markup,
    pub text: &'a str,
    /// Language tag, for the words that TeX's commands stand for.
    pub language: &'a str,
}

/// What a setter should know about a statement that is shown all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// From 1; in TeX, where what it is about ends.
    pub line: u32,
    /// Says what, and what becomes of it.
    pub message: String,
}

/// HTML that is not clean yet, with marks in place of formulae.
struct Draft {
    html: String,
    formulae: Vec<Formula>,
    images: Vec<Image>,
    trouble: Vec<Trouble>,
}

/// Longer ones are shown as they are written: they are no statements.
const MOST_BYTES: usize = 1 << 20;

/// Renders a statement. `asset_url` gives the address of a file that lies beside the statement, by its path there; a picture
/// without one shows its alternative text. Headings begin at `h2`: the page's `h1` is the title. A text of a thousand
/// nested quotations, and others that would take minutes, are shown as they are written. A PDF is no text, and empty.
pub fn render(source: &Source<'_>, asset_url: &dyn Fn(&str) -> Option<String>) -> String {
    let text = normal(source.text);
    let cleaner = Cleaner::new(&text);
    let as_written = || format!("<pre><code>{}</code></pre>", escape::text(&text));
    let Some(draft) = draft(source, &text, &cleaner, &|path| asset_url(path).is_some()) else {
        return as_written();
    };
    if clean::is_too_costly(&draft.html) {
        return as_written();
    }
    let formulae: Vec<(String, Display)> =
        draft.formulae.into_iter().map(|formula| (formula.source, formula.display)).collect();
    cleaner.clean(&draft.html, &math::render_all(&formulae), asset_url)
}

/// What in a statement is not shown as it was meant, in order of lines. `has_asset` says whether a file lies beside it.
pub fn check(source: &Source<'_>, has_asset: &dyn Fn(&str) -> bool) -> Vec<Trouble> {
    let text = normal(source.text);
    let as_written =
        |why: &str| vec![Trouble { line: 1, message: format!("{why}: it is shown as it is written") }];
    let Some(draft) = draft(source, &text, &Cleaner::new(&text), has_asset) else {
        return as_written("is longer than 1 MiB");
    };
    if clean::is_too_costly(&draft.html) {
        return as_written("has too much in each other, or too many signs");
    }
    let mut trouble = draft.trouble;
    trouble.extend(draft.images.into_iter().filter_map(|image| missing(image, has_asset)));
    trouble.extend(unset(draft.formulae));
    trouble.sort_by_key(|trouble| trouble.line);
    trouble
}

/// Lines end with `\n`, and nothing comes before the first.
fn normal(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// `None` if the text is too long.
fn draft(
    source: &Source<'_>,
    text: &str,
    cleaner: &Cleaner,
    has_asset: &dyn Fn(&str) -> bool,
) -> Option<Draft> {
    if text.len() > MOST_BYTES {
        return None;
    }
    Some(match source.markup {
        Markup::Markdown => markdown::draft(text, cleaner),
        Markup::Html => html::draft(text, cleaner),
        Markup::Tex => {
            let around = Around { mark: &|number| cleaner.mark(number), has_asset };
            let mut reader = Reader::new(source, text, &around);
            let html = reader.read();
            Draft { html, formulae: reader.formulae, images: reader.images, trouble: reader.trouble }
        }
        Markup::Pdf => {
            Draft { html: String::new(), formulae: Vec::new(), images: Vec::new(), trouble: Vec::new() }
        }
    })
}

fn missing(image: Image, has_asset: &dyn Fn(&str) -> bool) -> Option<Trouble> {
    let target = image.target;
    let message = match image.asset {
        None => {
            format!("shows {target:?}, which is outside the package: put the picture beside the statement")
        }
        Some(asset) if !has_asset(&asset) => format!("shows {target:?}, which is not beside the statement"),
        Some(_) => return None,
    };
    Some(Trouble { line: image.line, message })
}

fn unset(formulae: Vec<Formula>) -> Vec<Trouble> {
    let lines: Vec<u32> = formulae.iter().map(|formula| formula.line).collect();
    let sources: Vec<(String, Display)> =
        formulae.into_iter().map(|formula| (formula.source, formula.display)).collect();
    let bad = math::unset(&sources).into_iter();
    bad.map(|number| {
        let source: String = sources[number].0.trim().chars().take(60).collect();
        let message = format!("the formula {source:?} cannot be set: its source is shown");
        Trouble { line: lines[number], message }
    })
    .collect()
}
