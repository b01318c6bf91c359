//! What templates say through `|`. They escape nothing by hand: what is markup here has no stranger's text in it.

#![expect(unreachable_pub, reason = "the filter macro writes public methods")]

use std::borrow::Borrow;
use std::time::Duration;

use askama::filters::Safe;
use askama::{Result, Values, filter_fn};
use contest::Cell;
use problem::Verdict;
use store::user::Role;
use time::OffsetDateTime;

use crate::mark::{self, Standing};
use crate::words;

#[filter_fn]
pub(crate) fn size(bytes: &u64, _: &dyn Values) -> Result<Safe<String>> {
    Ok(quiet_unit(&words::size(*bytes)))
}

#[filter_fn]
pub(crate) fn limit<D: Borrow<Duration>>(time: D, _: &dyn Values) -> Result<Safe<String>> {
    Ok(quiet_unit(&words::limit(*time.borrow())))
}

#[filter_fn]
pub(crate) fn cpu(time: &Duration, _: &dyn Values) -> Result<Safe<String>> {
    Ok(quiet_unit(&words::seconds(*time)))
}

fn quiet_unit(figure: &str) -> Safe<String> {
    Safe(match figure.split_once(' ') {
        Some((number, unit)) => format!("{number} <span class=\"unit\">{unit}</span>"),
        None => figure.to_owned(),
    })
}

/// How long ago, with the exact time on hover.
#[filter_fn]
pub(crate) fn ago(at: &OffsetDateTime, _: &dyn Values, now: &OffsetDateTime) -> Result<Safe<String>> {
    let (ago, exact) = (words::ago(*at, *now), words::exact(*at));
    Ok(Safe(format!("<time title=\"{exact}\">{ago}</time>")))
}

/// `5,000`
#[filter_fn]
pub(crate) fn grouped<N: Borrow<u64>>(number: N, _: &dyn Values) -> Result<String> {
    Ok(words::grouped(*number.borrow()))
}

/// `1 submission`, `5,000 submissions`
#[filter_fn]
pub(crate) fn counted(number: &u64, _: &dyn Values, noun: &str) -> Result<String> {
    Ok(words::count(*number, noun))
}

/// `73 of 100`
#[filter_fn]
pub(crate) fn score(score: &f64, _: &dyn Values, max: &Option<f64>) -> Result<String> {
    Ok(words::score(*score, *max))
}

/// Shape and words of a standing.
#[filter_fn]
pub(crate) fn verdict<S: Borrow<Standing>>(standing: S, _: &dyn Values) -> Result<Safe<String>> {
    let standing = *standing.borrow();
    let (mark, words) = (standing.mark(), standing.words());
    Ok(Safe(format!("<span class=\"verdict\">{mark}<span>{words}</span></span>")))
}

/// The viewer's own mark before a problem.
#[filter_fn]
pub(crate) fn cell(cell: &Cell, _: &dyn Values) -> Result<Safe<String>> {
    let (shape, words) = match cell {
        Cell::Untried => return Ok(Safe(String::new())),
        Cell::Solved { .. } => (mark::svg(Verdict::Ac), "solved"),
        Cell::Pending { .. } => (mark::ring(0, 1), "being judged"),
        Cell::Tried { .. } => (mark::svg(Verdict::Wa), "tried, not solved"),
    };
    Ok(Safe(format!("<span title=\"{words}\">{shape}<span class=\"visually-hidden\">{words}</span></span>")))
}

#[filter_fn]
pub(crate) fn language(id: &str, _: &dyn Values) -> Result<String> {
    Ok(words::language(id).to_owned())
}

#[filter_fn]
pub(crate) fn role(role: &Role, _: &dyn Values) -> Result<&'static str> {
    Ok(match role {
        Role::Contestant => "Contestant",
        Role::Setter => "Problem setter",
        Role::Jury => "Jury",
        Role::Admin => "Admin",
    })
}
