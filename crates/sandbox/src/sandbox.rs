//! The keeper's side of one box.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::socket::{AddressFamily, Shutdown, SockFlag, SockType, shutdown, socketpair};
use nix::unistd::Pid;

use crate::cgroup::{Entry, Group, Nest};
use crate::error::Error;
use crate::host::Inner;
use crate::outcome::Outcome;
use crate::prepared::{Init, Meter, Prepared};
use crate::spec::{Layout, Spec, Stdin, plain_path};
use crate::watch::{self, Ran};
use crate::wire::{self, Packet, Received, say};

/// Whoever does not answer within this time is lost. Mounting under load has been seen to take 10 ms.
const PATIENCE: Duration = Duration::from_secs(20);

/// For a box that is no longer wanted to end by itself.
const PARTING: Duration = Duration::from_secs(2);

/// All ends of the socket but ours are closed.
pub(crate) const ENDED: &str = "judge-box ended";

/// First of the user ids that boxes use when we are root: two a slot, judge-box's and the program's. Far above what
/// systems give to people, so that nothing on the host belongs to them.
const FIRST_UID: u32 = 2_000_000_000;

/// Seen by every program before what its own [`Spec::env`] says.
const ENV: [&str; 6] =
    ["PATH=/usr/bin:/bin", "HOME=/w", "TMPDIR=/tmp", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "ONLINE_JUDGE=1"];

/// One box, kept for many runs, one at a time. Nothing of one run is seen by the next.
#[derive(Debug)]
pub struct Sandbox {
    host: Arc<Inner>,
    child: Child,
    core: usize,
    socket: OwnedFd,
    // In this order: no run is left when the nest goes.
    next: Option<Asked>,
    nest: Option<Nest>,
    /// Set while something is under way that leaves the box unusable if it fails.
    broken: bool,
}

/// A preparation that is under way: what has been answered so far.
#[derive(Debug)]
struct Asked {
    /// All processes of the run before are dead but its init, of whose end we have not heard.
    leaving: bool,
    // In this order: all is dead before the group goes.
    init: Option<Init>,
    group: Option<Box<Group>>,
    work: Option<OwnedFd>,
    ready: bool,
}

