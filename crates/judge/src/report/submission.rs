//! What `judge submission show` says.

use std::io;
use std::time::Duration;

use comfy_table::Cell;
use problem::{Hash, Limits, Verdict};
use serde::Serialize;
use store::judging::{Evidence, Judging, Spent, State};
use store::problem_version::ProblemVersion;
use store::run::{Noise, Run};
use store::submission::Submission;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::test::{points, verdict};
use super::{mebibytes, milliseconds, say, seconds, table};

/// One judging with all that is known of it.
pub(crate) struct Known {
    pub judging: Judging,
    pub version: ProblemVersion,
    pub evidence: Option<Evidence>,
    pub runs: Vec<Run>,
    pub noise: Vec<Noise>,
}

/// As `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    pub submission: i64,
    pub user: &'a str,
    pub problem: &'a str,
    pub language: &'a str,
    pub source_bytes: usize,
    pub source_sha256: Hash,
    pub created_at: String,
    /// The newest first.
    pub judgings: Vec<Line<'a>>,
}

/// A judging.
#[derive(Debug, Serialize)]
pub(crate) struct Line<'a> {
    pub judging: i64,
    /// Its verdict is the one that counts.
    pub valid: bool,
    pub state: &'static str,
    pub verdict: Option<Verdict>,
    pub score: Option<f64>,
    pub max_score: Option<f64>,
    pub reason: &'a str,
    /// What went wrong on our side.
    pub internal_error: Option<&'a str>,
    pub attempt: u32,
    pub problem_version: u32,
    pub problem_version_sha256: Hash,
    pub toolchain: Option<&'a str>,
    pub program_sha256: Option<Hash>,
    pub worker: Option<&'a str>,
    pub started_at: Option<String>,
    pub finished_at: Option<String>,
    /// `None`: it is not done, or older than what is kept here.
    pub evidence: Option<Machine<'a>>,
    pub runs: Vec<Test<'a>>,
}

/// Where it was judged, and within which limits.
#[derive(Debug, Serialize)]
pub(crate) struct Machine<'a> {
    pub host: &'a str,
    pub kernel: &'a str,
    pub isolation: &'a str,
    pub judge_box_sha256: Hash,
    pub core: u32,
    pub limits: &'a Limits,
    /// `None`: nothing was compiled.
    pub compile: Option<Compile>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Compile {
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_bytes: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct Test<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    pub points: Option<f64>,
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    pub oom_kills: u64,
    pub cpu_us: u64,
    pub times_us: Vec<u64>,
    pub wall_us: u64,
    pub memory_bytes: u64,
    pub time_limit_ms: Option<u64>,
    pub memory_limit_bytes: Option<u64>,
    pub reason: &'a str,
    pub noise: Option<Disturbance<'a>>,
}

/// What disturbed a run.
#[derive(Debug, Serialize)]
pub(crate) struct Disturbance<'a> {
    /// Why the time may be more than on a quiet machine; empty: it was quiet.
    pub words: &'a str,
    pub wait_us: u64,
    pub window_us: u64,
    pub steal_us: u64,
    pub pressure_us: u64,
    pub canary: Option<f64>,
}

impl<'a> Report<'a> {
    pub(crate) fn of(submission: &'a Submission, judgings: &'a [Known]) -> Self {
        Self {
            submission: submission.id.0,
            user: &submission.user_name,
            problem: submission.problem_slug.as_str(),
            language: &submission.language,
            source_bytes: submission.source.len(),
            source_sha256: submission.source_hash,
            created_at: instant(submission.created_at),
            judgings: judgings.iter().map(Line::of).collect(),
        }
    }
}

impl<'a> Line<'a> {
    fn of(known: &'a Known) -> Self {
        let judging = &known.judging;
        Self {
            judging: judging.id.0,
            valid: judging.valid,
            state: judging.state.word(),
            verdict: judging.verdict,
            score: judging.score,
            max_score: judging.max_score,
            reason: &judging.reason,
            internal_error: judging.internal_error.as_deref(),
            attempt: judging.attempt,
            problem_version: known.version.number,
            problem_version_sha256: known.version.hash,
            toolchain: judging.toolchain.as_deref(),
            program_sha256: judging.program_hash,
            worker: judging.worker.as_deref(),
            started_at: judging.started_at.map(instant),
            finished_at: judging.finished_at.map(instant),
            evidence: known.evidence.as_ref().map(Machine::of),
            runs: known.runs.iter().map(|run| Test::of(run, &known.noise)).collect(),
        }
    }
}

impl<'a> Machine<'a> {
    fn of(evidence: &'a Evidence) -> Self {
        Self {
            host: &evidence.host,
            kernel: &evidence.kernel,
            isolation: &evidence.grade,
            judge_box_sha256: evidence.judge_box,
            core: evidence.core,
            limits: &evidence.limits,
            compile: evidence.compile.map(|Spent { cpu, wall, memory }| Compile {
                cpu_ms: milliseconds(cpu),
                wall_ms: milliseconds(wall),
                memory_bytes: memory,
            }),
        }
    }
}

