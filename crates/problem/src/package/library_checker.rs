//! Library Checker's problems: `info.toml`, generators of inputs, and a right solution that makes the answers. Tests that
//! are not there yet become recipes.

mod info;
mod programs;
mod solutions;
mod task;

use std::collections::BTreeMap;

use self::info::Info;
use self::programs::Programs;
use super::links::join;
use super::reading::Reading;
use super::recipe::{Makes, Recipe};
use super::tree::{Folder, Node};
use crate::blob::Hash;
use crate::limits::{Limits, Origin};
use crate::version::{
    InputValidator, OutputValidator, Program, Protocol, Slug, Statement, TestCase, TestGroup, TestNode,
    Version,
};

/// What its home gives; the format says nothing.
const MEMORY_BYTES: u64 = 1 << 30;
/// Its outputs have no bound but the time limit; some are of a million long lines.
const OUTPUT_BYTES: u64 = 128 << 20;
/// Writes the answers.
const CORRECT: &str = "sol/correct.cpp";
const FILE: &str = "info.toml";

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let info = info::read(reading, root)?;
    let slug = reading.slug(name)?;
    let mut programs = Programs::new(reading, root, &info);
    let checker = programs.program(&info.checker);
    let verifier = programs.program(&info.verifier);
    let correct = programs.program(CORRECT);
    let submissions = solutions::read(&mut programs, &info);
    let tests = Tests { programs: &mut programs, root, correct, made: BTreeMap::new() }.read(&info);
    let limits = limits(reading, &info);
    let default = OutputValidator::Default { args: Vec::new() };
    Some(Version {
        names: BTreeMap::from([("en".to_owned(), info.title(&slug))]),
        statements: statements(reading, root, &info),
        output_validator: checker.map_or(default, |program| OutputValidator::Program {
            program,
            protocol: Protocol::Plain,
            args: Vec::new(),
        }),
        input_validators: verifier.into_iter().map(verified).collect(),
        limits,
        tests,
        submissions,
        ..Version::new(slug)
    })
}

fn verified(program: Program) -> InputValidator {
    InputValidator { program, accepts: 0, args: Vec::new() }
}

impl Info {
    fn title(&self, slug: &Slug) -> String {
        self.title.clone().unwrap_or_else(|| slug.to_string())
    }
}

fn limits(reading: &Reading, info: &Info) -> Limits {
    let mut limits = Limits { output_bytes: OUTPUT_BYTES, memory_bytes: MEMORY_BYTES, ..Limits::default() };
    match info.time_ms.or(reading.given.time_ms) {
        Some(time_ms) => (limits.time_ms, limits.time_origin) = (time_ms, Origin::Explicit),
        None => {
            let message = "sets no timelimit, so 2 s are given: say another with --time-limit";
            reading.faults.warn(FILE, message);
        }
    }
    match reading.given.memory_bytes {
        Some(bytes) => limits.memory_bytes = bytes,
        None => {
            let message = "sets no memory limit, so 1024 MiB are given: say another with --memory-limit";
            reading.faults.warn(FILE, message);
        }
    }
    limits
}

fn statements(reading: &mut Reading, root: &Folder, info: &Info) -> BTreeMap<String, Statement> {
    let Some(leaf) = root.file("task.md") else {
        reading.faults.warn("task.md", "is missing: there is no statement");
        return BTreeMap::new();
    };
    let text = reading.text("task.md", leaf).unwrap_or_default();
    let mut statements = BTreeMap::new();
    for (language, text) in task::statements(&text, &info.params) {
        if let Some(source) = reading.keep_for("task.md", text.as_bytes()) {
            statements.insert(language.to_owned(), Statement::markdown(source));
        }
    }
    statements
}

