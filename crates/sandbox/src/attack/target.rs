//! A row set up in a box.

use std::time::{Duration, Instant};

use crate::attack::row::{Executed, Row, Sources};
use crate::attack::seen::{Aspect, STDERR_BYTES, aspects};
use crate::attack::table::{Expected, Program};
use crate::error::Error;
use crate::host::Host;
use crate::outcome::{Outcome, Status};
use crate::sandbox::Sandbox;
use crate::spec::{Limits, Spec, Stdin};

/// A run of nothing takes 1 to 2 ms of CPU time on a usual machine; each of these is once more of that.
const USUAL: Duration = Duration::from_millis(3);
/// Times that slower machines, which are emulated ones, may be slower.
const SLOWEST: u32 = 30;

/// A row and the box in which it will be tried.
pub struct Target<'a> {
    host: &'a Host,
    program: &'a Program,
    /// The slot of the copy beside.
    beside: u32,
    sandbox: Sandbox,
    given: Given,
}

/// What each run is given, and what it must come to.
struct Given {
    sources: Sources,
    limits: Limits,
    expected: Expected,
}

/// What the runs of a row came to.
#[derive(Debug)]
pub struct Attempt {
    /// Of the first run that was not as it must be, else of the last one.
    pub aspects: Vec<Aspect>,
    /// The figures of all runs, for who looks for a reason.
    pub detail: String,
}

/// One run, and how long it took for us.
struct Tried {
    took: Duration,
    outcome: Outcome,
    stdout: String,
}

impl<'a> Target<'a> {
    /// Opens the first slot's box and has it run nothing, which tells how slow the machine is. The second slot is for
    /// rows that need two boxes at once. About 20 ms.
    ///
    /// # Errors
    /// Ours in all cases.
    pub fn open(host: &'a Host, row: &'a Row, slots: [u32; 2]) -> Result<Self, Error> {
        let program = &row.program;
        let sources = row.sources()?;
        let mut sandbox = host.open(slots[0], &program.layout())?;
        let nothing = sources.nothing(&mut sandbox)?;
        let slowness = slowness(nothing.outcome.cpu);
        let expected = program.expected(host.grade(), host.is_root()).on_slow(slowness);
        let limits = program.limits(&expected, slowness);
        let given = Given { sources, limits, expected };
        Ok(Self { host, program, beside: slots[1], sandbox, given })
    }

    /// Runs it as often as its table says, then nothing in the same box, which must work.
    ///
    /// # Errors
    /// Ours, which no program should be able to bring about.
    pub fn attack(&mut self) -> Result<Attempt, Error> {
        let mut attempt = Attempt { aspects: Vec::new(), detail: String::new() };
        let (mut longest, mut said) = (Duration::ZERO, None);
        for _ in 0..self.program.times.max(1) {
            for tried in self.once()? {
                longest = longest.max(tried.took);
                attempt.take(&self.given.expected, &tried);
                let before = said.get_or_insert_with(|| tried.stdout.clone());
                if *before != tried.stdout {
                    let other = format!("then {:?}", tried.stdout);
                    attempt.aspects.push(Aspect::fault("the same each time", other));
                }
            }
        }
        let start = Instant::now();
        let nothing = self.given.sources.nothing(&mut self.sandbox)?;
        let status = nothing.outcome.status();
        if status != Status::Ok {
            attempt
                .aspects
                .push(Aspect::fault("a next run that works", format!("a next run with {}", status.code())));
        }
        // How long nothing takes tells how loaded this machine is.
        let most = self.given.limits.wall + Duration::from_millis(500) + 20 * start.elapsed();
        if longest > most {
            attempt.aspects.push(Aspect::late(most, longest));
        }
        Ok(attempt)
    }

    /// One run, or two at once.
    fn once(&mut self) -> Result<Vec<Tried>, Error> {
        let Self { host, program, beside, sandbox, given } = self;
        if !program.beside {
            return Ok(vec![given.run(sandbox, "a")?]);
        }
        let mut other = host.open(*beside, &program.layout())?;
        std::thread::scope(|scope| {
            let other = scope.spawn(|| given.run(&mut other, "b"));
            let first = given.run(sandbox, "a");
            let other = other.join().map_err(|_| Error::Lost("the run beside panicked"))?;
            Ok(vec![first?, other?])
        })
    }
}

impl Sources {
    /// A run of a program that does nothing.
    fn nothing(&self, sandbox: &mut Sandbox) -> Result<Tried, Error> {
        let limits = Limits { wall: Duration::from_secs(20), memory: 64 << 20, ..Limits::default() };
        let mut stdout = Vec::new();
        let spec = Spec { exe: Some(&self.corpus), ..Spec::new(vec!["nothing".into()], &mut stdout, limits) };
        let start = Instant::now();
        let outcome = sandbox.run(spec)?;
        Ok(Tried { took: start.elapsed(), outcome, stdout: String::new() })
    }
}

impl Given {
    /// As one of two, `a` or `b`.
    fn run(&self, sandbox: &mut Sandbox, who: &str) -> Result<Tried, Error> {
        let Sources { argv, corpus, executed, input } = &self.sources;
        let mut stdout = Vec::new();
        let mut spec = Spec::new(argv.clone(), &mut stdout, self.limits.clone());
        spec.stderr_bytes = STDERR_BYTES;
        match executed {
            Executed::Corpus => spec.exe = Some(corpus),
            Executed::File(file) => spec.exe = Some(file),
            Executed::Command(name, file) => spec.files.push((name.clone(), file)),
        }
        if spec.exe.is_some() {
            spec.argv.push(who.into());
        }
        if let Some(input) = input {
            spec.stdin = Stdin::File(input.open().map_err(Error::io("open the input"))?);
        }
        let start = Instant::now();
        let outcome = sandbox.run(spec)?;
        let took = start.elapsed();
        Ok(Tried { took, outcome, stdout: String::from_utf8_lossy(&stdout).into_owned() })
    }
}

impl Attempt {
    /// What was wrong once stays.
    fn take(&mut self, expected: &Expected, tried: &Tried) {
        self.detail.push_str(&tried.words());
        if self.ok() {
            self.aspects = aspects(expected, &tried.outcome, &tried.stdout);
        }
    }

    /// Whether everything is as it must be so far.
    pub fn ok(&self) -> bool {
        self.aspects.iter().all(|aspect| aspect.ok)
    }
}

impl Tried {
    fn words(&self) -> String {
        let Self { took, outcome, stdout } = self;
        let Outcome { cpu, wall, setup, memory, oom_kills, output, stderr, .. } = outcome;
        format!(
            "{}, {:?}, stopped: {:?}; {cpu:?} of CPU, {wall:?} of {took:?}, setup {setup:?}, {} KiB, {oom_kills} \
             killed for memory, printed {output} and {} bytes\n{}\n{}\n",
            outcome.status().code(),
            outcome.end,
            outcome.stopped,
            memory >> 10,
            stderr.len(),
            stdout.chars().take(4_000).collect::<String>(),
            String::from_utf8_lossy(stderr).chars().take(1_000).collect::<String>(),
        )
    }
}

/// How many times the CPU time of a usual machine this one needs: more than 1 where the machine is emulated, however
/// busy it is.
fn slowness(nothing: Duration) -> u32 {
    u32::try_from(nothing.as_millis() / USUAL.as_millis()).map_or(SLOWEST, |times| times.clamp(1, SLOWEST))
}