impl<'a> Test<'a> {
    fn of(run: &'a Run, noise: &'a [Noise]) -> Self {
        Self {
            name: &run.name,
            verdict: run.verdict,
            points: run.points,
            exit_code: run.exit_code,
            signal: run.signal,
            oom_kills: run.oom_kills,
            cpu_us: micros(run.cpu),
            times_us: run.times.iter().copied().map(micros).collect(),
            wall_us: micros(run.wall),
            memory_bytes: run.memory,
            time_limit_ms: run.time_limit.map(milliseconds),
            memory_limit_bytes: run.memory_limit,
            reason: &run.reason,
            noise: noise.iter().find(|noise| noise.position == run.position).map(Disturbance::of),
        }
    }
}

impl<'a> Disturbance<'a> {
    fn of(noise: &'a Noise) -> Self {
        Self {
            words: &noise.words,
            wait_us: micros(noise.wait),
            window_us: micros(noise.window),
            steal_us: micros(noise.steal),
            pressure_us: micros(noise.pressure),
            canary: noise.canary,
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// `2026-11-30T12:20:16Z`
fn instant(at: OffsetDateTime) -> String {
    let whole = at.replace_nanosecond(0).unwrap_or(at);
    whole.format(&Rfc3339).unwrap_or_default()
}

/// For people: the judgings, then what the one that counts rests on, and its tests.
pub(crate) fn tell(submission: &Submission, judgings: &[Known]) -> io::Result<()> {
    let Submission { id, user_name, problem_slug, language, source, source_hash, .. } = submission;
    let (bytes, sent) = (source.len(), instant(submission.created_at));
    say!("submission {id} by {user_name} to {problem_slug}, {language}, sent {sent}")?;
    say!("source: {bytes} bytes, sha256 {source_hash}")?;
    let mut table = table::new(&["judging", "", "verdict", "points", "version", "worker", "toolchain"]);
    for Known { judging, version, .. } in judgings {
        let counts = if judging.valid { "counts" } else { "" };
        table.add_row([
            table::number(judging.id.to_string()),
            Cell::new(counts),
            judging.verdict.map_or_else(|| Cell::new(judging.state), verdict),
            table::number(judging.score.map(|score| points(score, judging.max_score)).unwrap_or_default()),
            table::number(version.number.to_string()),
            Cell::new(judging.worker.as_deref().unwrap_or_default()),
            Cell::new(judging.toolchain.as_deref().unwrap_or_default()),
        ]);
    }
    table::print(table)?;
    match judgings.iter().find(|known| known.judging.valid) {
        Some(known) if known.judging.state == State::Done => rests_on(known),
        _ => Ok(()),
    }
}

fn rests_on(known: &Known) -> io::Result<()> {
    if !known.judging.reason.is_empty() {
        say!("{}", known.judging.reason)?;
    }
    if let Some(evidence) = &known.evidence {
        let Evidence { host, kernel, grade, judge_box, core, limits, .. } = evidence;
        say!("judged on {host}, core {core}, kernel {kernel}, isolation {grade}, judge-box {judge_box:.12}")?;
        let (time, memory) = (seconds(limits.time()), mebibytes(limits.memory_bytes));
        let origin = limits.time_origin.word();
        say!("limits: {time} ({origin}), {memory}")?;
        if let Some(Spent { cpu, wall, memory }) = evidence.compile {
            say!(
                "compiled in {} of CPU, {} in all, with {}",
                seconds(cpu),
                seconds(wall),
                mebibytes(memory)
            )?;
        }
    }
    tests(known)
}

fn tests(known: &Known) -> io::Result<()> {
    if known.runs.is_empty() {
        return Ok(());
    }
    let mut table = table::new(&["test", "verdict", "CPU", "wall", "memory", "end", "disturbed"]);
    for run in &known.runs {
        let noise = known.noise.iter().find(|noise| noise.position == run.position);
        let end = match (run.exit_code, run.signal) {
            (Some(code), _) => format!("exit code {code}"),
            (_, Some(signal)) => format!("signal {signal}"),
            _ => String::new(),
        };
        let times: Vec<String> = run.times.iter().map(|time| seconds(*time)).collect();
        table.add_row([
            Cell::new(&run.name),
            verdict(run.verdict),
            table::number(times.join(", ")),
            table::number(seconds(run.wall)),
            table::number(mebibytes(run.memory)),
            Cell::new(end),
            Cell::new(noise.map(|noise| noise.words.as_str()).unwrap_or_default()),
        ]);
    }
    table::print(table)
}
