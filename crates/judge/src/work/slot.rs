//! One slot: a thread that lives as long as the worker and owns what judging keeps from one submission to the next.

use std::collections::HashMap;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc as blocking;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use judging::{CustomRan, CustomTask, Event, Judged, Slot, Source, Stop, Task};
use problem::version::Example;
use problem::{Blobs, Limits, Verdict, Version};
use store::UserId;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::known::Memory;
use crate::machine::Machine;

/// What is sent, and whose it is.
pub(crate) enum Sent {
    /// Somebody's.
    Source { language: String, source: Source },
    /// The version's own, of which every case is run.
    Example(Box<Example>),
    /// A program to run on this input alone, within these limits.
    Custom { run: Uuid, language: String, source: Source, input: Vec<u8>, limits: Box<Limits> },
}

/// What came of it.
pub(crate) enum Answer {
    Judged(Box<Judged>),
    Ran(Box<CustomRan>),
}

impl Answer {
    fn judged(judged: Judged) -> Self {
        Self::Judged(Box::new(judged))
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Judged(judged) => judged.verdict,
            Self::Ran(ran) => ran.verdict,
        }
    }
}

/// One submission to judge, or one custom run.
pub(crate) struct Order {
    pub version: Arc<Version>,
    /// Who sent it.
    pub owner: UserId,
    pub memory: Memory,
    pub sent: Sent,
    pub events: Arc<Told>,
    /// Set when nobody wants the answer any more.
    pub given_up: Arc<AtomicBool>,
    /// `Err` is our failure, in words.
    pub answer: oneshot::Sender<Result<Answer, String>>,
}

/// What a judging told and nobody has taken yet. Nobody is woken for it: of a quick program's tests there are two each, and
/// waking costs more than they do.
#[derive(Default)]
pub(crate) struct Told(Mutex<Vec<Event>>);

impl Told {
    fn tell(&self, event: Event) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    pub(crate) fn take(&self) -> Vec<Event> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The way to the slot's thread, which ends when this goes.
pub(crate) struct SlotHandle {
    orders: blocking::Sender<Order>,
}

impl SlotHandle {
    /// Judges the orders one after the other, with files from `blobs`.
    pub(crate) fn start(
        machine: &Machine,
        number: u32,
        blobs: Arc<dyn Blobs + Send + Sync>,
    ) -> io::Result<Self> {
        let (orders, queue) = blocking::channel::<Order>();
        let machine = machine.clone();
        thread::Builder::new().name(format!("slot-{number}")).spawn(move || {
            let (mut slot, mut proofs) = (machine.slot(number), Proofs::default());
            for order in queue {
                slot.heed(Arc::clone(&order.given_up));
                let judged = catch_unwind(AssertUnwindSafe(|| order.judge(&mut slot, &mut proofs, &*blobs)));
                let answer = judged.unwrap_or_else(|panic| {
                    // Nobody knows in which state it was left.
                    slot = machine.slot(number);
                    Err(format!("judging panicked: {}", words(&*panic)))
                });
                // Whoever asked may have gone: the claim was lost.
                order.answer.send(answer).ok();
            }
        })?;
        Ok(Self { orders })
    }

    /// `None`: the thread is gone, and the order with it.
    pub(crate) fn send(&self, order: Order) -> Option<()> {
        self.orders.send(order).ok()
    }
}

impl Order {
    fn judge(&self, slot: &mut Slot, proofs: &mut Proofs, blobs: &dyn Blobs) -> Result<Answer, String> {
        let mut sink = |event| {
            self.events.tell(event);
            if self.given_up.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let version = &*self.version;
        let owner = u64::try_from(self.owner.0).ok();
        let (answer, language) = match &self.sent {
            Sent::Source { language, source } => {
                let (stop, known) = (Stop::FirstFailure, Some(&self.memory as _));
                let task = Task { version, blobs, language, source, entry: None, stop, owner, known };
                (judging::judge(slot, &task, &mut sink).map(Answer::judged), Some(language))
            }
            Sent::Example(example) => {
                let judged = judging::judge_example(slot, (version, blobs), example, Stop::Never, &mut sink);
                (judged.map(Answer::judged), example.language.as_ref())
            }
            Sent::Custom { run, language, source, input, limits } => {
                let run = run.as_u128();
                let task = CustomTask { run, version, blobs, language, source, input, limits, owner };
                let ran = judging::run_custom(slot, &task, &mut sink);
                (ran.map(|ran| Answer::Ran(Box::new(ran))), Some(language))
            }
        };
        let answer = answer.map_err(|error| chain(&error))?;
        // A compiler that broke since the worker started shall not be the contestants' loss.
        if let Some(language) = language.filter(|id| answer.verdict() == Verdict::Ce && proofs.is_due(id)) {
            judging::compiles(slot, language).map_err(|error| chain(&error))?;
            proofs.hold(language);
        }
        Ok(answer)
    }
}

/// When each language's compiler was last seen to compile.
#[derive(Default)]
struct Proofs(HashMap<String, Instant>);

impl Proofs {
    /// A compile error is believed of a compiler that worked so lately.
    const LATELY: Duration = Duration::from_mins(1);

    fn is_due(&self, language: &str) -> bool {
        self.0.get(language).is_none_or(|at| at.elapsed() >= Self::LATELY)
    }

    fn hold(&mut self, language: &str) {
        self.0.insert(language.to_owned(), Instant::now());
    }
}

/// The error and its causes on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let part = error.to_string();
        if !text.contains(&part) {
            text = format!("{text}: {part}");
        }
        cause = error.source();
    }
    text
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_is_tried_again_when_that_is_a_minute_ago_and_each_for_itself() {
        let mut proofs = Proofs::default();
        assert!(proofs.is_due("cpp"));
        proofs.hold("cpp");
        assert!(!proofs.is_due("cpp") && proofs.is_due("java"));
        if let Some(before) = Instant::now().checked_sub(Proofs::LATELY) {
            proofs.0.insert("cpp".to_owned(), before);
            assert!(proofs.is_due("cpp"));
        }
    }
}
