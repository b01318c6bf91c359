//! Watches one run: reads what it prints, looks at the clocks, ends it at a limit, and hears how it went.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::time::TimeSpec;
use nix::unistd::pipe2;

use crate::error::Error;
use crate::outcome::{End, Grade, Leftovers, Outcome, Stopped};
use crate::prepared::{Meter, Prepared, own_wait};
use crate::sandbox::{failure, run_packet, stdin};
use crate::sealed::Sealed;
use crate::spec::{Limits, Sink, Spec};
use crate::wire::{self, say};

/// A target that has not executed its program by then, or a killed run that is not dead by then, is lost.
const PATIENCE: Duration = Duration::from_secs(20);
/// Size asked for standard output's pipe, in bytes.
const ROOMY_PIPE: i32 = 1 << 20;
/// What a wall limit can grow by on a busy machine, in wall limits.
const MOST_WAIT: u32 = 4;
/// Two looks at the CPU counter are at least this far apart.
const SHORTEST_LOOK: Duration = Duration::from_micros(300);

/// Everything that is known of a run while it goes on.
struct Watch<'a> {
    socket: BorrowedFd<'a>,
    prepared: &'a Prepared,
    limits: &'a Limits,
    pipes: Pipes,
    sink: &'a mut dyn Sink,
    ran: Ran,
    stderr_bytes: usize,
    /// CPU time that the group had used before the program.
    base: Duration,
    next_look: Instant,
    wall_deadline: Instant,
    /// What this thread had waited for a core before the run.
    reader_base: Duration,
    gone: bool,
    killed: Option<Instant>,
}

/// Our ends; `None` once they are at their end.
struct Pipes {
    /// Closed by `execve`; carries the step and errno when it fails.
    start: Option<File>,
    stdout: Option<File>,
    stderr: Option<File>,
}

/// The facts so far.
pub(crate) struct Ran {
    asked: Instant,
    started: Option<Instant>,
    ended: Option<Instant>,
    end: Option<End>,
    stopped: Option<Stopped>,
    failure: Vec<u8>,
    output: u64,
    stderr: Vec<u8>,
    stderr_cut: bool,
    cpu_limit: Duration,
    memory_limit: u64,
    /// As told by init: peak bytes and CPU time of the children that were waited for.
    rusage: Option<(u64, Duration)>,
    /// The last look at the group's counter, and what it had before the program.
    cpu: Duration,
    base: Duration,
}

/// Sends the command and stays until everything of the run is dead.
pub(crate) fn run(
    socket: BorrowedFd<'_>,
    prepared: &Prepared,
    spec: Spec<'_>,
    asked: Instant,
) -> Result<Ran, Error> {
    if let Meter::Group(group) = &prepared.meter {
        group.limit(spec.limits.memory, spec.limits.processes).map_err(Error::io("set the run's limits"))?;
    }
    let base = prepared.meter.cpu().map_err(Error::io("read the CPU counter"))?;
    let practice = matches!(prepared.meter, Meter::Processes(_));
    let packet = run_packet(&spec, practice);
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
    let ran = Ran::new(asked, &limits, base);
    let next_look = Instant::now();
    let mut watch = Watch {
        socket,
        prepared,
        limits: &limits,
        pipes,
        sink,
        ran,
        stderr_bytes,
        base,
        next_look,
        wall_deadline: next_look,
        reader_base: own_wait(),
        gone: false,
        killed: None,
    };
    watch.until_gone()?;
    Ok(watch.ran)
}

impl Pipes {
    /// Ours, and the ends for the target: start, stdout, stderr.
    fn make() -> Result<(Self, [OwnedFd; 3]), Error> {
        let pipe = || -> Result<(File, OwnedFd), Error> {
            let (read, write) = pipe2(OFlag::O_CLOEXEC).map_err(Error::os("make a pipe"))?;
            nix::fcntl::fcntl(&read, nix::fcntl::FcntlArg::F_SETFL(OFlag::O_NONBLOCK))
                .map_err(Error::os("make a pipe"))?;
            Ok((File::from(read), write))
        };
        let ((start, a), (stdout, b), (stderr, c)) = (pipe()?, pipe()?, pipe()?);
        // On a busy machine each refill waits for both sides to get their turn. A user may have only so much in
        // pipes; the usual size does as well then.
        let _ = nix::fcntl::fcntl(&stdout, nix::fcntl::FcntlArg::F_SETPIPE_SZ(ROOMY_PIPE));
        Ok((Self { start: Some(start), stdout: Some(stdout), stderr: Some(stderr) }, [a, b, c]))
    }
}

