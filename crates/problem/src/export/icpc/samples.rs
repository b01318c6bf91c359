//! What is shown of samples, and what the validators themselves are tried with.

use super::arguments::Arguments;
use super::cases::below;
use super::programs::Decider;
use super::yaml::Yaml;
use super::{Draft, names};
use crate::blob::Hash;
use crate::version::{Passes, TestCase, ValidatorTest, Wants};

/// What a sample shows in place of its files.
pub(super) fn shown(draft: &mut Draft<'_>, path: &str, case: &TestCase) {
    let talks = talks_are_shown(draft);
    match case.interaction {
        Some(talk) if talks => return draft.blob(format!("{path}.interaction"), talk),
        Some(_) => draft.lose(&format!("tests.{}.interaction", case.name), TALK),
        None => {}
    }
    for (ending, hash) in [(".in.statement", case.shown_input), (".ans.statement", case.shown_answer)] {
        if let Some(hash) = hash {
            draft.blob(format!("{path}{ending}"), hash);
        }
    }
}

const TALK: &str = "is left out: the format shows conversations in interactive and multi-pass problems only";

fn talks_are_shown(draft: &Draft<'_>) -> bool {
    draft.version.interactor.is_some() || matches!(draft.version.passes, Passes::Next { .. })
}

/// Conversations that are no cases.
pub(super) fn talks(draft: &mut Draft<'_>) {
    let version = draft.version;
    for (name, talk) in &version.talks {
        if talks_are_shown(draft) {
            let name = names::plain(&below("sample", name));
            draft.blob(format!("data/sample/{name}.interaction"), *talk);
        } else {
            draft.lose(&format!("talks.{name}"), TALK);
        }
    }
}

pub(super) fn of_validators(draft: &mut Draft<'_>, decider: &Decider) {
    let version = draft.version;
    for test in &version.validator_tests {
        let folder = match test.wants {
            Wants::InvalidInput => "invalid_input",
            Wants::InvalidAnswer => "invalid_answer",
            Wants::InvalidOutput => "invalid_output",
            Wants::ValidOutput => "valid_output",
        };
        let rest = test.name.split_once('/').map_or(test.name.as_str(), |(_, rest)| rest);
        of_validator(draft, decider, test, &format!("data/{folder}/{}", names::plain_path(rest)));
    }
}

fn of_validator(draft: &mut Draft<'_>, decider: &Decider, test: &ValidatorTest, path: &str) {
    let mut yaml = Yaml::default();
    let arguments = Arguments {
        output: decider.with(&test.validator_args),
        run: test.args.clone(),
        input: decider.inputs.args(&test.input_args, &test.input_args_of),
    };
    arguments.write(&mut yaml, &Arguments::default());
    if let Some(description) = &test.description {
        yaml.text("description", description);
    }
    if !yaml.is_empty() {
        draft.text(format!("{path}.yaml"), yaml.finish());
    }
    let files: [(&str, Option<Hash>); 3] =
        [(".in", Some(test.input)), (".ans", test.answer), (".out", test.output)];
    for (ending, hash) in files {
        if let Some(hash) = hash {
            draft.blob(format!("{path}{ending}"), hash);
        }
    }
}