/// The site's repository keeps headers for all problems above them: the package gets a folder of its own of those.
pub(super) fn adopt(all: &mut Folder, top: &[String]) {
    let mut folder = &*all;
    let mut shared = None;
    for name in top {
        shared = folder.folder(programs::COMMON).or(shared);
        let Some(inner) = folder.folder(name) else { return };
        folder = inner;
    }
    let Some(shared) = shared.cloned() else { return };
    let mut package = all;
    for name in top {
        let Some(Node::Folder(inner)) = package.0.get_mut(name) else { return };
        package = inner;
    }
    package.0.entry(programs::COMMON.to_owned()).or_insert(Node::Folder(shared));
}

struct Tests<'a, 'b> {
    programs: &'a mut Programs<'b>,
    root: &'a Folder,
    correct: Option<Program>,
    /// Generators by name.
    made: BTreeMap<String, Option<Program>>,
}

impl Tests<'_, '_> {
    fn read(mut self, info: &Info) -> TestGroup {
        let group = |name: &str| TestGroup { name: name.to_owned(), ..TestGroup::default() };
        let (mut samples, mut secret) = (group("sample"), group("secret"));
        for test in &info.tests {
            let group = if test.stem() == "example" { &mut samples } else { &mut secret };
            for number in 0..test.number {
                let case = self.case(&group.name, test, number);
                group.children.extend(case.map(TestNode::Case));
            }
        }
        if samples.children.is_empty() && secret.children.is_empty() {
            self.programs.reading.faults.error(FILE, "lists no test: add [[tests]] with name and number");
        }
        let full = [samples, secret].into_iter().filter(|group| !group.children.is_empty());
        TestGroup { children: full.map(TestNode::Group).collect(), ..TestGroup::default() }
    }

    fn case(&mut self, group: &str, test: &info::Test, number: u32) -> Option<TestCase> {
        let own = format!("{}_{number:02}", test.stem());
        let name = join(group, &own);
        let empty = self.programs.reading.keep_for(FILE, b"")?;
        let mut case = TestCase { sample: group == "sample", ..TestCase::new(&name, empty, empty) };
        match self.made_before("in", &own, "in").or_else(|| self.copied(test, &own)) {
            Some(input) => case.input = input?,
            None => {
                let program = self.generator(test)?;
                case.command = Some(format!("gen/{} {number}", test.name));
                self.make(&name, program, vec![number.to_string()], Makes::Input);
            }
        }
        match self.made_before("out", &own, "out") {
            Some(answer) => case.answer = answer?,
            None => {
                let program = self.correct.clone()?;
                self.make(&name, program, Vec::new(), Makes::Answer);
            }
        }
        Some(case)
    }

    fn make(&mut self, case: &str, program: Program, args: Vec<String>, makes: Makes) {
        let case = case.to_owned();
        self.programs.reading.recipes.push(Recipe { case, program, args, makes, stdin: None });
    }

    /// The file of somebody who has made the tests already; inside, `None` where it cannot be read.
    fn made_before(&mut self, folder: &str, name: &str, ending: &str) -> Option<Option<Hash>> {
        self.stored(&format!("{folder}/{name}.{ending}"))
    }

    /// Inputs that are written by hand. One that is missing was told.
    fn copied(&mut self, test: &info::Test, name: &str) -> Option<Option<Hash>> {
        if !test.name.ends_with(".in") {
            return None;
        }
        let path = format!("gen/{name}.in");
        let stored = self.stored(&path);
        if stored.is_none() {
            self.programs.reading.faults.error(&path, "is missing: info.toml lists it as a test");
        }
        Some(stored.flatten())
    }

    fn stored(&mut self, path: &str) -> Option<Option<Hash>> {
        let leaf = programs::find(self.root, path)?;
        Some(self.programs.reading.store(path, leaf))
    }

    fn generator(&mut self, test: &info::Test) -> Option<Program> {
        if let Some(known) = self.made.get(&test.name) {
            return known.clone();
        }
        let program = self.programs.program(&format!("gen/{}", test.name));
        self.made.insert(test.name.clone(), program.clone());
        program
    }
}
