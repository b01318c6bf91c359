//! What a new version of a problem changes, in words.

use std::collections::BTreeMap;

use ::problem::{TestCase, Version};

use crate::words::count;

/// `Unchanged since version 2: the statement, 20 of 22 tests, the limits. Changed: the checker, 2 tests.`
pub(crate) fn words(old: &Version, new: &Version, old_number: u32) -> String {
    let parts = [
        ("the title", old.names == new.names),
        ("the statement", old.statements == new.statements && old.assets == new.assets),
        ("the limits", old.limits == new.limits),
        ("the checker", old.output_validator == new.output_validator),
        ("the languages", old.languages == new.languages),
        ("the example submissions", old.submissions == new.submissions),
        ("the credits", old.credits == new.credits),
    ];
    let (mut same, mut other) = (Vec::new(), Vec::new());
    for (part, unchanged) in parts {
        if unchanged { &mut same } else { &mut other }.push(part.to_owned());
    }
    let (kept, fresh, gone) = compare_tests(old, new);
    same.extend((kept > 0).then(|| count(kept, "test")));
    other.extend((fresh > 0).then(|| format!("{} new or different", count(fresh, "test"))));
    other.extend((gone > 0).then(|| format!("{} gone", count(gone, "test"))));
    let mut words = format!("Unchanged since version {old_number}: {}.", listed(&same));
    if !other.is_empty() {
        words.push_str(&format!(" Changed: {}.", listed(&other)));
    }
    words
}

/// How many tests are as they were, new or different, and gone, by name.
fn compare_tests(old: &Version, new: &Version) -> (u64, u64, u64) {
    let by_name = |version: &'_ Version| -> BTreeMap<String, TestCase> {
        version.cases().into_iter().map(|case| (case.name.clone(), case.clone())).collect()
    };
    let (old, new) = (by_name(old), by_name(new));
    let kept = new.iter().filter(|(name, case)| old.get(*name) == Some(case)).count() as u64;
    let gone = old.keys().filter(|name| !new.contains_key(*name)).count() as u64;
    (kept, new.len() as u64 - kept, gone)
}

fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::fixture;

    #[test]
    fn the_words_name_what_stayed_and_what_changed() {
        let old = fixture::version(4);
        let mut new = fixture::version(6);
        new.limits.time_ms = 500;
        let words = words(&old, &new, 2);
        assert!(
            words.starts_with("Unchanged since version 2: the title, the statement, the checker,"),
            "{words}"
        );
        assert!(words.contains("4 tests. Changed: the limits, 2 tests new or different."), "{words}");
    }
}
