//! Boxes joined by pipes: a program and its interactor, or several programs.

use std::time::{Duration, Instant};

use crate::error::Error;
use crate::outcome::{End, Outcome};
use crate::sandbox::Sandbox;
use crate::spec::{Sink, Spec, Stdin};
use crate::watch::Watch;
use crate::watch::joined::{self, Feed, Link, Outlet, by_name};

/// A pipe from one run to another; runs are numbered as their boxes are.
pub struct Wire<'a> {
    pub from: Source<'a>,
    pub to: Target,
}

/// Where the bytes of a [`Wire`] come from.
pub enum Source<'a> {
    /// What the run prints; its own sink sees that as well.
    Stdout(usize),
    /// What the run writes to a pipe that it opens by name: `/dev/fd/N`, where N is the next descriptor after its own and
    /// those of earlier wires. The sink sees what passes; it counts as output.
    Named(usize, &'a mut dyn Sink),
}

/// Where they go.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// The run's standard input, which is [`Stdin::Joined`].
    Stdin(usize),
    /// A pipe that the run opens by name, as with [`Source::Named`].
    Named(usize),
}

impl Wire<'_> {
    /// Two runs, each of which reads on its standard input what the other prints.
    pub fn pair() -> Vec<Self> {
        let wire = |from, to| Self { from: Source::Stdout(from), to: Target::Stdin(to) };
        vec![wire(0, 1), wire(1, 0)]
    }

    fn ends(&self) -> (usize, usize) {
        let (Source::Stdout(from) | Source::Named(from, _)) = self.from;
        let (Target::Stdin(to) | Target::Named(to)) = self.to;
        (from, to)
    }
}

/// How long a run may go on once all to which it is joined have ended, the last of them in this way; a run that still
/// uses its core is given it again. `None`: as long as its own limits say.
pub type Linger<'a> = &'a dyn Fn(usize, End) -> Option<Duration>;

/// What joined runs did.
#[derive(Debug)]
pub struct Joined {
    /// In the order of the call.
    pub outcomes: Vec<Outcome>,
    /// Whose main process ended first, by the kernel's clock.
    pub first: usize,
}

/// Runs commands at once, a box each, joined by pipes. Each has limits of its own; that of wall time does not count how
/// long others were at work, for which a run may have waited.
///
/// A run is told when nobody writes any more, by the end of the file, but not when nobody reads: what it writes then is
/// counted and dropped. So what it does never hangs on which of the two was quicker to end.
///
/// # Errors
/// Ours in all cases. None of the boxes is usable afterwards and says so.
pub fn join(
    boxes: &mut [&mut Sandbox],
    mut specs: Vec<Spec<'_>>,
    wires: Vec<Wire<'_>>,
    linger: Linger<'_>,
) -> Result<Joined, Error> {
    check(boxes.len(), &specs, &wires)?;
    let asked = Instant::now();
    let (mut feeds, mut links) = (Vec::new(), Vec::new());
    for wire in wires {
        let (feed, link) = connect(wire, &mut specs)?;
        feeds.push(feed);
        links.push(link);
    }
    let begin = |(sandbox, spec): (&mut &mut Sandbox, &Spec<'_>)| sandbox.begin(spec);
    let begun = boxes.iter_mut().zip(&specs).map(begin).collect::<Result<Vec<_>, _>>()?;
    let (rans, first) = {
        let mut runs = Vec::new();
        for ((sandbox, (prepared, _)), spec) in boxes.iter().zip(&begun).zip(specs) {
            runs.push(Watch::start(sandbox.socket(), prepared, spec, asked)?);
        }
        joined::run(runs, (links, &feeds), linger)?
    };
    let all = boxes.iter_mut().zip(rans).zip(begun);
    let outcomes = all.map(|((sandbox, ran), (prepared, work))| sandbox.end(ran, prepared, work));
    Ok(Joined { outcomes: outcomes.collect::<Result<_, _>>()?, first })
}

/// Makes the pipes of a wire and gives the two runs their ends.
fn connect<'a>(wire: Wire<'a>, specs: &mut [Spec<'_>]) -> Result<(Feed, Link<'a>), Error> {
    let (from, to) = wire.ends();
    let (feed, reading) = Feed::make()?;
    let outlet = match wire.from {
        Source::Stdout(_) => None,
        Source::Named(_, sink) => {
            let (outlet, name) = Outlet::make(sink)?;
            specs[from].descriptors.push(name);
            Some(outlet)
        }
    };
    let held = match wire.to {
        Target::Stdin(_) => {
            specs[to].stdin = Stdin::File(reading);
            None
        }
        Target::Named(_) => {
            specs[to].descriptors.push(by_name(&reading)?);
            Some(reading)
        }
    };
    Ok((feed, Link::new((from, to), outlet, held)))
}

/// Every run has a box, every wire has two runs, and who waits for a wire has one.
fn check(boxes: usize, specs: &[Spec<'_>], wires: &[Wire<'_>]) -> Result<(), Error> {
    let bad = |why: &str| Err(Error::BadSpec(why.into()));
    if boxes != specs.len() || specs.is_empty() {
        return bad("joined runs without a box each");
    }
    if wires.iter().map(Wire::ends).any(|(from, to)| from.max(to) >= boxes || from == to) {
        return bad("a wire without two runs");
    }
    let fed = |run| wires.iter().filter(|wire| matches!(wire.to, Target::Stdin(to) if to == run)).count();
    let awaited = |spec: &Spec<'_>| usize::from(matches!(spec.stdin, Stdin::Joined));
    if specs.iter().enumerate().any(|(run, spec)| fed(run) != awaited(spec)) {
        return bad("a joined run with a standard input of its own, or with none");
    }
    let printing =
        |run| wires.iter().filter(|wire| matches!(wire.from, Source::Stdout(from) if from == run)).count();
    if (0..boxes).any(|run| printing(run) > 1) {
        return bad("a run that prints to two others");
    }
    Ok(())
}
