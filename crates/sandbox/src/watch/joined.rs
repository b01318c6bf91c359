//! Several runs at once, joined by pipes: a program and its interactor, or several programs.
//!
//! What goes from one to the other goes through us, so that it is counted, limited and seen. None can make us wait: of
//! a program whose reader does not read we take no more, and its own pipe fills as it would without us. Of one whose
//! reader is gone we take all and drop it: SIGPIPE would come or not come by chance, just before or after its last word.

mod feed;

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use super::{PIECE, Parting, Ran, Wanted, Watch, wait};
use crate::error::Error;
use crate::joined::Linger;
use crate::outcome::{End, Stopped};

pub(crate) use feed::{Feed, Outlet, by_name};

/// For a program that closed a pipe to have ended as well, if it is alive, and if it is seen to be dying.
const HOLD: Duration = Duration::from_millis(50);
const LAST_HOLD: Duration = Duration::from_secs(2);

/// A pipe from one run to another; its feed is apart.
pub(crate) struct Link<'a> {
    from: usize,
    to: usize,
    /// Where the bytes come from; `None`: what the run prints.
    outlet: Option<Outlet<'a>>,
    /// The end that is read, of a pipe that is opened by name: held until the reader has ended, since before it may not
    /// have opened it.
    held: Option<OwnedFd>,
    /// Since when its writer is seen to have closed its end, and since when its reader.
    quiet: Option<Instant>,
    deaf: Option<Instant>,
}

impl<'a> Link<'a> {
    pub(crate) fn new((from, to): (usize, usize), outlet: Option<Outlet<'a>>, held: Option<OwnedFd>) -> Self {
        Self { from, to, outlet, held, quiet: None, deaf: None }
    }

