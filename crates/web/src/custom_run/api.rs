//! `/api/v1/runs`: the same for programs, in JSON.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{AppendHeaders, IntoResponse, Response};
use problem::Verdict;
use serde::{Deserialize, Serialize};
use store::custom_run::{CustomRun, Printed};
use store::judging::{Phase, State as Stand};
use store::listen::Notice;
use time::OffsetDateTime;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, timeout_at};
use uuid::Uuid;

use super::ask::{Wish, ask};
use super::create::body_bytes;
use super::find;
use crate::App;
use crate::error::{Error, refusal};
use crate::page::Frame;
use crate::submission::waiting::{self, Waiting};

/// Who waits for a result waits at most so long, and asks again.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Notices are hints: meanwhile it is looked at this often.
const POLL: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with language and source")]
pub(crate) struct Asked {
    language: String,
    source: String,
    #[serde(default)]
    input: String,
    time_limit_ms: Option<u64>,
    memory_limit_mib: Option<u64>,
    problem: Option<String>,
}

/// Who may not ask is not listened to: the body is read after that.
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    frame: Frame,
    request: Request,
) -> Result<Response, Error> {
    frame.viewer.known()?;
    let Json(asked) = match Json::<Asked>::from_request(request, &()).await {
        Ok(asked) => asked,
        Err(rejection) => return Ok(unread(&app, &rejection)),
    };
    let wish = Wish {
        problem: asked.problem.as_deref(),
        language: &asked.language,
        source: asked.source.as_bytes(),
        origin: "The source",
        input: asked.input.as_bytes(),
        time_limit_ms: asked.time_limit_ms,
        memory_limit_mib: asked.memory_limit_mib,
    };
    match ask(&app, &frame.viewer, &wish).await? {
        Ok(run) => Ok(made(&app, &run).await),
        Err(fault) => Ok(refusal(fault.status, fault.field, &fault.words, fault.wait)),
    }
}

/// It is there, so its id is told, whether anybody knows how long it will be or not.
async fn made(app: &App, run: &CustomRun) -> Response {
    let waits = Waits::load(app, run).await;
    let waits = waits.inspect_err(|error| tracing::warn!(%error, "how long a custom run waits is not known"));
    let place = AppendHeaders([(LOCATION, format!("/api/v1/runs/{}", run.id))]);
    (StatusCode::CREATED, place, Json(Told::of(run, waits.ok()))).into_response()
}

/// What is no such object: where it is wrong, as the reader of JSON says it.
fn unread(app: &App, rejection: &JsonRejection) -> Response {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge { limit: body_bytes(app) as u64 }.into_response(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let words = "The request must have the header Content-Type: application/json.";
            refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, None, words, None)
        }
        _ => refusal(StatusCode::BAD_REQUEST, None, &rejection.body_text(), None),
    }
}

#[derive(Deserialize)]
pub(crate) struct Patience {
    /// Seconds.
    #[serde(default)]
    wait: f64,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    patience: Result<Query<Patience>, QueryRejection>,
) -> Result<Json<Told>, Error> {
    let Query(patience) = patience
        .map_err(|_| Error::BadRequest("wait is how many seconds to wait at most: ?wait=30".to_owned()))?;
    let notices = app.notices.subscribe();
    let wait = Duration::try_from_secs_f64(patience.wait).unwrap_or_default().min(LONGEST_WAIT);
    let mut run = find(&app, &frame.viewer, &id).await?;
    if run.state != Stand::Done && !wait.is_zero() {
        let _seat = app.seats.take(&frame.viewer)?;
        done(&app, &run, notices, Instant::now() + wait).await?;
        run = find(&app, &frame.viewer, &id).await?;
    }
    Ok(Json(Told::load(&app, &run).await?))
}

/// Until it is, the time is over, or the process shuts down.
async fn done(
    app: &App,
    run: &CustomRun,
    mut notices: Receiver<Notice>,
    deadline: Instant,
) -> Result<(), Error> {
    while Instant::now() < deadline && !app.shutdown.is_cancelled() {
        if store::custom_run::state(&app.db, run.id, run.user).await? == Stand::Done {
            break;
        }
        tokio::select! {
            _ = timeout_at(deadline, moved(&mut notices, run.id)) => {}
            () = app.shutdown.cancelled() => {}
        }
    }
    Ok(())
}

