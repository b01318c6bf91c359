//! The corpus: what tries to break out, row by row. `build.rs` put it in here.

use std::collections::BTreeMap;
use std::ffi::OsString;

use crate::attack::table::Program;
use crate::error::Error;
use crate::sealed::Sealed;

include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// One hostile program and what it must come to.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) name: String,
    pub(crate) program: Program,
    /// Its file's name and text.
    file: (&'static str, &'static [u8]),
}

/// What a run of a row executes and finds.
pub(crate) struct Sources {
    pub(crate) argv: Vec<OsString>,
    /// All of them in one, and a run of nothing.
    pub(crate) corpus: Sealed,
    pub(crate) executed: Executed,
    pub(crate) input: Option<Sealed>,
}

pub(crate) enum Executed {
    Corpus,
    /// The file itself.
    File(Sealed),
    /// The command, which finds the file under this name.
    Command(String, Sealed),
}

impl Row {
    /// Every row, by name.
    ///
    /// # Errors
    /// `Corpus`: a table is not as it should be, which only a new one can be.
    pub fn all() -> Result<Vec<Self>, Error> {
        let mut rows = Vec::new();
        for (table, text) in TABLES {
            rows.extend(Self::read(text).map_err(|error| match error {
                Error::Corpus(why) => Error::Corpus(format!("{table}.toml: {why}")),
                other => other,
            })?);
        }
        rows.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(rows)
    }

    /// Those that a self-test tries: seconds for all of them.
    ///
    /// # Errors
    /// As [`Row::all`].
    pub fn quick() -> Result<Vec<Self>, Error> {
        Ok(Self::all()?.into_iter().filter(|row| row.program.quick).collect())
    }

    /// The rows of a table's text. `tests/hostile/README.md` describes its keys.
    ///
    /// # Errors
    /// `Corpus`: what is wrong with it, or a row that names no program of the corpus.
    pub fn read(table: &str) -> Result<Vec<Self>, Error> {
        let programs: BTreeMap<String, Program> =
            toml::from_str(table).map_err(|error| Error::Corpus(error.to_string()))?;
        programs.into_iter().map(|(name, program)| Self::of(name, program)).collect()
    }

    fn of(name: String, program: Program) -> Result<Self, Error> {
        let named = |(file, _): &&(&str, _)| file.rsplit_once('.').is_some_and(|(stem, _)| stem == name);
        match FILES.iter().find(named) {
            Some(file) => Ok(Self { file: *file, name, program }),
            None => Err(Error::Corpus(format!("no program is called {name}"))),
        }
    }

    /// `001-busy-loop`: the row of the threat table, and what does it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it tries, in the words of the program's first comment.
    pub fn threat(&self) -> String {
        let text = String::from_utf8_lossy(self.file.1);
        let line = text.lines().next().unwrap_or_default();
        let words = line.split_once(": ").map_or(line, |(_, words)| words);
        words.trim_end_matches("*/").trim_end().trim_end_matches('.').to_owned()
    }

    /// The program of the host that it needs, for there is not everything everywhere.
    pub(crate) fn needs(&self) -> Option<String> {
        self.program.command(self.file.0)?.into_iter().next()
    }

    pub(crate) fn sources(&self) -> Result<Sources, Error> {
        let (name, text) = self.file;
        let sealed = |bytes: &[u8]| Sealed::from_bytes("attack", bytes).map_err(Error::io("seal a file"));
        let command = self.program.command(name);
        let executed = match &command {
            Some(_) => Executed::Command(name.to_owned(), sealed(text)?),
            None if name.ends_with(".c") => Executed::Corpus,
            None => Executed::File(sealed(text)?),
        };
        let argv = command.unwrap_or_else(|| vec![self.name.clone()]);
        let lines = b"0123456789abcdef\n".repeat((self.program.input_kb << 10) / 17 + 1);
        let input = &lines[..self.program.input_kb << 10];
        let input = (!input.is_empty()).then(|| sealed(input)).transpose()?;
        let argv = argv.into_iter().map(Into::into).collect();
        Ok(Sources { argv, corpus: sealed(PROGRAM)?, executed, input })
    }
}

/// Everything that a self-test's answer hangs on and that is in this library: the programs and what is expected.
pub fn identity() -> Vec<&'static [u8]> {
    let tables = TABLES.iter().map(|(_, text)| text.as_bytes());
    let files = FILES.iter().map(|(_, bytes)| *bytes);
    std::iter::once(PROGRAM).chain(tables).chain(files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_row_and_says_what_it_tries() {
        let rows = Row::all().unwrap();
        let mut files: Vec<&str> = FILES.iter().map(|(file, _)| file.rsplit_once('.').unwrap().0).collect();
        files.sort_unstable();
        assert_eq!(rows.iter().map(Row::name).collect::<Vec<_>>(), files);
        for row in &rows {
            let (threat, number) = (row.threat(), row.name().split('-').next().unwrap());
            let number: u32 = number.parse().unwrap();
            let told = String::from_utf8_lossy(row.file.1);
            assert!(told.lines().next().unwrap().contains(&format!("{number}")), "{}", row.name());
            assert!(threat.len() > 5 && !threat.contains("*/"), "{}: {threat:?}", row.name());
        }
    }

    #[test]
    fn the_self_test_covers_every_layer_and_needs_only_what_is_in_here() {
        let rows = Row::quick().unwrap();
        assert!((35..=60).contains(&rows.len()), "{}", rows.len());
        let layers = [
            ("time", "001-"),
            ("idle time", "002-"),
            ("memory", "021-"),
            ("files", "051-"),
            ("kernel surface", "075-"),
            ("processes", "008-"),
            ("descriptors", "065-"),
            ("network", "070-"),
            ("namespaces", "074-"),
            ("capabilities", "077-capabilities"),
            ("signals", "080-"),
            ("leftovers", "056-"),
        ];
        for (layer, start) in layers {
            assert!(rows.iter().any(|row| row.name().starts_with(start)), "{layer}");
        }
    }

    #[test]
    fn a_table_that_is_wrong_says_where() {
        let wrong = |text: &str| Row::read(text).unwrap_err().to_string();
        assert!(wrong("[001-busy-loop]\nexpct.status = \"ok\"").contains("expct"));
        assert!(wrong("[999-nothing]").contains("999-nothing"));
    }
}
