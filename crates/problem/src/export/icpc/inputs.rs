//! `input_validators/`.

use std::collections::BTreeMap;

use super::arguments::InputArguments;
use super::programs::{self, Place};
use super::{Draft, names, wrapper};
use crate::version::InputValidator;

/// The exit code of a good input in this format.
const ACCEPTS: u8 = 42;

/// The validators that are written.
#[derive(Default)]
pub(super) struct Inputs(Vec<Written>);

struct Written {
    /// In the version.
    path: String,
    /// As the arguments name it.
    name: String,
    args: Vec<String>,
}

pub(super) fn write(draft: &mut Draft<'_>) -> Inputs {
    let all: Vec<&InputValidator> = draft.version.input_validators.iter().collect();
    let last = |validator: &&InputValidator| {
        let path = &validator.program.path;
        path.rsplit('/').next().unwrap_or(path).to_owned()
    };
    let written = names::in_order(&all.iter().map(last).collect::<Vec<_>>());
    let mut inputs = Inputs::default();
    for (validator, name) in all.into_iter().zip(written) {
        inputs.0.extend(one(draft, validator, &name));
    }
    inputs
}

/// `None` where it cannot be written, which was told.
fn one(draft: &mut Draft<'_>, validator: &InputValidator, name: &str) -> Option<Written> {
    let program = &validator.program;
    let place = Place::of(program, &format!("input_validators/{name}"));
    let (stem, _) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, ""));
    let mut named = if matches!(place, Place::File(_)) { stem } else { name };
    let field = format!("input_validators.{}", program.path);
    if validator.accepts == ACCEPTS {
        programs::put(draft, program, &place);
    } else if let Some((file, source)) = wrapper::of_input_validator(program, validator.accepts) {
        let folder = format!("input_validators/{stem}");
        programs::put(draft, program, &Place::Folder(folder.clone()));
        draft.text(format!("{folder}/{file}"), source);
        named = stem;
    } else {
        let why = format!(
            "is left out: it accepts by the exit code {}, the format by 42, and only C and C++ can be told so",
            validator.accepts
        );
        draft.lose(&field, why);
        return None;
    }
    Some(Written { path: program.path.clone(), name: named.to_owned(), args: validator.args.clone() })
}

impl Inputs {
    /// Arguments of a case: `all`, or by path those of the validators that have others.
    pub(super) fn args(&self, all: &[String], by_path: &BTreeMap<String, Vec<String>>) -> InputArguments {
        if by_path.is_empty() && self.0.iter().all(|validator| validator.args.is_empty()) {
            return InputArguments::All(all.to_vec());
        }
        let each = self.0.iter().filter_map(|validator| {
            let own = by_path.get(&validator.path).map_or(all, Vec::as_slice);
            let args: Vec<String> = validator.args.iter().chain(own).cloned().collect();
            (!args.is_empty()).then(|| (validator.name.clone(), args))
        });
        InputArguments::Each(each.collect())
    }
}
