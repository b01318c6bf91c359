//! The setter's own submissions, judged as others are.

use problem::version::{Example, Kind};
use problem::{Blobs, Version};

use crate::error::Error;
use crate::judge::{EventSink, Judged, Stop, Task, judge, unknown_language};
use crate::slot::Slot;
use crate::validate::source;

/// Judges one of the version's own submissions. One whose language nobody knows is JE: the setter has to say it.
///
/// # Errors
/// As [`judge`].
pub fn judge_example(
    slot: &mut Slot,
    (version, blobs): (&Version, &dyn Blobs),
    example: &Example,
    stop: Stop,
    sink: EventSink<'_>,
) -> Result<Judged, Error> {
    let source = source(&example.files, blobs)?;
    let language = match (version.kind, &example.language) {
        (Kind::Program, Some(language)) => language,
        (Kind::Answers, _) => "",
        (Kind::Program, None) => return Ok(unknown_language(slot, version, &example.path)),
    };
    let entry = example.entry.as_deref();
    let source = &source;
    judge(slot, &Task { version, blobs, language, source, entry, stop, owner: None, known: None }, sink)
}
