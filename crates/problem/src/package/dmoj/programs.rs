//! Programs that `init.yml` names by their files.

use std::collections::BTreeMap;
use std::io::Read as _;

use super::checkers;
use super::config::{self, FILE, texts};
use super::data::{Data, Form};
use crate::blob::Hash;
use crate::language::Catalog;
use crate::package::faults::Faults;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::yaml::Entry;
use crate::version::Program;

/// A program whose files are not yet looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Named {
    pub(super) files: Vec<String>,
    /// Id in our catalog; `None`: by the endings of the files.
    pub(super) language: Option<&'static str>,
    /// What it may use, where the package says so.
    pub(super) time_ms: Option<u64>,
    pub(super) memory_bytes: Option<u64>,
    /// Names of macros and what stands for each, of its flags: `-DNAME=VALUE`.
    pub(super) defines: Vec<(String, String)>,
    pub(super) line: Line,
}

/// A place that makes no difference between two programs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line(pub(super) u32);

impl PartialEq for Line {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// DMOJ's names of languages.
pub(super) fn language(key: &str) -> Option<&'static str> {
    Some(match key.to_ascii_uppercase().as_str() {
        "C" | "C11" | "CLANG" => "c",
        "CPP" | "CPP0X" | "CPP03" | "CPP11" | "CPP14" | "CPP17" | "CPP20" | "CPP23" | "CLANGX" => "cpp",
        "PY3" => "python3",
        "PYPY3" => "pypy3",
        "JAVA" | "JAVA8" | "JAVA9" | "JAVA10" | "JAVA11" | "JAVA15" | "JAVA17" => "java",
        "KOTLIN" => "kotlin",
        "SCALA" => "scala",
        "PAS" => "pascal",
        "GO" => "go",
        "RUST" => "rust",
        "HASK" => "haskell",
        "OCAML" => "ocaml",
        "D" => "d",
        "F95" => "fortran",
        "NIM" => "nim",
        "RUBY" | "RUBY2" | "RUBY18" | "RUBY19" | "RUBY21" => "ruby",
        "PERL" => "perl",
        "LUA" => "lua",
        "PHP" => "php",
        "NODEJS" | "V8JS" => "javascript",
        "MONOCS" | "CS" => "csharp",
        "SBCL" => "lisp",
        "PRO" => "prolog",
        "OCTAVE" => "octave",
        "BASH" | "SH" => "bash",
        "R" => "r",
        _ => return None,
    })
}

/// Reads `files` (or `source`), `lang` (or `language`), `flags` and limits of a program; `what` names it in messages.
pub(super) fn named(args: &[Entry], what: &str, line: u32, faults: &Faults) -> Option<Named> {
    let find = |keys: [&str; 2]| args.iter().find(|entry| keys.contains(&entry.key.as_str()));
    let Some(files) = checkers::files(args, faults) else {
        faults.error_at(FILE, line, format!("{what} has no files: name the program's sources"));
        return None;
    };
    let mut program = Named { files, line: Line(line), ..Named::default() };
    if let Some(entry) = find(["lang", "language"]) {
        let wanted = "a language of DMOJ's that this judge has, such as CPP17 or PY3";
        let at = config::scalar(&entry.node, entry.line, &entry.key, wanted, faults, language)?;
        program.language = Some(at.value);
    }
    let number = |key: &str| {
        let entry = args.iter().find(|entry| entry.key == key)?;
        config::number(&entry.node, entry.line, key, faults).map(|at| at.value)
    };
    program.time_ms = number("time_limit").map(milliseconds);
    program.memory_bytes = number("memory_limit").map(kilobytes);
    if let Some(entry) = find(["flags", "flags"]) {
        program.defines = defines(entry, what, faults);
    }
    Some(program)
}

/// More than any limit that a judge gives.
const MOST: f64 = 1e15;

pub(super) fn milliseconds(seconds: f64) -> u64 {
    // In range: cut before.
    (seconds * 1_000.0).clamp(1.0, MOST).ceil() as u64
}

pub(super) fn kilobytes(number: f64) -> u64 {
    // In range: cut before.
    (number * 1_024.0).clamp(1.0, MOST) as u64
}

