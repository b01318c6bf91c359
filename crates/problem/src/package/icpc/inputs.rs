//! `input_validators/` (once `input_format_validators/`): each file or folder is a program, and all must accept.

use std::collections::BTreeMap;

use super::groups::InputArgs;
use super::program;
use crate::package::links::join;
use crate::package::names;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Node};
use crate::version::InputValidator;

const FOLDERS: [&str; 2] = ["input_validators", "input_format_validators"];

/// The exit code of a good input.
const ACCEPTS: u8 = 42;

#[derive(Default)]
pub(super) struct InputValidators {
    pub(super) list: Vec<InputValidator>,
    /// The path of each by its name in `input_validator_args`.
    paths: BTreeMap<String, String>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> InputValidators {
    let mut found = InputValidators::default();
    for place in FOLDERS {
        let Some(folder) = root.folder(place) else { continue };
        for (name, node) in &folder.0 {
            found.add(reading, &join(place, name), name, node);
        }
    }
    found
}

impl InputValidators {
    fn add(&mut self, reading: &mut Reading, path: &str, name: &str, node: &Node) {
        let (stem, extension) = names::split_extension(name);
        let is_file = matches!(node, Node::File(_));
        if is_file && matches!(extension, "ctd" | "viva") {
            let message = "is not run: this judge runs input validators that are programs";
            return reading.faults.warn(path, message);
        }
        // Beside validators lie notes and headers that several of them share.
        if is_file && !program::is_source(name) {
            return;
        }
        if let Node::Folder(folder) = node
            && let Some((inner, _)) = folder.files().find(|(name, _)| is_grammar(name))
            && !folder.files().any(|(name, _)| program::is_source(name))
        {
            let message = "is not run: this judge runs input validators that are programs";
            return reading.faults.warn(&join(path, inner), message);
        }
        let sources = Sources::of(path, name, node);
        if sources.files.is_empty() && sources.nested.is_none() {
            return;
        }
        match program::of(reading, path, &sources) {
            Ok(program) => {
                self.paths.insert(if is_file { stem } else { name }.to_owned(), path.to_owned());
                self.list.push(InputValidator { program, accepts: ACCEPTS, args: Vec::new() });
            }
            Err((place, reason)) => {
                reading.faults.warn(&place, format!("{reason}; this input validator is not run"));
            }
        }
    }

    /// Arguments of a case: for all validators, and for each that has others by its path.
    pub(super) fn args(&self, args: &InputArgs) -> (Vec<String>, BTreeMap<String, Vec<String>>) {
        let named = |(name, list): (&String, &Vec<String>)| {
            // Named with or without its ending.
            let stem = names::split_extension(name).0;
            let path = self.paths.get(name).or_else(|| self.paths.get(stem))?;
            Some((path.clone(), list.clone()))
        };
        (args.all.clone(), args.by_name.iter().filter_map(named).collect())
    }
}

fn is_grammar(name: &str) -> bool {
    matches!(names::split_extension(name).1, "ctd" | "viva")
}
