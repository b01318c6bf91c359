//! `problem.yaml`.

use std::collections::BTreeSet;

use super::yaml::Yaml;
use super::{Draft, names};
use crate::blob::Hash;
use crate::limits::{Limits, Origin};
use crate::package::icpc_words;
use crate::version::{Kind, Passes};

/// `spoken` are the languages of the statements as they are written, with those of the version.
pub(super) fn write(draft: &mut Draft<'_>, spoken: &[(String, String)]) {
    let mut yaml = Yaml::default();
    yaml.word("problem_format_version", "2025-09");
    yaml.texts("type", kinds(draft));
    title(draft, &mut yaml, spoken);
    identity(draft, &mut yaml);
    credits(draft, &mut yaml);
    limits(draft, &mut yaml);
    tags(draft, &mut yaml);
    languages(draft, &mut yaml);
    draft.text("problem.yaml", yaml.finish());
}

fn kinds(draft: &mut Draft<'_>) -> Vec<&'static str> {
    let version = draft.version;
    let mut kinds = vec![if version.scoring.is_some() { "scoring" } else { "pass-fail" }];
    if version.kind == Kind::Answers {
        kinds.push("submit-answer");
    }
    if version.interactor.is_some() {
        kinds.push("interactive");
    }
    match version.passes {
        Passes::One => {}
        Passes::Next { .. } => kinds.push("multi-pass"),
        Passes::Twice => draft.misjudge("passes", "the format cannot run a submission on its own output"),
        Passes::Joined => draft.misjudge("passes", "the format cannot join two runs of a submission"),
    }
    kinds
}

/// The format wants a title for each language of a statement, and no other.
fn title(draft: &mut Draft<'_>, yaml: &mut Yaml, spoken: &[(String, String)]) {
    let version = draft.version;
    let mut titles: Vec<(String, String)> =
        spoken.iter().map(|(tag, written)| (written.clone(), version.name(tag).trim().to_owned())).collect();
    for (tag, name) in &version.names {
        match names::tag(tag) {
            Some(written) if spoken.is_empty() => titles.push((written, name.trim().to_owned())),
            _ if spoken.iter().any(|(of_statement, _)| of_statement == tag) => {}
            _ => draft.lose(&format!("names.{tag}"), "is left out: there is no statement in that language"),
        }
    }
    for (_, title) in titles.iter_mut().filter(|(_, title)| title.is_empty()) {
        draft.lose("names", "an empty title is written as the problem's name");
        version.slug.as_str().clone_into(title);
    }
    match titles.as_slice() {
        [] => yaml.text("name", version.name("en")),
        [(tag, title)] if tag == "en" => yaml.text("name", title),
        _ => {
            let mut each = Yaml::default();
            titles.iter().for_each(|(tag, title)| each.text(tag, title));
            yaml.map("name", &each);
        }
    }
}

fn identity(draft: &mut Draft<'_>, yaml: &mut Yaml) {
    match &draft.version.uuid {
        Some(uuid) => yaml.text("uuid", uuid),
        None => {
            let why = "the format wants one, so it is made of the version's content: give the problem one that all \
                       its versions share";
            draft.lose("uuid", why);
            yaml.text("uuid", &uuid_of(draft.version.id()));
        }
    }
    if let Some(revision) = &draft.version.revision {
        yaml.text("version", revision);
    }
}

/// A UUID of version 8, whose bits are whoever's makes it (RFC 9562, section 5.8).
fn uuid_of(hash: Hash) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.0[..16]);
    bytes[6] = 0x80 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    let digits = hex::encode(bytes);
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

fn credits(draft: &mut Draft<'_>, yaml: &mut Yaml) {
    let credits = &draft.version.credits;
    let mut inner = Yaml::default();
    if !credits.authors.is_empty() {
        inner.texts("authors", &credits.authors);
    }
    yaml.map("credits", &inner);
    if let Some(source) = &credits.source {
        yaml.text("source", source);
    }
    match &credits.license {
        Some(license) if icpc_words::LICENSES.contains(&license.as_str()) => yaml.text("license", license),
        Some(license) => {
            let known = icpc_words::LICENSES.join(", ");
            draft.lose("credits.license", format!("{license:?} is none of the format's, which are {known}"));
        }
        None => {}
    }
}