impl Sandbox {
    pub(crate) fn open(host: &Arc<Inner>, slot: u32, layout: &Layout) -> Result<Self, Error> {
        let packet = layout_packet(host.root, layout)?;
        let (ours, theirs) =
            socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)
                .map_err(Error::os("make a socket"))?;
        let child = Command::new(&host.judge_box)
            .env_clear()
            .current_dir("/")
            .stdin(theirs)
            .stdout(Stdio::null())
            .spawn()
            .map_err(Error::io("start judge-box"))?;
        let core = host.core(slot);
        let host = Arc::clone(host);
        let mut sandbox = Self { host, child, core, socket: ours, next: None, nest: None, broken: true };
        sandbox.place(slot)?;
        packet.send(sandbox.socket.as_fd(), &[]).map_err(Error::os("send the layout"))?;
        sandbox.settle(slot)?;
        sandbox.broken = false;
        Ok(sandbox)
    }

    /// Pins the box to its core, gives its runs' groups a place, and makes what runs in it the first to go if the host
    /// runs out of memory.
    fn place(&mut self, slot: u32) -> Result<(), Error> {
        let id = self.child.id();
        let owner = self.host.root.then(|| keeper_of(slot));
        self.nest = self.host.cgroups.as_ref().map(|cgroups| Nest::make(cgroups, owner)).transpose()?;
        if let Some(nest) = &self.nest {
            nest.take_in(id).map_err(Error::io("put judge-box into its control group"))?;
        }
        let mut set = CpuSet::new();
        set.set(self.core)
            .and_then(|()| sched_setaffinity(Pid::from_raw(id.cast_signed()), &set))
            .map_err(Error::os("pin the box to a core"))?;
        fs::write(format!("/proc/{id}/oom_score_adj"), "1000")
            .map_err(Error::io("set the box's oom_score_adj"))
    }

    /// Answers what the box asks until its root stands.
    fn settle(&self, slot: u32) -> Result<(), Error> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut packet = self.receive(deadline)?;
            match packet.kind() {
                say::BUILT => return Ok(()),
                say::UNSHARED => {
                    self.map_users(slot)?;
                    Packet::new(say::UNSHARED)
                        .send(self.socket.as_fd(), &[])
                        .map_err(Error::os("answer the box"))?;
                }
                _ => return Err(failure(&mut packet)),
            }
        }
    }

    /// Gives the box's root and its program user ids that nothing else on the host has.
    fn map_users(&self, slot: u32) -> Result<(), Error> {
        let keeper = keeper_of(slot);
        let map = format!("0 {keeper} 1\n1000 {} 1\n", keeper + 1);
        for file in ["uid_map", "gid_map"] {
            fs::write(format!("/proc/{}/{file}", self.child.id()), &map)
                .map_err(Error::io("map the box's users"))?;
        }
        Ok(())
    }

    /// Makes a run ready and ends it again: whether this host can.
    pub(crate) fn probe(&mut self) -> Result<(), Error> {
        self.broken = true;
        self.prepared().map(drop)
    }

    pub(crate) fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// The core to which it is pinned.
    pub(crate) fn core(&self) -> usize {
        self.core
    }

    /// Runs one command to its end and everything that it started to theirs.
    ///
    /// # Errors
    /// Ours in all cases. The box is not usable afterwards and says so.
    pub fn run(&mut self, spec: Spec<'_>) -> Result<Outcome, Error> {
        let (asked, (prepared, work)) = (Instant::now(), self.begin(&spec)?);
        let ran = watch::run(self.socket.as_fd(), &prepared, spec, asked)?;
        self.end(ran, prepared, work)
    }

    pub(crate) fn begin(&mut self, spec: &Spec<'_>) -> Result<(Prepared, OwnedFd), Error> {
        if self.broken {
            return Err(Error::Lost("an earlier run failed in it"));
        }
        check(spec)?;
        self.broken = true;
        let (mut prepared, work) = self.prepared()?;
        prepared.base = prepared.meter.start(&spec.limits).map_err(Error::io("set the run's limits"))?;
        Ok((prepared, work))
    }

    pub(crate) fn end(&mut self, ran: Ran, prepared: Prepared, work: OwnedFd) -> Result<Outcome, Error> {
        let leaving = !ran.init_gone;
        let outcome = ran.outcome(&prepared, self.host.grade(), work)?;
        let Prepared { init, meter, .. } = prepared;
        if leaving {
            init.leave();
        }
        self.next = Some(Asked { leaving, ..self.ask(meter.into_clean_group())? });
        self.broken = false;
        Ok(outcome)
    }

    /// Has the next run made ready, in the group of the last one or a new one; does not wait.
    fn ask(&self, group: Option<Box<Group>>) -> Result<Asked, Error> {
        let group = match (group, &self.nest) {
            (None, Some(nest)) => Some(Box::new(nest.group()?)),
            (group, _) => group,
        };
        let entry = group.as_ref().map(|group| group.entry());
        let fds: Vec<RawFd> = entry.iter().flat_map(|entry| entry.fds()).map(AsRawFd::as_raw_fd).collect();
        Packet::new(b'P')
            .number(matches!(entry, Some(Entry::Born(_))).into())
            .send(self.socket.as_fd(), &fds)
            .map_err(Error::os("ask for a run"))?;
        Ok(Asked { leaving: false, group, init: None, work: None, ready: false })
    }

    fn prepared(&mut self) -> Result<(Prepared, OwnedFd), Error> {
        let mut asked = match self.next.take() {
            Some(asked) => asked,
            None => self.ask(None)?,
        };
        let deadline = Instant::now() + PATIENCE;
        loop {
            match asked {
                Asked { leaving: false, init: Some(init), group, work: Some(work), ready: true } => {
                    let meter = group.map_or(Meter::Processes(init.id), Meter::Group);
                    return Ok((Prepared { init, meter, base: Duration::ZERO }, work));
                }
                waiting => asked = waiting,
            }
            let mut packet = self.receive(deadline)?;
            match packet.kind() {
                say::GONE if asked.leaving => asked.leaving = false,
                say::INIT => {
                    let id = packet.number().ok().and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
                    asked.init = packet.fds.pop().map(|pidfd| Init::new(id, pidfd));
                }
                say::WORK => asked.work = packet.fds.pop(),
                say::READY => asked.ready = true,
                _ => return Err(failure(&mut packet)),
            }
        }
    }

    fn receive(&self, deadline: Instant) -> Result<Received, Error> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        let mut fds = [PollFd::new(self.socket.as_fd(), PollFlags::POLLIN)];
        match poll(&mut fds, timeout) {
            Ok(0) => return Err(Error::Lost("it did not answer in time")),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(Error::os("wait for the box")(errno)),
        }
        wire::receive(self.socket.as_fd()).map_err(Error::os("hear the box"))?.ok_or(Error::Lost(ENDED))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // judge-box ends and reaps what it has. Killed, it would leave that to the host's pid 1, which may be us.
        let hung_up = shutdown(self.socket.as_raw_fd(), Shutdown::Write).is_ok() && self.is_gone();
        if !hung_up {
            // Its death is init's, and init's is that of everything in its pid namespace.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

impl Sandbox {
    /// Waits until nobody holds the other end of the socket: judge-box, init, target.
    fn is_gone(&self) -> bool {
        let deadline = Instant::now() + PARTING;
        while Instant::now() < deadline {
            if let Err(error) = self.receive(deadline) {
                return matches!(error, Error::Lost(ENDED));
            }
        }
        false
    }
}

/// The user id of a slot's judge-box when we are root; its program has the next.
fn keeper_of(slot: u32) -> u32 {
    FIRST_UID + slot * 2
}

/// The error that a packet of failure tells.
pub(crate) fn failure(packet: &mut Received) -> Error {
    if packet.kind() != say::FAILED {
        return Error::Lost("it said what nobody asked");
    }
    match (packet.number(), packet.text()) {
        (Ok(errno), Ok(step)) => {
            let errno = Errno::from_raw(i32::try_from(errno).unwrap_or(0));
            Error::Step { step: step.to_string_lossy().into_owned(), errno }
        }
        _ => Error::Lost("its report of a failure was cut"),
    }
}

fn layout_packet(root: bool, layout: &Layout) -> Result<Packet, Error> {
    let mut sources = Vec::new();
    for mount in &layout.mounts {
        // Resolved here: inside, an absolute link would be followed in the new root.
        let source = fs::canonicalize(&mount.source)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", mount.source.display())))
            .map_err(Error::io("find what is to be mounted"))?;
        if !mount.target.is_absolute() || mount.target == Path::new("/") {
            return Err(Error::BadSpec(format!(
                "mount at {}: not an absolute path below /",
                mount.target.display()
            )));
        }
        sources.push(source);
    }
    let targets: Vec<_> = layout.mounts.iter().map(|mount| mount.target.as_os_str()).collect();
    Ok(Packet::new(b'L')
        .number(root.into())
        .number(layout.exec_writable.into())
        .number(layout.forks.into())
        .number(layout.writable_bytes)
        .texts(&sources)
        .texts(&targets))
}

fn check(spec: &Spec<'_>) -> Result<(), Error> {
    let bad = |why: String| Err(Error::BadSpec(why));
    if spec.argv.is_empty() {
        return bad("an empty command".into());
    }
    // Those that are have a file in its place by now.
    if matches!(spec.stdin, Stdin::Joined) {
        return bad("a run that is joined to no other".into());
    }
    let words = spec.argv.iter().chain(&spec.env);
    if words.clone().any(|word| word.as_encoded_bytes().contains(&0)) {
        return bad("an argument with a NUL".into());
    }
    if words.map(|word| word.len() + 9).sum::<usize>() > wire::MOST_BYTES / 2 {
        return bad("a command line over 80 KiB".into());
    }
    if spec.files.len() + spec.descriptors.len() + 8 > wire::MOST_FDS {
        return bad("too many files".into());
    }
    let mut names = spec.files.iter().map(|(name, _)| name).chain(&spec.directories);
    names.try_for_each(|name| plain_path(name)).map_err(|error| Error::BadSpec(error.to_string()))
}

/// The command as the target wants it; the descriptors stay the caller's.
pub(crate) fn run_packet(spec: &Spec<'_>, practice: bool) -> Packet {
    let limits = &spec.limits;
    // A backstop: ticks can be counted early by 0.1 s and more on a busy machine, so the keeper decides before it.
    let cpu_seconds = (limits.cpu + limits.overshoot).as_secs() + 2;
    // Without control groups these two are all there is.
    let (data, processes) =
        if practice { (limits.memory, u64::from(limits.processes)) } else { (u64::MAX, u64::MAX) };
    let numbers = [
        cpu_seconds,
        limits.file_size,
        limits.stack,
        limits.open_files,
        data,
        processes,
        spec.exe.is_some().into(),
    ];
    let packet = numbers.into_iter().fold(Packet::new(b'R'), Packet::number);
    let env: Vec<_> =
        ENV.iter().map(std::ffi::OsStr::new).chain(spec.env.iter().map(AsRef::as_ref)).collect();
    let names: Vec<_> = spec.files.iter().map(|(name, _)| name).collect();
    packet.texts(&spec.argv).texts(&env).texts(&spec.directories).texts(&names)
}

/// Standard input of a run.
pub(crate) fn stdin(stdin: Stdin) -> Result<OwnedFd, Error> {
    match stdin {
        Stdin::File(file) => Ok(file),
        Stdin::Empty | Stdin::Joined => {
            Ok(File::open("/dev/null").map_err(Error::io("open /dev/null"))?.into())
        }
    }
}
