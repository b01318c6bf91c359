//! Programs that judge, and those that are judged to see whether all is well.

use std::collections::BTreeMap;

use super::config::{Config, Kind, PLACE, Source};
use super::languages;
use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::language::Catalog;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::schema::At;
use crate::package::tree::Folder;
use crate::package::{caps, includes, names};
use crate::verdict::Verdict;
use crate::version::{
    Example, Expectation, InputValidator, Interactor, InteractorProtocol, OutputValidator, PointsAre,
    Program, Protocol, Stubs,
};

/// What decides, who talks, and what looks at inputs.
pub(super) struct Programs {
    pub(super) output_validator: OutputValidator,
    pub(super) interactor: Option<Interactor>,
    pub(super) input_validators: Vec<InputValidator>,
    pub(super) stubs: Stubs,
}

pub(super) fn read(reading: &mut Reading, tests: &Folder, config: &Config) -> Programs {
    let mut build = Build { reading, tests, config };
    let interactor = build.interactor();
    let output_validator = match config.kind {
        Kind::Interactive | Kind::Communication => OutputValidator::Interactor,
        Kind::Default | Kind::Answers { .. } | Kind::Objective => build.checker(),
    };
    let validator = config.validator.as_ref().and_then(|source| build.program(source));
    let input_validators = validator.map(|program| InputValidator { program, accepts: 0, args: Vec::new() });
    let stubs = build.stubs();
    Programs { output_validator, interactor, input_validators: input_validators.into_iter().collect(), stubs }
}

const TESTLIB: PointsAre = PointsAre::ShareOrPercent;

struct Build<'a> {
    reading: &'a mut Reading,
    tests: &'a Folder,
    config: &'a Config,
}

