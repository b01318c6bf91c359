//! DOMjudge reads the same keys as Kattis and counts in its own way: `accept_score` is what a whole group gives if all of
//! it is accepted, and what a rejected submission has reached counts.

use std::collections::BTreeMap;

use super::Legacy;
use crate::package::icpc::groups::Settings;
use crate::package::icpc::ini;
use crate::package::icpc::kind::Kinds;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::{Aggregation, OnReject, Points, TestGroup, TestNode};

/// Files and a tag that no other home of the format has.
const FILES: [&str; 3] = [ini::FILE, ".timelimit", "submissions.json"];
const TAG: &[u8] = b"@EXPECTED_SCORE@";

/// Whether the package was written for a DOMjudge.
pub(in crate::package::icpc) fn is_home(reading: &mut Reading, root: &Folder) -> bool {
    let submissions = root.folder("submissions").map(Folder::files_below).unwrap_or_default();
    FILES.iter().any(|file| root.file(file).is_some())
        || submissions.into_iter().any(|(_, leaf)| {
            let source = reading.peek(leaf).unwrap_or_default();
            source.windows(TAG.len()).any(|part| part.eq_ignore_ascii_case(TAG))
        })
}

/// Gives the groups their rules, by the settings of each group's name.
pub(in crate::package::icpc) fn apply(
    tree: &mut TestGroup,
    settings: &BTreeMap<String, Settings>,
    kinds: Kinds,
) {
    let no_settings = Settings::default();
    let own = &settings.get(&tree.name).unwrap_or(&no_settings).legacy;
    group(tree, own, kinds);
    let ignores_sample = tree.name.is_empty() && own.has("ignore_sample");
    for child in &mut tree.children {
        if let TestNode::Group(inner) = child {
            apply(inner, settings, kinds);
            inner.rules.uncounted = ignores_sample && inner.name == "sample";
        }
    }
}

fn group(group: &mut TestGroup, own: &Legacy, kinds: Kinds) {
    let is_leaf = group.children.iter().all(|child| matches!(child, TestNode::Case(_)));
    let whole = own.accept.filter(|_| is_leaf && !kinds.validator_scores);
    let rules = &mut group.rules;
    rules.verdict = own.verdict();
    rules.on_reject = own.on_reject.unwrap_or(OnReject::Group);
    (rules.aggregation, rules.max) = match whole {
        Some(_) => (Aggregation::All, whole),
        None => (own.aggregation(), own.most()),
    };
    // Where no validator says what a case gives, it gives nothing by itself.
    let each = if kinds.validator_scores { own.most().or(own.accept) } else { Some(Points::ZERO) };
    for child in &mut group.children {
        if let TestNode::Case(case) = child {
            case.points = each.filter(|_| whole.is_none());
        }
    }
}