impl Ran {
    fn new(asked: Instant, limits: &Limits, base: Duration) -> Self {
        Self {
            asked,
            started: None,
            ended: None,
            end: None,
            stopped: None,
            failure: Vec::new(),
            output: 0,
            stderr: Vec::new(),
            stderr_cut: false,
            cpu_limit: limits.cpu,
            memory_limit: limits.memory,
            rusage: None,
            cpu: base,
            base,
        }
    }

    /// What it all comes to, with the counters read now that everything is dead.
    pub(crate) fn outcome(self, prepared: &Prepared, grade: Grade, work: OwnedFd) -> Result<Outcome, Error> {
        let end = self.end()?;
        let usage = prepared.meter.usage().map_err(Error::io("read the run's counters"))?;
        let (cpu, memory) = match prepared.meter {
            Meter::Group(_) => (usage.cpu.saturating_sub(self.base), usage.memory.min(self.memory_limit)),
            Meter::Processes(_) => {
                let (memory, cpu) = self.rusage.unwrap_or_default();
                (cpu.max(self.cpu.saturating_sub(self.base)), memory)
            }
        };
        let ended = self.ended.unwrap_or_else(Instant::now);
        let started = self.started.unwrap_or(ended);
        Ok(Outcome {
            end,
            stopped: self.stopped,
            cpu,
            wall: ended.saturating_duration_since(started),
            setup: started.saturating_duration_since(self.asked),
            memory,
            oom_kills: usage.oom_kills,
            output: self.output,
            stderr: self.stderr,
            stderr_cut: self.stderr_cut,
            cpu_limit: self.cpu_limit,
            memory_limit: self.memory_limit,
            grade,
            leftovers: Leftovers { directory: work },
        })
    }

    fn end(&self) -> Result<End, Error> {
        if let Some((errno, step)) = self.failure.split_at_checked(4) {
            let errno = i32::from_le_bytes(errno.try_into().unwrap_or_default());
            if step == say::EXECUTE.as_bytes() {
                return Ok(End::NotExecuted(errno));
            }
            let step = String::from_utf8_lossy(step).into_owned();
            return Err(Error::Step { step, errno: Errno::from_raw(errno) });
        }
        match (self.end, self.stopped) {
            (Some(end), _) => Ok(end),
            // Init was killed by us before it could tell.
            (None, Some(_)) => Ok(End::Signaled(libc::SIGKILL)),
            (None, None) => Err(Error::Lost("its init died")),
        }
    }
}

