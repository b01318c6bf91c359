//! Programs: what compares outputs, solutions, and the parts that are put around a contestant's code.

use std::collections::BTreeMap;

use super::item::{Code, Item};
use super::{languages, questions};
use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::package::reading::Reading;
use crate::package::testlib;
use crate::package::tree::Folder;
use crate::verdict::Verdict::Ac;
use crate::version::{Example, Expectation, OutputValidator, PointsAre, Program, Protocol, Stubs};

pub(super) struct Programs {
    pub(super) validator: OutputValidator,
    pub(super) examples: Vec<Example>,
    pub(super) stubs: Stubs,
    /// To begin from, by name of file.
    pub(super) templates: BTreeMap<String, Hash>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder, item: &Item) -> Programs {
    let codes: Vec<&Code> = item.codes.iter().filter(|code| !code.text.trim().is_empty()).collect();
    let mut stubs = Stubs::default();
    let mut templates = BTreeMap::new();
    for code in &codes {
        let parts = match code.role {
            "prepend" => &mut stubs.before,
            "append" => &mut stubs.after,
            "template" => &mut templates,
            _ => continue,
        };
        let Some(language) = languages::named(&code.language) else {
            tell_language(reading, item, code);
            continue;
        };
        let key = match code.role {
            "template" => format!("template.{}", language.extensions[0]),
            _ => language.id.clone(),
        };
        parts.extend(reading.keep_for(&item.file, code.text.as_bytes()).map(|hash| (key, hash)));
    }
    Programs {
        validator: validator(reading, root, item, &codes),
        examples: examples(reading, item, &codes),
        stubs,
        templates,
    }
}

fn tell_language(reading: &Reading, item: &Item, code: &Code) {
    let message = format!("the {} is in {:?}, which this judge does not have", code.role, code.language);
    reading.faults.warn_at(&item.file, code.line, message);
}

/// Where there are several, HUSTOJ takes the first of these.
const ORDER: [&str; 4] = ["upj", "tpj", "spj", "interactor"];

fn validator(reading: &mut Reading, root: &Folder, item: &Item, codes: &[&Code]) -> OutputValidator {
    // Nothing is run that could be asked.
    let asks = questions::are_asked(item);
    let found = ORDER.iter().filter(|_| !asks).find_map(|role| codes.iter().find(|code| code.role == *role));
    // A package without its validator is refused; HUSTOJ's own stands there then and is never seen.
    let own = OutputValidator::Native { comparison: Comparison::hustoj() };
    let Some(code) = found else { return own };
    let called = match protocol(code) {
        Ok(protocol) => program(reading, root, item, code).map(|program| (program, protocol)),
        Err(reason) => {
            reading.faults.error_at(&item.file, code.line, reason);
            None
        }
    };
    called.map_or(own, |(program, protocol)| OutputValidator::Program { program, protocol, args: Vec::new() })
}

fn protocol(code: &Code) -> Result<Protocol, String> {
    match code.role {
        "upj" => Ok(Protocol::HustojPercent),
        "spj" => Ok(Protocol::Hustoj),
        // Written with testlib, and called in its order: the output before the answer.
        "tpj" => Ok(Protocol::Testlib { points: PointsAre::Share }),
        role => {
            Err(format!("not supported: {role}, of which the format says nothing; spj, tpj and upj are run"))
        }
    }
}

fn program(reading: &mut Reading, root: &Folder, item: &Item, code: &Code) -> Option<Program> {
    let role = code.role;
    let wrong = |reading: &Reading, message: String| reading.faults.error_at(&item.file, code.line, message);
    let Some(language) = languages::named(&code.language) else {
        wrong(reading, format!("the {role} is in {:?}, which this judge does not have", code.language));
        return None;
    };
    let mut files = BTreeMap::new();
    if code.text.contains(testlib::NAME)
        && let Some(leaf) = root.file(testlib::NAME)
    {
        files.insert(testlib::NAME.to_owned(), reading.store_source(testlib::NAME, leaf)?);
    }
    let name = format!("{role}.{}", language.extensions[0]);
    files.insert(name.clone(), reading.keep_for(&item.file, code.text.as_bytes())?);
    Some(Program { path: name, language: language.id.clone(), files })
}

/// Answers to questions.
fn sheet(reading: &Reading, item: &Item, code: &Code, number: usize) -> Option<Example> {
    let name = "answers.txt";
    let hash = reading.keep_for(&item.file, code.text.as_bytes())?;
    Some(Example {
        path: format!("accepted/solution-{number}.txt"),
        language: None,
        files: [(name.to_owned(), hash)].into(),
        expected: Some(Expectation::of_cases([Ac], [])),
        entry: None,
    })
}

fn examples(reading: &Reading, item: &Item, codes: &[&Code]) -> Vec<Example> {
    let mut examples = Vec::new();
    let solutions = codes.iter().filter(|code| code.role == "solution");
    for (at, code) in solutions.enumerate() {
        if questions::are_asked(item) {
            examples
                .extend(sheet(reading, item, code, at + 1).filter(|_| questions::is_text(&code.language)));
            continue;
        }
        let Some(language) = languages::named(&code.language) else {
            tell_language(reading, item, code);
            continue;
        };
        let Some(hash) = reading.keep_for(&item.file, code.text.as_bytes()) else { continue };
        examples.push(Example {
            path: format!("accepted/solution-{}.{}", at + 1, language.extensions[0]),
            language: Some(language.id.clone()),
            files: [(language.source_name.clone(), hash)].into(),
            expected: Some(Expectation::of_cases([Ac], [])),
            entry: None,
        });
    }
    if examples.is_empty() {
        let message = "has no solution: nothing shows that the problem can be solved";
        reading.faults.warn_at(&item.file, item.line, message);
    }
    examples
}
