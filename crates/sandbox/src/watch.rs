//! Watches one run: reads what it prints, looks at the clocks, ends it at a limit, and hears how it went.

mod clocks;
pub(crate) mod joined;
mod pipes;
mod ran;

use std::ops::ControlFlow;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::time::TimeSpec;
use nix::time::{ClockId, clock_gettime};

use crate::error::Error;
use crate::outcome::{End, Stopped};
use crate::prepared::{Meter, Prepared};
use crate::sandbox::{ENDED, failure, run_packet, stdin};
use crate::sealed::Sealed;
use crate::spec::{Limits, Sink, Spec};
use crate::wire::{self, say};
use clocks::Parting;
use pipes::{Pipes, read};
pub(crate) use ran::Ran;

/// A target that has not executed its program by then, or a killed run that is not dead by then, is lost.
const PATIENCE: Duration = Duration::from_secs(20);
/// What a wall limit can grow by on a busy machine, in wall limits.
const MOST_WAIT: u32 = 4;
/// Two looks at the CPU counter are at least this far apart.
const SHORTEST_LOOK: Duration = Duration::from_micros(300);
/// The first look at the clocks comes so early; most runs are over before.
const FIRST_LOOK: Duration = Duration::from_millis(10);
/// How long a run that may be given up goes on before it is looked whether it is.
const LISTEN: Duration = Duration::from_millis(20);
/// Bytes taken from a pipe at once.
const PIECE: usize = 64 << 10;

/// Everything that is known of a run while it goes on.
pub(crate) struct Watch<'a> {
    socket: BorrowedFd<'a>,
    prepared: &'a Prepared,
    limits: Limits,
    pipes: Pipes,
    sink: &'a mut dyn Sink,
    ran: Ran,
    stderr_bytes: usize,
    next_look: Instant,
    wall_deadline: Instant,
    /// What this thread had waited for a core when it first looked; a short run is over before that.
    reader_base: Option<Duration>,
    /// Nothing of the program is alive.
    gone: bool,
    killed: Option<Instant>,
    /// Nobody takes what it prints just now.
    held: bool,
    /// Who reads what it prints, besides the sink.
    onto: Option<&'a joined::Feed>,
    /// How long those were at work for which it may have waited.
    excused: Duration,
    /// Everything to which it is joined has ended.
    parting: Option<Parting>,
}

/// Sends the command and stays until everything of the run is dead.
pub(crate) fn run(
    socket: BorrowedFd<'_>,
    prepared: &Prepared,
    spec: Spec<'_>,
    asked: Instant,
) -> Result<Ran, Error> {
    let given_up = spec.given_up.clone();
    let mut watch = Watch::start(socket, prepared, spec, asked)?;
    let mut buffer = vec![0; PIECE];
    while !watch.gone {
        let fds = watch.wanted();
        let until = watch.deadline();
        let ready = wait(&fds, given_up.as_ref().map_or(until, |_| until.min(Instant::now() + LISTEN)))?;
        watch.serve(&ready, &mut buffer)?;
        // Before it has started there is nothing to end yet.
        if watch.ran.started.is_some() && given_up.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            watch.stop(Stopped::BySink);
        }
    }
    Ok(watch.ran)
}

/// A descriptor, where there is something to wait for, and what for.
type Wanted<'a> = Option<(BorrowedFd<'a>, PollFlags)>;

