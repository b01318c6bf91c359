//! A problem version: the immutable contents of a problem, every file named by its hash.
//!
//! Stored manifests are read for ever. A new field has a default, which is what older manifests meant, and which is not
//! written: so a version that does not use it keeps its id.

mod advice;
mod expected;
mod origin;
mod plan;
mod program;
mod scoring;
mod seen;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::limits::Limits;
use crate::questions::Question;

pub use advice::{Advice, Measured};
pub use expected::{Example, Expectation, TimeBound};
pub use origin::{Entry, Listing, PackageOrigin};
pub use plan::{Branch, Plan, Planned};
pub use program::{
    InputValidator, Interactor, InteractorProtocol, OutputValidator, PointsAre, Program, Protocol,
    ValidatorTest, Wants,
};
pub use scoring::{
    Aggregation, Asked, BadPoints, Grader, GraderProtocol, OnReject, Points, Requirement, Rules, Scoring,
    VerdictRule,
};
pub use seen::{Seen, SeenCase};
pub use texts::{Editorials, Markup, Statement};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The name of a problem in URLs and commands: `[a-z0-9-]`, at most 64 characters, no hyphen at the ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

/// Not a slug.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} cannot name a problem: 1 to 64 of a-z, 0-9 and -, with no - at either end")]
pub struct BadSlug(String);

