//! `/submissions/{id}/events`: the judging as it goes, by server-sent events.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use store::listen::Notice;
use store::problem_version::ProblemVersion;
use store::submission::Submission;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::view::{Facts, JudgingView};
use super::{Rights, find};
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

/// A silent stream says that it lives, so that proxies keep it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A notice is a hint: without any, the state is looked at this often.
const POLL: Duration = Duration::from_secs(10);
/// Between two looks, so that a judging with thousands of tests does not flood a browser.
const BREATH: Duration = Duration::from_millis(150);
/// Proxies that buffer would hold the events back.
const UNBUFFERED: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");

type Stream = mpsc::Sender<Result<Event, Infallible>>;

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    // Before the first look: what happens in between is noticed.
    let notices = app.notices.subscribe();
    let submission = find(&app, &frame.viewer, &id, Action::See).await?;
    let rights = Rights::of(&frame.viewer, &submission);
    let (stream, events) = mpsc::channel(1);
    let follow = Follow { app: app.clone(), submission, rights, version: None, last: String::new() };
    tokio::spawn(app.shutdown.clone().run_until_cancelled_owned(follow.run(notices, stream)));
    let sse = Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    Ok(([UNBUFFERED], sse))
}

/// One open stream.
struct Follow {
    app: Arc<App>,
    submission: Submission,
    rights: Rights,
    /// The version that the last judging seen is on: manifests are large and never change.
    version: Option<ProblemVersion>,
    /// The fragment that was sent last.
    last: String,
}

impl Follow {
    /// Looks and tells, again at each notice, until the judging is done or the browser is gone.
    async fn run(mut self, mut notices: Receiver<Notice>, stream: Stream) {
        loop {
            if self.tell(&stream).await.is_break() {
                return;
            }
            tokio::select! {
                () = self.moved(&mut notices) => {}
                () = tokio::time::sleep(POLL) => {}
                () = stream.closed() => return,
            }
        }
    }

    async fn tell(&mut self, stream: &Stream) -> ControlFlow<()> {
        let (is_final, fragment) = match self.look().await {
            Ok(seen) => seen,
            Err(error) => {
                // The database comes back, and then there is a notice.
                tracing::debug!(%error, "a judging could not be looked at; looking again later");
                return ControlFlow::Continue(());
            }
        };
        if fragment != self.last {
            send(stream, Event::default().event("fragment").data(&fragment)).await?;
            self.last = fragment;
        }
        if is_final {
            send(stream, Event::default().event("end").data("done")).await?;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether it is done, and the fragment.
    async fn look(&mut self) -> Result<(bool, String), Error> {
        let judging = store::judging::valid_of(&self.app.db, self.submission.id).await?;
        let version = match self.version.take() {
            Some(version) if version.id == judging.version => version,
            _ => store::problem_version::get(&self.app.db, judging.version).await?,
        };
        let version = self.version.insert(version);
        let facts = Facts {
            submission: &self.submission,
            judging: &judging,
            version: &version.manifest,
            number: version.number,
            rights: self.rights,
        };
        let view = JudgingView::load(&self.app, &facts).await?;
        Ok((view.is_final, view.render().map_err(Error::internal)?))
    }

    /// Until the submission may have moved; then takes a breath, so that notices that come in a burst are one.
    async fn moved(&self, notices: &mut Receiver<Notice>) {
        loop {
            match notices.recv().await {
                Ok(Notice::Judging { submission }) if submission != self.submission.id => {}
                Ok(Notice::Queued) => {}
                // Told of it, or too far behind to know.
                Ok(_) | Err(RecvError::Lagged(_)) => break,
                // Nobody tells any more: what is left is to poll.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
        tokio::time::sleep(BREATH).await;
        while !matches!(notices.try_recv(), Err(TryRecvError::Empty | TryRecvError::Closed)) {}
    }
}

async fn send(stream: &Stream, event: Event) -> ControlFlow<()> {
    match stream.send(Ok(event)).await {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
