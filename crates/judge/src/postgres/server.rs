//! The running server: one thread starts it, watches it, starts it again when it dies, and stops it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::folder::{Folder, Place, quoted};
use super::owner::{Owner, not_run};
use super::{Binaries, Error};

/// How long an orderly stop may take before the server is told to drop everything, and then before it is killed.
const ORDERLY: Duration = Duration::from_secs(30);
const IMMEDIATE: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// After this long without a crash the next restart is quick again.
const SETTLED: Duration = Duration::from_secs(60);

pub(super) struct Server {
    stop: DropGuard,
    ended: oneshot::Receiver<()>,
}

/// What the thread needs.
struct Plan {
    place: Place,
    program: PathBuf,
    owner: Owner,
}

impl Server {
    /// Returns when the server takes connections.
    pub(super) async fn start(folder: &Folder, binaries: &Binaries, owner: &Owner) -> Result<Self, Error> {
        let program = binaries.program("postgres");
        let plan = Plan { place: Place::clone(folder), program, owner: owner.clone() };
        let stop = CancellationToken::new();
        let (ready, is_ready) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let token = stop.clone();
        let not_started = |detail: String| Error::NotStarted { folder: folder.cluster(), detail };
        // The kernel signals a child when the *thread* that started it ends, so one thread does nothing else.
        let thread = std::thread::Builder::new().name("postgres".to_owned()).spawn(move || {
            watch_on_this_thread(&plan, ready, &token);
            // Nobody waits when the whole process is ending.
            end.send(()).ok();
        });
        thread.map_err(|error| not_started(error.to_string()))?;
        let first = is_ready.await.unwrap_or_else(|_| Err("its thread ended".to_owned()));
        first.map_err(not_started)?;
        Ok(Self { stop: stop.drop_guard(), ended })
    }

    pub(super) async fn stop(self) {
        drop(self.stop);
        // The sender goes when the thread ends, however it ends.
        self.ended.await.ok();
    }
}

type Ready = oneshot::Sender<Result<(), String>>;

fn watch_on_this_thread(plan: &Plan, ready: Ready, stop: &CancellationToken) {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(watch(plan, ready, stop)),
        // Nobody waits when the whole process is ending.
        Err(error) => drop(ready.send(Err(error.to_string()))),
    }
}

/// Keeps a server running until `stop`. The first start answers to `ready`; later ones are tried for ever.
async fn watch(plan: &Plan, ready: Ready, stop: &CancellationToken) {
    let mut ready = Some(ready);
    let mut pause = FIRST_PAUSE;
    loop {
        let began = Instant::now();
        let detail = match plan.run(&mut ready, stop).await {
            Ok(()) => return,
            Err(detail) => detail,
        };
        if let Some(ready) = ready.take() {
            ready.send(Err(detail)).ok();
            return;
        }
        pause = if began.elapsed() > SETTLED { FIRST_PAUSE } else { pause };
        tracing::error!("Postgres ended by itself ({detail}); starting it again in {} ms", pause.as_millis());
        tokio::select! {
            () = sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
            () = stop.cancelled() => return,
        }
    }
}

impl Plan {
    /// One life of the server. `Ok` when it was stopped by us, else what it said last.
    async fn run(&self, ready: &mut Option<Ready>, stop: &CancellationToken) -> Result<(), String> {
        let mut child = self.spawn()?;
        let said = Said::default();
        let listening = child.stderr.take().map(|pipe| tokio::spawn(said.clone().follow(pipe)));
        let pid = child.id().map(|pid| pid.to_string()).unwrap_or_default();
        tokio::select! {
            () = self.until_ready(&pid) => drop(ready.take().map(|ready| ready.send(Ok(())))),
            _ = child.wait() => {}
            () = stop.cancelled() => {}
        }
        tokio::select! {
            status = child.wait() => {
                // Its children hold the pipe a little longer.
                if let Some(listening) = listening {
                    timeout(Duration::from_millis(500), listening).await.ok();
                }
                Err(said.last().unwrap_or_else(|| status.map_or_else(|e| e.to_string(), |s| s.to_string())))
            }
            () = stop.cancelled() => {
                end(&mut child).await;
                Ok(())
            }
        }
    }

    fn spawn(&self) -> Result<Child, String> {
        // Fast shutdown: the cluster is clean even when we are killed.
        let mut command = self.owner.command(&self.program, Signal::SIGINT);
        command.arg("-D").arg(self.place.cluster());
        let sockets = quoted(&self.place.sockets().to_string_lossy());
        for setting in [
            "listen_addresses=",
            "port=5432",
            &format!("unix_socket_directories={sockets}"),
            "logging_collector=off",
            "log_destination=stderr",
            "log_line_prefix=",
        ] {
            command.arg("-c").arg(setting);
        }
        // A group of its own: Ctrl-C in a terminal is for us, who stop things in order.
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().map_err(|error| not_run(&error))
    }

    /// The server writes its state into the eighth line of its lock file, as pg_ctl(1) reads it.
    async fn until_ready(&self, pid: &str) {
        let path = self.place.cluster().join("postmaster.pid");
        while !is_ready(&path, pid) {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

fn is_ready(path: &Path, pid: &str) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.first() == Some(&pid) && lines.get(7) == Some(&"ready")
}

/// Fast shutdown, then immediate, then the hard way.
async fn end(child: &mut Child) {
    for (signal, patience) in
        [(Signal::SIGINT, ORDERLY), (Signal::SIGQUIT, IMMEDIATE), (Signal::SIGKILL, IMMEDIATE)]
    {
        let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) else { return };
        // It is not reaped yet, so the number is still its own.
        kill(Pid::from_raw(pid), signal).ok();
        if timeout(patience, child.wait()).await.is_ok() {
            return;
        }
        tracing::warn!("Postgres did not stop within {} s of {signal}", patience.as_secs());
    }
}

/// The last lines that the server wrote to its log.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<VecDeque<String>>>);

impl Said {
    async fn follow(self, pipe: ChildStderr) {
        let mut lines = BufReader::new(pipe).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            // Errors and fatal ones go to a client, which tells of them itself.
            if ["WARNING:", "PANIC:"].iter().any(|word| line.contains(word)) {
                tracing::warn!(target: "postgres", "{line}");
            } else {
                tracing::debug!(target: "postgres", "{line}");
            }
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push_back(line);
            if kept.len() > 20 {
                kept.pop_front();
            }
        }
    }

    /// The last grave line, else the last line.
    fn last(&self) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let grave = kept.iter().rfind(|line| line.contains("FATAL:") || line.contains("PANIC:"));
        grave.or_else(|| kept.back()).cloned()
    }
}
