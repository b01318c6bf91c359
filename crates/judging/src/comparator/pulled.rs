//! Runs a comparator that reads both texts while one of them is being printed.

use std::io::{self, Read};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use problem::comparison::Foreign;

use super::judgement::Judgement;
use super::line_ends::LineEnds;
use super::text::{Feed, Text};
use super::{cms, dmoj, hustoj, hydro, testlib};

type Work = Pin<Box<dyn Future<Output = io::Result<Judgement>> + Send>>;

/// A comparator that stands where the output has no more bytes yet.
pub(super) struct Pulled {
    feed: Arc<Mutex<Feed>>,
    state: State,
}

enum State {
    Reading(Work),
    Judged(Judgement),
}

impl Pulled {
    pub(super) fn new(rules: Foreign, answer: Box<dyn Read + Send>) -> Self {
        let feed = Arc::new(Mutex::new(Feed::default()));
        Self { state: State::Reading(Box::pin(judge(rules, answer, Arc::clone(&feed)))), feed }
    }

    pub(super) fn push(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece.is_empty() || self.is_judged() {
            return Ok(());
        }
        self.feed.lock().unwrap_or_else(PoisonError::into_inner).piece.extend_from_slice(piece);
        self.poll()
    }

    /// Nothing is judged before the output's end but what is refused.
    pub(super) fn is_judged(&self) -> bool {
        matches!(self.state, State::Judged(_))
    }

    pub(super) fn finish(mut self) -> io::Result<Judgement> {
        self.feed.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.poll()?;
        match self.state {
            State::Judged(judgement) => Ok(judgement),
            State::Reading(_) => Err(io::Error::other("a comparator waits for more than the whole output")),
        }
    }

    /// Goes on as far as there is something to read. Nobody needs to be woken: the next push polls again.
    fn poll(&mut self) -> io::Result<()> {
        if let State::Reading(work) = &mut self.state
            && let Poll::Ready(judged) = work.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        {
            self.state = State::Judged(judged?);
        }
        Ok(())
    }
}

/// Line ends of the answer and of the output.
fn line_ends(rules: &Foreign) -> (LineEnds, LineEnds) {
    match rules {
        Foreign::Testlib(checker) => (testlib::line_ends(*checker), testlib::line_ends(*checker)),
        Foreign::Dmoj { binary, .. } => (dmoj::line_ends(*binary), LineEnds::Kept),
        _ => (LineEnds::Kept, LineEnds::Kept),
    }
}

async fn judge(
    rules: Foreign,
    answer: Box<dyn Read + Send>,
    feed: Arc<Mutex<Feed>>,
) -> io::Result<Judgement> {
    let (answers, outputs) = line_ends(&rules);
    let (mut answer, mut output) = (Text::answer(answer, answers), Text::output(feed, outputs));
    if let Foreign::Testlib(_) = rules {
        output = output.without_mark();
    }
    let (answer, output) = (&mut answer, &mut output);
    match rules {
        Foreign::Testlib(checker) => testlib::judge(checker, answer, output).await,
        Foreign::Dmoj { rules, .. } => dmoj::judge(&rules, answer, output).await,
        Foreign::Cms(comparison) => cms::judge(comparison, answer, output).await,
        Foreign::Hydro(kind) => hydro::judge(kind, answer, output).await,
        Foreign::Hustoj => hustoj::judge(answer, output).await,
    }
}
