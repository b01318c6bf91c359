//! A custom run as its owner sees it. The page and the event stream show it by the same template.

use askama::Template;
use problem::Verdict;
use store::custom_run::{CustomRun, Printed};
use store::judging::{Phase, State};

use crate::error::Error;
use crate::mark::{Standing, ring};
use crate::submission::waiting::{self, Waiting};
use crate::text::Excerpt;
use crate::{App, words};

/// Bytes of a text that are shown: all that is kept.
const TEXT_BYTES: usize = 256 << 10;

/// The fragment `custom_run/fragment.html`, and what the page around it wants to know.
#[derive(Template)]
#[template(path = "custom_run/fragment.html")]
pub(crate) struct View {
    pub(super) is_final: bool,
    pub(super) is_queued: bool,
    pub(super) headline: String,
    /// The shape, as SVG.
    mark: String,
    reason: Option<String>,
    /// Time, memory and toolchain, in one quiet line.
    figures: Option<String>,
    notes: Vec<(&'static str, String)>,
    texts: Vec<Text>,
    /// It ran, and there is no output.
    printed_nothing: bool,
}

struct Text {
    title: &'static str,
    excerpt: Excerpt,
    /// How much of it was not kept.
    cut: Option<String>,
}

impl From<&CustomRun> for Standing {
    fn from(run: &CustomRun) -> Self {
        match (run.state, run.verdict, run.phase) {
            (_, Some(verdict), _) => Self::Done(verdict),
            (State::Running, _, Some(Phase::Running)) => Self::Running { done: 0, total: 0 },
            (State::Running, ..) => Self::Compiling,
            _ => Self::Queued,
        }
    }
}

impl View {
    pub(super) async fn load(app: &App, run: &CustomRun) -> Result<Self, Error> {
        let standing = Standing::from(run);
        let is_queued = standing == Standing::Queued;
        let mut notes = notes(run);
        if is_queued {
            let told = waiting::look(app, &Waiting::of_run(run)).await?;
            notes.push(told.note());
        }
        Ok(Self {
            is_final: standing.is_final(),
            is_queued,
            headline: headline(standing),
            mark: mark(standing),
            reason: Some(run.reason.clone()).filter(|words| !words.is_empty() && !is_ours(run)),
            figures: figures(run),
            notes,
            texts: texts(run),
            printed_nothing: run.printed.as_ref().is_some_and(|printed| printed.stdout.is_empty()),
        })
    }

    /// What is shown of one that is gone.
    pub(super) fn gone() -> Self {
        let words = "It was discarded, or its time is over: what custom runs leave is deleted.";
        Self {
            is_final: true,
            is_queued: false,
            headline: "gone".to_owned(),
            mark: ring(0, 1),
            reason: Some(words.to_owned()),
            figures: None,
            notes: Vec::new(),
            texts: Vec::new(),
            printed_nothing: false,
        }
    }
}

/// That a program ended well says nothing of whether it is right.
fn headline(standing: Standing) -> String {
    match standing {
        Standing::Done(Verdict::Ac) => "ran to its end".to_owned(),
        other => other.words(),
    }
}

fn mark(standing: Standing) -> String {
    match standing {
        Standing::Done(Verdict::Ac) => ring(1, 1),
        other => other.mark(),
    }
}

fn is_ours(run: &CustomRun) -> bool {
    run.verdict == Some(Verdict::Je)
}

/// `CPU 0.31 s of 2 s · memory 12.4 MiB of 256 MiB · g++ 12.2.0`
fn figures(run: &CustomRun) -> Option<String> {
    let limits = &run.limits;
    let parts = [
        run.cpu.map(|cpu| format!("CPU {} of {}", words::seconds(cpu), words::limit(limits.time()))),
        run.memory
            .map(|memory| format!("memory {} of {}", words::size(memory), words::size(limits.memory_bytes))),
        run.toolchain.clone(),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn notes(run: &CustomRun) -> Vec<(&'static str, String)> {
    let note = |class, words: &str| vec![(class, words.to_owned())];
    match (run.verdict, run.losses, run.errors) {
        (Some(Verdict::Je), ..) => note("judge", "This is a failure of the judge, not yours. Run it again."),
        (None, _, 1..) => {
            note("", "The judge failed at it. It is tried once more, on another worker if there is one.")
        }
        (None, 1.., _) => {
            note("", "The worker that had it was lost. It is run again, by the next that is free.")
        }
        _ => Vec::new(),
    }
}

fn texts(run: &CustomRun) -> Vec<Text> {
    let whole = |title, text: &[u8]| {
        let excerpt = Excerpt::of(text, TEXT_BYTES);
        (!text.is_empty()).then_some(Text { title, excerpt, cut: None })
    };
    let printed = run.printed.as_ref();
    let stdout = printed.and_then(|printed| {
        whole("Output", &printed.stdout).map(|text| Text { cut: cut_of(printed), ..text })
    });
    let stderr = printed.and_then(|printed| {
        let more = format!("The first {}; there was more.", words::size(printed.stderr.len() as u64));
        let cut = printed.stderr_cut.then_some(more);
        whole("Standard error", &printed.stderr).map(|text| Text { cut, ..text })
    });
    let compiler = if run.verdict == Some(Verdict::Ce) { "Compiler" } else { "Compiler warnings" };
    let log = whole(compiler, run.compile_log.trim_end().as_bytes());
    [stdout, stderr, log].into_iter().flatten().collect()
}

fn cut_of(printed: &Printed) -> Option<String> {
    let (kept, all) = (printed.stdout.len() as u64, printed.stdout_bytes);
    (kept < all).then(|| format!("The first {} of {}.", words::size(kept), words::size(all)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_ended_well_is_not_called_accepted() {
        assert_eq!(headline(Standing::Done(Verdict::Ac)), "ran to its end");
        assert_eq!(headline(Standing::Done(Verdict::Tle)), "time limit exceeded");
        assert!(mark(Standing::Done(Verdict::Ac)).contains("v-wait"));
    }

    #[test]
    fn of_an_output_that_was_cut_it_is_said_how_much_there_was() {
        let printed = |kept: usize, all| Printed {
            wall: std::time::Duration::ZERO,
            exit_code: Some(0),
            signal: None,
            stdout: vec![b'x'; kept],
            stdout_bytes: all,
            stderr: Vec::new(),
            stderr_cut: false,
        };
        assert_eq!(cut_of(&printed(10, 10)), None);
        assert_eq!(cut_of(&printed(1024, 4096)).as_deref(), Some("The first 1 KiB of 4 KiB."));
    }
}
