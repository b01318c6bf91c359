//! What every part of the reader needs: the files, a place to keep them, and a list of what is wrong.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Read};

use super::Given;
use super::caps;
use super::charset;
use super::faults::Faults;
use super::icpc::constants::Constants;
use super::icpc::edition::Edition;
use super::newlines::without_cr;
use super::recipe::Recipe;
use super::source::Source;
use super::spool::Spool;
use super::tree::Leaf;
use super::xml::{self, Broken, Element};
use super::yaml::{self, Node};
use crate::blob::Hash;
use crate::version::Slug;

pub(super) struct Reading {
    pub(super) source: Source,
    pub(super) spool: Spool,
    pub(super) faults: Faults,
    pub(super) given: Given,
    /// Neither the package nor whoever brings it says how much memory there is.
    pub(super) lacks_memory: Cell<bool>,
    pub(super) recipes: Vec<Recipe>,
    /// Of an ICPC package: legacy until `problem.yaml` says otherwise.
    pub(super) edition: Edition,
    /// Of an ICPC package: what is put into programs and texts.
    pub(super) constants: Constants,
    /// By the source's number: linked files are copied once. `None` where copying failed, which was told.
    pub(super) stored: HashMap<usize, Option<Hash>>,
}

impl Reading {
    pub(super) fn new(source: Source, spool: Spool, faults: Faults, given: Given) -> Self {
        Self {
            source,
            spool,
            faults,
            given,
            lacks_memory: Cell::new(false),
            edition: Edition::Legacy,
            constants: Constants::default(),
            recipes: Vec::new(),
            stored: HashMap::new(),
        }
    }

    /// From the name of the folder or archive. `None` where nothing of it could name a problem, which was told.
    pub(super) fn slug(&self, name: &str) -> Option<Slug> {
        let name = first_copy(name).to_lowercase();
        let slug: Result<Slug, _> = name.replace(['_', ' '], "-").parse();
        let slug = slug.or_else(|error| words(&name).parse().map_err(|_| error));
        slug.map_err(|error| self.faults.error("", format!("{error}; rename the folder or archive"))).ok()
    }

    /// Keeps bytes that are no file of the package.
    pub(super) fn keep(&self, bytes: &[u8]) -> io::Result<Hash> {
        self.spool.keep(bytes)
    }

    /// Copies a file aside. `None` when that failed; it was told.
    pub(super) fn store(&mut self, path: &str, leaf: Leaf) -> Option<Hash> {
        if let Some(known) = self.stored.get(&leaf.at) {
            return *known;
        }
        let spool = &self.spool;
        let copied = self.source.read(leaf, |bytes| spool.store(bytes));
        let hash = match copied {
            Ok((hash, size)) if size == leaf.size => Some(hash),
            Ok(_) => {
                self.faults.error(path, format!("has not the {} bytes that it claims to have", leaf.size));
                None
            }
            Err(error) => {
                self.faults.error(path, format!("cannot be read: {error}"));
                None
            }
        };
        self.stored.insert(leaf.at, hash);
        hash
    }

