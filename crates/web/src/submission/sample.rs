//! The first sample that failed: everything about it may be shown, so it is.

use problem::{Verdict, Version};
use store::run::Run;

use super::cases::number;
use super::diff::Diff;
use super::view::case_of;
use crate::App;
use crate::error::Error;
use crate::problem::samples::{SAMPLE_BYTES, excerpt};
use crate::text::Excerpt;

pub(super) struct FailedSample {
    /// From 1, in the order of judging.
    pub(super) number: usize,
    input: Excerpt,
    expected: Excerpt,
    /// What the program wrote, if that is known.
    own: Option<Excerpt>,
    pub(super) diff: Option<Diff>,
}

/// `None` if all samples that ran were right.
pub(super) async fn first_failed(
    app: &App,
    version: &Version,
    runs: &[Run],
) -> Result<Option<FailedSample>, Error> {
    let failed = |run: &&Run| run.sample && !matches!(run.verdict, Verdict::Ac | Verdict::Sk);
    let Some(run) = runs.iter().find(failed) else { return Ok(None) };
    let Some(case) = case_of(version, run) else { return Ok(None) };
    let expected = excerpt(app, case.answer).await?;
    let own = run.output.as_ref().map(|output| Excerpt::of(output, SAMPLE_BYTES));
    let diff = own.as_ref().and_then(|own| Diff::between(&expected.text, &own.text));
    Ok(Some(FailedSample {
        number: number(run),
        input: excerpt(app, case.input).await?,
        expected,
        own,
        diff,
    }))
}

impl FailedSample {
    /// The text blocks under their titles.
    pub(super) fn parts(&self) -> Vec<(&'static str, &Excerpt)> {
        let mut parts = vec![("Input", &self.input), ("Expected output", &self.expected)];
        parts.extend(self.own.as_ref().map(|own| ("Your output", own)));
        parts
    }
}
