//! The worker: one claim loop a machine, one slot a core.
//!
//! It may die at any instruction. What it holds is a lease; who takes over after it finds everything in the
//! database, and what it still writes afterwards is refused.

mod batch;
mod blame;
mod cache;
mod calibrate;
mod custom;
mod gate;
mod hands;
mod job;
mod known;
mod presence;
mod slot;
mod versions;

use std::fs::File;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use problem::Hash;
use problem::version::ANSWERS;
use sandbox::Host;
use store::Db;
use store::blob::Depot;
use store::judging::{Claimed, Class, Wanted};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::{self, JoinError, JoinSet};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::machine::{Machine, Surroundings};
use crate::selftest::Passed;
use cache::Cache;
pub(crate) use gate::admitted;
use hands::{Hands, Hold};
use job::Ended;
use presence::Presence;
use slot::SlotHandle;
use versions::Versions;

/// Looked for work at least so often: a lost notification costs so much and no verdict.
const POLL: Duration = Duration::from_secs(2);
/// Looked for leases that have ended at most so often.
const SWEEP: Duration = Duration::from_secs(1);
/// And for custom runs whose time is over, here and in the database, and for what killed judges left on this machine.
const FORGET: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_secs(10);
/// First and longest pause while the database is away.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// What a worker is made of.
pub(crate) struct Plan {
    pub name: String,
    pub slots: u32,
    pub lease: Duration,
    /// What is being judged may end by itself for so long when the worker is told to stop.
    pub grace: Duration,
    pub blob_folder: PathBuf,
    pub blob_bytes: u64,
}

/// What all jobs of a worker share.
pub(crate) struct Desk {
    db: Db,
    versions: Versions,
    surroundings: Surroundings,
    /// Everything in hand is to be given back at once.
    abandon: CancellationToken,
}

pub(crate) struct Worker {
    desk: Arc<Desk>,
    plan: Plan,
    presence: Arc<Presence>,
    languages: Vec<String>,
    free: Free,
    busy: JoinSet<Ended>,
    hands: Hands,
    swept: Option<Instant>,
    host: Arc<Host>,
    /// Programs that were compiled.
    programs: Arc<judging::Cache>,
    forgot: Option<Instant>,
}

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Claimed so many judgings and began them.
    Started(usize),
    /// Began one that had been passed over; something more urgent may wait nevertheless.
    Shared,
    /// So many ended.
    Ended(usize),
    /// Nothing to claim, or no slot free; something is being judged.
    Waiting,
    /// Nothing to claim and nothing being judged.
    Idle,
}

/// The slots that have nothing to do, and the way back of the others.
struct Free {
    slots: Vec<SlotHandle>,
    coming: mpsc::UnboundedReceiver<Back>,
    home: mpsc::UnboundedSender<Back>,
}

/// A slot that has come home, and whose work it did, if that has anything left to do.
struct Back {
    slot: SlotHandle,
    of: Option<task::Id>,
}

/// A slot at work; it comes home however the work ends.
pub(crate) struct Lent {
    slot: Option<SlotHandle>,
    home: mpsc::UnboundedSender<Back>,
}

impl Drop for Lent {
    fn drop(&mut self) {
        let back = self.slot.take().map(|slot| Back { slot, of: task::try_id() });
        // Nobody is at home when the whole worker goes.
        back.and_then(|back| self.home.send(back).ok());
    }
}

impl Plan {
    pub(crate) fn of(context: &Context, machine: &Machine) -> Self {
        let Context { config, environment } = context;
        Self {
            name: config.worker_name(),
            slots: config.slots(machine.host.slots()),
            lease: config.worker.lease.0,
            grace: GRACE,
            blob_folder: config.cache_folder(environment).join("blobs"),
            // A quarter is for compiled programs.
            blob_bytes: config.worker.cache_size.0 / 4 * 3,
        }
    }
}

