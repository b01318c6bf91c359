//! The key of a run: the hash of everything that its result hangs on. The same key, the same result, up to timing.
//!
//! What is judged is taken apart without `..`: whoever gives a problem another part is asked by the compiler whether a
//! run hangs on it. Points are given after the run, so nothing of them counts, unless a program of the setter's is told
//! what the case is worth.

use std::collections::BTreeMap;

use problem::comparison::Comparison;
use problem::language::{Language, Run};
use problem::limits::LanguageLimits;
use problem::questions::Question;
use problem::version::{
    CaseLimits, Interactor, InteractorProtocol, Kind, NamedFiles, Passes, Points, Protocol,
};
use problem::{Hash, Limits, OutputValidator, TestCase, Version};
use serde::Serialize;

use crate::judge::Stop;
use crate::program::Program;
use crate::slot::Slot;
use crate::validate::About;

/// Of the code that judges: another one is not asked what it would have said.
const CODE: &str = include_str!(concat!(env!("OUT_DIR"), "/code"));

/// What makes all runs of one judging.
pub(crate) struct Runs<'a> {
    pub(crate) version: &'a Version,
    pub(crate) owner: Option<u64>,
    pub(crate) stop: Stop,
    pub(crate) about: About<'a>,
    /// The submission, where it is one that is run.
    pub(crate) program: Option<&'a Program>,
    /// The setter's.
    pub(crate) validators: Vec<&'a Program>,
    pub(crate) interactor: Option<&'a Program>,
    /// That of tests in which the submission is not run.
    pub(crate) on_source: Option<&'a Program>,
}

/// The key of each case's run, given what all have in common.
pub(crate) struct Keys<'a> {
    runs: &'a Runs<'a>,
    common: Hash,
    told: Told,
}

/// What programs of the setter's are told, besides files and arguments.
#[derive(Clone, Copy, Debug)]
struct Told {
    /// What the case is worth: there is a program that decides or talks.
    worth: bool,
    /// Where the case stands.
    place: bool,
    /// What was submitted.
    source: bool,
}

impl Told {
    fn of(version: &Version) -> Self {
        let protocol = version.output_validator.protocol();
        let talks = version.interactor.as_ref().map(|interactor| interactor.protocol);
        let grader = talks == Some(InteractorProtocol::DmojPython);
        Self {
            worth: protocol.is_some() || version.interactor.is_some() || version.static_validator.is_some(),
            place: protocol == Some(Protocol::DmojPython) || grader,
            source: matches!(protocol, Some(Protocol::DmojPython | Protocol::Syzoj)) || grader,
        }
    }
}

/// What is the same in all runs of a judging.
#[derive(Serialize)]
struct Common<'a> {
    code: &'a str,
    /// judge-box, and how well it measures here.
    machine: (Hash, String),
    owner: Option<u64>,
    language: &'a str,
    /// The submission, and the interactor.
    programs: [Option<Made<'a>>; 2],
    validators: Vec<Made<'a>>,
    kind: Kind,
    output_validator: &'a OutputValidator,
    interactor: Option<&'a Interactor>,
    passes: Passes,
    named_files: &'a NamedFiles,
    /// Validation time, memory and output.
    validation: Option<[u64; 3]>,
    /// The submission's text, where the validator is told it.
    source: Option<Hash>,
    first_wrong_byte: bool,
}

/// A program and how it is run.
#[derive(Serialize)]
struct Made<'a> {
    of: Hash,
    argv: &'a [String],
    env: &'a [String],
    mounts: &'a [String],
    numbers: (u32, bool, u64),
    out_of_memory: &'a [String],
}

