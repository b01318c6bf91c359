//! `custom_judge`: a class in Python that runs inside DMOJ's judge. One that only talks with the submission needs nothing of
//! it, and is run in a box; others start and judge programs themselves.

use std::io::Read as _;

use super::config::FILE;
use super::data::{Data, Form};
use super::programs::{Line, Named};
use crate::package::caps;
use crate::package::reading::Reading;
use crate::package::yaml::{Entry, Value};
use crate::version::{Interactor, InteractorProtocol, OutputValidator, Version};

/// What a grader uses or replaces of the judge that it runs in, where it does more than talk.
const OF_THE_JUDGE: [&str; 11] = [
    "def grade(",
    "def check_result(",
    "def populate_result(",
    "def get_feedback(",
    "def _interact_with_process(",
    "def _launch_process(",
    "def _generate_binary(",
    "self.binary",
    "self.judge",
    "self._current_proc",
    "interactor.process",
];

/// Makes it the interactor.
pub(super) fn read(reading: &mut Reading, data: &mut Data<'_>, entry: &Entry, version: &mut Version) {
    // Even where the program cannot be had, no checker is looked for.
    version.output_validator = OutputValidator::Interactor;
    let Value::Scalar(file) = &entry.node.value else {
        return reading.faults.error_at(FILE, entry.line, "custom_judge must be the name of a Python file");
    };
    let Some(hash) = data.store(reading, file, entry.line, Form::Text) else { return };
    let mut bytes = Vec::new();
    let opened = reading.spool.open(hash).and_then(|text| text.take(caps::TEXT).read_to_end(&mut bytes));
    if let Err(error) = opened {
        return reading.faults.error(file, format!("cannot be read: {error}"));
    }
    if let Err(why) = talks(&String::from_utf8_lossy(&bytes)) {
        let message = format!(
            "custom_judge {file} {why}: here it can be a class Grader(InteractiveGrader) that has its method interact and \
             uses nothing else of DMOJ's judge. Write it so, or as an interactor (interactive) or a checker"
        );
        return reading.faults.error_at(FILE, entry.line, message);
    }
    let named = Named {
        files: vec![file.clone()],
        language: Some("python3"),
        line: Line(entry.line),
        ..Named::default()
    };
    let Some(program) = named.program(reading, data) else { return };
    let (protocol, args) = (InteractorProtocol::DmojPython, Vec::new());
    version.interactor = Some(Interactor { program, protocol, args, processes: 1 });
}

/// Whether a grader only talks; or what else it does.
fn talks(source: &str) -> Result<(), String> {
    let code = source.lines().map(|line| line.split('#').next().unwrap_or(line));
    let code: Vec<&str> = code.map(str::trim_start).collect();
    let is_grader = |line: &&&str| line.starts_with("class Grader");
    let Some(class) = code.iter().find(is_grader) else {
        return Err("has no class Grader".to_owned());
    };
    if !class.contains("InteractiveGrader") {
        return Err("runs programs itself".to_owned());
    }
    if !code.iter().any(|line| line.starts_with("def interact(")) {
        return Err("has no method interact".to_owned());
    }
    match OF_THE_JUDGE.iter().find(|word| code.iter().any(|line| line.contains(*word))) {
        Some(word) => Err(format!("has {:?}, which is DMOJ's judge's", word.trim_end_matches('('))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grader_that_only_talks_is_told_from_one_that_judges() {
        let grader = |body: &str| {
            format!("from dmoj.graders import InteractiveGrader\n\nclass Grader(InteractiveGrader):\n{body}")
        };
        let talk = "    def interact(self, case, interactor):\n        return True\n";
        assert_eq!(talks(&grader(talk)), Ok(()));
        assert_eq!(talks(&grader(&format!("{talk}    # self.binary\n"))), Ok(()));
        let indented = "if True:\n  class Grader(graders.InteractiveGrader):\n    def interact(self, case, interactor): pass\n";
        assert_eq!(talks(indented), Ok(()));
        for (source, why) in [
            ("def check(a, b): pass\n".to_owned(), "has no class Grader"),
            (format!("class Grader(StandardGrader):\n{talk}"), "runs programs itself"),
            (grader("    pass\n"), "has no method interact"),
            (grader(&format!("{talk}    def grade(self, case): pass\n")), "def grade"),
            (grader("    def interact(self, c, i):\n        self.binary.launch()\n"), "self.binary"),
        ] {
            assert!(talks(&source).unwrap_err().contains(why), "{source}");
        }
    }
}