    /// Nobody writes any more. A pipe can outlive all who have it, see [`Watch::drain`].
    fn is_mute(&self, runs: &[Watch<'_>]) -> bool {
        let writer = &runs[self.from];
        writer.gone || self.outlet.as_ref().map_or(writer.pipes.stdout.is_none(), Outlet::is_closed)
    }

    /// Takes what came by name.
    fn serve(
        &mut self,
        writer: &mut Watch<'_>,
        (feed, ready): (&Feed, bool),
        buffer: &mut [u8],
    ) -> Result<(), Error> {
        let Some(outlet) = &mut self.outlet else { return Ok(()) };
        if writer.ran.ended.is_some() {
            outlet.release();
        }
        if ready {
            outlet.take(writer, feed, buffer)?;
        }
        // All writers are dead: what they wrote lies in the pipe.
        while writer.gone && !outlet.is_closed() && outlet.take(writer, feed, buffer)? {}
        Ok(())
    }

    /// Tells the reader that nothing more comes. A program that ends closes its pipes a moment before its init can tell
    /// that it ended; that is waited for, so that what the other does about it comes later by every clock.
    fn tell(&mut self, runs: &[Watch<'_>], feed: &Feed) {
        if self.is_mute(runs) {
            let since = *self.quiet.get_or_insert_with(Instant::now);
            if runs[self.from].ran.ended.is_some() || !may_be_ending(&runs[self.from], since) {
                feed.end();
            }
        }
        if runs[self.to].ran.ended.is_some() {
            self.held = None;
        }
        if feed.is_closed() {
            self.deaf.get_or_insert_with(Instant::now);
        }
    }

    /// Whether nothing is taken from the writer just now: the reader does not read; or it has closed its end, and it is
    /// not known yet whether it has ended, which is to come before whatever the writer is ended for.
    fn holds(&self, runs: &[Watch<'_>], feed: &Feed) -> bool {
        let reader = &runs[self.to];
        let ending = || self.deaf.is_some_and(|since| may_be_ending(reader, since));
        feed.is_waiting() || (reader.ran.ended.is_none() && ending())
    }
}

/// Whether a run of whose end nobody has told, and which closed a pipe then, may be telling of it just now.
fn may_be_ending(run: &Watch<'_>, closed: Instant) -> bool {
    let ago = closed.elapsed();
    ago < HOLD || (ago < LAST_HOLD && run.prepared.meter.is_dying())
}

/// Stays until everything of all runs is dead. The facts of each, and which ended first.
pub(crate) fn run<'a>(
    mut runs: Vec<Watch<'a>>,
    (mut links, feeds): (Vec<Link<'_>>, &'a [Feed]),
    linger: Linger<'_>,
) -> Result<(Vec<Ran>, usize), Error> {
    let mut buffer = vec![0; PIECE];
    for (link, feed) in links.iter().zip(feeds).filter(|(link, _)| link.outlet.is_none()) {
        runs[link.from].onto = Some(feed);
    }
    while runs.iter().any(|run| !run.gone) {
        let ready = await_all(&mut runs, &links, feeds)?;
        excuse(&mut runs)?;
        for (run, ready) in runs.iter_mut().zip(ready.chunks(4)).filter(|(run, _)| !run.gone) {
            run.serve(ready, &mut buffer)?;
        }
        let named = &ready[runs.len() * 4..];
        for ((link, feed), &ready) in links.iter_mut().zip(feeds).zip(named) {
            link.serve(&mut runs[link.from], (feed, ready), &mut buffer)?;
        }
        feeds.iter().try_for_each(Feed::pass)?;
        links.iter_mut().zip(feeds).for_each(|(link, feed)| link.tell(&runs, feed));
        feeds.iter().try_for_each(Feed::pass)?;
        part(&mut runs, &links, linger)?;
    }
    let first = (0..runs.len()).min_by_key(|&run| runs[run].ran.ended).unwrap_or(0);
    Ok((runs.into_iter().map(|run| run.ran).collect(), first))
}

/// Four of each run, then what comes by name on each link; then the feeds, of which only the waking up is wanted.
fn await_all(runs: &mut [Watch<'_>], links: &[Link<'_>], feeds: &[Feed]) -> Result<Vec<bool>, Error> {
    for (link, feed) in links.iter().zip(feeds).filter(|(link, _)| link.outlet.is_none()) {
        runs[link.from].held = link.holds(runs, feed);
    }
    let looks: Vec<_> = feeds.iter().map(Feed::look).collect();
    let of_runs = runs.iter().flat_map(|run| if run.gone { [None; 4] } else { run.wanted() });
    let named = links.iter().zip(feeds).map(|(link, feed)| {
        link.outlet.as_ref().filter(|_| !link.holds(runs, feed)).and_then(Outlet::wanted)
    });
    let wanted: Vec<Wanted<'_>> =
        of_runs.chain(named).chain(looks.iter().map(|feed| feed.wanted())).collect();
    let clocks = runs.iter().filter(|run| !run.gone).map(Watch::deadline);
    let telling = links.iter().flat_map(|link| [link.quiet, link.deaf]).flatten().map(|since| since + HOLD);
    let deadline = clocks.chain(telling.filter(|at| *at > Instant::now())).min();
    wait(&wanted, deadline.unwrap_or_else(Instant::now))
}

/// Those to which `run` is joined.
fn partners<'l>(run: usize, links: &'l [Link<'_>]) -> impl Iterator<Item = usize> + 'l {
    links.iter().filter_map(move |link| match (link.from == run, link.to == run) {
        (true, _) => Some(link.to),
        (_, true) => Some(link.from),
        _ => None,
    })
}

/// Tells a run whose wall limit is near how long others were at work, or ready for it while their core was busy: it may
/// have waited for them, for one that waited for another, too.
fn excuse(runs: &mut [Watch<'_>]) -> Result<(), Error> {
    let now = Instant::now();
    for own in 0..runs.len() {
        let run = &runs[own].ran;
        if now < runs[own].wall_deadline || run.started.is_none() || run.ended.is_some() {
            continue;
        }
        let others = runs.iter().enumerate().filter(|(other, _)| *other != own);
        let busy = others.map(|(_, run)| Ok(run.used()? + run.waited()));
        runs[own].excused = busy.sum::<Result<_, Error>>()?;
    }
    Ok(())
}

/// Gives a run that is left alone its time. None where the last of the others stood still until its wall limit: then this
/// one did, too, and is not to go on only because the pipe to it is closed.
fn part(runs: &mut [Watch<'_>], links: &[Link<'_>], linger: Linger<'_>) -> Result<(), Error> {
    for own in (0..runs.len()).filter(|&own| runs[own].parting.is_none()).collect::<Vec<_>>() {
        if runs[own].ran.ended.is_some() {
            continue;
        }
        let ends: Option<Vec<_>> =
            partners(own, links).map(|other| Some((runs[other].ran.ended?, other))).collect();
        let Some(&(ended, last)) = ends.as_ref().and_then(|ends| ends.iter().max()) else { continue };
        let stood_still = runs[last].ran.stopped == Some(Stopped::WallLimit);
        let end = runs[last].ran.end.unwrap_or(End::Signaled(libc::SIGKILL));
        let linger = if stood_still { Some(Duration::ZERO) } else { linger(own, end) };
        if let Some(linger) = linger {
            let cpu = runs[own].used()?;
            runs[own].parting = Some(Parting { at: ended + linger, linger, cpu });
        }
    }
    Ok(())
}
