//! A problem version: the immutable contents of a problem, every file named by its hash.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::limits::Limits;
use crate::verdict::Verdict;

/// The name of a problem in URLs and commands: `[a-z0-9-]`, at most 64 characters, no hyphen at the ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

/// Not a slug.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} cannot name a problem: 1 to 64 of a-z, 0-9 and -, with no - at either end")]
pub struct BadSlug(String);

impl Slug {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Slug {
    type Err = BadSlug;

    fn from_str(text: &str) -> Result<Self, BadSlug> {
        let good = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(good);
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
    /// Language tag to Markdown source.
    pub statements: BTreeMap<String, Hash>,
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
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credits {
    pub authors: Vec<String>,
    pub source: Option<String>,
    pub license: Option<String>,
}

impl Version {
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

    /// The cases in the order in which they are run, each once though it may sit in several groups.
    pub fn cases(&self) -> Vec<&TestCase> {
        let mut seen = BTreeSet::new();
        self.tests.cases().into_iter().filter(|case| seen.insert(case.content())).collect()
    }

    /// Every blob that the manifest names.
    pub fn blobs(&self) -> BTreeSet<Hash> {
        let mut all: BTreeSet<Hash> = self.statements.values().chain(self.assets.values()).copied().collect();
        for case in self.tests.cases() {
            all.extend([case.input, case.answer]);
        }
        if let OutputValidator::Program { program, .. } = &self.output_validator {
            all.extend(program.files.values());
        }
        for example in &self.submissions {
            all.extend(example.files.values());
        }
        all
    }
}

/// A node of the tree of tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestGroup {
    /// Full name below `data/`: `sample`, `secret`, `secret/group1`; the root's is empty.
    pub name: String,
    /// In the order in which they are judged.
    pub children: Vec<TestNode>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestNode {
    Group(TestGroup),
    Case(TestCase),
}

impl TestGroup {
    /// All cases below, in order, as often as they sit somewhere.
    pub fn cases(&self) -> Vec<&TestCase> {
        self.children.iter().flat_map(TestNode::cases).collect()
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
}

impl TestCase {
    /// What makes two cases the same run.
    fn content(&self) -> (Hash, Hash, &[String]) {
        (self.input, self.answer, &self.validator_args)
    }
}

/// What decides a case. "Checker" in the interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputValidator {
    /// The package format's own comparison, with these arguments. They were checked when the package was read.
    Default { args: Vec<String> },
    /// Another judge's comparison, native.
    Native { comparison: Comparison },
    /// The setter's program.
    Program { program: Program, protocol: Protocol, args: Vec<String> },
}

/// How a validator is called and answers. It is stored, never guessed when run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// `input answer feedback_dir/ args… < output`; exit code 42 accepts, 43 rejects, all else is a judge error.
    Icpc,
}

/// A setter's program: sources, not yet compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Path below the package, for messages: `output_validators/check.cpp`.
    pub path: String,
    /// Id of the language.
    pub language: String,
    /// File name to content.
    pub files: BTreeMap<String, Hash>,
}

/// A submission that the setter put into the package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Path below `submissions/`: `accepted/sol.cpp`.
    pub path: String,
    /// Id of the language; `None` when the file's ending tells no language that we know.
    pub language: Option<String>,
    pub files: BTreeMap<String, Hash>,
    /// What its folder promises; `None` where the folder's name promises nothing.
    pub expected: Option<Expectation>,
}

/// What a folder below `submissions/` promises of every submission in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// Verdicts that a case may have.
    pub permitted: Vec<Verdict>,
    /// Verdicts of which at least one case must have one; empty asks nothing.
    pub required: Vec<Verdict>,
}

impl Expectation {
    /// Whether these verdicts, one a case, are what was promised. A judging without cases (a compile error) stands for
    /// itself: its own verdict is the only one.
    pub fn holds(&self, verdicts: &[Verdict]) -> bool {
        let permitted = verdicts.iter().all(|verdict| self.permitted.contains(verdict));
        let required =
            self.required.is_empty() || verdicts.iter().any(|verdict| self.required.contains(verdict));
        permitted && required
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{Ac, Ce, Tle, Wa};

    fn case(name: &str, input: &str, args: &[&str]) -> TestNode {
        TestNode::Case(TestCase {
            name: name.to_owned(),
            input: Hash::of(input.as_bytes()),
            answer: Hash::of(b"answer"),
            sample: name.starts_with("sample"),
            description: Some("\u{e9}t\u{e9} \"quoted\"".to_owned()),
            validator_args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        })
    }

    fn group(name: &str, children: Vec<TestNode>) -> TestNode {
        TestNode::Group(TestGroup { name: name.to_owned(), children })
    }

    fn version() -> Version {
        let file = |name: &str| BTreeMap::from([(name.to_owned(), Hash::of(name.as_bytes()))]);
        let program = Program {
            path: "output_validator/v.cpp".to_owned(),
            language: "cpp".to_owned(),
            files: file("v.cpp"),
        };
        let expected = Expectation { permitted: vec![Ac, Tle], required: vec![Tle] };
        let example = |path: &str, expected| Example {
            path: path.to_owned(),
            language: Some("python3".to_owned()),
            files: file("a.py"),
            expected,
        };
        let secret = vec![
            case("secret/1", "same", &[]),
            group(
                "secret/g",
                vec![case("secret/g/1", "same", &[]), case("secret/g/2", "same", &["case_sensitive"])],
            ),
        ];
        Version {
            slug: "a-plus-b".parse().unwrap(),
            names: BTreeMap::from([
                ("en".to_owned(), "A + B".to_owned()),
                ("sv".to_owned(), "Summa".to_owned()),
            ]),
            statements: file("problem.en.md"),
            assets: file("a.png"),
            limits: Limits::default(),
            output_validator: OutputValidator::Program {
                program,
                protocol: Protocol::Icpc,
                args: vec!["x".to_owned()],
            },
            languages: Some(BTreeSet::from(["cpp".to_owned()])),
            tests: TestGroup {
                name: String::new(),
                children: vec![group("sample", vec![case("sample/1", "same", &[])]), group("secret", secret)],
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
    fn all_blobs_are_named_once() {
        // Input and answer, the statement, the picture, the validator and one submission twice.
        assert_eq!(version().blobs().len(), 6);
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

    #[test]
    fn promises_are_kept_by_all_cases_and_by_one() {
        let slow = Expectation { permitted: vec![Ac, Tle], required: vec![Tle] };
        assert!(slow.holds(&[Ac, Tle, Ac]));
        assert!(!slow.holds(&[Ac, Ac]), "none is slow");
        assert!(!slow.holds(&[Tle, Wa]), "one is wrong");
        let broken = Expectation { permitted: vec![Ce], required: vec![Ce] };
        assert!(broken.holds(&[Ce]));
    }
}
