//! Sources with everything that they include. A program's files lie in one folder when it is compiled, so an include of
//! `../params.h` becomes one of `params.h`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::Value;

use super::info::Info;
use crate::blob::Hash;
use crate::package::includes::quoted;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::testlib;
use crate::package::tree::{Folder, Leaf};
use crate::version::Program;

/// Where the site keeps headers for all problems: testlib.h and others.
pub(in super::super) const COMMON: &str = "common";
const PARAMS: &str = "params.h";

pub(super) struct Programs<'a> {
    pub(super) reading: &'a mut Reading,
    root: &'a Folder,
    params: String,
}

/// The file at `path`, which may lead through folders.
pub(super) fn find(root: &Folder, path: &str) -> Option<Leaf> {
    let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut folder = root;
    for part in above.split('/').filter(|part| !part.is_empty()) {
        folder = folder.folder(part)?;
    }
    folder.file(name)
}

impl<'a> Programs<'a> {
    pub(super) fn new(reading: &'a mut Reading, root: &'a Folder, info: &Info) -> Self {
        Self { reading, root, params: header(&info.params) }
    }

    /// The C++ program whose main file is at `path`. `None` where there is none; that was told.
    pub(super) fn program(&mut self, path: &str) -> Option<Program> {
        self.joined(path, &[])
    }

    /// The same with further files compiled into it.
    pub(super) fn joined(&mut self, path: &str, others: &[&str]) -> Option<Program> {
        let language = match names::split_extension(path).1 {
            "cpp" | "cc" => "cpp",
            "py" => "python3",
            _ => {
                self.reading.faults.error(path, "is neither C++ nor Python");
                return None;
            }
        };
        let mut gathered = Gathered::default();
        for path in [path].iter().chain(others) {
            self.gather(path, &mut gathered)?;
        }
        Some(Program { path: path.to_owned(), language: language.to_owned(), files: gathered.files })
    }

    /// Takes the file and what it includes.
    fn gather(&mut self, path: &str, gathered: &mut Gathered) -> Option<()> {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        if let Some(first) = gathered.places.get(&name) {
            if first != path {
                let message =
                    format!("has the name of {first}, with which it is compiled: rename one of the two");
                self.reading.faults.error(path, message);
            }
            return Some(());
        }
        gathered.places.insert(name.clone(), path.to_owned());
        let text = self.text(path)?;
        let (text, included) = self.flattened(path, &text);
        gathered.files.insert(name, self.reading.keep_for(path, text.as_bytes())?);
        for path in included {
            self.gather(&path, gathered)?;
        }
        Some(())
    }

    fn text(&mut self, path: &str) -> Option<String> {
        if path == PARAMS {
            return Some(self.params.clone());
        }
        let Some(leaf) = find(self.root, path) else {
            self.reading.faults.error(path, "is missing");
            return None;
        };
        self.reading.text(path, leaf)
    }

    /// The text with its includes made plain names, and the paths of what it includes.
    fn flattened(&self, path: &str, text: &str) -> (String, Vec<String>) {
        let mut out = String::with_capacity(text.len());
        let mut included = Vec::new();
        for (line, number) in text.split_inclusive('\n').zip(1_u32..) {
            let place = quoted(line).map(|name| (name, self.resolve(path, name)));
            match place {
                Some((name, Some(place))) => {
                    let plain = place.rsplit('/').next().unwrap_or(&place);
                    out.push_str(&line.replacen(&format!("\"{name}\""), &format!("\"{plain}\""), 1));
                    included.push(place);
                }
                Some((name, None)) if name.rsplit('/').next() != Some(testlib::NAME) => {
                    let message = format!(
                        "includes {name}, which is not in the package: put the site's folder {COMMON} beside info.toml, \
                         or choose the problem in the site's repository with --problem"
                    );
                    self.reading.faults.warn_at(path, number, message);
                    out.push_str(line);
                }
                _ => out.push_str(line),
            }
        }
        (out, included)
    }

    /// Beside the file that includes it, or among the site's own.
    fn resolve(&self, from: &str, name: &str) -> Option<String> {
        let above = from.rsplit_once('/').map_or("", |(above, _)| above);
        let beside = normal(&join(above, name));
        let shared = normal(&join(COMMON, name));
        let known = |path: &String| path == PARAMS || find(self.root, path).is_some();
        beside.filter(known).or_else(|| shared.filter(known))
    }
}

#[derive(Default)]
struct Gathered {
    files: BTreeMap<String, Hash>,
    /// Where each was found.
    places: BTreeMap<String, String>,
}

/// Without `.` and `..`. `None` where it leads out.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A macro for each.
fn header(params: &BTreeMap<String, Value>) -> String {
    let mut text = String::new();
    for (name, value) in params {
        // Writing to a String does not fail.
        let _ = match value {
            Value::Integer(number) => writeln!(text, "#define {name} (long long){number}"),
            Value::String(word) => writeln!(text, "#define {name} \"{word}\""),
            other => writeln!(text, "#define {name} {other}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_plain_and_lead_nowhere_outside() {
        assert_eq!(normal("gen/../params.h").as_deref(), Some("params.h"));
        assert_eq!(normal("./a//b.h").as_deref(), Some("a/b.h"));
        assert_eq!(normal("gen/../../x.h"), None);
    }

    #[test]
    fn params_become_macros_of_their_kind() {
        let params: BTreeMap<String, Value> =
            toml::from_str("N_MAX = 500000\nEPS = 0.5\nMODE = 'fast'\nLOW = -3\n").unwrap();
        let wanted = "#define EPS 0.5\n#define LOW (long long)-3\n#define MODE \"fast\"\n#define N_MAX (long long)500000\n";
        assert_eq!(header(&params), wanted);
    }
}
