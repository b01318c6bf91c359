//! What a run through the box costs, beside the same program started bare.
//!
//! Each measuring is interleaved, bare, box, bare, box, so that whatever else the machine does falls on both alike. Bare
//! and box do the same work: the input is opened, the program started, its output taken and compared.

mod overshoot;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::memfd::{MFdFlags, memfd_create};

use crate::cgroup::Nest;
use crate::error::Error;
use crate::host::Host;
use crate::outcome::{Outcome, Status};
use crate::pinned::Pinned;
use crate::sandbox::Sandbox;
use crate::sealed::Sealed;
use crate::spec::{Layout, Limits, Spec, Stdin};
pub use overshoot::{Overshoot, overshoot};

/// Runs of each kind before those that count.
const WARM: usize = 10;
/// Of a judge that has nothing to do between two runs.
const PAUSE: Duration = Duration::from_millis(60);

/// A program to be timed. It is ours: it is started bare, too.
pub struct Subject<'a> {
    /// Path and arguments on the host.
    pub bare: Vec<OsString>,
    /// The same in the box.
    pub argv: Vec<OsString>,
    /// Executed instead of `argv[0]`.
    pub exe: Option<&'a Sealed>,
    pub layout: &'a Layout,
    pub input: &'a Sealed,
    /// What it must print: a program that fails is quick.
    pub output: &'a [u8],
}

/// How long each run took, from the caller's wish to the caller's answer.
#[derive(Clone, Debug, Default)]
pub struct Times {
    pub bare: Vec<Duration>,
    /// In a kept box, interleaved with `bare`.
    pub boxed: Vec<Duration>,
    /// Bare, 60 ms after the run before.
    pub bare_paused: Vec<Duration>,
    /// In a kept box, 60 ms after the run before, interleaved with `bare_paused`.
    pub paused: Vec<Duration>,
    /// Two boxes at once, on two cores where there are two: half of each run's time, so that it compares with `boxed`.
    pub slots2: Vec<Duration>,
}

/// Times `runs` runs of each kind; the paused ones, which take long, at most 100.
///
/// # Errors
/// Ours; a program that fails or prints anything else is among them.
pub fn time(host: &Host, subject: &Subject<'_>, runs: usize) -> Result<Times, Error> {
    let mut sandbox = host.open(0, subject.layout)?;
    let mut times = Times::default();
    let pinned = Pinned::to(sandbox.core())?;
    for _ in 0..WARM {
        bare(subject)?;
        boxed(&mut sandbox, subject)?;
    }
    for _ in 0..runs {
        times.bare.push(bare(subject)?);
        times.boxed.push(boxed(&mut sandbox, subject)?);
    }
    for _ in 0..runs.min(100) {
        thread::sleep(PAUSE);
        times.bare_paused.push(bare(subject)?);
        thread::sleep(PAUSE);
        times.paused.push(boxed(&mut sandbox, subject)?);
    }
    drop((sandbox, pinned));
    times.slots2 = slots2(host, subject, runs)?;
    Ok(times)
}

/// Two threads, a box each.
fn slots2(host: &Host, subject: &Subject<'_>, runs: usize) -> Result<Vec<Duration>, Error> {
    let start = Barrier::new(2);
    let one = |slot: u32| -> Result<Vec<Duration>, Error> {
        let opened = host.open(slot, subject.layout);
        start.wait();
        let mut sandbox = opened?;
        let _pinned = Pinned::to(sandbox.core())?;
        (0..runs).map(|_| boxed(&mut sandbox, subject).map(|time| time / 2)).collect()
    };
    thread::scope(|scope| {
        let second = scope.spawn(|| one(1));
        let mut times = one(0)?;
        times.extend(second.join().map_err(|_| Error::Lost("a thread of the benchmark ended"))??);
        Ok(times)
    })
}

fn boxed(sandbox: &mut Sandbox, subject: &Subject<'_>) -> Result<Duration, Error> {
    run(sandbox, subject).map(|(took, _)| took)
}

