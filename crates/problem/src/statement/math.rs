//! TeX formulae as MathML, which browsers set without scripts.
//!
//! The renderer is a young library and its output is not trusted: it is capped in size and nesting, a panic in it is caught,
//! and what it prints is cleaned by an allow-list of MathML before it meets the page. A formula that it cannot set is shown
//! as its source, which every contestant can read.
//!
//! Tables carry classes for the style sheet: `menv-alignlike` (columns right, left, right …), `menv-cells-left`,
//! `menv-cells-right`, `menv-cases`, `menv-arraylike`, `menv-hline` on rows, `menv-left-solid` and `menv-right-solid` on cells.

mod prepare;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use ammonia::Builder;
use pulldown_latex::config::DisplayMode;
use pulldown_latex::event::{Content, Dimension, DimensionUnit, Event};
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

use super::escape;

/// Larger ones are shown as source: the renderer takes quadratic time …
const MOST_BYTES: usize = 4 << 10;
const MOST_NESTING: usize = 64;
/// … and calls itself for each command that is the argument of another (`\sqrt\sqrt\sqrt x`): 13 KB a level in debug
/// builds. So it gets a stack on which the longest such chain fits five times; only what is used of it is real memory.
const MOST_COMMANDS: usize = 1_000;
const STACK: usize = 64 << 20;
/// Formulae of one statement; a page full of nothing else has a few hundred.
const MOST_FORMULAE: usize = 5_000;
/// With these, a short formula could expand to any length.
const DEFINITIONS: [&str; 7] = ["def", "gdef", "edef", "let", "futurelet", "newcommand", "renewcommand"];

/// How a formula stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// In the line.
    Inline,
    /// On a line of its own.
    Block,
}

/// The formula as safe HTML.
pub fn render(source: &str, display: Display) -> String {
    render_all(&[(source.to_owned(), display)]).concat()
}

/// As many formulae as are given, in their order.
pub(super) fn render_all(formulae: &[(String, Display)]) -> Vec<String> {
    let set = set_all(formulae).into_iter();
    set.zip(formulae).map(|(mathml, (source, display))| framed(mathml, source, *display)).collect()
}

/// The numbers of those that are shown as their source.
pub(super) fn unset(formulae: &[(String, Display)]) -> Vec<usize> {
    let set = set_all(formulae).into_iter().enumerate();
    set.filter(|(_, mathml)| mathml.is_none()).map(|(number, _)| number).collect()
}

fn set_all(formulae: &[(String, Display)]) -> Vec<Option<String>> {
    if formulae.is_empty() {
        return Vec::new();
    }
    let set = |(number, (source, display)): (usize, &(String, Display))| {
        if number < MOST_FORMULAE { mathml(source, *display) } else { None }
    };
    let set_all = || formulae.iter().enumerate().map(set).collect();
    let builder = std::thread::Builder::new().name("formulae".to_owned()).stack_size(STACK);
    let done = std::thread::scope(|scope| builder.spawn_scoped(scope, set_all).ok()?.join().ok());
    // No thread to be had, and not enough stack without one.
    done.unwrap_or_else(|| vec![None; formulae.len()])
}

fn framed(mathml: Option<String>, source: &str, display: Display) -> String {
    let html = mathml
        .unwrap_or_else(|| format!("<code class=\"math-source\">{}</code>", escape::text(source.trim())));
    match display {
        Display::Inline => html,
        Display::Block => format!("<span class=\"math-block\">{html}</span>"),
    }
}

fn mathml(source: &str, display: Display) -> Option<String> {
    if source.trim().is_empty() || source.len() > MOST_BYTES || nesting(source) > MOST_NESTING {
        return None;
    }
    let mut commands = source.split('\\').skip(1);
    let name = |rest: &str| rest.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
    if source.matches('\\').count() > MOST_COMMANDS
        || commands.any(|rest| DEFINITIONS.contains(&&*name(rest)))
    {
        return None;
    }
    let tex = prepare::prepare(source);
    // The library holds nothing after it panicked.
    let raw = catch_unwind(AssertUnwindSafe(|| unclean(&tex, display))).ok()??;
    let clean = CLEANER.clean(&raw).to_string();
    // Whatever broke out of the formula was taken out, and a formula without its frame is none.
    (clean.starts_with("<math") && clean.ends_with("</math>")).then_some(clean)
}

