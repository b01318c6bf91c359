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

/// What is shown of a conversation; the interesting part is often its end.
const CONVERSATION_BYTES: usize = 64 << 10;

pub(super) struct FailedSample {
    /// From 1, in the order of judging.
    pub(super) number: usize,
    /// Text blocks under their titles.
    pub(super) parts: Vec<(&'static str, Excerpt)>,
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
    let number = number(run);
    if !run.transcript.is_empty() {
        let said = Excerpt::of(run.transcript.as_bytes(), CONVERSATION_BYTES);
        let parts = vec![("Input", excerpt(app, case.input).await?), ("What was said", said)];
        return Ok(Some(FailedSample { number, parts, diff: None }));
    }
    let expected = excerpt(app, case.answer).await?;
    let own = run.output.as_ref().map(|output| Excerpt::of(output, SAMPLE_BYTES));
    let diff = own.as_ref().and_then(|own| Diff::between(&expected.text, &own.text));
    let mut parts = vec![("Input", excerpt(app, case.input).await?), ("Expected output", expected)];
    parts.extend(own.map(|own| ("Your output", own)));
    Ok(Some(FailedSample { number, parts, diff }))
}