impl Slug {
    /// Bytes of one.
    pub(crate) const LONGEST: usize = 64;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Slug {
    type Err = BadSlug;

    fn from_str(text: &str) -> Result<Self, BadSlug> {
        let good = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        let fits = (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(good);
        if !fits || text.starts_with('-') || text.ends_with('-') {
            return Err(BadSlug(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for Slug {
    type Error = BadSlug;

    fn try_from(text: String) -> Result<Self, BadSlug> {
        text.parse()
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Everything that judging and showing a problem needs. Serialised as JSON it is the stored manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub slug: Slug,
    /// Language tag (`en`, `pt-BR`) to title; never empty.
    pub names: BTreeMap<String, String>,
    /// By language tag. May be empty: some formats have none.
    pub statements: BTreeMap<String, Statement>,
    /// Files that statements show: path beside the statement to content.
    pub assets: BTreeMap<String, Hash>,
    pub limits: Limits,
    pub output_validator: OutputValidator,
    /// Ids of the languages that may be used; `None` is all.
    pub languages: Option<BTreeSet<String>>,
    pub tests: TestGroup,
    /// The setter's own submissions, in order of path.
    pub submissions: Vec<Example>,
    /// Where it came from: source, author, licence; shown as given.
    pub credits: Credits,
    /// What is handed in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: Kind,
    /// `None`: pass-fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interactor: Option<Interactor>,
    /// Decides the cases with [`TestCase::on_source`] on what was submitted: `language entry_point feedback_dir/ args…` in a
    /// folder with the submission's files and its compiled program; it answers as by [`Protocol::Icpc`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_validator: Option<Program>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: Passes,
    /// Where a submission reads and writes, if not standard input and output.
    #[serde(default, skip_serializing_if = "is_default")]
    pub named_files: NamedFiles,
    /// Files that are put beside every submission, by language.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stubs: Stubs,
    /// Every one must accept every input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_validators: Vec<InputValidator>,
    /// For contestants to download, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attachments: BTreeMap<String, Hash>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    /// The package's own identifier, and its own name for this version of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub editorials: Editorials,
    /// Conversations that are samples and no cases, by name: as [`TestCase::interaction`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub talks: BTreeMap<String, Hash>,
    /// What the validators themselves are tried with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub validator_tests: Vec<ValidatorTest>,
    /// The package that it was read from, whatever was edited since. The files that it lists belong to the version, too:
    /// [`Listing::blobs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<PackageOrigin>,
}

/// What a submission says in place of a language where answers are handed in.
pub const ANSWERS: &str = "answers";

/// What contestants hand in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    Program,
    /// Outputs: one file for the only case, or an archive of files named after the cases. A case without one is not
    /// accepted. Where cases are questions, one sheet of answers.
    Answers,
}

/// How often a submission is run for one case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Passes {
    #[default]
    One,
    /// Again with `nextpass.in` of the output validator's folder as input, as long as the validator accepts and leaves
    /// one; so many times at most, or it is the setter's fault. Limits are per pass.
    Next { most: u32 },
    /// Twice: the first run's output, or what the interactor wrote, is the second's input.
    Twice,
    /// Two processes at once, with the argument 0 and 1, the first one's output being the second one's input.
    Joined,
}

/// Files in the working directory in place of standard input and output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFiles {
    pub input: Option<String>,
    pub output: Option<String>,
}

/// What the setter adds to submissions: the rest of a program of which contestants write a function, headers, modules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stubs {
    /// Id of a language, or `default` for all without one of their own, to name and content. Put over the submission's
    /// files of the same name; compiled together with them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, BTreeMap<String, Hash>>,
    /// Id of a language to what is put before, and after, the text of a submission's one file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub before: BTreeMap<String, Hash>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub after: BTreeMap<String, Hash>,
    /// The submission's one file is called so, before its ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stem: Option<String>,
    /// Id of a language to the file with the entry point, where it is none of the submission's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub entry: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credits {
    pub authors: Vec<String>,
    pub source: Option<String>,
    pub license: Option<String>,
}

impl Version {
    /// A pass-fail problem with nothing in it.
    pub fn new(slug: Slug) -> Self {
        Self {
            slug,
            names: BTreeMap::new(),
            statements: BTreeMap::new(),
            assets: BTreeMap::new(),
            limits: Limits::default(),
            output_validator: OutputValidator::Default { args: Vec::new() },
            languages: None,
            tests: TestGroup::default(),
            submissions: Vec::new(),
            credits: Credits::default(),
            kind: Kind::default(),
            scoring: None,
            interactor: None,
            static_validator: None,
            passes: Passes::default(),
            named_files: NamedFiles::default(),
            stubs: Stubs::default(),
            input_validators: Vec::new(),
            attachments: BTreeMap::new(),
            tags: BTreeSet::new(),
            uuid: None,
            revision: None,
            editorials: Editorials::default(),
            talks: BTreeMap::new(),
            validator_tests: Vec::new(),
            origin: None,
        }
    }

    /// The version's id: the hash of its manifest. The same bytes have the same id.
    pub fn id(&self) -> Hash {
        Hash::of(&serde_json::to_vec(self).expect("a manifest has only string keys"))
    }

    /// The title in `wanted`, else English, else the first.
    pub fn name(&self, wanted: &str) -> &str {
        let mut tags = [wanted, "en"].into_iter();
        let named = tags.find_map(|tag| self.names.get(tag)).or_else(|| self.names.values().next());
        named.map_or(self.slug.as_str(), String::as_str)
    }

    /// The order of judging.
    pub fn plan(&self) -> Plan<'_> {
        Plan::new(self)
    }

    /// The cases in the order in which they are run, each once though it may sit in several groups.
    pub fn cases(&self) -> Vec<&TestCase> {
        self.plan().cases
    }

    /// Every blob that the manifest names; not those that the list of its package's files names.
    pub fn blobs(&self) -> BTreeSet<Hash> {
        let statements = self.statements.values().map(|statement| statement.source);
        let mut all: BTreeSet<Hash> = statements.collect();
        all.extend(self.assets.values().chain(self.attachments.values()));
        all.extend(self.stubs.files.values().flat_map(BTreeMap::values));
        all.extend(self.stubs.before.values().chain(self.stubs.after.values()));
        for case in self.tests.cases() {
            all.extend([case.input, case.answer]);
            all.extend(case.files.values());
            all.extend([case.shown_input, case.shown_answer, case.interaction].into_iter().flatten());
        }
        all.extend(self.programs().into_iter().flat_map(|program| program.files.values()));
        all.extend(self.submissions.iter().flat_map(|example| example.files.values()));
        all.extend(self.editorials.blobs());
        all.extend(self.talks.values());
        all.extend(self.validator_tests.iter().flat_map(ValidatorTest::blobs));
        all.extend(self.origin.map(|origin| origin.files));
        all
    }

    /// Whether one of its submissions is in a language that nobody knows here: it is not judged, and breaks no promise.
    pub fn is_foreign(&self, example: &Example) -> bool {
        self.kind == Kind::Program && example.language.is_none()
    }

    /// Whether one sheet of answers is handed in for all cases.
    pub fn has_questions(&self) -> bool {
        self.tests.cases().iter().any(|case| case.question.is_some())
    }

    /// Every program of the setter's that judging or checking may run.
    pub fn programs(&self) -> Vec<&Program> {
        let graders = self.tests.groups().into_iter().filter_map(|group| group.rules.grader.as_ref());
        let inputs = self.input_validators.iter().map(|validator| &validator.program);
        let interactor = self.interactor.iter().map(|interactor| &interactor.program);
        self.output_validator
            .programs()
            .iter()
            .chain(&self.static_validator)
            .chain(interactor)
            .chain(graders.map(|grader| &grader.program))
            .chain(inputs)
            .collect()
    }
}

/// A node of the tree of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestGroup {
    /// Full name below `data/`: `sample`, `secret`, `secret/group1`; the root's is empty.
    pub name: String,
    /// In the order in which they are judged.
    pub children: Vec<TestNode>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Rules,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "nearly all nodes are cases, which are the larger ones")]
pub enum TestNode {
    Group(TestGroup),
    Case(TestCase),
}

impl TestGroup {
    /// All cases below, in order, as often as they sit somewhere.
    pub fn cases(&self) -> Vec<&TestCase> {
        self.children.iter().flat_map(TestNode::cases).collect()
    }