impl Watch<'_> {
    fn until_gone(&mut self) -> Result<(), Error> {
        let mut buffer = vec![0; 64 << 10];
        while !self.gone {
            let [socket, start, stdout, stderr] = self.wait()?;
            // What it printed comes before how it ended.
            if stdout {
                self.read_stdout(&mut buffer)?;
            }
            if stderr {
                self.read_stderr(&mut buffer)?;
            }
            if start {
                self.read_start(&mut buffer)?;
            }
            if socket {
                self.hear()?;
            }
            self.look_at_clocks()?;
        }
        self.drain(&mut buffer)
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

    /// Sleeps until something is to be read or a clock is to be looked at; which of socket, start, stdout, stderr.
    fn wait(&self) -> Result<[bool; 4], Error> {
        let deadline = self.deadline();
        let left = deadline.saturating_duration_since(Instant::now());
        let pipes = [&self.pipes.start, &self.pipes.stdout, &self.pipes.stderr];
        let mut fds = vec![PollFd::new(self.socket, PollFlags::POLLIN)];
        fds.extend(
            pipes
                .iter()
                .filter_map(|pipe| pipe.as_ref())
                .map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)),
        );
        match ppoll(&mut fds, Some(TimeSpec::from_duration(left)), None) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(Error::os("wait for the run")(errno)),
        }
        let mut ready = fds.iter().map(|fd| fd.any().unwrap_or(false));
        let socket = ready.next().unwrap_or(false);
        let [start, stdout, stderr] = pipes.map(|pipe| pipe.is_some() && ready.next().unwrap_or(false));
        Ok([socket, start, stdout, stderr])
    }

    fn deadline(&self) -> Instant {
        match (self.killed, self.ran.started, self.ran.ended) {
            (Some(at), ..) | (None, _, Some(at)) => at + PATIENCE,
            (None, None, None) => self.ran.asked + PATIENCE,
            (None, Some(_), None) => self.next_look.min(self.wall_deadline),
        }
    }

    fn look_at_clocks(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        if now < self.deadline() || self.gone {
            return Ok(());
        }
        let Some(started) = self.ran.started else { return Err(Error::Lost("the target did not start")) };
        if self.killed.is_some() || self.ran.ended.is_some() {
            return Err(Error::Lost("what was killed did not die"));
        }
        if now >= self.next_look {
            self.ran.cpu = self.prepared.meter.cpu().map_err(Error::io("read the CPU counter"))?;
            let used = self.ran.cpu.saturating_sub(self.base);
            if used > self.limits.cpu {
                self.stop(Stopped::CpuLimit);
            }
            // The box is pinned to one core: it cannot have used up what is left any sooner.
            self.next_look = now + self.limits.cpu.saturating_sub(used).max(SHORTEST_LOOK);
        }
        if now >= self.wall_deadline {
            self.at_wall_limit(started, now);
        }
        Ok(())
    }

    /// Time in which the program was ready and its core was busy with others is given back, so that a busy machine is
    /// not blamed on the program; but not for ever.
    fn at_wall_limit(&mut self, started: Instant, now: Instant) {
        let wall = self.limits.wall;
        // A program whose pipe is full waits for us, and so for our own turn.
        let reader = own_wait().saturating_sub(self.reader_base);
        let waited = (self.prepared.meter.waited() + reader).min(wall * MOST_WAIT);
        self.wall_deadline = started + wall + waited;
        if now >= self.wall_deadline {
            self.stop(Stopped::WallLimit);
        }
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
        let mut packet = wire::receive(self.socket)
            .map_err(Error::os("hear the box"))?
            .ok_or(Error::Lost("judge-box ended"))?;
        match packet.kind() {
            say::EXITED => {
                self.ran.ended.get_or_insert_with(Instant::now);
                let mut number = || packet.number().map_err(Error::io("hear how it ended"));
                let (code, status, peak, micros) = (number()?, number()?, number()?, number()?);
                let status = i32::try_from(status).unwrap_or(i32::MAX);
                let exited = code == u64::from(libc::CLD_EXITED.cast_unsigned());
                self.ran.end = Some(if exited { End::Exited(status) } else { End::Signaled(status) });
                self.ran.rusage = Some((peak, Duration::from_micros(micros)));
            }
            say::GONE => {
                self.ran.ended.get_or_insert_with(Instant::now);
                self.gone = true;
            }
            _ => return Err(failure(&mut packet)),
        }
        Ok(())
    }

    fn read_start(&mut self, buffer: &mut [u8]) -> Result<(), Error> {
        match read(&mut self.pipes.start, buffer)? {
            Some([]) => {
                let now = Instant::now();
                self.ran.started = Some(now);
                self.next_look = now + self.limits.cpu.max(SHORTEST_LOOK);
                self.wall_deadline = now + self.limits.wall;
            }
            Some(piece) => self.ran.failure.extend_from_slice(piece),
            None => {}
        }
        Ok(())
    }

    /// Whether there was something.
    fn read_stdout(&mut self, buffer: &mut [u8]) -> Result<bool, Error> {
        let Some(piece) = read(&mut self.pipes.stdout, buffer)? else { return Ok(false) };
        if self.ran.stopped.is_some() {
            return Ok(true);
        }
        let room = usize::try_from(self.limits.output - self.ran.output).unwrap_or(usize::MAX);
        let kept = &piece[..piece.len().min(room)];
        self.ran.output += kept.len() as u64;
        let over = kept.len() < piece.len();
        if !kept.is_empty() && matches!(self.sink.write(kept), ControlFlow::Break(())) {
            self.stop(Stopped::BySink);
        } else if over {
            self.stop(Stopped::OutputLimit);
        }
        Ok(true)
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

/// The next piece, empty at the end, where the pipe is closed; `None` when there is nothing now.
fn read<'b>(pipe: &mut Option<File>, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, Error> {
    let Some(file) = pipe else { return Ok(None) };
    match file.read(buffer) {
        Ok(0) => {
            *pipe = None;
            Ok(Some(&[]))
        }
        Ok(len) => Ok(Some(&buffer[..len])),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(error) => Err(Error::io("read what the run printed")(error)),
    }
}
