//! Programs that make a case: standard output is the input, standard error the answer.

use super::checkers;
use super::config::texts;
use super::data::{Data, Form};
use super::plan::Case;
use super::programs::{Line, Named, named};
use crate::blob::Hash;
use crate::package::faults::Faults;
use crate::package::reading::Reading;
use crate::package::recipe::{Makes, Recipe};
use crate::package::yaml::{Entry, Value};

pub(super) struct Generator {
    program: Named,
    /// For cases without arguments of their own.
    args: Vec<String>,
}

impl Generator {
    /// A file, a list of files, or a map with `source`; `None` where it cannot be used, which was told.
    pub(super) fn read(entry: &Entry, faults: &Faults) -> Option<Self> {
        let Value::Map(inner) = &entry.node.value else {
            let wrapped = [Entry { key: "files".to_owned(), ..entry.clone() }];
            let files = checkers::files(&wrapped, faults)?;
            let line = Line(entry.line);
            return Some(Self { program: Named { files, line, ..Named::default() }, args: Vec::new() });
        };
        let args = inner.iter().find(|entry| entry.key == "args").map(|entry| texts(entry, "args", faults));
        let args = args.unwrap_or_default().into_iter().map(|at| at.value).collect();
        Some(Self { program: named(inner, "the generator", entry.line, faults)?, args })
    }

    /// How the case called `name` is made, where it is made at all. `input` is the file that the case has for one.
    pub(super) fn recipe(
        &self,
        reading: &mut Reading,
        data: &mut Data<'_>,
        case: &Case,
        (name, input): (&str, Option<Hash>),
    ) -> Option<Recipe> {
        // DMOJ runs it only for what the case does not have.
        let makes = match (&case.input, &case.output) {
            (Some(_), Some(_)) => return None,
            (None, Some(_)) => Makes::Input,
            (_, None) => Makes::InputAndAnswer,
        };
        let args = if case.generator_args.is_empty() { &self.args } else { &case.generator_args };
        let stdin = match &case.generator_in {
            Some(file) => Some(data.store(reading, file, case.line, Form::Bytes)?),
            None => input,
        };
        let program = self.program.program(reading, data)?;
        Some(Recipe { case: name.to_owned(), program, args: args.clone(), makes, stdin })
    }

    /// As it would be called by hand.
    pub(super) fn command(&self, case: &Case) -> String {
        let args = if case.generator_args.is_empty() { &self.args } else { &case.generator_args };
        let words: Vec<&str> = self.program.files.iter().take(1).chain(args).map(String::as_str).collect();
        words.join(" ")
    }
}
