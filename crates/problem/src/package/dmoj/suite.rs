//! `tests/`: runs of submissions and what they have to come to, each in a folder with `test.yml`.

use std::collections::BTreeMap;

use super::programs::{kilobytes, language, milliseconds};
use crate::package::faults::Faults;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::tree::Folder;
use crate::package::yaml::{Node, Value};
use crate::verdict::Verdict::{self, Ac, Ce, Ile, Je, Mle, Ole, Pa, Pe, Re, Sk, Tle, Wa};
use crate::version::{Example, Expectation};

const PLACE: &str = "tests";
/// Of one run: the later ones say something else of it for this system.
const FILES: [&str; 3] = ["test.yml", "test.posix.yml", "test.linux.yml"];
/// The machine that packages are made for.
const MACHINE: &str = "amd64";

#[derive(Default)]
pub(super) struct Suite {
    pub(super) examples: Vec<Example>,
    /// The most that a run is given.
    pub(super) time_ms: Option<u64>,
    pub(super) memory_bytes: Option<u64>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Suite {
    let mut suite = Suite::default();
    let Some(folder) = root.folder(PLACE) else { return suite };
    for (name, inner) in folder.folders() {
        let Some((path, node)) = settings(reading, name, inner) else { continue };
        if let Some(test) = Test::read(&path, &node, &reading.faults) {
            suite.time_ms = suite.time_ms.max(test.time_ms);
            suite.memory_bytes = suite.memory_bytes.max(test.memory_bytes);
            test.examples(reading, (name, &path), inner, &mut suite.examples);
        }
    }
    suite
}

/// What the files of a run say together, and the path of the file that says it, or of the folder where several do. `None`
/// where there is none.
fn settings(reading: &mut Reading, name: &str, folder: &Folder) -> Option<(String, Node)> {
    let mut all: Option<(String, Node)> = None;
    for file in FILES {
        let Some(leaf) = folder.file(file) else { continue };
        let path = format!("{PLACE}/{name}/{file}");
        let Some(node) = reading.yaml(&path, leaf) else { continue };
        all = Some(match all {
            Some((_, below)) => (format!("{PLACE}/{name}"), over(below, node)),
            None => (path, node),
        });
    }
    all
}

fn over(below: Node, above: Node) -> Node {
    match (below.value, above.value) {
        (Value::Map(mut entries), Value::Map(more)) => {
            entries.retain(|entry| more.iter().all(|other| other.key != entry.key));
            entries.extend(more);
            Node { line: below.line, value: Value::Map(entries) }
        }
        (_, value) => Node { line: above.line, value },
    }
}

/// One `test.yml`.
struct Test {
    language: Option<&'static str>,
    sources: Vec<At<String>>,
    expected: Expectation,
    time_ms: Option<u64>,
    memory_bytes: Option<u64>,
}

impl Test {
    /// `None` where there is nothing to run.
    fn read(path: &str, node: &Node, faults: &Faults) -> Option<Self> {
        let mut section = Section::top(path, node, faults);
        if section.boolean("skip").is_some_and(|at| at.value) {
            return None;
        }
        if section.texts("arch").is_some_and(|known| known.iter().all(|at| at.value != MACHINE)) {
            return None;
        }
        let key = section.text("language");
        let language = key.as_ref().and_then(|at| language(&at.value));
        if let (Some(at), None) = (&key, language) {
            section.doubtful(at.line, format!("is in {}, which this judge has not", at.value));
        }
        let positive = |number: f64| number > 0.0;
        let time_ms = section.number("time", "a number of seconds above 0", positive);
        let memory = section.number("memory", "a number of KiB above 0", positive);
        let expected = expectation(&mut section)?;
        Some(Self {
            language,
            sources: section.texts("source")?,
            expected,
            time_ms: time_ms.map(|at| milliseconds(at.value)),
            memory_bytes: memory.map(|at| kilobytes(at.value)),
        })
    }

    /// A run for each source of the one with this name, which `path` describes.
    fn examples(
        &self,
        reading: &mut Reading,
        (name, path): (&str, &str),
        folder: &Folder,
        examples: &mut Vec<Example>,
    ) {
        for source in &self.sources {
            let place = format!("{PLACE}/{name}/{}", source.value);
            let Some(leaf) = crate::package::nested::find(folder, &source.value) else {
                let message = format!("names {}, which is not there", source.value);
                reading.faults.warn_at(path, source.line, message);
                continue;
            };
            let Some(hash) = reading.store(&place, leaf) else { continue };
            let file = source.value.rsplit('/').next().unwrap_or(&source.value).to_owned();
            examples.push(Example {
                path: join(name, &source.value),
                language: self.language.map(str::to_owned),
                files: BTreeMap::from([(file, hash)]),
                expected: Some(self.expected.clone()),
                entry: None,
            });
        }
    }
}

/// `expect` for all cases, and `cases` for those that have others. `None` where a code is unknown, which was told.
fn expectation(section: &mut Section<'_>) -> Option<Expectation> {
    let general = section.texts("expect").unwrap_or_else(|| vec![At { value: "AC".to_owned(), line: 1 }]);
    let mut expected = Expectation::default();
    for listed in std::iter::once(general).chain(cases(section)) {
        let verdicts = codes(section, &listed)?;
        if !verdicts.contains(&Ac) {
            add(&mut expected.required, verdicts.iter().copied().filter(|verdict| *verdict != Sk));
        }
        add(&mut expected.permitted, verdicts);
    }
    // A case that DMOJ skips may come to anything where it is run.
    if expected.permitted.contains(&Sk) {
        add(&mut expected.permitted, [Ac, Pa, Wa, Pe]);
    }
    Some(expected)
}

fn add(to: &mut Vec<Verdict>, verdicts: impl IntoIterator<Item = Verdict>) {
    for verdict in verdicts {
        if !to.contains(&verdict) {
            to.push(verdict);
        }
    }
}

/// What `cases` says of each that it names: a list from the first case on, or a map from numbers.
fn cases(section: &mut Section<'_>) -> Vec<Vec<At<String>>> {
    let Some(entry) = section.take("cases") else { return Vec::new() };
    let nodes: Vec<&Node> = match &entry.node.value {
        Value::List(items) => items.iter().collect(),
        Value::Map(entries) => entries.iter().map(|entry| &entry.node).collect(),
        _ => Vec::new(),
    };
    let texts = |node: &&Node| match &node.value {
        Value::List(items) => items.iter().filter_map(|item| section.item("cases", item)).collect(),
        _ => section.item("cases", node).into_iter().collect(),
    };
    nodes.iter().map(texts).collect()
}

fn codes(section: &Section<'_>, listed: &[At<String>]) -> Option<Vec<Verdict>> {
    let mut verdicts = Vec::new();
    for at in listed {
        let known: &[Verdict] = match at.value.as_str() {
            "*" => &[Ac, Pa, Wa, Pe, Tle, Ile, Mle, Ole, Re, Je, Sk],
            // With some of its points, too.
            "AC" => &[Ac, Pa],
            "WA" => &[Wa, Pe],
            "TLE" => &[Tle, Ile],
            "MLE" => &[Mle],
            "OLE" => &[Ole],
            "RTE" | "IR" => &[Re],
            "CE" => &[Ce],
            "IE" => &[Je],
            "SC" => &[Sk],
            code => {
                section.doubtful(
                    at.line,
                    format!("expects {code}, which is no status of DMOJ's: nothing is expected"),
                );
                return None;
            }
        };
        verdicts.extend(known);
    }
    Some(verdicts)
}
