//! Arguments of cases: what all of a folder share is said once, in the folder's own file.

use std::collections::BTreeMap;

use super::inputs::Inputs;
use super::yaml::{Yaml, listed};
use crate::version::TestCase;

/// What the files of groups and cases say of arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) output: Vec<String>,
    pub(super) run: Vec<String>,
    pub(super) input: InputArguments,
}

/// Of all input validators, or of each by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputArguments {
    All(Vec<String>),
    Each(BTreeMap<String, Vec<String>>),
}

impl Default for InputArguments {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl Arguments {
    pub(super) fn of(case: &TestCase, output: Vec<String>, inputs: &Inputs) -> Self {
        Self { output, run: case.args.clone(), input: inputs.args(&case.input_args, &case.input_args_of) }
    }

    /// What every one of them says; nothing where they differ.
    pub(super) fn common(all: &[Self]) -> Self {
        let Some(first) = all.first() else { return Self::default() };
        let mut common = first.clone();
        if all.iter().any(|other| other.output != common.output) {
            common.output.clear();
        }
        if all.iter().any(|other| other.run != common.run) {
            common.run.clear();
        }
        if all.iter().any(|other| other.input != common.input) {
            common.input = InputArguments::default();
        }
        common
    }

    /// Writes what `above` does not say already.
    pub(super) fn write(&self, yaml: &mut Yaml, above: &Self) {
        if self.output != above.output {
            yaml.texts("output_validator_args", &self.output);
        }
        if self.run != above.run {
            yaml.texts("args", &self.run);
        }
        if self.input != above.input {
            match &self.input {
                InputArguments::All(args) => yaml.texts("input_validator_args", args),
                InputArguments::Each(each) => {
                    let mut inner = Yaml::default();
                    each.iter().for_each(|(name, args)| inner.word(name, listed(args)));
                    yaml.map("input_validator_args", &inner);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(args: &[&str]) -> Arguments {
        Arguments { output: args.iter().map(|arg| (*arg).to_owned()).collect(), ..Arguments::default() }
    }

    fn written(args: &Arguments, above: &Arguments) -> String {
        let mut yaml = Yaml::default();
        args.write(&mut yaml, above);
        yaml.finish()
    }

    #[test]
    fn what_all_say_is_said_above_them_and_else_by_each() {
        let same = [output(&["a"]), output(&["a"])];
        let common = Arguments::common(&same);
        assert_eq!(written(&common, &Arguments::default()), "output_validator_args: [\"a\"]\n");
        assert_eq!(written(&same[0], &common), "{}\n");
        let other = [output(&["a"]), output(&[])];
        assert_eq!(Arguments::common(&other), Arguments::default());
        assert_eq!(written(&other[0], &Arguments::default()), "output_validator_args: [\"a\"]\n");
    }
}
