//! `domjudge-problem.ini`: lines of `key = value`, which stand beside `problem.yaml` or in its place.

use super::limits::{self, Time};
use crate::package::reading::Reading;
use crate::package::schema::At;
use crate::package::tree::Folder;

pub(super) const FILE: &str = "domjudge-problem.ini";

/// What is taken of it. Colour, label and whether teams may submit belong to a contest.
#[derive(Default)]
pub(super) struct Ini {
    pub(super) name: Option<At<String>>,
    pub(super) time: Option<Time>,
    /// Names of programs that DOMjudge has and the package has not.
    pub(super) elsewhere: Vec<(&'static str, At<String>)>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Ini {
    let Some(text) = root.file(FILE).and_then(|leaf| reading.text(FILE, leaf)) else {
        return Ini::default();
    };
    let mut ini = Ini::default();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim().trim_matches(['"', '\'']);
        let at = || At { value: value.to_owned(), line: number };
        match key.trim() {
            "timelimit" => ini.time = limits::seconds(value, FILE, number, &reading.faults),
            "name" if !value.is_empty() => ini.name = Some(at()),
            // What every DOMjudge does anyway.
            "special_run" if value == "run" => {}
            "special_compare" if value == "compare" => {}
            "special_run" if !value.is_empty() => ini.elsewhere.push(("special_run", at())),
            "special_compare" if !value.is_empty() => ini.elsewhere.push(("special_compare", at())),
            _ => {}
        }
    }
    ini
}

/// Programs that only a DOMjudge knows decide nothing here: what the package brings does.
pub(super) fn tell_elsewhere(reading: &Reading, ini: &Ini, brings_program: bool) {
    for (key, at) in &ini.elsewhere {
        if brings_program {
            let message = format!("{key} is ignored: the program in the package decides");
            reading.faults.warn_at(FILE, at.line, message);
        } else {
            let message = format!(
                "{key} names {:?}, which is a program of a DOMjudge and not in the package: put it into output_validators/",
                at.value
            );
            reading.faults.error_at(FILE, at.line, message);
        }
    }
}
