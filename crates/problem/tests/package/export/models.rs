//! Versions made up by chance.

use std::collections::{BTreeMap, BTreeSet};

use problem::limits::{Limits, Origin};
use problem::version::{
    Aggregation, Asked, Credits, Editorials, Example, Interactor, InteractorProtocol, Kind, Markup, OnReject,
    Passes, Points, Requirement, Rules, Scoring, Statement, TestNode, ValidatorTest, Wants,
};
use problem::{Comparison, Hash, OutputValidator, Program, TestCase, TestGroup, Version};

use super::{Memory, again, check, is_always_so, same};

/// The same sequence for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }

    fn rarely(&mut self) -> bool {
        self.below(4) == 0
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn text(&mut self) -> String {
        let texts = [
            "plain",
            "a: b",
            "\"quoted\" \\ 'so'",
            "ünï, #1",
            "no",
            "1e-6",
            "- x",
            "{{n}}",
            "tab\there",
            "",
            "~",
        ];
        self.one(&texts).to_owned()
    }

    fn args(&mut self) -> Vec<String> {
        (0..self.below(3)).map(|_| self.text()).collect()
    }
}

struct Maker<'a> {
    chance: Chance,
    blobs: &'a Memory,
}

impl Maker<'_> {
    fn blob(&mut self, what: &str) -> Hash {
        let number = self.chance.below(1_000);
        self.blobs.keep(format!("{what} {number}\n").as_bytes())
    }

    fn program(&mut self, path: &str) -> Program {
        let name = path.rsplit('/').next().unwrap().to_owned();
        Program {
            path: path.to_owned(),
            language: "python3".to_owned(),
            files: BTreeMap::from([(name, self.blob("# program"))]),
        }
    }

    /// What the format can say as it is.
    fn plain(&mut self) -> Version {
        let scoring = self.chance.rarely();
        let interactive = self.chance.rarely();
        let mut version = Version::new("made-up".parse().unwrap());
        version.uuid = Some("5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e".to_owned());
        self.texts(&mut version);
        version.limits = self.limits();
        version.credits = Credits {
            authors: if self.chance.often() {
                vec!["Ada".to_owned(), "O'Neil, Jr: \"x\"".to_owned()]
            } else {
                vec![]
            },
            source: self.chance.rarely().then(|| "Some Contest: 2026".to_owned()),
            license: self.chance.rarely().then(|| "cc by-sa".to_owned()),
        };
        version.revision = self.chance.rarely().then(|| "1.10".to_owned());
        version.tags = BTreeSet::from(["dp".to_owned(), "two words".to_owned()]);
        self.validators(&mut version, interactive);
        version.tests = self.tests(&version, scoring);
        if version.kind == Kind::Program && self.chance.rarely() {
            let mut tests = std::mem::take(&mut version.tests);
            self.on_source(&mut tests, scoring);
            let used = tests.cases().iter().any(|case| case.on_source);
            version.static_validator = used.then(|| self.program("static_validator/look.py"));
            version.tests = tests;
        }
        version.scoring = scoring.then(|| Scoring { max: Some(Points::from(100)), ..Scoring::default() });
        self.submissions(&mut version, scoring);
        version
    }

    fn texts(&mut self, version: &mut Version) {
        let tags: &[&str] = if self.chance.often() { &["en"] } else { &["de", "en", "pt-BR"] };
        for tag in tags {
            version.names.insert((*tag).to_owned(), format!("Title: {tag} #1 \"x\""));
            let markup = self.chance.one(&[Markup::Markdown, Markup::Tex, Markup::Pdf]);
            version.statements.insert((*tag).to_owned(), Statement { source: self.blob("text"), markup });
        }
        if self.chance.rarely() {
            version.assets.insert("pictures/a.png".to_owned(), self.blob("picture"));
            version.attachments.insert("tool.py".to_owned(), self.blob("tool"));
            version.attachments.insert("templates/cpp/start.cpp".to_owned(), self.blob("start"));
            let text = Statement::markdown(self.blob("why"));
            version.editorials = Editorials {
                texts: BTreeMap::from([("en".to_owned(), text)]),
                assets: BTreeMap::from([("b.svg".to_owned(), self.blob("picture"))]),
            };
        }
        if self.chance.rarely() {
            let files = BTreeMap::from([("main.py".to_owned(), self.blob("import solve"))]);
            version.stubs.files.insert("python3".to_owned(), files);
            version.stubs.entry.insert("python3".to_owned(), "main.py".to_owned());
            version.languages = Some(BTreeSet::from(["cpp".to_owned(), "python3".to_owned()]));
        }
    }

    fn limits(&mut self) -> Limits {
        let mib = 1 << 20;
        Limits {
            time_ms: self.chance.one(&[1_000, 1_500, 333, 60_000]),
            time_origin: Origin::Explicit,
            memory_bytes: self.chance.one(&[64, 256, 2_048]) * mib,
            code_bytes: 64 << 10,
            validation_time_ms: 9_000,
            ..Limits::default()
        }
    }

    fn validators(&mut self, version: &mut Version, interactive: bool) {
        let program = self.program("output_validator/check.py");
        if interactive {
            let protocol = InteractorProtocol::Icpc;
            version.interactor = Some(Interactor { program, protocol, args: Vec::new(), processes: 1 });
            version.output_validator = OutputValidator::Interactor;
        } else if self.chance.rarely() {
            version.output_validator = OutputValidator::Program {
                program,
                protocol: problem::version::Protocol::Icpc,
                args: Vec::new(),
            };
            version.passes = if self.chance.rarely() { Passes::Next { most: 7 } } else { Passes::One };
        } else if self.chance.rarely() {
            version.kind = Kind::Answers;
        }
        if self.chance.often() {
            let program = self.program("input_validators/ok.py");
            version.input_validators =
                vec![problem::version::InputValidator { program, accepts: 42, args: Vec::new() }];
        }
        if self.chance.rarely() {
            let (input, answer) = (self.blob("input"), self.blob("answer"));
            version.validator_tests.push(ValidatorTest {
                name: "invalid_output/bad".to_owned(),
                wants: Wants::InvalidOutput,
                input,
                answer: Some(answer),
                output: Some(self.blob("output")),
                args: self.chance.args(),
                input_args: Vec::new(),
                input_args_of: BTreeMap::new(),
                validator_args: Vec::new(),
                description: Some(self.chance.text()),
            });
        }
    }

    fn tests(&mut self, version: &Version, scoring: bool) -> TestGroup {
        let uncounted = Rules { uncounted: scoring, ..Rules::default() };
        let samples = self.cases(version, "sample", &[]);
        let sample = TestGroup { name: "sample".to_owned(), children: samples, rules: uncounted };
        let mut secret = TestGroup { name: "secret".to_owned(), ..TestGroup::default() };
        let grouped = self.chance.often();
        if scoring {
            secret.rules = Rules { max: Some(Points::from(100)), ..Rules::default() };
        }
        if !grouped {
            let worth = scoring.then(|| Points::from(25));
            secret.children = self.cases(version, "secret", &[worth; 4]);
        } else {
            for (name, points) in [("secret/a", 20_u32), ("secret/b-1", 20), ("secret/c", 60)] {
                secret.children.push(TestNode::Group(self.group(version, name, scoring.then_some(points))));
            }
        }
        let children = vec![TestNode::Group(sample), TestNode::Group(secret)];
        TestGroup { children, ..TestGroup::default() }
    }

    fn group(&mut self, version: &Version, name: &str, points: Option<u32>) -> TestGroup {
        let Some(points) = points else {
            let children = self.cases(version, name, &[None; 2]);
            return TestGroup { name: name.to_owned(), children, ..TestGroup::default() };
        };
        let max = Points::from(points);
        let aggregation = self.chance.one(&[Aggregation::All, Aggregation::Min, Aggregation::Sum]);
        let worth = match aggregation {
            Aggregation::All => None,
            Aggregation::Min => Some(max),
            _ => Some(Points::from(points / 2)),
        };
        let requires = vec![Requirement { group: "sample".to_owned(), what: Asked::Accepted }];
        let requires = if self.chance.rarely() { requires } else { Vec::new() };
        let rules = Rules { aggregation, max: Some(max), requires, ..Rules::default() };
        TestGroup { name: name.to_owned(), children: self.cases(version, name, &[worth; 2]), rules }
    }

    /// Tests of the source, in groups of cases.
    fn on_source(&mut self, group: &mut TestGroup, scoring: bool) {
        for child in &mut group.children {
            if let TestNode::Group(inner) = child {
                self.on_source(inner, scoring);
            }
        }
        let count = group.own_cases().count();
        if count == 0 || self.chance.rarely() {
            return;
        }
        let gives_parts = scoring && group.rules.aggregation != Aggregation::All;
        let points = gives_parts.then(|| Points::from(4));
        if let (Some(max), Aggregation::Sum) = (group.rules.max, group.rules.aggregation) {
            let share = Points::try_from((max.get() - 4.0) / count as f64).ok();
            for child in &mut group.children {
                if let TestNode::Case(case) = child {
                    case.points = share;
                }
            }
        }
        let nothing = self.blobs.keep(b"");
        let name = format!("{}/static_validation", group.name);
        let validator_args = self.chance.args();
        let case =
            TestCase { on_source: true, points, validator_args, ..TestCase::new(name, nothing, nothing) };
        group.children.insert(0, TestNode::Case(case));
    }

    /// So many cases as there are worths; two samples where there are none.
    fn cases(&mut self, version: &Version, group: &str, worths: &[Option<Points>]) -> Vec<TestNode> {
        let sample = worths.is_empty();
        let worths = if sample { &[None; 2] } else { worths };
        let case = |(i, points): (usize, &Option<Points>)| {
            let name = format!("{group}/{}", ["1", "10", "2.x", "Z_"][i]);
            let case = TestCase { sample, points: *points, ..self.case(version, &name) };
            TestNode::Case(if sample { self.shown(version, case) } else { case })
        };
        worths.iter().enumerate().map(case).collect()
    }

    fn case(&mut self, version: &Version, name: &str) -> TestCase {
        let (input, answer) = (self.blob("input"), self.blob("answer"));
        let mut case = TestCase::new(name, input, answer);
        case.args = if self.chance.rarely() { self.chance.args() } else { Vec::new() };
        case.validator_args = match &version.output_validator {
            OutputValidator::Default { .. } if self.chance.rarely() => {
                vec!["float_tolerance".to_owned(), "1e-6".to_owned()]
            }
            OutputValidator::Default { .. } => Vec::new(),
            _ => self.chance.args(),
        };
        if !version.input_validators.is_empty() && self.chance.rarely() {
            case.input_args = self.chance.args();
        }
        case.hint = self.chance.rarely().then(|| self.chance.text());
        case.description = self.chance.rarely().then(|| self.chance.text());
        if self.chance.rarely() {
            case.files.insert("table.txt".to_owned(), self.blob("table"));
        }
        case
    }

    fn shown(&mut self, version: &Version, mut case: TestCase) -> TestCase {
        let talks = version.interactor.is_some() || version.passes != Passes::One;
        if talks && self.chance.often() {
            case.interaction = Some(self.blob("> 1"));
        } else if self.chance.rarely() {
            case.shown_input = Some(self.blob("shown"));
            case.shown_answer = Some(self.blob("shown"));
        }
        case
    }

    fn submissions(&mut self, version: &mut Version, scoring: bool) {
        for path in ["accepted/a.py", "mixed/m.py", "wrong_answer/w.py"] {
            let name = path.rsplit('/').next().unwrap().to_owned();
            let language = (version.kind == Kind::Program).then(|| "python3".to_owned());
            let files = BTreeMap::from([(name, self.blob("# submission"))]);
            let example = Example { path: path.to_owned(), language, files, expected: None, entry: None };
            version.submissions.push(example);
        }
        // What the folders promise is what a reader says: one with only them.
        let promised = promises(scoring);
        for example in &mut version.submissions {
            example.expected = promised.get(&example.path).cloned();
        }
    }

    /// Anything at all.
    fn wild(&mut self) -> Version {
        let mut version = self.plain();
        let before = version.clone();
        if self.chance.often() {
            version.tests = self.wild_group(&before, "", 0);
            version.scoring = self.chance.often().then(|| Scoring {
                max: self.chance.often().then(|| Points::try_from(100.0).unwrap()),
                decimals: Some(2),
                ..Scoring::default()
            });
        }
        if version.interactor.is_none() && self.chance.often() {
            let families = [
                Comparison::hustoj(),
                Comparison::testlib("rcmp6").unwrap(),
                Comparison::testlib("uncmp").unwrap(),
            ];
            version.output_validator = OutputValidator::Native { comparison: self.chance.one(&families) };
            version.passes = Passes::One;
        }
        version.limits.memory_bytes += 7;
        version.credits.license = Some("beer".to_owned());
        version.uuid = None;
        version.attachments.insert("a b/c d.txt".to_owned(), self.blob("tool"));
        version.names.insert("english".to_owned(), String::new());
        version
    }

    fn wild_group(&mut self, version: &Version, name: &str, depth: usize) -> TestGroup {
        let mut group = TestGroup { name: name.to_owned(), ..TestGroup::default() };
        let below = |inner: &str| if name.is_empty() { inner.to_owned() } else { format!("{name}/{inner}") };
        for number in 0..1 + self.chance.below(4) {
            let number = 12 - number;
            if depth < 3 && self.chance.rarely() {
                let inner = self.wild_group(version, &below(&format!("g {number}")), depth + 1);
                group.children.push(TestNode::Group(inner));
            } else {
                let sample = self.chance.rarely();
                let points = self.chance.often().then(|| Points::try_from(number as f64 / 2.0).unwrap());
                let case = self.case(version, &below(&format!("t{number}")));
                group.children.push(TestNode::Case(TestCase { sample, points, ..case }));
            }
        }
        let aggregations = [
            Aggregation::Sum,
            Aggregation::Min,
            Aggregation::Max,
            Aggregation::Average,
            Aggregation::Product,
            Aggregation::All,
        ];
        group.rules.aggregation = self.chance.one(&aggregations);
        group.rules.uncounted = self.chance.rarely();
        group.rules.any_accepted = self.chance.rarely();
        group.rules.on_reject = self.chance.one(&[OnReject::Continue, OnReject::Group, OnReject::Everything]);
        if self.chance.rarely() {
            group.rules.requires.push(Requirement { group: "g 12".to_owned(), what: Asked::Full });
        }
        group
    }
}