fn run(sandbox: &mut Sandbox, subject: &Subject<'_>) -> Result<(Duration, Outcome), Error> {
    let began = Instant::now();
    let mut stdout = Vec::new();
    let stdin = Stdin::File(subject.input.open().map_err(Error::io("open the input"))?);
    let spec = Spec::new(subject.argv.clone(), &mut stdout, Limits::default());
    let outcome = sandbox.run(Spec { exe: subject.exe, stdin, ..spec })?;
    let took = began.elapsed();
    if outcome.status() == Status::Ok && stdout == subject.output {
        Ok((took, outcome))
    } else {
        Err(odd(&stdout))
    }
}

fn bare(subject: &Subject<'_>) -> Result<Duration, Error> {
    let began = Instant::now();
    let mut output =
        memfd_create("output", MFdFlags::MFD_CLOEXEC).map(File::from).map_err(Error::os("make a file"))?;
    let mut start = || -> io::Result<(bool, Vec<u8>)> {
        let status = Command::new(&subject.bare[0])
            .args(&subject.bare[1..])
            .env_clear()
            .stdin(subject.input.open()?)
            .stdout(output.try_clone()?)
            .stderr(Stdio::null())
            .status()?;
        let mut stdout = Vec::new();
        output.rewind()?;
        output.read_to_end(&mut stdout)?;
        Ok((status.success(), stdout))
    };
    let (success, stdout) = start().map_err(Error::io("start a program bare"))?;
    let took = began.elapsed();
    if success && stdout == subject.output { Ok(took) } else { Err(odd(&stdout)) }
}

fn odd(stdout: &[u8]) -> Error {
    Error::BadSpec(format!(
        "the program to be timed failed; it printed {:?}",
        String::from_utf8_lossy(stdout)
    ))
}

/// A part of the way to a run, and how long it took each time.
pub type Step = (&'static str, Vec<Duration>);

/// Times the parts of a run of `noop`: those that a caller waits for, and those that are made ready while nobody waits.
///
/// # Errors
/// Ours in all cases.
pub fn steps(host: &Host, noop: &Subject<'_>, runs: usize) -> Result<Vec<Step>, Error> {
    let mut steps = way(&mut host.open(0, noop.layout)?, noop, runs)?;
    let mut time = |name, step: &mut dyn FnMut() -> Result<(), Error>| -> Result<(), Error> {
        for _ in 0..WARM {
            step()?;
        }
        let mut once = |_| {
            let began = Instant::now();
            step().map(|()| began.elapsed())
        };
        steps.push((name, (0..runs).map(&mut once).collect::<Result<Vec<_>, _>>()?));
        Ok(())
    };
    time("open and close a box", &mut || host.open(0, noop.layout).map(drop))?;
    if let Some(cgroups) = host.cgroups() {
        let nest = Nest::make(cgroups, None)?;
        time("make and remove a control group", &mut || nest.group().map(drop))?;
        let mut group = nest.group()?;
        time("start a control group's counts", &mut || {
            group.start(64 << 20, 64).map_err(Error::io("set limits"))
        })?;
        time("read all counters", &mut || group.usage().map(drop).map_err(Error::io("read counters")))?;
    }
    Ok(steps)
}

/// From the caller's wish to `execve`, to the program's end, to the caller's answer.
fn way(sandbox: &mut Sandbox, noop: &Subject<'_>, runs: usize) -> Result<Vec<Step>, Error> {
    let names = ["from the call to execve", "from execve to the end", "from the end to the answer"];
    let mut steps = names.map(|name| (name, Vec::new()));
    for number in 0..WARM + runs {
        let (took, outcome) = run(sandbox, noop)?;
        if number >= WARM {
            let rest = took.saturating_sub(outcome.setup + outcome.wall);
            let parts = [outcome.setup, outcome.wall, rest];
            steps.iter_mut().zip(parts).for_each(|((_, times), part)| times.push(part));
        }
    }
    Ok(steps.into())
}