    /// Those that lie in it itself, in order.
    pub fn own_cases(&self) -> impl Iterator<Item = &TestCase> {
        self.children.iter().filter_map(|child| match child {
            TestNode::Case(case) => Some(case),
            TestNode::Group(_) => None,
        })
    }

    /// Puts a case in place of the one of its name, wherever that sits; else at the end of the innermost group whose name
    /// its own begins with.
    pub fn put(&mut self, case: &TestCase) {
        if !self.replace(case) {
            self.innermost(&case.name).children.push(TestNode::Case(case.clone()));
        }
    }

    fn replace(&mut self, case: &TestCase) -> bool {
        let mut found = false;
        for child in &mut self.children {
            match child {
                TestNode::Group(group) => found |= group.replace(case),
                TestNode::Case(known) if known.name == case.name => {
                    known.clone_from(case);
                    found = true;
                }
                TestNode::Case(_) => {}
            }
        }
        found
    }

    fn innermost(&mut self, name: &str) -> &mut Self {
        let holds = |child: &TestNode| {
            matches!(child, TestNode::Group(group)
                if name.strip_prefix(&group.name).is_some_and(|rest| rest.starts_with('/')))
        };
        match self.children.iter().position(holds) {
            Some(at) => match &mut self.children[at] {
                TestNode::Group(group) => group.innermost(name),
                TestNode::Case(_) => unreachable!("only groups hold anything"),
            },
            None => self,
        }
    }

    /// Takes out the case of that name, wherever it sits; whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.children.len();
        self.children.retain(|child| !matches!(child, TestNode::Case(case) if case.name == name));
        let mut found = self.children.len() < before;
        for child in &mut self.children {
            if let TestNode::Group(group) = child {
                found |= group.remove(name);
            }
        }
        found
    }

    /// This group and all below, in order.
    pub fn groups(&self) -> Vec<&TestGroup> {
        let inner = self.children.iter().flat_map(|child| match child {
            TestNode::Group(group) => group.groups(),
            TestNode::Case(_) => Vec::new(),
        });
        std::iter::once(self).chain(inner).collect()
    }
}

impl TestGroup {
    /// What it gives when everything in it is accepted, in a problem with points.
    pub fn worth(&self) -> f64 {
        let full = self.children.iter().filter_map(|child| match child {
            TestNode::Group(group) => (!group.rules.uncounted).then(|| group.worth()),
            TestNode::Case(case) => Some(case.points.map_or(1.0, Points::get)),
        });
        self.rules.worth(&full.collect::<Vec<_>>())
    }
}

impl TestNode {
    fn cases(&self) -> Vec<&TestCase> {
        match self {
            Self::Group(group) => group.cases(),
            Self::Case(case) => vec![case],
        }
    }
}

/// One test case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// Full name below `data/`, no suffix: `sample/1`, `secret/group1/03`.
    pub name: String,
    pub input: Hash,
    pub answer: Hash,
    /// Shown to contestants, with its input and answer.
    pub sample: bool,
    /// What the setter says about it.
    pub description: Option<String>,
    /// Extra arguments of the output validator for this case, after the problem's own.
    pub validator_args: Vec<String>,
    /// What it is worth in its group, and gives when it is accepted and the validator says nothing of points. `None`: 1,
    /// or in a problem without bounds what the setter's program says, which must say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// What it gives though it is not accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reject_points: Option<Points>,
    /// Arguments of the submission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Files that the submission finds in its working directory.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Hash>,
    /// Extra arguments of the input validators, before the submission's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_args: Vec<String>,
    /// By path of the input validator's program, for those that have others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub input_args_of: BTreeMap<String, Vec<String>>,
    /// For whoever failed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub limits: CaseLimits,
    /// Compares the output of this case in place of the problem's own comparison, which is native, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The submission is not run: the static validator looks at its source, with [`Self::validator_args`] as its
    /// arguments. Input and answer are empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_source: bool,
    /// It is a question, to be answered on the one sheet that is handed in; [`Kind::Answers`] only. The input is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The command that made it, where the package tells one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What a sample shows in place of its input and its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_input: Option<Hash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_answer: Option<Hash>,
    /// What a sample shows in place of both: lines that begin with `<` for what the submission reads, with `>` for what it
    /// writes, and lines `---` between passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Hash>,
}

