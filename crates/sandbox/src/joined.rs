//! Two boxes joined by pipes: a program and its interactor.

use std::time::{Duration, Instant};

use crate::error::Error;
use crate::outcome::Outcome;
use crate::sandbox::Sandbox;
use crate::spec::{Spec, Stdin};
use crate::watch::Watch;
use crate::watch::joined::{self, Feed, Tee};

/// What two joined runs did.
#[derive(Debug)]
pub struct Joined {
    /// In the order of the call.
    pub outcomes: [Outcome; 2],
    /// Whose main process ended first, by the kernel's clock: 0 or 1.
    pub first: usize,
}

/// Runs two commands at once, in two boxes, each reading on its standard input what the other prints; both have
/// [`Stdin::Joined`]. Their sinks see what passes. Each has limits of its own; when one has ended, the other has `linger`
/// to end as well.
///
/// A run whose reader is gone is told by SIGPIPE, as of any pipe: ask [`Joined::first`] before you blame it.
///
/// # Errors
/// Ours in all cases. Neither box is usable afterwards and says so.
pub fn join(boxes: [&mut Sandbox; 2], specs: [Spec<'_>; 2], linger: Duration) -> Result<Joined, Error> {
    if specs.iter().any(|spec| !matches!(spec.stdin, Stdin::Joined)) {
        return Err(Error::BadSpec("a joined run with a standard input of its own".into()));
    }
    let asked = Instant::now();
    let ([left, right], [mut first, mut second]) = (boxes, specs);
    let (to_left, left_stdin) = Feed::make()?;
    let (to_right, right_stdin) = Feed::make()?;
    first.stdin = Stdin::File(left_stdin);
    second.stdin = Stdin::File(right_stdin);
    let ((left_run, left_work), (right_run, right_work)) = (left.begin(&first)?, right.begin(&second)?);
    let mut left_tee = Tee { sink: first.stdout, feed: &to_right };
    let mut right_tee = Tee { sink: second.stdout, feed: &to_left };
    let first = Spec { stdout: &mut left_tee, ..first };
    let second = Spec { stdout: &mut right_tee, ..second };
    let runs = [
        Watch::start(left.socket(), &left_run, first, asked)?,
        Watch::start(right.socket(), &right_run, second, asked)?,
    ];
    let ([left_ran, right_ran], first) = joined::run(runs, [&to_left, &to_right], linger)?;
    let outcomes = [left.end(left_ran, left_run, left_work)?, right.end(right_ran, right_run, right_work)?];
    Ok(Joined { outcomes, first })
}
