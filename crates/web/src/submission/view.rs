//! A judging as its viewer may see it. The page and the event stream show it by the same template.

use askama::Template;
use problem::{TestCase, Verdict, Version};
use store::judging::{Judging, Phase, State};
use store::rejudging::{self, Beside};
use store::run::Run;
use store::submission::{Submission, SubmissionRow};

use super::Rights;
use super::cases;
use super::evidence::{self, Evidence};
use super::groups::{self, Section};
use super::sample::{self, FailedSample};
use super::strip::{self, Cell};
use super::waiting::{self, Waiting};
use crate::error::Error;
use crate::mark::{Standing, svg};
use crate::text::Excerpt;
use crate::{App, filters, words};

/// Bytes of a log: those of a compiler are capped when they are made, so this cuts none of them.
const LOG_BYTES: usize = 256 << 10;

/// The fragment `submission/fragment.html`, and what the page around it wants to know.
#[derive(Template)]
#[template(path = "submission/fragment.html")]
pub(crate) struct JudgingView {
    pub(crate) is_final: bool,
    pub(super) is_queued: bool,
    /// `wrong answer on test 3`, `test 3 of 20`
    pub(crate) headline: String,
    /// The shape, as SVG.
    mark: String,
    /// `73 of 100`
    score: Option<String>,
    reason: Option<String>,
    /// Time, memory, toolchain and version, in one quiet line.
    figures: Option<String>,
    notes: Vec<Note>,
    strip: Vec<Cell>,
    legend: String,
    /// What explains the verdict.
    logs: Vec<Log>,
    /// What may be worth a look besides.
    warnings: Vec<Log>,
    failed_sample: Option<FailedSample>,
    /// Tests have points.
    scored: bool,
    sections: Vec<Section>,
    left_out: Option<String>,
    /// For the jury.
    evidence: Option<Evidence>,
}

struct Note {
    class: &'static str,
    words: String,
}

struct Log {
    title: &'static str,
    /// Sentences, not columns: long lines may be broken.
    wrap: bool,
    text: Excerpt,
}

/// A judging with all that is shown of it.
pub(super) struct Facts<'a> {
    pub(super) submission: &'a Submission,
    pub(super) judging: &'a Judging,
    pub(super) version: &'a Version,
    pub(super) number: u32,
    pub(super) rights: Rights,
    /// The rejudging that made it, for the jury.
    pub(super) beside: Option<Beside>,
}

impl From<&Judging> for Standing {
    fn from(judging: &Judging) -> Self {
        match (judging.state, judging.verdict, judging.phase) {
            (_, Some(verdict), _) => Self::Done(verdict),
            (State::Running, _, Some(Phase::Compiling)) => Self::Compiling,
            (State::Running, ..) => Self::Running { done: judging.tests_done, total: judging.tests_total },
            _ => Self::Queued,
        }
    }
}

impl From<&SubmissionRow> for Standing {
    fn from(row: &SubmissionRow) -> Self {
        match (row.state, row.verdict) {
            (_, Some(verdict)) => Self::Done(verdict),
            (State::Running, _) => Self::Running { done: row.tests_done, total: row.tests_total },
            _ => Self::Queued,
        }
    }
}

impl JudgingView {
    pub(super) async fn load(app: &App, facts: &Facts<'_>) -> Result<Self, Error> {
        let judging = facts.judging;
        let runs = store::run::list(&app.db, judging.id).await?;
        let standing = Standing::from(judging);
        let failed_sample =
            if facts.rights.details { sample::first_failed(app, facts.version, &runs).await? } else { None };
        let mut notes = notes(facts);
        notes.extend(reused(&runs, facts.rights));
        if standing == Standing::Queued {
            let (class, words) = waiting::look(app, &Waiting::of_submission(facts)).await?.note();
            notes.push(Note { class, words });
        }
        let (cases, left_out) = cases::table(&runs, facts.rights);
        let shown: Vec<usize> = cases.iter().map(|case| case.number).collect();
        let evidence = match standing.is_final() && facts.rights.internals {
            true => Some(evidence::load(app, facts, &runs, &shown).await?),
            false => None,
        };
        Ok(Self {
            is_final: standing.is_final(),
            is_queued: standing == Standing::Queued,
            headline: headline(standing, &runs),
            mark: standing.mark(),
            score: judging.score.map(|score| words::score(score, judging.max_score)),
            reason: reason(facts),
            figures: figures(facts, &runs),
            notes,
            strip: strip::cells(&runs, judging.tests_total, standing.is_final(), &cases),
            legend: strip::legend(&runs, judging.tests_total, standing.is_final()),
            logs: logs(facts),
            warnings: warnings(facts),
            failed_sample,
            scored: facts.version.scoring.is_some(),
            sections: groups::sections(facts.version, &judging.groups, cases),
            left_out,
            evidence,
        })
    }
}

impl JudgingView {
    fn has_cases(&self) -> bool {
        self.sections.iter().any(|section| !section.cases.is_empty())
    }
}

/// The verdict and, where one test decided, which.
fn headline(standing: Standing, runs: &[Run]) -> String {
    let decided = runs.iter().find(|run| !matches!(run.verdict, Verdict::Ac | Verdict::Sk));
    match (standing, decided) {
        (Standing::Done(verdict), Some(run))
            if !matches!(verdict, Verdict::Ac | Verdict::Pa | Verdict::Ce) =>
        {
            format!("{} on test {}", verdict.words(), cases::number(run))
        }
        _ => standing.words(),
    }
}

