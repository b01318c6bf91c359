//! Submissions that are outputs: one text for the only case, or files named after the cases, in an archive perhaps. Where
//! the cases are questions, one text with an answer to each.
//!
//! Nothing is run and nothing is unpacked to where a name says: a case's file is looked for by name and read into memory,
//! as far as the output limit allows.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use problem::questions::{Given, Sheet};
use problem::{Hash, TestCase, Verdict, Version};
use zip::ZipArchive;

use crate::error::Error;
use crate::judge::{CaseResult, Task};
use crate::key::Runs;
use crate::known::Remembered;
use crate::questions;
use crate::slot::Slot;
use crate::source::Source;
use crate::validate::{About, OutputTrial};
use crate::words;

/// Most files of an archive.
const MOST_FILES: usize = 20_000;
/// How an archive begins, an empty one in the second way.
const ARCHIVE: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// What somebody handed in.
pub(crate) struct Answers<'a> {
    version: &'a Version,
    trial: OutputTrial<'a>,
    sent: Sent<'a>,
}

#[derive(Debug)]
enum Sent<'a> {
    /// For the only case.
    One(&'a [u8]),
    Files(&'a BTreeMap<String, Vec<u8>>),
    Sheet(Sheet),
    Archive {
        bytes: &'a [u8],
        /// Path to place in the archive.
        files: BTreeMap<String, usize>,
    },
}

impl<'a> Answers<'a> {
    /// Looks into what was handed in; or says why that cannot be read.
    pub(crate) fn of(
        version: &'a Version,
        trial: OutputTrial<'a>,
        source: &'a Source,
    ) -> Result<Self, String> {
        let sent = match source {
            _ if version.has_questions() => Sent::sheet(source)?,
            Source::Text(bytes) => Sent::of(bytes)?,
            Source::Files(files) => match files.values().next() {
                Some(only) if files.len() == 1 && is_archive(only) => Sent::of(only)?,
                _ => Sent::Files(files),
            },
        };
        Ok(Self { version, trial, sent })
    }

    /// What is known of these outputs.
    pub(crate) fn remembered(&self, slot: &mut Slot, task: &Task<'_>) -> Result<Remembered, Error> {
        let Some(known) = task.known else { return Ok(Remembered::default()) };
        let Some(validator) = self.trial.validator() else { return Ok(Remembered::default()) };
        let runs = Runs {
            version: self.version,
            owner: task.owner,
            stop: task.stop,
            about: About::default(),
            program: None,
            validators: validator.programs(),
            interactor: None,
            on_source: None,
        };
        Ok(runs.keys(slot).map_or_else(Remembered::default, |keys| {
            Remembered::ask(known, &self.version.plan(), |at, case| {
                let output = self.sent.find(case, self.version).ok()?;
                Some(keys.of(case, at, Some(Hash::of(&output))))
            })
        }))
    }

    /// Decides one case.
    pub(crate) fn case(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let result = CaseResult::skipped(case, position);
        let output = match self.sent.find(case, self.version) {
            Ok(output) => output,
            Err((verdict, reason)) => return Ok(CaseResult { verdict, reason, ..result }),
        };
        let said = match (case.question, self.sent.answer(case)) {
            (Some(question), Some(given)) => {
                let right = self.trial.text(case.answer)?;
                questions::decide(question, &right, given, case.points.map(f64::from))
            }
            _ => self.trial.said(slot, case, &output)?,
        };
        Ok(CaseResult {
            verdict: said.verdict,
            score: said.score,
            reason: said.reason,
            team_message: said.team_message,
            judge_message: said.judge_message,
            output: case.sample.then_some(output),
            ..result
        })
    }
}

fn is_archive(bytes: &[u8]) -> bool {
    ARCHIVE.iter().any(|start| bytes.starts_with(start))
}

/// Why there is no output to look at.
type Missing = (Verdict, String);

impl<'a> Sent<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, String> {
        if !is_archive(bytes) {
            return Ok(Self::One(bytes));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            format!("The archive cannot be read: {error}. Send a zip of one file a test.")
        })?;
        if archive.len() > MOST_FILES {
            return Err(format!(
                "The archive has {} files; at most {MOST_FILES} are looked at.",
                archive.len()
            ));
        }
        // A name that cannot be read is no case's.
        let files = (0..archive.len()).filter_map(|at| {
            let name = archive.name_for_index(at)?.ok()?;
            (!name.ends_with('/')).then(|| (name.into_owned(), at))
        });
        Ok(Self::Archive { bytes, files: files.collect() })
    }

    fn sheet(source: &Source) -> Result<Self, String> {
        let bytes = source.main("");
        let told = "The answers cannot be read. Write a line for each question, such as `1: A`.";
        let text = std::str::from_utf8(bytes).map_err(|_| told.to_owned())?;
        Sheet::read(text).map(Sent::Sheet).ok_or_else(|| told.to_owned())
    }

    /// On a sheet.
    fn answer(&self, case: &TestCase) -> Option<&Given> {
        match self {
            Self::Sheet(sheet) => sheet.answer(&case.name),
            _ => None,
        }
    }

    fn find(&self, case: &TestCase, version: &Version) -> Result<Vec<u8>, Missing> {
        let most = version.limits.output_bytes;
        let none = || (Verdict::Wa, format!("There is no output for {}.", case.name));
        let output = match self {
            Self::One(bytes) if version.cases().len() == 1 => bytes.to_vec(),
            Self::One(_) => {
                let told =
                    "One text was sent, and the problem has several tests: send a zip with a file for each.";
                return Err((Verdict::Wa, told.into()));
            }
            Self::Sheet(sheet) => sheet.answer(&case.name).map(bytes).ok_or_else(none)?,
            Self::Files(files) => {
                let name = named_after(case, files.keys()).ok_or_else(none)?;
                files.get(name).cloned().ok_or_else(none)?
            }
            Self::Archive { bytes, files } => {
                let name = named_after(case, files.keys()).ok_or_else(none)?;
                let &at = files.get(name).ok_or_else(none)?;
                read(bytes, at, most).map_err(|error| {
                    (
                        Verdict::Wa,
                        format!(
                            "{} cannot be read from the archive: {error}.",
                            words::tame(name.as_bytes(), 100)
                        ),
                    )
                })?
            }
        };
        if output.len() as u64 > most {
            return Err((Verdict::Ole, format!("More than {} of output.", words::size(most))));
        }
        Ok(output)
    }
}