impl Worker {
    /// Starts the slots' threads, on a machine whose boxes held. Call it inside the runtime that shall serve them.
    ///
    /// # Errors
    /// The cache's folder cannot be used, or no thread can be started.
    pub(crate) fn new(blobs: &Depot, machine: &Machine, plan: Plan, passed: &Passed) -> anyhow::Result<Self> {
        let presence = Arc::new(Presence::of(&plan, machine, passed.tested())?);
        let cache = open_cache(blobs, &plan)?;
        let start = |number| SlotHandle::start(machine, number, Arc::clone(&cache) as _);
        let slots = (0..plan.slots).map(start).collect::<io::Result<_>>().context("cannot start a slot")?;
        let mut languages: Vec<String> =
            machine.offered.iter().map(|toolchain| toolchain.language.id.clone()).collect();
        // Of what needs no toolchain at all.
        languages.push(ANSWERS.to_owned());
        let surroundings = presence.surroundings().clone();
        let (db, versions) = (blobs.db().clone(), Versions::default());
        let desk = Desk { db, versions, surroundings, abandon: CancellationToken::new() };
        let (home, coming) = mpsc::unbounded_channel();
        let free = Free { slots, coming, home };
        let (busy, hands) = (JoinSet::new(), Hands::default());
        let (host, programs, desk) = (Arc::clone(&machine.host), machine.programs(), Arc::new(desk));
        let (swept, forgot) = (None, None);
        Ok(Self { desk, plan, presence, languages, free, busy, hands, swept, host, programs, forgot })
    }

    /// Tells the database that this worker is here and what it can do; [`Worker::run`] keeps telling. What a former
    /// process of its name held, which can be none any more, is in the queue again at once.
    pub(crate) async fn register(&self) -> store::Result<()> {
        self.presence.register(&self.desk.db).await?;
        let back = store::judging::take_back(&self.desk.db, &self.plan.name).await?;
        if back > 0 {
            tracing::info!("{back} judgings that this worker had before it was restarted are queued again");
        }
        Ok(())
    }

    /// For the log and the terminal: `2 slots, isolation full: C++ (GNU, C++20), …`
    pub(crate) fn words(&self) -> String {
        self.presence.words()
    }

    /// One look around: takes note of what ended and came home, else claims for the slots that are free, or makes room for what is more
    /// urgent than what is being judged.
    pub(crate) async fn step(&mut self) -> store::Result<Step> {
        while let Ok(back) = self.free.coming.try_recv() {
            self.came_home(back);
        }
        let mut ended = 0;
        while let Some(over) = self.busy.try_join_next_with_id() {
            self.ended(over);
            ended += 1;
        }
        if ended > 0 {
            return Ok(Step::Ended(ended));
        }
        self.sweep().await?;
        if !self.free.slots.is_empty() && self.start_share().await? {
            return Ok(Step::Shared);
        }
        match self.start().await? {
            0 if self.busy.is_empty() => Ok(Step::Idle),
            0 => Ok(Step::Waiting),
            started => Ok(Step::Started(started)),
        }
    }

    async fn sweep(&mut self) -> store::Result<()> {
        if self.swept.is_none_or(|at| at.elapsed() >= SWEEP) {
            store::judging::sweep(&self.desk.db).await?;
            self.swept = Some(Instant::now());
        }
        if self.forgot.is_none_or(|at| at.elapsed() >= FORGET) {
            self.forgot = Some(Instant::now());
            // Others forget as well, and nothing that is to be judged waits for it.
            if let Err(error) = store::custom_run::forget(&self.desk.db).await {
                tracing::warn!("custom runs that are over cannot be removed: {error}");
            }
            custom::forget_programs(&self.desk.db, &self.programs).await;
            let host = Arc::clone(&self.host);
            task::spawn_blocking(move || host.sweep());
        }
        Ok(())
    }

