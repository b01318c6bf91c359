//! Server-sent events: a fragment of a page, again whenever it looks otherwise.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Duration;

use axum::http::HeaderName;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use store::listen::Notice;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::App;
use crate::error::Error;
use crate::seats::Seat;
use crate::viewer::Viewer;

/// A silent stream says that it lives, so that proxies keep it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Proxies that buffer would hold the events back.
const UNBUFFERED: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");

type Stream = mpsc::Sender<Result<Event, Infallible>>;

/// What a stream shows.
pub(crate) trait Followed: Send + Sync + 'static {
    /// Between two looks, so that what moves fast does not flood a browser.
    const BREATH: Duration;

    /// Without any notice it is looked at this often: a notice is a hint.
    fn poll(&self) -> Duration {
        Duration::from_secs(10)
    }

    /// How it looks now.
    fn look(&mut self) -> impl Future<Output = Result<Seen, Error>> + Send;

    /// Whether it may look otherwise after this notice.
    fn concerns(&self, notice: Notice) -> bool;
}

/// How it looks.
pub(crate) struct Seen {
    pub(crate) fragment: String,
    /// It will not change by itself any more.
    pub(crate) is_final: bool,
}

/// The stream, until it is final, the browser is gone or the process shuts down. `notices` are subscribed to before
/// anything was looked at: what happens in between is noticed. Refused where the viewer has no seat left.
pub(crate) fn follow<F: Followed>(
    app: &App,
    viewer: &Viewer,
    notices: Receiver<Notice>,
    followed: F,
) -> Result<impl IntoResponse + use<F>, Error> {
    let seat = app.seats.take(viewer)?;
    let (stream, events) = mpsc::channel(1);
    let follow = Follow { followed, last: String::new(), _seat: seat };
    tokio::spawn(app.shutdown.clone().run_until_cancelled_owned(follow.run(notices, stream)));
    let sse = Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    Ok(([UNBUFFERED], sse))
}

/// One open stream.
struct Follow<F> {
    followed: F,
    /// The fragment that was sent last.
    last: String,
    _seat: Seat,
}

impl<F: Followed> Follow<F> {
    /// Looks and tells, again at each notice, until it is final or the browser is gone.
    async fn run(mut self, mut notices: Receiver<Notice>, stream: Stream) {
        loop {
            if self.tell(&stream).await.is_break() {
                return;
            }
            tokio::select! {
                () = self.moved(&mut notices) => {}
                () = tokio::time::sleep(self.followed.poll()) => {}
                () = stream.closed() => return,
            }
        }
    }

    async fn tell(&mut self, stream: &Stream) -> ControlFlow<()> {
        let Seen { fragment, is_final } = match self.followed.look().await {
            Ok(seen) => seen,
            Err(error) => {
                // The database comes back, and then there is a notice.
                tracing::debug!(%error, "what is followed could not be looked at; looking again later");
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

    /// Until it may have moved; then takes a breath, so that notices that come in a burst are one.
    async fn moved(&self, notices: &mut Receiver<Notice>) {
        loop {
            match notices.recv().await {
                Ok(notice) if !self.followed.concerns(notice) => {}
                // Told of it, or too far behind to know.
                Ok(_) | Err(RecvError::Lagged(_)) => break,
                // Nobody tells any more: what is left is to poll.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
        tokio::time::sleep(F::BREATH).await;
        while !matches!(notices.try_recv(), Err(TryRecvError::Empty | TryRecvError::Closed)) {}
    }
}

async fn send(stream: &Stream, event: Event) -> ControlFlow<()> {
    match stream.send(Ok(event)).await {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