fn reason(facts: &Facts<'_>) -> Option<String> {
    let judging = facts.judging;
    let told = match judging.verdict {
        Some(Verdict::Je) => facts.rights.internals,
        _ => facts.rights.details,
    };
    (told && !judging.reason.is_empty()).then(|| judging.reason.clone())
}

/// `CPU 0.31 s of 2 s · memory 12.4 MiB of 256 MiB · g++ 12.2.0 · version 3 of the problem`
fn figures(facts: &Facts<'_>, runs: &[Run]) -> Option<String> {
    let (judging, limits) = (facts.judging, &facts.version.limits);
    let run = || runs.iter().filter(|run| run.verdict != Verdict::Sk);
    let cpu = run().map(|run| run.cpu).max();
    let memory = run().map(|run| run.memory).max();
    let parts = [
        cpu.map(|cpu| format!("CPU {} of {}", words::seconds(cpu), words::limit(limits.time()))),
        memory
            .map(|memory| format!("memory {} of {}", words::size(memory), words::size(limits.memory_bytes))),
        judging.toolchain.clone(),
        (facts.number > 1).then(|| format!("version {} of the problem", facts.number)),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn notes(facts: &Facts<'_>) -> Vec<Note> {
    let judging = facts.judging;
    let mut notes = Vec::new();
    if judging.verdict == Some(Verdict::Je) {
        let words = "This is a failure of the judge, not yours. It costs you nothing and is being looked at.";
        notes.push(Note { class: "judge", words: words.to_owned() });
    }
    if !judging.valid {
        notes.push(Note { class: "", words: uncounted(facts.beside) });
    }
    notes.extend(again(judging).map(|words| Note { class: "", words: words.to_owned() }));
    notes
}

/// Why it begins anew.
fn again(judging: &Judging) -> Option<&'static str> {
    match (judging.verdict, judging.losses, judging.errors) {
        (None, _, 1..) => {
            Some("The judge failed at it. It is tried once more, on another worker if there is one.")
        }
        (None, 1.., _) => {
            Some("The worker that had it was lost. It is judged again, by the next that is free.")
        }
        _ => None,
    }
}

/// Why it does not count.
fn uncounted(beside: Option<Beside>) -> String {
    match beside {
        Some(Beside { rejudging, applied: false, state, .. }) => match state {
            rejudging::State::Open => {
                format!(
                    "This judging does not count unless rejudging {rejudging} is applied. The jury alone sees it."
                )
            }
            rejudging::State::Applied => format!(
                "This judging does not count, though rejudging {rejudging} is applied: a judge error takes nobody’s \
                 place. The jury alone sees it."
            ),
            rejudging::State::Dropped => {
                format!(
                    "This judging does not count: rejudging {rejudging} was dropped. The jury alone sees it."
                )
            }
        },
        _ => "This judging does not count: the submission was judged again later.".to_owned(),
    }
}

/// For the jury: that there was the same before is nobody else's business.
fn reused(runs: &[Run], rights: Rights) -> Option<Note> {
    let count = runs.iter().filter(|run| run.reused_from.is_some()).count();
    let words = || {
        let tests = words::count(count as u64, "test");
        format!("Not run again, as nothing has changed: {tests} of {}.", runs.len())
    };
    (rights.internals && count > 0).then(|| Note { class: "", words: words() })
}

/// What explains the verdict: the compiler's words on a compile error, ours on a judge error.
fn logs(facts: &Facts<'_>) -> Vec<Log> {
    let internal = facts.judging.internal_error.as_ref().filter(|_| facts.rights.internals);
    let internal = internal.map(|error| Log::new("What went wrong, for the jury", error));
    let compiler = compile_log(facts).filter(|_| facts.judging.verdict == Some(Verdict::Ce));
    let compiler = compiler.map(|log| Log { wrap: false, ..Log::new("Compiler", log) });
    internal.into_iter().chain(compiler).collect()
}

/// What the compiler said of a program that it compiled.
fn warnings(facts: &Facts<'_>) -> Vec<Log> {
    let compiler = compile_log(facts).filter(|_| facts.judging.verdict != Some(Verdict::Ce));
    compiler.map(|log| Log { wrap: false, ..Log::new("Compiler warnings", log) }).into_iter().collect()
}

fn compile_log<'a>(facts: &Facts<'a>) -> Option<&'a str> {
    let log = facts.judging.compile_log.as_str();
    (facts.rights.details && !log.trim().is_empty()).then_some(log)
}

impl Log {
    fn new(title: &'static str, text: &str) -> Self {
        Self { title, wrap: true, text: Excerpt::of(text.trim_end().as_bytes(), LOG_BYTES) }
    }
}

/// The case of a run, by its name.
pub(super) fn case_of<'a>(version: &'a Version, run: &Run) -> Option<&'a TestCase> {
    version.cases().into_iter().find(|case| case.name == run.name)
}

/// Shape of a verdict for a table's cell.
pub(super) fn mark(verdict: Verdict) -> String {
    svg(verdict)
}