fn limits(draft: &mut Draft<'_>, yaml: &mut Yaml) {
    let limits = &draft.version.limits;
    let mut inner = Yaml::default();
    time(draft, &mut inner);
    for (key, value, unit, words) in [
        ("memory", limits.memory_bytes, 1 << 20, "MiB"),
        ("output", limits.output_bytes, 1 << 20, "MiB"),
        ("code", limits.code_bytes, 1 << 10, "KiB"),
        ("compilation_time", limits.compile_time_ms, 1_000, "seconds"),
        ("compilation_memory", limits.compile_memory_bytes, 1 << 20, "MiB"),
        ("validation_time", limits.validation_time_ms, 1_000, "seconds"),
        ("validation_memory", limits.validation_memory_bytes, 1 << 20, "MiB"),
        ("validation_output", limits.validation_output_bytes, 1 << 20, "MiB"),
    ] {
        let whole = value.div_ceil(unit).max(1);
        if whole * unit != value {
            let why = format!("is rounded to {whole} {words}: the format has whole ones");
            draft.losses.push(super::Loss {
                field: format!("limits.{key}"),
                why,
                misjudged: key == "memory",
            });
        }
        inner.word(key, whole);
    }
    if let Passes::Next { most } = draft.version.passes {
        if most < 2 {
            draft.misjudge("passes", "the format has at least two passes");
        }
        inner.word("validation_passes", most.max(2));
    }
    for language in limits.languages.keys() {
        let why = "has the same limits as all others: the format has none for single languages";
        draft.misjudge(&format!("limits.languages.{language}"), why);
    }
    yaml.map("limits", &inner);
}

/// A time limit that nobody has set is left to be found, by the same numbers.
fn time(draft: &mut Draft<'_>, inner: &mut Yaml) {
    let Limits { time_ms, time_origin, margins, .. } = &draft.version.limits;
    let left_open = *time_origin == Origin::Default && margins.is_some();
    if let Some(margins) = margins {
        let mut factors = Yaml::default();
        for (key, thousandths) in [
            ("ac_to_time_limit", margins.accepted_thousandths),
            ("time_limit_to_tle", margins.slow_thousandths),
        ] {
            if thousandths < 1_000 {
                let why = format!("{key} is written as 1, the least that the format has");
                draft.lose("limits.margins", why);
            }
            factors.word(key, seconds(u64::from(thousandths.max(1_000))));
        }
        inner.map("time_multipliers", &factors);
        inner.word("time_resolution", seconds(margins.resolution_ms));
    }
    if left_open {
        return;
    }
    inner.word("time_limit", seconds(*time_ms));
    match (time_origin, margins) {
        (Origin::Explicit, None) if time_ms % 1_000 != 0 => inner.word("time_resolution", "0.001"),
        (Origin::Explicit, None) => {}
        _ => draft
            .lose("limits.time_origin", "the time limit that the judge found is written as if it were set"),
    }
}

/// Thousandths as a decimal number: `1.5`.
fn seconds(thousandths: u64) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn tags(draft: &mut Draft<'_>, yaml: &mut Yaml) {
    let tags: BTreeSet<&str> =
        draft.version.tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()).collect();
    if !tags.is_empty() {
        yaml.texts("keywords", tags);
    }
}

fn languages(draft: &mut Draft<'_>, yaml: &mut Yaml) {
    let Some(allowed) = &draft.version.languages else { return };
    let (known, unknown): (Vec<_>, Vec<_>) =
        allowed.iter().map(String::as_str).partition(|id| icpc_words::is_code(id));
    for id in unknown {
        draft.misjudge("languages", format!("{id} is left out: the format has no such language"));
    }
    if known.is_empty() {
        draft.misjudge("languages", "all are allowed, as the format has none of those that are");
    } else {
        yaml.texts("languages", known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_of_content_has_the_marks_of_version_8() {
        let uuid = uuid_of(Hash([0xff; 32]));
        assert_eq!(uuid, "ffffffff-ffff-8fff-bfff-ffffffffffff");
    }

    #[test]
    fn thousandths_are_written_with_the_digits_that_they_have() {
        for (thousandths, text) in
            [(1_000, "1"), (1_500, "1.5"), (1, "0.001"), (12_340, "12.34"), (10_000, "10")]
        {
            assert_eq!(seconds(thousandths), text);
        }
    }
}