/// Of one case, where they are not the problem's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct CaseLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

/// What makes two cases the same run.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Content<'a>(
    (Hash, Hash),
    &'a [String],
    &'a [String],
    &'a BTreeMap<String, Hash>,
    CaseLimits,
    Option<&'a Comparison>,
    (bool, Option<Question>),
    Option<&'a str>,
);

impl TestCase {
    /// A secret case, worth what its group says.
    pub fn new(name: impl Into<String>, input: Hash, answer: Hash) -> Self {
        Self {
            name: name.into(),
            input,
            answer,
            sample: false,
            description: None,
            validator_args: Vec::new(),
            points: None,
            reject_points: None,
            args: Vec::new(),
            files: BTreeMap::new(),
            input_args: Vec::new(),
            input_args_of: BTreeMap::new(),
            hint: None,
            limits: CaseLimits::default(),
            comparison: None,
            on_source: false,
            question: None,
            command: None,
            shown_input: None,
            shown_answer: None,
            interaction: None,
        }
    }

    /// Whether one run does for both.
    pub fn same_run(&self, other: &Self) -> bool {
        self.content() == other.content()
    }

    /// Equal for cases of which one run does for all.
    pub fn content(&self) -> impl Ord + '_ {
        Content(
            (self.input, self.answer),
            &self.validator_args,
            &self.args,
            &self.files,
            self.limits,
            self.comparison.as_ref(),
            (self.on_source, self.question),
            // Of a question the answer is that to this one, whatever the right one is.
            self.question.map(|_| self.name.as_str()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{Ac, Tle};

    fn case(name: &str, input: &str, args: &[&str]) -> TestNode {
        TestNode::Case(TestCase {
            sample: name.starts_with("sample"),
            description: Some("\u{e9}t\u{e9} \"quoted\"".to_owned()),
            validator_args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            ..TestCase::new(name, Hash::of(input.as_bytes()), Hash::of(b"answer"))
        })
    }

    #[test]
    fn of_two_questions_with_one_right_answer_each_is_asked() {
        let question = |name: &str| TestCase {
            question: Some(Question::Text),
            ..TestCase::new(name, Hash::of(b""), Hash::of(b"A"))
        };
        let [one, two] = ["secret/1", "secret/2"].map(question);
        assert!(one.content().cmp(&two.content()).is_ne());
        assert!(one.content().cmp(&one.content()).is_eq());
        let tests =
            TestGroup { children: vec![TestNode::Case(one), TestNode::Case(two)], ..TestGroup::default() };
        assert_eq!(Version { tests, ..version() }.plan().cases.len(), 2);
    }

    fn group(name: &str, children: Vec<TestNode>) -> TestNode {
        TestNode::Group(TestGroup { name: name.to_owned(), children, rules: Rules::default() })
    }

    fn version() -> Version {
        let file = |name: &str| BTreeMap::from([(name.to_owned(), Hash::of(name.as_bytes()))]);
        let program = Program {
            path: "output_validator/v.cpp".to_owned(),
            language: "cpp".to_owned(),
            files: file("v.cpp"),
        };
        let expected = Expectation::of_cases([Ac, Tle], [Tle]);
        let example = |path: &str, expected| Example {
            path: path.to_owned(),
            language: Some("python3".to_owned()),
            files: file("a.py"),
            expected,
            entry: None,
        };
        let secret = vec![
            case("secret/1", "same", &[]),
            group(
                "secret/g",
                vec![case("secret/g/1", "same", &[]), case("secret/g/2", "same", &["case_sensitive"])],
            ),
        ];
        Version {
            names: BTreeMap::from([
                ("en".to_owned(), "A + B".to_owned()),
                ("sv".to_owned(), "Summa".to_owned()),
            ]),
            statements: BTreeMap::from([(
                "problem.en.md".to_owned(),
                Statement::markdown(Hash::of(b"problem.en.md")),
            )]),
            assets: file("a.png"),
            limits: Limits::default(),
            output_validator: OutputValidator::Program {
                program,
                protocol: Protocol::Icpc,
                args: vec!["x".to_owned()],
            },
            languages: Some(BTreeSet::from(["cpp".to_owned()])),
            tests: TestGroup {
                children: vec![group("sample", vec![case("sample/1", "same", &[])]), group("secret", secret)],
                ..TestGroup::default()
            },
            submissions: vec![
                example("time_limit_exceeded/a.py", Some(expected)),
                example("other/a.py", None),
            ],
            credits: Credits {
                authors: vec!["Ada".to_owned()],
                source: None,
                license: Some("cc0".to_owned()),
            },
            ..Version::new("a-plus-b".parse().unwrap())
        }
    }

    #[test]
    fn the_manifest_reads_back_to_the_same_version() {
        for output_validator in [
            version().output_validator,
            OutputValidator::Default { args: vec!["float_tolerance".into(), "1e-6".into()] },
            OutputValidator::Native { comparison: Comparison::dmoj("floats", ["precision=4"]).unwrap() },
        ] {
            let version = Version { output_validator, ..version() };
            let manifest = serde_json::to_string(&version).unwrap();
            let back: Version = serde_json::from_str(&manifest).unwrap();
            assert_eq!(back, version);
            assert_eq!(back.id(), version.id());
        }
    }

    #[test]
    fn ids_of_stored_versions_never_change() {
        // Versions of this form are in people's databases. If this fails, the manifest's form has changed: give the new
        // field a default that is not written, rather than change this number.
        assert_eq!(
            version().id().to_string(),
            "7b7db0cba34d8feb5a293c4fddbfe23e39ad15ccc1b1a3e831ebfb442c13dcb2"
        );
    }

    #[test]
    fn every_part_of_a_version_is_part_of_its_id() {
        let id = version().id();
        let mut other = version();
        other.limits.time_ms += 1;
        assert_ne!(other.id(), id);
        let mut other = version();
        other.tests.children.reverse();
        assert_ne!(other.id(), id);
        let mut other = version();
        other.names.remove("sv");
        assert_ne!(other.id(), id);
    }

    #[test]
    fn a_case_in_several_groups_runs_once_and_keeps_its_first_name() {
        let version = version();
        let all: Vec<&str> = version.tests.cases().iter().map(|case| case.name.as_str()).collect();
        assert_eq!(all, ["sample/1", "secret/1", "secret/g/1", "secret/g/2"]);
        let run: Vec<&str> = version.cases().iter().map(|case| case.name.as_str()).collect();
        assert_eq!(run, ["sample/1", "secret/g/2"]);
    }

    #[test]
    fn a_case_is_put_into_its_group_or_in_place_of_its_former_self_and_taken_out() {
        let mut tests = version().tests;
        let new = |name: &str| TestCase::new(name, Hash::of(b"new"), Hash::of(b"new"));
        for name in ["secret/g/3", "secret/4", "secret/1", "elsewhere"] {
            tests.put(&new(name));
        }
        let names: Vec<&str> = tests.cases().iter().map(|case| case.name.as_str()).collect();
        assert_eq!(
            names,
            ["sample/1", "secret/1", "secret/g/1", "secret/g/2", "secret/g/3", "secret/4", "elsewhere"]
        );
        assert_eq!(tests.cases()[1].input, Hash::of(b"new"));
        assert!(tests.remove("secret/g/1") && !tests.remove("secret/g/1"));
        assert_eq!(tests.cases().len(), 6);
    }

    #[test]
    fn all_blobs_are_named_once() {
        // Input and answer, the statement, the picture, the validator and one submission twice.
        assert_eq!(version().blobs().len(), 6);
    }

    #[test]
    fn what_samples_show_is_among_the_blobs() {
        let [input, answer, talk] = ["in", "ans", "talk"].map(|text| Hash::of(text.as_bytes()));
        let case = TestCase {
            shown_input: Some(input),
            shown_answer: Some(answer),
            interaction: Some(talk),
            ..TestCase::new("sample/1", Hash::of(b""), Hash::of(b""))
        };
        let mut version = version();
        let before = version.blobs();
        version.tests.children.push(TestNode::Case(case));
        let blobs = version.blobs();
        assert!([input, answer, talk].iter().all(|hash| blobs.contains(hash) && !before.contains(hash)));
    }

    #[test]
    fn titles_are_chosen_by_language() {
        assert_eq!(version().name("sv"), "Summa");
        assert_eq!(version().name("de"), "A + B");
        let only = Version { names: BTreeMap::from([("fr".to_owned(), "Somme".to_owned())]), ..version() };
        assert_eq!(only.name("de"), "Somme");
    }

    #[test]
    fn slugs_are_short_and_plain() {
        for good in ["a", "a-plus-b", "7", &"x".repeat(64)] {
            assert_eq!(good.parse::<Slug>().unwrap().as_str(), good);
        }
        for bad in ["", "A", "a_b", "-a", "a-", "é", "a b", "a/b", &"x".repeat(65)] {
            assert!(bad.parse::<Slug>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Slug>("\"A b\"").is_err());
    }
}