/// Until it may have moved.
async fn moved(notices: &mut Receiver<Notice>, run: Uuid) {
    let noticed = async {
        loop {
            match notices.recv().await {
                Ok(Notice::CustomRun { id }) if id == run => return,
                Ok(Notice::Resync) | Err(RecvError::Lagged(_)) => return,
                Ok(_) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    };
    tokio::select! {
        () = noticed => {}
        () = sleep(POLL) => {}
    }
}

pub(crate) async fn discard(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let run = find(&app, &frame.viewer, &id).await?;
    store::custom_run::give_up(&app.db, run.id, run.user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A custom run as programs are told of it.
#[derive(Serialize)]
pub(crate) struct Told {
    id: Uuid,
    /// queued, running, done
    state: &'static str,
    /// compiling, running
    phase: Option<&'static str>,
    /// While it is queued and somebody knows.
    waiting: Option<Waits>,
    language: String,
    problem: Option<String>,
    time_limit_ms: u64,
    memory_limit_mib: u64,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// It is gone then.
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    /// OK, TLE, ILE, MLE, OLE, RE, CE, JE
    outcome: Option<&'static str>,
    /// Why, in words.
    reason: String,
    exit_code: Option<i32>,
    signal: Option<i32>,
    cpu_ms: Option<f64>,
    wall_ms: Option<f64>,
    memory_bytes: Option<u64>,
    stdout: Option<Output>,
    stderr: Option<Output>,
    compile_log: String,
    toolchain: Option<String>,
}

#[derive(Serialize)]
struct Waits {
    /// Judgings that are done before it.
    ahead: u32,
    /// Seconds until its result; null: nobody knows.
    expected_s: Option<f64>,
    /// Why nobody takes it.
    why: Option<String>,
}

/// The start of what was printed. What is not UTF-8 became U+FFFD.
#[derive(Serialize)]
struct Output {
    text: String,
    /// There was more.
    cut: bool,
}

impl Told {
    async fn load(app: &App, run: &CustomRun) -> Result<Self, Error> {
        let waiting = match run.state {
            Stand::Queued => Some(Waits::load(app, run).await?),
            _ => None,
        };
        Ok(Self::of(run, waiting))
    }

    fn of(run: &CustomRun, waiting: Option<Waits>) -> Self {
        let printed = run.printed.as_ref();
        Self {
            id: run.id,
            state: run.state.word(),
            phase: run.phase.map(Phase::word),
            waiting,
            language: run.language.clone(),
            problem: run.slug.as_ref().map(ToString::to_string),
            time_limit_ms: run.limits.time_ms,
            memory_limit_mib: run.limits.memory_bytes >> 20,
            created_at: run.created_at,
            expires_at: run.expires_at,
            outcome: run.verdict.map(outcome),
            // Of a failure of ours the owner is told that it was one.
            reason: if run.verdict == Some(Verdict::Je) { String::new() } else { run.reason.clone() },
            exit_code: printed.and_then(|printed| printed.exit_code),
            signal: printed.and_then(|printed| printed.signal),
            cpu_ms: run.cpu.map(millis),
            wall_ms: printed.map(|printed| millis(printed.wall)),
            memory_bytes: run.memory,
            stdout: printed.map(Output::stdout),
            stderr: printed.map(|printed| Output::of(&printed.stderr, printed.stderr_cut)),
            compile_log: run.compile_log.clone(),
            toolchain: run.toolchain.clone(),
        }
    }
}

impl Waits {
    async fn load(app: &App, run: &CustomRun) -> Result<Self, Error> {
        let told = waiting::look(app, &Waiting::of_run(run)).await?;
        let expected_s = told.expected.map(|time| time.as_secs_f64());
        Ok(Self { ahead: told.ahead.judgings, expected_s, why: told.why })
    }
}

impl Output {
    fn of(bytes: &[u8], cut: bool) -> Self {
        Self { text: String::from_utf8_lossy(bytes).into_owned(), cut }
    }

    fn stdout(printed: &Printed) -> Self {
        Self::of(&printed.stdout, (printed.stdout.len() as u64) < printed.stdout_bytes)
    }
}

/// That it ended well is no verdict.
fn outcome(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac => "OK",
        other => other.code(),
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