/// By path.
fn promises(scoring: bool) -> BTreeMap<String, problem::Expectation> {
    let kind = if scoring { "type: scoring\n" } else { "" };
    let read = crate::builder::good()
        .yaml(&format!("{}{kind}", crate::builder::GOOD_YAML))
        .with("submissions/accepted/a.py", "x = 1\n")
        .with("submissions/wrong_answer/w.py", "x = 1\n")
        .with("submissions/mixed/m.py", "x = 1\n")
        .with(
            "submissions/submissions.yaml",
            "mixed/m.py:\n  permitted: [AC, TLE]\n  message: \"a: b\"\naccepted/a.py:\n  secret: {required: [AC]}\n",
        );
    let version = read.archive().unwrap_or_else(|faults| panic!("{faults:#?}")).version;
    version.submissions.into_iter().filter_map(|example| Some((example.path, example.expected?))).collect()
}

#[test]
fn whatever_the_format_can_say_comes_back() {
    for seed in 0..40 {
        let blobs = Memory::default();
        let version = Maker { chance: Chance(seed), blobs: &blobs }.plain();
        let (back, losses) = again(&version, &blobs);
        let lost: Vec<_> = losses.iter().filter(|loss| !is_always_so(loss)).collect();
        assert!(lost.is_empty(), "seed {seed}: {lost:#?}");
        same(&back.version, &version, &format!("seed {seed}"));
    }
}

#[test]
fn whatever_a_version_holds_is_written_as_a_package_that_can_be_read_and_says_what_it_lacks() {
    for seed in 0..40 {
        let blobs = Memory::default();
        let version = Maker { chance: Chance(1_000 + seed), blobs: &blobs }.wild();
        eprintln!("seed {seed}");
        let (_, losses) = check(&version, &blobs);
        for field in ["uuid", "credits.license", "limits.memory", "attachments.a b/c d.txt", "names.english"]
        {
            assert!(losses.iter().any(|loss| loss.field == field), "seed {seed}: {field} in {losses:#?}");
        }
    }
}