fn unclean(tex: &str, display: Display) -> Option<String> {
    let storage = Storage::new();
    let events: Vec<Event<'_>> = Parser::new(tex, &storage).collect::<Result<_, _>>().ok()?;
    // The library prints these without escaping them.
    let forges = |event: &Event<'_>| matches!(event, Event::Content(Content::Function(name)) if name.contains(['<', '>', '&']));
    if events.iter().any(forges) {
        return None;
    }
    let texts: Vec<Option<String>> = events.iter().map(in_words).collect();
    let events = events.into_iter().zip(&texts).map(|(event, text)| match (event, text) {
        (_, Some(text)) => Event::Content(Content::Text(text)),
        (Event::Content(Content::Text("&nbsp;")), None) => CONTROL_SPACE,
        (event, None) => event,
    });
    let display_mode = match display {
        Display::Inline => DisplayMode::Inline,
        Display::Block => DisplayMode::Block,
    };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut out = String::new();
    push_mathml(&mut out, events.map(Ok::<_, std::convert::Infallible>), config).ok()?;
    Some(out)
}

/// TeX's `\ `, for which the parser gives the name of an entity.
const CONTROL_SPACE: Event<'static> = Event::Space {
    width: Some(Dimension { value: 0.333, unit: DimensionUnit::Em }),
    height: None,
    depth: None,
};

/// The words of a `\text` in which the parser left TeX's escapes.
fn in_words(event: &Event<'_>) -> Option<String> {
    let Event::Content(Content::Text(text)) = event else { return None };
    if !text.contains(['\\', '~']) {
        return None;
    }
    let mut words = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = |next: &char| matches!(next, '_' | '%' | '&' | '#' | '$' | '{' | '}' | ' ');
        match c {
            '\\' => words.push(chars.next_if(escaped).unwrap_or(c)),
            '~' => words.push('\u{a0}'),
            c => words.push(c),
        }
    }
    Some(words)
}

/// Groups in groups, at most.
fn nesting(tex: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    let mut escaped = false;
    for byte in tex.bytes() {
        match byte {
            b'{' if !escaped => depth += 1,
            b'}' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
        escaped = byte == b'\\' && !escaped;
    }
    most.max(tex.matches("\\left").count()).max(tex.matches("\\begin").count())
}

const TAGS: [&str; 24] = [
    "math",
    "mrow",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
    "mspace",
    "mfrac",
    "msqrt",
    "mroot",
    "mstyle",
    "mpadded",
    "mphantom",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mtable",
    "mtr",
    "mtd",
    "menclose",
];

/// On every element; none of them holds an address.
const ATTRIBUTES: [&str; 21] = [
    "accent",
    "accentunder",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "width",
];

const CLASSES: [&str; 20] = [
    "cell-left",
    "cell-right",
    "menv-align",
    "menv-alignlike",
    "menv-arraylike",
    "menv-border-only",
    "menv-cases",
    "menv-cells-left",
    "menv-cells-right",
    "menv-hdashline",
    "menv-hline",
    "menv-left-dashed",
    "menv-left-solid",
    "menv-matrix",
    "menv-multline",
    "menv-nonumber",
    "menv-right-dashed",
    "menv-right-solid",
    "menv-with-eqn",
    "mop-negated",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let classes: HashSet<&str> = CLASSES.into_iter().collect();
    let of_tables = ["mtable", "mtr", "mtd", "mrow"].map(|tag| (tag, classes.clone()));
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into_iter().collect())
        .tag_attributes(HashMap::new())
        .generic_attributes(ATTRIBUTES.into_iter().collect())
        .allowed_classes(HashMap::from(of_tables));
    builder
});