/// Sleeps until something is ready or it is time; which are ready.
fn wait(wanted: &[Wanted<'_>], deadline: Instant) -> Result<Vec<bool>, Error> {
    let left = deadline.saturating_duration_since(Instant::now());
    let mut fds: Vec<_> = wanted.iter().flatten().map(|(fd, flags)| PollFd::new(*fd, *flags)).collect();
    match ppoll(&mut fds, Some(TimeSpec::from_duration(left)), None) {
        Ok(_) | Err(Errno::EINTR) => {}
        Err(errno) => return Err(Error::os("wait for the run")(errno)),
    }
    let mut ready = fds.iter().map(|fd| fd.any().unwrap_or(false));
    Ok(wanted.iter().map(|wanted| wanted.is_some() && ready.next().unwrap_or(false)).collect())
}

impl<'a> Watch<'a> {
    /// Sets the limits and sends the command.
    pub(crate) fn start<'s: 'a>(
        socket: BorrowedFd<'a>,
        prepared: &'a Prepared,
        spec: Spec<'s>,
        asked: Instant,
    ) -> Result<Self, Error> {
        let packet = run_packet(&spec, matches!(prepared.meter, Meter::Processes(_)));
        let Spec { exe, files, stdin: input, descriptors, stdout: sink, stderr_bytes, limits, .. } = spec;
        let (pipes, theirs) = Pipes::make()?;
        let input = stdin(input)?;
        let exe = exe.map(Sealed::open).transpose().map_err(Error::io("open the program"))?;
        let [start, stdout, stderr] = &theirs;
        let mut fds: Vec<RawFd> =
            vec![start.as_raw_fd(), input.as_raw_fd(), stdout.as_raw_fd(), stderr.as_raw_fd()];
        fds.extend(exe.iter().map(AsRawFd::as_raw_fd));
        fds.extend(files.iter().map(|(_, file)| file.as_fd().as_raw_fd()));
        fds.extend(descriptors.iter().map(AsRawFd::as_raw_fd));
        packet.send(socket, &fds).map_err(Error::os("send the command"))?;
        drop((theirs, input, exe, descriptors));
        let ran = Ran::new(asked, &limits, prepared.base);
        let now = Instant::now();
        Ok(Self {
            socket,
            prepared,
            limits,
            pipes,
            sink,
            ran,
            stderr_bytes,
            next_look: now,
            wall_deadline: now,
            reader_base: None,
            gone: false,
            killed: None,
            held: false,
            onto: None,
            excused: Duration::ZERO,
            parting: None,
        })
    }

    /// Socket, start, stdout, stderr, in the order in which [`Watch::serve`] wants to hear of them.
    fn wanted(&self) -> [Wanted<'_>; 4] {
        let Pipes { start, stdout, stderr } = &self.pipes;
        let stdout = stdout.as_ref().filter(|_| !self.held);
        let pipes =
            [start.as_ref(), stdout, stderr.as_ref()].map(|pipe| Some((pipe?.as_fd(), PollFlags::POLLIN)));
        let [start, stdout, stderr] = pipes;
        [Some((self.socket, PollFlags::POLLIN)).filter(|_| !self.gone), start, stdout, stderr]
    }

    /// Takes what is ready and looks at the clocks.
    fn serve(&mut self, ready: &[bool], buffer: &mut [u8]) -> Result<(), Error> {
        let [socket, start, stdout, stderr] = *ready else { return Ok(()) };
        // What it printed comes before how it ended.
        if stdout {
            self.read_stdout(buffer)?;
        }
        if stderr {
            self.read_stderr(buffer)?;
        }
        if start {
            self.read_start(buffer)?;
        }
        if socket {
            self.hear()?;
        }
        self.look_at_clocks()?;
        if self.gone { self.drain(buffer) } else { Ok(()) }
    }

    /// All writers are dead: what they wrote lies in the pipes. Not to their ends: a socket that was sent over itself
    /// keeps what was sent with it until the kernel looks for such, which a program may do to its standard output.
    fn drain(&mut self, buffer: &mut [u8]) -> Result<(), Error> {
        while self.read_stdout(buffer)? {}
        while self.read_stderr(buffer)? {}
        // A process that this one is just starting can hold this pipe for an instant more; no program ever had it.
        let deadline = Instant::now() + Duration::from_secs(2);
        while self.pipes.start.is_some() {
            self.read_start(buffer)?;
            if Instant::now() > deadline {
                return Err(Error::Lost("its start pipe stayed open"));
            }
        }
        Ok(())
    }

    /// Ends the run, for the first of its reasons.
    fn stop(&mut self, why: Stopped) {
        if self.killed.is_none() && self.ran.ended.is_none() {
            self.prepared.init.kill();
            let now = Instant::now();
            self.killed = Some(now);
            self.ran.ended = Some(now);
        }
        self.ran.stopped.get_or_insert(why);
    }

    fn hear(&mut self) -> Result<(), Error> {
        let mut packet =
            wire::receive(self.socket).map_err(Error::os("hear the box"))?.ok_or(Error::Lost(ENDED))?;
        match packet.kind() {
            say::EXITED => {
                let mut number = || packet.number().map_err(Error::io("hear how it ended"));
                let (code, status, peak, micros) = (number()?, number()?, number()?, number()?);
                let ended = instant(number()?)?;
                self.ran.waited = self.ran.waited.max(Duration::from_nanos(number()?));
                self.ran.ended.get_or_insert(ended);
                let status = i32::try_from(status).unwrap_or(i32::MAX);
                let exited = code == u64::from(libc::CLD_EXITED.cast_unsigned());
                self.ran.end = Some(if exited { End::Exited(status) } else { End::Signaled(status) });
                self.ran.rusage = Some((peak, Duration::from_micros(micros)));
                // Init ends while nobody waits for it.
                self.gone = self.prepared.meter.is_over();
            }
            say::GONE => {
                self.ran.ended.get_or_insert_with(Instant::now);
                self.ran.init_gone = true;
                self.gone = true;
            }
            _ => return Err(failure(&mut packet)),
        }
        Ok(())
    }

    fn read_start(&mut self, buffer: &mut [u8]) -> Result<(), Error> {
        match read(&mut self.pipes.start, buffer)? {
            Some([]) => {
                let (started, used) = self.ran.told_start();
                let started = instant(started)?;
                self.ran.base += used;
                self.ran.started = Some(started);
                self.next_look = started + self.limits.cpu.clamp(SHORTEST_LOOK, FIRST_LOOK);
                self.wall_deadline = started + self.limits.wall;
            }
            Some(piece) => self.ran.start.extend_from_slice(piece),
            None => {}
        }
        Ok(())
    }

    /// Whether there was something.
    fn read_stdout(&mut self, buffer: &mut [u8]) -> Result<bool, Error> {
        let Some(piece) = read(&mut self.pipes.stdout, buffer)? else { return Ok(false) };
        let kept = self.count(piece);
        if let Some(feed) = self.onto {
            feed.push(kept);
        }
        let wish = if kept.is_empty() { ControlFlow::Continue(()) } else { self.sink.write(kept) };
        self.obey(wish, kept.len() < piece.len());
        Ok(true)
    }

    /// What of it is within the output limit; nothing of a run that was ended.
    fn count<'b>(&mut self, piece: &'b [u8]) -> &'b [u8] {
        if self.ran.stopped.is_some() {
            return &[];
        }
        let room = usize::try_from(self.limits.output - self.ran.output).unwrap_or(usize::MAX);
        let kept = &piece[..piece.len().min(room)];
        self.ran.output += kept.len() as u64;
        kept
    }

    /// Ends the run if its reader wishes that, or if there was more than the limit.
    fn obey(&mut self, wish: ControlFlow<()>, over: bool) {
        if wish.is_break() {
            self.stop(Stopped::BySink);
        } else if over {
            self.stop(Stopped::OutputLimit);
        }
    }

    /// Whether there was something.
    fn read_stderr(&mut self, buffer: &mut [u8]) -> Result<bool, Error> {
        let Some(piece) = read(&mut self.pipes.stderr, buffer)? else { return Ok(false) };
        let kept = piece.len().min(self.stderr_bytes - self.ran.stderr.len());
        self.ran.stderr.extend_from_slice(&piece[..kept]);
        self.ran.stderr_cut |= kept < piece.len();
        Ok(true)
    }
}

/// The moment at which the kernel's monotonic clock, which all of a box see as well, stood at `nanoseconds`.
fn instant(nanoseconds: u64) -> Result<Instant, Error> {
    let now = Instant::now();
    let clock = clock_gettime(ClockId::CLOCK_MONOTONIC).map_err(Error::os("read the clock"))?;
    let age = Duration::from(clock).saturating_sub(Duration::from_nanos(nanoseconds));
    Ok(now.checked_sub(age).unwrap_or(now))
}