    async fn start(&mut self) -> store::Result<usize> {
        let free = u32::try_from(self.free.slots.len()).unwrap_or(u32::MAX);
        if free == 0 {
            return self.make_way().await;
        }
        let claimed = self.claim(Class::MOST_URGENT..=Class::LEAST_URGENT, free).await?;
        let started = claimed.len();
        for claimed in claimed {
            self.begin(claimed, Hold::GivesWay).await;
        }
        Ok(started)
    }

    /// Begins one of those that were passed over for long enough, if it is their turn and one waits.
    async fn start_share(&mut self) -> store::Result<bool> {
        for class in self.hands.share.due() {
            if let Some(claimed) = self.claim(class..=class, 1).await?.pop() {
                self.begin(claimed, Hold::Firm).await;
                self.hands.share.served(class);
                return Ok(true);
            }
            self.hands.share.absent(class);
        }
        Ok(false)
    }

    /// Where no slot is free. What is more urgent is claimed first: so of many workers only one makes way for it.
    async fn make_way(&mut self) -> store::Result<usize> {
        let Some(urgent) = self.hands.least_urgent().and_then(Class::raised) else { return Ok(0) };
        let Some(claimed) = self.claim(Class::MOST_URGENT..=urgent, 1).await?.pop() else { return Ok(0) };
        self.hands.make_way();
        self.begin(claimed, Hold::GivesWay).await;
        Ok(1)
    }

    async fn claim(&self, classes: RangeInclusive<Class>, slots: u32) -> store::Result<Vec<Claimed>> {
        let Plan { name, lease, .. } = &self.plan;
        let registration = self.presence.registration();
        let languages = &self.languages;
        let wanted = Wanted { worker: name, registration, languages, classes, slots, lease: *lease };
        store::judging::claim(&self.desk.db, &wanted).await
    }

    /// In the next slot that is free, or that is being made so.
    async fn begin(&mut self, claimed: Claimed, hold: Hold) {
        while self.free.slots.is_empty() {
            // It has an end of its own, so this one is never closed.
            let Some(back) = self.free.coming.recv().await else { return };
            self.came_home(back);
        }
        let slot = self.free.slots.pop();
        let (desk, lent) = (Arc::clone(&self.desk), Lent { slot, home: self.free.home.clone() });
        let (class, give_way) = (claimed.class, self.desk.abandon.child_token());
        let asked = give_way.clone();
        let task = self.busy.spawn(async move { job::work(&desk, lent, claimed, &asked).await });
        self.hands.take(task.id(), class, hold, give_way);
    }

    /// What it worked for is to be written yet at most.
    fn came_home(&mut self, Back { slot, of }: Back) {
        self.free.slots.push(slot);
        of.into_iter().for_each(|id| self.hands.run(id));
    }

    fn ended(&mut self, over: Result<(task::Id, Ended), JoinError>) {
        match over {
            Ok((id, Ended::Judged(_))) => self.hands.judged(id),
            Ok((id, _)) => self.hands.let_go(id),
            Err(panicked) => self.hands.let_go(panicked.id()),
        }
    }

    /// Until something that is being judged ends, or its slot is free; for ever when there is nothing.
    pub(crate) async fn job_ended(&mut self) {
        tokio::select! {
            Some(over) = self.busy.join_next_with_id() => self.ended(over),
            Some(back) = self.free.coming.recv() => self.came_home(back),
        }
    }

    /// Judges whatever comes until `stop`, then gives back what does not end soon.
    ///
    /// # Errors
    /// The database is none any more that this program may work on, or another worker has taken its name.
    pub(crate) async fn run(mut self, stop: CancellationToken) -> anyhow::Result<()> {
        let bell = Notify::new();
        let desk = Arc::clone(&self.desk);
        let presence = Arc::clone(&self.presence);
        let ended = tokio::select! {
            () = self.claim_until(&stop, &bell) => Ok(()),
            () = listen(&desk.db, &bell) => Ok(()),
            unfit = presence.show(&desk.db) => Err(unfit),
        };
        self.leave().await;
        ended
    }