/// The macros among its flags. Flags that change nothing but speed and warnings are passed over; others would change the
/// program.
fn defines(entry: &Entry, what: &str, faults: &Faults) -> Vec<(String, String)> {
    let mut defines = Vec::new();
    let harmless = |flag: &str| {
        ["-O", "-W", "-std=", "-m", "-f", "-g", "-s", "-pipe", "-lm", "-pedantic"]
            .iter()
            .any(|start| flag.starts_with(start))
    };
    for flag in texts(entry, "flags", faults)
        .iter()
        .flat_map(|at| at.value.split_whitespace().map(|flag| (at.line, flag)))
    {
        if let Some(define) = flag.1.strip_prefix("-D").and_then(define) {
            defines.push(define);
            continue;
        }
        match flag {
            (line, flag) if harmless(flag) => {
                faults.warn_at(
                    FILE,
                    line,
                    format!("flag {flag} of {what} is ignored: this judge compiles with its own"),
                );
            }
            (line, flag) => {
                let message = format!(
                    "flag {flag} of {what} cannot be given to the compiler: write it into the sources"
                );
                faults.error_at(FILE, line, message);
            }
        }
    }
    defines
}

/// `NAME`, which is 1, or `NAME=VALUE`.
fn define(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    let good = !name.is_empty() && name.bytes().all(plain) && !value.contains(['\n', '\\']);
    good.then(|| (name.to_owned(), value.to_owned()))
}

impl Named {
    /// The program with its files; `None` where they cannot be had, which was told.
    pub(super) fn program(&self, reading: &mut Reading, data: &mut Data<'_>) -> Option<Program> {
        let mut files = BTreeMap::new();
        for file in &self.files {
            let hash = data.store(reading, file, self.line.0, Form::Bytes)?;
            let name = file.rsplit('/').next().unwrap_or(file);
            if files.insert(name.to_owned(), hash).is_some() {
                reading.faults.error_at(
                    FILE,
                    self.line.0,
                    format!("names two files {name}: a program has one of a name"),
                );
                return None;
            }
        }
        let path = self.files.first()?.clone();
        let language = self.language.or_else(|| self.by_ending());
        let Some(language) = language else {
            reading
                .faults
                .error(&path, "is in no language that this judge knows by the file's ending: say lang");
            return None;
        };
        if !self.defines.is_empty() {
            self.define(reading, language, &mut files)?;
        }
        Some(Program { path, language: language.to_owned(), files })
    }

    /// Writes the macros into the sources, which no other compiler gets as flags.
    fn define(&self, reading: &Reading, language: &str, files: &mut BTreeMap<String, Hash>) -> Option<()> {
        if !matches!(language, "c" | "cpp") {
            let message = format!("has flags with macros, which a program in {language} has not");
            reading.faults.error_at(FILE, self.line.0, message);
            return None;
        }
        let lines = self.defines.iter().map(|(name, value)| format!("#define {name} {value}\n"));
        let head = lines.collect::<String>() + "#line 1\n";
        for (name, hash) in files.iter_mut().filter(|(name, _)| is_unit(name)) {
            let mut bytes = head.clone().into_bytes();
            let read = reading.spool.open(*hash).and_then(|mut file| file.read_to_end(&mut bytes));
            read.map_err(|error| reading.faults.error(name, format!("cannot be read: {error}"))).ok()?;
            *hash = reading.keep_for(name, &bytes)?;
        }
        Some(())
    }

    fn by_ending(&self) -> Option<&'static str> {
        self.files.iter().find_map(|file| {
            let (_, extension) = names::split_extension(file.rsplit('/').next().unwrap_or(file));
            Catalog::builtin().by_extension(extension).map(|language| language.id.as_str())
        })
    }
}

/// Whether it is compiled for itself.
fn is_unit(name: &str) -> bool {
    let ending = names::split_extension(name).1;
    Catalog::builtin()
        .by_extension(ending)
        .is_some_and(|language| matches!(language.id.as_str(), "c" | "cpp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_names_with_or_without_a_value() {
        let pair = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
        assert_eq!(define("LOCAL"), pair("LOCAL", "1"));
        assert_eq!(define("MAX_N=100"), pair("MAX_N", "100"));
        assert_eq!(define("NOTHING="), pair("NOTHING", ""));
        for bad in ["", "=1", "A B", "F(x)=x"] {
            assert_eq!(define(bad), None, "{bad}");
        }
    }
}