    /// A small text, without a byte-order mark. `None` when it cannot be had; that was told.
    pub(super) fn text(&mut self, path: &str, leaf: Leaf) -> Option<String> {
        match String::from_utf8(self.bytes(path, leaf)?) {
            Ok(text) => Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                let line = u32::try_from(line).unwrap_or(u32::MAX);
                self.faults.error_at(path, line, "is not UTF-8 here: save the file as UTF-8");
                None
            }
        }
    }

    /// A text in the encoding that `declared` names, else as [`charset::decode`] tells it. `None` when it cannot be had;
    /// that was told.
    pub(super) fn prose(&mut self, path: &str, leaf: Leaf, declared: Option<&str>) -> Option<String> {
        let bytes = self.bytes(path, leaf)?;
        Some(charset::decode(&bytes, declared))
    }

    /// Copies the source of a program aside, with plain line ends and the package's constants in place. `None` when that
    /// failed; it was told.
    pub(super) fn store_source(&mut self, path: &str, leaf: Leaf) -> Option<Hash> {
        if leaf.size > caps::TEXT {
            return self.store(path, leaf);
        }
        let bytes = self.bytes(path, leaf)?;
        // A picture or an archive among the sources is no text.
        if bytes.contains(&0) {
            return self.store(path, leaf);
        }
        let plain = without_cr(&bytes);
        // Whatever its encoding, which only its compiler has to know; but constants are written into UTF-8.
        let filled = match std::str::from_utf8(&plain) {
            Ok(text) if !self.constants.is_empty() => self.constants.in_braces(text).into_bytes(),
            _ => plain,
        };
        if filled == bytes { self.store(path, leaf) } else { self.keep_for(path, &filled) }
    }

    /// Keeps what was made of the file at `path`. `None` when that failed; it was told.
    pub(super) fn keep_for(&self, path: &str, bytes: &[u8]) -> Option<Hash> {
        self.keep(bytes).map_err(|error| self.faults.error(path, format!("cannot be kept: {error}"))).ok()
    }

    /// A small file. `None` when it cannot be had; that was told.
    pub(super) fn bytes(&mut self, path: &str, leaf: Leaf) -> Option<Vec<u8>> {
        if leaf.size > caps::TEXT {
            let message = format!("is {} KiB large; the most is {} KiB", leaf.size >> 10, caps::TEXT >> 10);
            self.faults.error(path, message);
            return None;
        }
        let bytes = self.source.read(leaf, |bytes| read_all(bytes));
        bytes.map_err(|error| self.faults.error(path, format!("cannot be read: {error}"))).ok()
    }

    /// An XML file. `None` when it cannot be had; that was told.
    pub(super) fn xml(&mut self, path: &str, leaf: Leaf) -> Option<Element> {
        let parsed = self.source.read(leaf, |bytes| Ok(xml::parse(bytes)));
        match parsed {
            Ok(Ok(root)) => return Some(root),
            Ok(Err(broken)) => self.broken(path, broken),
            Err(error) => self.faults.error(path, format!("cannot be read: {error}")),
        }
        None
    }

    pub(super) fn broken(&self, path: &str, Broken { line, message }: Broken) {
        match line {
            Some(line) => self.faults.error_at(path, line, message),
            None => self.faults.error(path, message),
        }
    }

    /// The bytes of a small file that need not be text; `None` where they cannot be had.
    pub(super) fn peek(&mut self, leaf: Leaf) -> Option<Vec<u8>> {
        let small = leaf.size <= caps::TEXT;
        small.then(|| self.source.read(leaf, |bytes| read_all(bytes)).ok()).flatten()
    }

    /// A YAML file. `None` when it cannot be had; that was told.
    pub(super) fn yaml(&mut self, path: &str, leaf: Leaf) -> Option<Node> {
        let text = self.text(path, leaf)?;
        self.parse(path, &text)
    }

    /// The text of a YAML file. `None` where it is none; that was told.
    pub(super) fn parse(&self, path: &str, text: &str) -> Option<Node> {
        match yaml::parse(text) {
            Ok(node) => Some(node),
            Err(broken) => {
                let message = format!("is not YAML: {}", broken.message);
                match broken.line {
                    Some(line) => self.faults.error_at(path, line, message),
                    None => self.faults.error(path, message),
                }
                None
            }
        }
    }
}

/// What a slug can have of a name, with a hyphen for everything between: `A+B (final)` is `a-b-final`.
fn words(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-");
    joined[..joined.len().min(Slug::LONGEST)].trim_end_matches('-').to_owned()
}

/// What browsers call a file that they have fetched again, `sum (1)`, is `sum`.
fn first_copy(name: &str) -> &str {
    let copy = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let numbered = copy.filter(|(_, number)| number.parse::<u32>().is_ok());
    numbered.map_or(name, |(first, _)| first)
}

fn read_all(from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(bytes)
}
