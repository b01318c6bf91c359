//! Two runs at once, each reading what the other prints: a program and its interactor.
//!
//! What goes from one to the other goes through us, so that it is counted, limited and seen. Neither can make us wait: of
//! a program whose reader does not read we take no more, and its own pipe fills as it would without us.

use std::cell::RefCell;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::PollFlags;
use nix::unistd::pipe2;

use super::{PIECE, Ran, Wanted, Watch, wait};
use crate::error::Error;
use crate::outcome::Stopped;
use crate::spec::Sink;

/// For a program that closed a pipe to have ended as well.
const HOLD: Duration = Duration::from_millis(50);

/// Our end of a run's standard input, and what waits to go there.
pub(crate) struct Feed(RefCell<Inner>);

struct Inner {
    /// `None` once its reader is gone, or nothing more will come.
    pipe: Option<File>,
    waiting: Vec<u8>,
    /// Nothing more will come.
    ended: bool,
}

impl Feed {
    /// The feed, and the run's standard input.
    pub(crate) fn make() -> Result<(Self, OwnedFd), Error> {
        let (read, write) = pipe2(OFlag::O_CLOEXEC).map_err(Error::os("make a pipe"))?;
        fcntl(&write, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Error::os("make a pipe"))?;
        let pipe = Some(File::from(write));
        Ok((Self(RefCell::new(Inner { pipe, waiting: Vec::new(), ended: false })), read))
    }

    fn is_waiting(&self) -> bool {
        let inner = self.0.borrow();
        inner.pipe.is_some() && !inner.waiting.is_empty()
    }

    fn is_closed(&self) -> bool {
        self.0.borrow().pipe.is_none()
    }

    fn push(&self, piece: &[u8]) {
        let mut inner = self.0.borrow_mut();
        if inner.pipe.is_some() {
            inner.waiting.extend_from_slice(piece);
        }
    }

    /// What is waiting still goes.
    fn end(&self) {
        self.0.borrow_mut().ended = true;
    }

    /// Passes on what its reader takes; closes it when that was all, or when nobody reads it.
    fn pass(&self) -> Result<(), Error> {
        let mut inner = self.0.borrow_mut();
        let Inner { pipe, waiting, ended } = &mut *inner;
        while let Some(file) = pipe.as_mut().filter(|_| !waiting.is_empty()) {
            match file.write(waiting) {
                Ok(len) => drop(waiting.drain(..len)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => *pipe = None,
                Err(error) => return Err(Error::io("pass on what a run printed")(error)),
            }
        }
        if *ended {
            *pipe = None;
        }
        Ok(())
    }
}

/// Shows what a run prints to the caller, and hands it to the other run.
pub(crate) struct Tee<'a> {
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) feed: &'a Feed,
}

impl Sink for Tee<'_> {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        self.feed.push(piece);
        self.sink.write(piece)
    }
}

/// Stays until everything of both runs is dead. `feeds` are their standard inputs. When one has ended, the other has
/// `linger` to end as well. The facts of both, and which ended first.
pub(crate) fn run(
    mut runs: [Watch<'_>; 2],
    feeds: [&Feed; 2],
    linger: Duration,
) -> Result<([Ran; 2], usize), Error> {
    let mut buffer = vec![0; PIECE];
    let mut quiet = [None, None];
    while runs.iter().any(|run| !run.gone) {
        let ready = await_both(&mut runs, feeds, quiet)?;
        for (own, run) in runs.iter_mut().enumerate().filter(|(_, run)| !run.gone) {
            run.serve(&ready[own * 4..][..4], &mut buffer)?;
        }
        feeds.iter().try_for_each(|feed| feed.pass())?;
        for (own, other) in [(0, 1), (1, 0)] {
            tell(&mut runs, feeds, &mut quiet[own], (own, other));
        }
        feeds.iter().try_for_each(|feed| feed.pass())?;
        part(&mut runs, linger);
    }
    let first = usize::from(runs[1].ran.ended < runs[0].ran.ended);
    Ok((runs.map(|run| run.ran), first))
}

/// Tells `other` that `own` has closed an end of a pipe, as if the two held the pipes themselves: an end of file, or
/// SIGPIPE for who writes on. A program that ends closes its pipes a moment before its init can tell that it ended; that
/// is waited for, so that what the other does about it comes later by every clock.
fn tell(
    runs: &mut [Watch<'_>; 2],
    feeds: [&Feed; 2],
    quiet: &mut Option<Instant>,
    (own, other): (usize, usize),
) {
    let (mute, deaf) = (runs[own].pipes.stdout.is_none(), feeds[own].is_closed());
    if !(mute || deaf) {
        return;
    }
    let since = *quiet.get_or_insert_with(Instant::now);
    if runs[own].ran.ended.is_none() && since.elapsed() < HOLD {
        return;
    }
    if mute {
        feeds[other].end();
    }
    if deaf {
        runs[other].pipes.stdout = None;
    }
}

/// Four of each run, then one of each feed.
fn await_both(
    runs: &mut [Watch<'_>; 2],
    feeds: [&Feed; 2],
    quiet: [Option<Instant>; 2],
) -> Result<Vec<bool>, Error> {
    runs.iter_mut().zip([1, 0]).for_each(|(run, other)| run.held = feeds[other].is_waiting());
    let pipes = feeds.map(|feed| feed.0.borrow());
    let feeding = pipes.iter().map(|feed| -> Wanted<'_> {
        let pipe = feed.pipe.as_ref().filter(|_| !feed.waiting.is_empty())?;
        Some((pipe.as_fd(), PollFlags::POLLOUT))
    });
    let of_runs = runs.iter().flat_map(|run| if run.gone { [None; 4] } else { run.wanted() });
    let wanted: Vec<Wanted<'_>> = of_runs.chain(feeding).collect();
    let clocks = runs.iter().filter(|run| !run.gone).map(Watch::deadline);
    let telling = quiet.into_iter().flatten().map(|since| since + HOLD);
    let deadline = clocks.chain(telling.filter(|at| *at > Instant::now())).min();
    wait(&wanted, deadline.unwrap_or_else(Instant::now))
}

/// Gives the one that is left when the other has ended so much time. None where the other stood still until its wall
/// limit: then this one did, too, and is not to go on only because the pipe to it is closed.
fn part(runs: &mut [Watch<'_>; 2], linger: Duration) {
    let until = [&runs[0], &runs[1]].map(|run| {
        let stood_still = run.ran.stopped == Some(Stopped::WallLimit);
        run.ran.ended.map(|ended| if stood_still { ended } else { ended + linger })
    });
    runs[0].parting = until[1];
    runs[1].parting = until[0];
}