/// What is one case's own.
#[derive(Serialize)]
struct OfCase<'a> {
    common: Hash,
    files: (Hash, Hash, &'a BTreeMap<String, Hash>),
    sample: bool,
    args: (&'a [String], &'a [String]),
    /// What they are, and where they come from, which reasons tell.
    limits: ([u64; 3], CaseLimits, Option<LanguageLimits>),
    comparison: Option<&'a Comparison>,
    on_source: Option<OnSource<'a>>,
    question: Option<Question>,
    points: Option<Points>,
    place: Option<(String, usize)>,
    /// The output that was handed in.
    sent: Option<Hash>,
}

/// What decides without a run.
#[derive(Serialize)]
struct OnSource<'a> {
    validator: Option<Made<'a>>,
    path: Option<&'a str>,
}

impl<'a> OnSource<'a> {
    fn of(runs: &'a Runs<'a>) -> Self {
        let path = runs.version.static_validator.as_ref().map(|program| program.path.as_str());
        Self { validator: runs.on_source.map(Made::of), path }
    }
}

impl<'a> Runs<'a> {
    /// `None` where it cannot be said what boxes are made by.
    pub(crate) fn keys(&'a self, slot: &Slot) -> Option<Keys<'a>> {
        let machine = (slot.judge_box()?, slot.host().grade().to_string());
        Some(self.keys_on(machine))
    }

    fn keys_on(&'a self, machine: (Hash, String)) -> Keys<'a> {
        let told = Told::of(self.version);
        Keys { runs: self, common: hash(&self.common(machine, told)), told }
    }

    fn common(&'a self, machine: (Hash, String), told: Told) -> Common<'a> {
        let Version {
            slug: _,
            names: _,
            statements: _,
            assets: _,
            limits,
            output_validator,
            languages: _,
            tests: _,
            submissions: _,
            credits: _,
            kind,
            scoring: _,
            interactor,
            // Of the tests that ask it.
            static_validator: _,
            passes,
            named_files,
            // Part of the program.
            stubs: _,
            input_validators: _,
            attachments: _,
            tags: _,
            uuid: _,
            revision: _,
            editorials: _,
            talks: _,
            validator_tests: _,
            origin: _,
        } = self.version;
        let About { language, source, cpu: _ } = self.about;
        let validation =
            [limits.validation_time_ms, limits.validation_memory_bytes, limits.validation_output_bytes];
        Common {
            code: CODE,
            machine,
            owner: self.owner,
            language,
            programs: [self.program, self.interactor].map(|program| program.map(Made::of)),
            validators: self.validators.iter().copied().map(Made::of).collect(),
            kind: *kind,
            output_validator,
            interactor: interactor.as_ref(),
            passes: *passes,
            named_files,
            validation: told.worth.then_some(validation),
            source: told.source.then(|| Hash::of(source)),
            first_wrong_byte: self.stop == Stop::FirstWrongByte,
        }
    }
}

impl<'a> Made<'a> {
    fn of(program: &'a Program) -> Self {
        let Program { toolchain, built: _, files: _, main: _, id: _, made_of, spent: _ } = program;
        let Language {
            id: _,
            name: _,
            extensions: _,
            source_name: _,
            entry: _,
            requires: _,
            find: _,
            version: _,
            // What it is made of says.
            compile: _,
            run,
            hello: _,
            // As the sources of a program, part of its toolchain's identity.
            execs: _,
        } = toolchain.language;
        let Run { argv, mounts, env, processes, forks, reserve_mb, out_of_memory } = run;
        let numbers = (*processes, *forks, *reserve_mb);
        Self { of: *made_of, argv, env, mounts, numbers, out_of_memory }
    }
}

impl Keys<'_> {
    /// `sent` is the hash of the output that was handed in.
    pub(crate) fn of(&self, case: &TestCase, position: usize, sent: Option<Hash>) -> Hash {
        let version = self.runs.version;
        let TestCase {
            name: _,
            input,
            answer,
            sample,
            description: _,
            validator_args,
            points,
            reject_points: _,
            args,
            files,
            input_args: _,
            input_args_of: _,
            hint: _,
            limits,
            comparison,
            on_source,
            question,
            command: _,
            shown_input: _,
            shown_answer: _,
            interaction: _,
        } = case;
        let language = self.runs.about.language;
        let part = version.limits.languages.get(language).copied();
        hash(&OfCase {
            common: self.common,
            files: (*input, *answer, files),
            sample: *sample,
            args: (args, validator_args),
            limits: (run_limits(&version.limits.of_run(language, *limits)), *limits, part),
            comparison: comparison.as_ref(),
            on_source: on_source.then(|| OnSource::of(self.runs)),
            question: *question,
            points: points.filter(|_| self.told.worth || question.is_some()),
            place: self.told.place.then(|| (version.slug.to_string(), position)),
            sent,
        })
    }
}

/// Those of a submission's run.
fn run_limits(limits: &Limits) -> [u64; 3] {
    let Limits {
        time_ms,
        time_origin: _,
        memory_bytes,
        output_bytes,
        code_bytes: _,
        compile_time_ms: _,
        compile_memory_bytes: _,
        // In common.
        validation_time_ms: _,
        validation_memory_bytes: _,
        validation_output_bytes: _,
        // Applied already.
        languages: _,
        margins: _,
    } = limits;
    [*time_ms, *memory_bytes, *output_bytes]
}

fn hash(content: &impl Serialize) -> Hash {
    Hash::of(&serde_json::to_vec(content).expect("all its maps have texts as keys"))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use problem::limits::{Margins, Origin};
    use problem::version::{Credits, Example, InputValidator, Rules, Scoring, Statement, Stubs, TestNode};
    use problem::{Program as Sources, TestGroup};

    use super::*;

    const CPP: About<'static> = About { language: "cpp", source: b"text", cpu: std::time::Duration::ZERO };

    fn blob(text: &str) -> Hash {
        Hash::of(text.as_bytes())
    }

    fn names(text: &str) -> BTreeMap<String, Hash> {
        BTreeMap::from([(text.to_owned(), blob(text))])
    }

    fn sources(path: &str) -> Sources {
        Sources { path: path.to_owned(), language: "cpp".to_owned(), files: names(path) }
    }

    fn checked_by(protocol: Protocol) -> OutputValidator {
        OutputValidator::Program { program: sources("check.cpp"), protocol, args: Vec::new() }
    }

    fn every(paths: &[&str]) -> OutputValidator {
        OutputValidator::Every {
            programs: paths.iter().map(|path| sources(path)).collect(),
            args: Vec::new(),
        }
    }

    fn interactor() -> Interactor {
        let (program, protocol) = (sources("talk.cpp"), InteractorProtocol::Icpc);
        Interactor { program, protocol, args: Vec::new(), processes: 1 }
    }

    /// What a run is made of, as far as it can be had without a compiler.
    #[derive(Clone)]
    struct Made {
        version: Version,
        case: TestCase,
        owner: Option<u64>,
        stop: Stop,
        about: About<'static>,
        machine: (Hash, String),
        position: usize,
        sent: Option<Hash>,
    }

    impl Made {
        fn new() -> Self {
            let case = TestCase::new("secret/1", blob("in"), blob("ans"));
            let children = vec![TestNode::Case(case.clone())];
            let tests = TestGroup { children, ..TestGroup::default() };
            Self {
                version: Version { tests, ..Version::new("made-up".parse().unwrap()) },
                case,
                owner: Some(7),
                stop: Stop::FirstFailure,
                about: CPP,
                machine: (blob("judge-box"), "full".to_owned()),
                position: 0,
                sent: None,
            }
        }

        fn checked(protocol: Protocol) -> Self {
            let mut made = Self::new();
            made.version.output_validator = checked_by(protocol);
            made
        }

        fn key(&self) -> Hash {
            let runs = Runs {
                version: &self.version,
                owner: self.owner,
                stop: self.stop,
                about: self.about,
                program: None,
                validators: Vec::new(),
                interactor: None,
                on_source: None,
            };
            runs.keys_on(self.machine.clone()).of(&self.case, self.position, self.sent)
        }

        fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
            let mut changed = self.clone();
            change(&mut changed);
            changed
        }
    }

    type Change = fn(&mut Made);

    /// Each gives a key of its own, apart from all others.
    fn all_differ(made: &Made, changes: &[Change]) {
        let keys = changes.iter().map(|change| made.with(change).key());
        let keys: BTreeSet<Hash> = keys.chain([made.key()]).collect();
        assert_eq!(keys.len(), changes.len() + 1);
    }

    fn none_differs(made: &Made, changes: &[Change]) {
        for (at, change) in changes.iter().enumerate() {
            assert_eq!(made.with(change).key(), made.key(), "change {at}");
        }
    }

    #[test]
    fn whatever_may_change_a_result_changes_the_key() {
        let changes: &[Change] = &[
            |it| it.machine.0 = blob("another judge-box"),
            |it| it.machine.1 = "practice".to_owned(),
            |it| it.owner = Some(8),
            |it| it.owner = None,
            |it| it.stop = Stop::FirstWrongByte,
            |it| it.about.language = "c",
            |it| it.sent = Some(blob("output")),
            |it| it.version.kind = Kind::Answers,
            |it| {
                it.version.output_validator = OutputValidator::Default { args: vec!["case_sensitive".into()] }
            },
            |it| it.version.output_validator = OutputValidator::Native { comparison: Comparison::hustoj() },
            |it| it.version.output_validator = checked_by(Protocol::Icpc),
            |it| it.version.output_validator = checked_by(Protocol::Cms),
            |it| it.version.interactor = Some(interactor()),
            |it| it.version.interactor = Some(Interactor { processes: 2, ..interactor() }),
            |it| it.version.passes = Passes::Twice,
            |it| it.version.passes = Passes::Next { most: 2 },
            |it| it.version.passes = Passes::Next { most: 3 },
            |it| it.version.named_files.input = Some("a".into()),
            |it| it.version.named_files.output = Some("a".into()),
            |it| it.version.limits.time_ms += 1,
            |it| it.version.limits.memory_bytes += 1,
            |it| it.version.limits.output_bytes += 1,
            |it| {
                let part = LanguageLimits { time_percent: 150, memory_percent: 100 };
                it.version.limits.languages.insert("cpp".into(), part);
            },
            |it| it.case.input = blob("other"),
            |it| it.case.answer = blob("other"),
            |it| it.case.sample = true,
            |it| it.case.args = vec!["a".into()],
            |it| it.case.validator_args = vec!["a".into()],
            |it| it.case.files = names("a"),
            |it| it.case.limits.time_ms = Some(1),
            |it| it.case.limits.memory_bytes = Some(1),
            |it| it.case.comparison = Some(Comparison::hustoj()),
            |it| it.case.on_source = true,
            |it| it.case.question = Some(Question::Text),
            |it| it.case.question = Some(Question::Choices),
            |it| it.version.output_validator = every(&["check.cpp"]),
            |it| it.version.output_validator = every(&["check.cpp", "again.cpp"]),
        ];
        all_differ(&Made::new(), changes);
        let on_source = Made::new().with(|it| it.case.on_source = true);
        all_differ(&on_source, &[|it| it.version.static_validator = Some(sources("look.cpp"))]);
    }

    #[test]
    fn what_is_only_shown_or_counted_afterwards_changes_no_key() {
        let changes: &[Change] = &[
            |it| it.version.slug = "renamed".parse().unwrap(),
            |it| it.version.names = BTreeMap::from([("en".to_owned(), "Title".to_owned())]),
            |it| {
                it.version.statements.insert("en".into(), Statement::markdown(blob("text")));
            },
            |it| it.version.assets = names("a.png"),
            |it| it.version.languages = Some(BTreeSet::from(["cpp".to_owned()])),
            |it| it.version.tests.rules = Rules { uncounted: true, ..Rules::default() },
            |it| it.version.tests.children.push(TestNode::Case(TestCase::new("b", blob("b"), blob("b")))),
            |it| {
                let path = "accepted/a.cpp".to_owned();
                let (language, files, expected, entry) = (None, names("a.cpp"), None, None);
                it.version.submissions.push(Example { path, language, files, expected, entry });
            },
            |it| it.version.credits = Credits { source: Some("NWERC".into()), ..Credits::default() },
            |it| it.version.scoring = Some(Scoring::default()),
            |it| {
                it.version.stubs =
                    Stubs { files: BTreeMap::from([("c".into(), names("a"))]), ..Stubs::default() }
            },
            |it| {
                let validator = InputValidator { program: sources("v.cpp"), accepts: 42, args: Vec::new() };
                it.version.input_validators.push(validator);
            },
            |it| it.version.attachments = names("a.zip"),
            |it| it.version.tags = BTreeSet::from(["dp".to_owned()]),
            |it| it.version.uuid = Some("1".into()),
            |it| it.version.revision = Some("1".into()),
            |it| it.version.limits.time_origin = Origin::Computed,
            |it| it.version.limits.code_bytes += 1,
            |it| it.version.limits.compile_time_ms += 1,
            |it| it.version.limits.compile_memory_bytes += 1,
            |it| it.version.limits.validation_time_ms += 1,
            |it| {
                let (accepted_thousandths, slow_thousandths, resolution_ms) = (2_000, 1_500, 1);
                it.version.limits.margins =
                    Some(Margins { accepted_thousandths, slow_thousandths, resolution_ms });
            },
            |it| {
                it.version.limits.languages.insert("python3".into(), LanguageLimits::WHOLE);
            },
            |it| it.case.name = "secret/renamed".into(),
            |it| it.case.description = Some("large".into()),
            |it| it.case.points = Points::try_from(3.0).ok(),
            |it| it.case.reject_points = Points::try_from(3.0).ok(),
            |it| it.case.input_args = vec!["a".into()],
            |it| it.case.hint = Some("look".into()),
            |it| it.case.command = Some("gen 1".into()),
            |it| it.case.shown_input = Some(blob("shown")),
            |it| it.case.shown_answer = Some(blob("shown")),
            |it| it.case.interaction = Some(blob("shown")),
            |it| it.about.source = b"the same program, written differently",
            |it| it.about.cpu = std::time::Duration::from_secs(1),
            |it| it.position = 5,
            |it| it.stop = Stop::Never,
        ];
        none_differs(&Made::new(), changes);
    }

    #[test]
    fn what_the_setters_program_is_told_changes_the_key_of_its_runs() {
        let changes: &[Change] = &[
            |it| it.case.points = Points::try_from(3.0).ok(),
            |it| it.version.limits.validation_time_ms += 1,
            |it| it.version.limits.validation_memory_bytes += 1,
            |it| it.version.limits.validation_output_bytes += 1,
        ];
        all_differ(&Made::checked(Protocol::Icpc), changes);
        all_differ(&Made::new().with(|it| it.version.interactor = Some(interactor())), changes);
        let more: &[Change] = &[
            |it| it.about.source = b"other",
            |it| it.position = 5,
            |it| it.version.slug = "renamed".parse().unwrap(),
        ];
        all_differ(&Made::checked(Protocol::DmojPython), more);
        let protocol = InteractorProtocol::DmojPython;
        all_differ(
            &Made::new().with(|it| it.version.interactor = Some(Interactor { protocol, ..interactor() })),
            more,
        );
        all_differ(&Made::checked(Protocol::Syzoj), &more[..1]);
        none_differs(&Made::checked(Protocol::Syzoj), &more[1..]);
        none_differs(&Made::checked(Protocol::Icpc), more);
    }
}