    /// Woken by `bell`, by what ends, or by the clock.
    async fn claim_until(&mut self, stop: &CancellationToken, bell: &Notify) {
        let mut trouble = Trouble::default();
        while !stop.is_cancelled() {
            let pause = match self.step().await {
                Ok(step) => {
                    trouble.is_over();
                    match step {
                        Step::Shared => continue,
                        Step::Started(_) if self.hands.may_make_way() => continue,
                        Step::Started(_) | Step::Ended(_) if !self.free.slots.is_empty() => continue,
                        Step::Idle if self.calibration_is_due() => self.calibrate(stop, bell).await,
                        _ => {}
                    }
                    POLL
                }
                Err(error) => trouble.pause(&error),
            };
            tokio::select! {
                () = bell.notified() => {}
                () = self.slot_is_free() => {}
                () = sleep(pause) => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// When something has ended; for ever when nothing is left to end.
    async fn slot_is_free(&mut self) {
        loop {
            self.job_ended().await;
            if !self.free.slots.is_empty() {
                return;
            }
        }
    }

    async fn leave(mut self) {
        if timeout(self.plan.grace, self.drain()).await.is_err() {
            tracing::info!("giving back {} judgings", self.busy.len());
            self.desk.abandon.cancel();
            // One write each; when the database is away their leases end by themselves.
            timeout(GRACE, self.drain()).await.ok();
        }
        self.presence.leave(&self.desk.db).await;
    }

    async fn drain(&mut self) {
        while self.busy.join_next().await.is_some() {}
    }
}

fn open_cache(blobs: &Depot, plan: &Plan) -> anyhow::Result<Arc<Cache>> {
    let (blobs, runtime) = (blobs.clone(), Handle::current());
    // Called on the slots' own threads, which are none of the runtime's.
    let fetch = move |hash, file| runtime.block_on(fetch(&blobs, hash, file));
    let cache = Cache::open(&plan.blob_folder, plan.blob_bytes, Box::new(fetch));
    let cache = cache.with_context(|| format!("cannot keep test data in {}", plan.blob_folder.display()))?;
    Ok(Arc::new(cache))
}

/// Waits while the database is away: a judging in hand is not given up for that. Where a folder or a store is, it is: others
/// may reach it.
async fn fetch(blobs: &Depot, hash: Hash, file: File) -> io::Result<File> {
    loop {
        match store::blob::copy_to(blobs, hash, file.try_clone()?).await {
            Err(error) if error.is_unavailable() => sleep(job::RETRY).await,
            // As it is: the cache asks for its kind.
            Err(store::Error::Io { source, .. }) => return Err(source),
            fetched => return fetched.map_err(io::Error::other),
        }
    }
}

/// Rings whenever there may be something to claim.
async fn listen(db: &Db, bell: &Notify) {
    loop {
        match store::listen::listen_queue(db).await {
            Ok(mut listener) => loop {
                // What was queued before we listened is looked for as well.
                bell.notify_one();
                listener.next().await;
            },
            Err(error) => {
                tracing::debug!("cannot listen yet: {error}");
                sleep(PAUSES.1).await;
            }
        }
    }
}

/// A database that does not answer is said once, and asked again less and less often.
#[derive(Default)]
struct Trouble {
    pause: Option<Duration>,
}

impl Trouble {
    fn pause(&mut self, error: &store::Error) -> Duration {
        let pause = self.pause.map_or(PAUSES.0, |pause| (pause * 2).min(PAUSES.1));
        if self.pause.is_none() {
            tracing::warn!("cannot claim: {error}; trying again");
        }
        self.pause = Some(pause);
        pause
    }

    fn is_over(&mut self) {
        if self.pause.take().is_some() {
            tracing::info!("the database answers again");
        }
    }
}

#[cfg(test)]
mod tests;