impl Build<'_> {
    fn wrong(&self, line: u32, message: impl Into<String>) {
        self.reading.faults.error_at(&self.config.path, line.max(1), message);
    }

    fn interactor(&mut self) -> Option<Interactor> {
        let (what, source) = match self.config.kind {
            Kind::Interactive => ("interactor", &self.config.interactor),
            Kind::Communication => ("manager", &self.config.manager),
            Kind::Default | Kind::Answers { .. } | Kind::Objective => return None,
        };
        let Some(source) = source else {
            self.wrong(1, format!("names no {what}, which a problem of this type needs"));
            return None;
        };
        let program = self.program(source)?;
        let (protocol, processes) = match self.config.kind {
            Kind::Communication => {
                (InteractorProtocol::Cms { fifos: false }, self.config.processes.unwrap_or(2))
            }
            _ => (InteractorProtocol::Testlib { points: TESTLIB }, 1),
        };
        Some(Interactor { program, protocol, args: Vec::new(), processes })
    }

    fn checker(&mut self) -> OutputValidator {
        let lines = native("default");
        let At { value: kind, line } =
            self.config.checker_type.clone().unwrap_or(At { value: "default".to_owned(), line: 1 });
        if matches!(kind.as_str(), "default" | "strict") {
            if let Some(checker) = &self.config.checker {
                let message = format!("checker is not used: checker_type is {kind}");
                self.reading.faults.warn_at(&self.config.path, checker.line, message);
            }
            return native(&kind);
        }
        let Some(protocol) = protocol(&kind) else {
            let known = "default, strict, testlib, kattis, syzoj, hustoj, lemon and qduoj";
            self.wrong(line, format!("there is no checker_type {kind:?}: there are {known}"));
            return lines;
        };
        let Some(checker) = &self.config.checker else {
            self.wrong(line, format!("names no checker, which the checker_type {kind} needs"));
            return lines;
        };
        if !checker.file.contains('.') && self.tests.file(&checker.file).is_none() {
            return self.builtin(checker);
        }
        let program = self.program(checker);
        program.map_or(lines, |program| OutputValidator::Program { program, protocol, args: Vec::new() })
    }

    /// One of those that come with testlib.
    fn builtin(&self, checker: &Source) -> OutputValidator {
        match Comparison::testlib(&checker.file) {
            Ok(comparison) => OutputValidator::Native { comparison },
            Err(error) => {
                let message = format!("checker is neither a file of {PLACE} nor one of testlib's: {error}");
                self.wrong(checker.line, message);
                native("default")
            }
        }
    }

    /// A file of the tests' folder with the extra files beside it. `None` where that is none; it was told.
    fn program(&mut self, source: &Source) -> Option<Program> {
        let path = join(PLACE, &source.file);
        let Some(leaf) = self.tests.file(&source.file) else {
            self.wrong(source.line, format!("names the program {}, which is not in {PLACE}", source.file));
            return None;
        };
        let ending = names::split_extension(&source.file).1;
        let by_ending = || Catalog::builtin().by_extension(ending).map(|language| language.id.as_str());
        let Some(language) = source.language.as_deref().and_then(languages::language).or_else(by_ending)
        else {
            self.wrong(source.line, format!("{} is in no language that this judge knows", source.file));
            return None;
        };
        let mut files = self.extra(&self.config.judge_files);
        files.insert(source.file.clone(), self.reading.store_source(&path, leaf)?);
        if leaf.size <= caps::TEXT {
            let text = self.reading.text(&path, leaf)?;
            includes::tell_missing(self.reading, &path, &text, &files);
        }
        Some(Program { path, language: language.to_owned(), files })
    }

    fn extra(&mut self, names: &[At<String>]) -> BTreeMap<String, Hash> {
        let mut files = BTreeMap::new();
        for At { value: name, line } in names {
            let Some(leaf) = self.tests.file(name) else {
                self.wrong(*line, format!("names the file {name}, which is not in {PLACE}"));
                continue;
            };
            files
                .extend(self.reading.store_source(&join(PLACE, name), leaf).map(|hash| (name.clone(), hash)));
        }
        files
    }

    /// Files that lie beside every submission.
    fn stubs(&mut self) -> Stubs {
        if let Some(script) = self
            .config
            .user_files
            .iter()
            .find(|file| matches!(file.value.as_str(), "compile.sh" | "execute.sh"))
        {
            self.wrong(
                script.line,
                format!("not supported: {}, a script that compiles or runs submissions", script.value),
            );
        }
        let beside = self.extra(&self.config.user_files);
        let files = if beside.is_empty() {
            BTreeMap::new()
        } else {
            BTreeMap::from([("default".to_owned(), beside)])
        };
        let part = |choose: fn(&(String, String)) -> &String| {
            let mut kept = BTreeMap::new();
            for (language, texts) in &self.config.templates {
                let text = choose(texts);
                let hash = self.reading.keep_for(&self.config.path, text.as_bytes());
                kept.extend(hash.filter(|_| !text.is_empty()).map(|hash| (language.clone(), hash)));
            }
            kept
        };
        Stubs {
            files,
            before: part(|(before, _)| before),
            after: part(|(_, after)| after),
            ..Stubs::default()
        }
    }
}

fn native(kind: &str) -> OutputValidator {
    let comparison = Comparison::hydro(kind).map(|comparison| OutputValidator::Native { comparison });
    comparison.unwrap_or(OutputValidator::Default { args: Vec::new() })
}

fn protocol(kind: &str) -> Option<Protocol> {
    Some(match kind {
        "testlib" => Protocol::Testlib { points: TESTLIB },
        "kattis" => Protocol::Icpc,
        "syzoj" => Protocol::Syzoj,
        "hustoj" => Protocol::Hustoj,
        "lemon" => Protocol::Lemon,
        "qduoj" => Protocol::Qduoj,
        _ => return None,
    })
}

/// `std/` and `solution/`: sources in them are right. Texts are not shown to anybody.
pub(super) fn solutions(reading: &mut Reading, root: &Folder) -> Vec<Example> {
    let mut examples = Vec::new();
    for place in ["std", "solution"] {
        for (name, leaf) in root.folder(place).map(Folder::files_below).unwrap_or_default() {
            let path = join(place, &name);
            let ending = names::split_extension(&name).1;
            let Some(language) = Catalog::builtin().by_extension(ending) else {
                reading.faults.warn(&path, "is not shown: only sources are of use here");
                continue;
            };
            let Some(hash) = reading.store_source(&path, leaf) else { continue };
            let file = name.rsplit('/').next().unwrap_or(&name).to_owned();
            examples.push(Example {
                path,
                language: Some(language.id.clone()),
                files: BTreeMap::from([(file, hash)]),
                expected: Some(Expectation::of_cases([Verdict::Ac], [])),
                entry: None,
            });
        }
    }
    examples
}