/// A text, or several, each of which ends with a NUL: no two answers are the same bytes.
fn bytes(given: &Given) -> Vec<u8> {
    match given {
        Given::One(text) => text.replace('\0', "").into_bytes(),
        Given::Many(texts) => texts.iter().flat_map(|text| [text.as_bytes(), b"\0"].concat()).collect(),
    }
}

/// One byte more than is allowed says that it is too much, whatever the archive says of sizes.
fn read(bytes: &[u8], at: usize, most: u64) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut output = Vec::new();
    archive.by_index(at)?.take(most.saturating_add(1)).read_to_end(&mut output)?;
    Ok(output)
}

/// The file that is called like the case: by its whole name before its last part, and in any folder.
fn named_after<'n>(case: &TestCase, names: impl Iterator<Item = &'n String> + Clone) -> Option<&'n str> {
    let last = case.name.rsplit('/').next().unwrap_or(&case.name);
    let short = case.name.split_once('/').map_or(case.name.as_str(), |(_, rest)| rest);
    let mut wanted = [case.name.as_str(), short, last].into_iter().flat_map(|name| {
        let (folder, file) = name.split_at(name.len() - last.len());
        [format!("{file}.out"), format!("output_{file}.txt"), format!("{file}.ans"), file.to_owned()]
            .map(|file| format!("{folder}{file}"))
    });
    wanted.find_map(|wanted| {
        let fits = |name: &&String| {
            name.strip_suffix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        names.clone().find(fits).map(String::as_str)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use problem::questions::Question;
    use problem::version::{TestCase, TestNode};
    use problem::{Hash, TestGroup};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn version(names: &[&str]) -> Version {
        let case = |name: &&str| {
            TestNode::Case(TestCase::new(*name, Hash::of(name.as_bytes()), Hash::of(b"answer")))
        };
        let tests = TestGroup { children: names.iter().map(case).collect(), ..TestGroup::default() };
        Version { tests, ..Version::new("made-up".parse().unwrap()) }
    }

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn a_file_is_found_by_the_whole_name_of_its_case_before_the_last_part() {
        let case = TestCase::new("secret/2/01", Hash::of(b""), Hash::of(b""));
        for (names, expected) in [
            (&["1/01.out", "2/01.out"][..], Some("2/01.out")),
            (&["all/secret/2/01", "01.out"], Some("all/secret/2/01")),
            (&["outputs/01.out"], Some("outputs/01.out")),
            (&["output_01.txt", "01"], Some("output_01.txt")),
            (&["output_001.txt", "x01.out", "01.in"], None),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(named_after(&case, names.iter()), expected, "{names:?}");
        }
    }

    #[test]
    fn an_archive_gives_each_case_its_file_and_says_which_has_none() {
        let version = version(&["secret/1", "secret/2"]);
        let bytes = archive(&[("top/", b""), ("top/1.out", b"one"), ("../2.txt", b"two")]);
        let sent = Sent::of(&bytes).unwrap();
        let found = version.cases().into_iter().map(|case| sent.find(case, &version));
        let found: Vec<_> = found.collect();
        assert_eq!(found[0].as_deref(), Ok(&b"one"[..]));
        assert_eq!(found[1], Err((Verdict::Wa, "There is no output for secret/2.".into())));
    }

    #[test]
    fn what_unpacks_to_more_than_the_output_limit_is_not_unpacked_further() {
        let mut version = version(&["secret/1"]);
        version.limits.output_bytes = 1000;
        let bytes = archive(&[("1.out", &[b'a'; 5_000_000])]);
        assert!(bytes.len() < 50_000);
        let case = version.cases()[0].clone();
        assert_eq!(Sent::of(&bytes).unwrap().find(&case, &version).unwrap_err().0, Verdict::Ole);
        assert_eq!(read(&bytes, 0, 1000).unwrap().len(), 1001);
    }

    #[test]
    fn one_text_is_for_the_only_case() {
        let (one, two) = (version(&["secret/1"]), version(&["secret/1", "secret/2"]));
        let sent = Sent::of(b"42").unwrap();
        assert_eq!(sent.find(one.cases()[0], &one).as_deref(), Ok(&b"42"[..]));
        let (verdict, reason) = sent.find(two.cases()[0], &two).unwrap_err();
        assert!(verdict == Verdict::Wa && reason.contains("send a zip"), "{reason}");
    }

    #[test]
    fn a_sheet_has_an_answer_for_each_question_and_none_for_the_others() {
        let mut version = version(&["secret/1", "secret/2"]);
        for child in &mut version.tests.children {
            if let TestNode::Case(case) = child {
                case.question = Some(Question::Text);
            }
        }
        assert!(version.has_questions());
        let sent = Sent::sheet(&Source::Text(b"1: [A, B]".to_vec())).unwrap();
        let found: Vec<_> = version.cases().into_iter().map(|case| sent.find(case, &version)).collect();
        assert_eq!(found[0].as_deref(), Ok(&b"A\0B\0"[..]));
        assert_eq!(found[1], Err((Verdict::Wa, "There is no output for secret/2.".into())));
        for bad in [&b""[..], b"\xff\xfe"] {
            assert!(Sent::sheet(&Source::Text(bad.to_vec())).unwrap_err().contains("such as `1: A`"));
        }
    }

    #[test]
    fn an_archive_that_is_cut_off_is_told() {
        let bytes = archive(&[("1.out", b"one")]);
        let error = Sent::of(&bytes[..20]).unwrap_err();
        assert!(error.starts_with("The archive cannot be read"), "{error}");
    }
}
