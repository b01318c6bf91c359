//! One `<item>`, as it is written.

use std::io::Read;

use super::pictures;
use crate::blob::Hash;
use crate::package::spool::Spool;
use crate::package::xml::{Broken, Event, Start, Xml};

#[derive(Default)]
pub(super) struct Item {
    /// The file that it is in.
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) input: String,
    pub(super) output: String,
    pub(super) hint: String,
    pub(super) source: String,
    pub(super) remote_id: String,
    /// Amounts with their unit, where one is said.
    pub(super) time: Option<Amount>,
    pub(super) memory: Option<Amount>,
    pub(super) samples: Files,
    pub(super) tests: Files,
    pub(super) codes: Vec<Code>,
    pub(super) pictures: Vec<Picture>,
    held: usize,
}

pub(super) struct Amount {
    pub(super) number: String,
    pub(super) unit: Option<String>,
    pub(super) line: u32,
}

/// Inputs and outputs, each in the order in which they are written.
#[derive(Default)]
pub(super) struct Files {
    pub(super) inputs: Vec<TestFile>,
    pub(super) outputs: Vec<TestFile>,
}

pub(super) struct TestFile {
    pub(super) name: Option<String>,
    pub(super) content: Hash,
    pub(super) line: u32,
}

/// A program, or part of one.
pub(super) struct Code {
    /// `solution`, `template`, `prepend`, `append`, `spj`, `tpj`, `upj` or `interactor`.
    pub(super) role: &'static str,
    pub(super) language: String,
    pub(super) text: String,
    pub(super) line: u32,
}

pub(super) struct Picture {
    /// How the texts call it.
    pub(super) src: String,
    /// `None` where it is no picture.
    pub(super) content: Option<(Hash, &'static str)>,
    pub(super) line: u32,
}

/// Bytes of all texts of one item but its tests and pictures, which are not held in memory.
const HELD: usize = 32 << 20;

const CODES: [&str; 8] = ["solution", "template", "prepend", "append", "spj", "tpj", "upj", "interactor"];

/// Passes an item by, but for its title.
pub(super) fn title<R: Read>(xml: &mut Xml<R>) -> Result<String, Broken> {
    let mut title = String::new();
    loop {
        match xml.next()? {
            Event::Start(start) if start.name == "title" => title = xml.inner()?.trim().to_owned(),
            Event::Start(_) => xml.skip()?,
            Event::Text(_) => {}
            Event::End | Event::Done => return Ok(title),
        }
    }
}

impl Item {
    /// Reads the item that has just started. Tests go into the spool.
    pub(super) fn read<R: Read>(xml: &mut Xml<R>, spool: &Spool, file: &str) -> Result<Self, Broken> {
        let mut item = Self { file: file.to_owned(), line: xml.line(), ..Self::default() };
        loop {
            match xml.next()? {
                Event::Start(start) => item.part(xml, &start, spool)?,
                Event::Text(_) => {}
                Event::End | Event::Done => return Ok(item),
            }
        }
    }

    fn part<R: Read>(&mut self, xml: &mut Xml<R>, start: &Start, spool: &Spool) -> Result<(), Broken> {
        let name = start.name.as_str();
        if let Some(role) = CODES.iter().find(|role| **role == name) {
            let language = start.attribute("language").unwrap_or_default().trim().to_owned();
            let text = xml.inner()?;
            self.hold(text.len(), start)?;
            self.codes.push(Code { role, language, text, line: start.line });
            return Ok(());
        }
        let files = match name {
            "sample_input" => Some(&mut self.samples.inputs),
            "sample_output" => Some(&mut self.samples.outputs),
            "test_input" => Some(&mut self.tests.inputs),
            "test_output" => Some(&mut self.tests.outputs),
            _ => None,
        };
        if let Some(files) = files {
            files.push(test_file(xml, start, spool)?);
            return self.hold(size_of::<TestFile>(), start);
        }
        let text = match name {
            "title" => &mut self.title,
            "description" => &mut self.description,
            "input" => &mut self.input,
            "output" => &mut self.output,
            "hint" => &mut self.hint,
            "source" => &mut self.source,
            "remote_id" => &mut self.remote_id,
            _ => return self.other(xml, start, spool),
        };
        *text = xml.inner()?;
        let length = text.len();
        self.hold(length, start)
    }

    fn hold(&mut self, bytes: usize, start: &Start) -> Result<(), Broken> {
        self.held += bytes;
        if self.held > HELD {
            let message = format!("has more than {} MiB of texts in one problem", HELD >> 20);
            return Err(Broken { line: Some(start.line), message });
        }
        Ok(())
    }

    fn other<R: Read>(&mut self, xml: &mut Xml<R>, start: &Start, spool: &Spool) -> Result<(), Broken> {
        let amount = match start.name.as_str() {
            "time_limit" => &mut self.time,
            "memory_limit" => &mut self.memory,
            "img" => {
                let picture = picture(xml, start.line, spool)?;
                let length = size_of::<Picture>() + picture.src.len();
                self.pictures.push(picture);
                return self.hold(length, start);
            }
            _ => return xml.skip(),
        };
        let number = xml.inner()?.trim().to_owned();
        let unit = start.attribute("unit").map(|unit| unit.trim().to_lowercase());
        *amount = Some(Amount { number, unit, line: start.line }).filter(|amount| !amount.number.is_empty());
        Ok(())
    }
}

fn test_file<R: Read>(xml: &mut Xml<R>, start: &Start, spool: &Spool) -> Result<TestFile, Broken> {
    let stored = spool.store(&mut xml.text());
    let (content, _) = stored.map_err(|error| xml.broken(error))?;
    match xml.next()? {
        Event::End => {}
        _ => {
            let message = format!("has elements in a <{}>, which is text only", start.name);
            return Err(Broken { line: Some(xml.line()), message });
        }
    }
    let name = ["name", "filename"].into_iter().find_map(|attribute| start.attribute(attribute));
    let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    Ok(TestFile { name, content, line: start.line })
}

fn picture<R: Read>(xml: &mut Xml<R>, line: u32, spool: &Spool) -> Result<Picture, Broken> {
    let mut picture = Picture { src: String::new(), content: None, line };
    loop {
        match xml.next()? {
            Event::Start(start) if start.name == "src" => picture.src = xml.inner()?.trim().to_owned(),
            Event::Start(start) if start.name == "base64" => {
                let bytes = pictures::decoded(&xml.inner()?);
                picture.content = match bytes {
                    Some((bytes, kind)) => {
                        let kept = spool.store(&mut bytes.as_slice());
                        Some((kept.map_err(|error| xml.broken(error))?.0, kind))
                    }
                    None => None,
                };
            }
            Event::Start(_) => xml.skip()?,
            Event::Text(_) => {}
            Event::End | Event::Done => return Ok(picture),
        }
    }
}
