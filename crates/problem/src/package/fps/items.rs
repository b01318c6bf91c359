//! The problems of the files, and which of them is wanted.

use std::io::Read;

use super::item::{self, Item};
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::package::xml::{Broken, Event, Xml};

/// The problem that is read.
pub(super) struct Chosen {
    pub(super) file: String,
    leaf: Leaf,
    /// From 0, in its file.
    at: usize,
    /// From 1, in all files.
    pub(super) number: usize,
    /// There is no other.
    pub(super) alone: bool,
}

/// One of those that are there.
struct Listed {
    file: String,
    leaf: Leaf,
    at: usize,
    title: String,
}

/// Titles that are told where one has to be chosen; the rest is counted.
const TOLD: usize = 20;

/// `None` where it cannot be told which is wanted; that was told.
pub(super) fn choose(reading: &mut Reading, root: &Folder) -> Option<Chosen> {
    let mut all = Vec::new();
    let mut first = "";
    for (name, leaf) in root.files().filter(|(name, _)| name.to_ascii_lowercase().ends_with(".xml")) {
        all.extend(titles(reading, name, leaf)?);
        first = if first.is_empty() { name } else { first };
    }
    let alone = all.len() == 1;
    let wanted = reading.given.problem.as_deref().map(str::trim);
    let found = match wanted {
        None => alone.then_some(0),
        Some(wanted) => {
            let number = wanted.parse::<usize>().ok().filter(|number| (1..=all.len()).contains(number));
            let title = || all.iter().position(|item| item.title.eq_ignore_ascii_case(wanted));
            number.map(|number| number - 1).or_else(title)
        }
    };
    let Some(found) = found else {
        let message = match (wanted, all.len()) {
            (_, 0) => "holds no problem: there is no <item>".to_owned(),
            (None, count) => format!("holds {count} problems; say which with --problem: {}", told(&all)),
            (Some(wanted), _) => format!("holds no problem {wanted:?}: there are {}", told(&all)),
        };
        reading.faults.error(first, message);
        return None;
    };
    let Listed { file, leaf, at, .. } = all.swap_remove(found);
    Some(Chosen { file, leaf, at, number: found + 1, alone })
}

fn told(all: &[Listed]) -> String {
    let named = all.iter().take(TOLD).enumerate().map(|(at, item)| format!("{} {}", at + 1, item.title));
    let named = named.collect::<Vec<_>>().join(", ");
    if all.len() > TOLD { format!("{named} and {} more", all.len() - TOLD) } else { named }
}

/// `None` where the file cannot be read through; that was told.
fn titles(reading: &mut Reading, file: &str, leaf: Leaf) -> Option<Vec<Listed>> {
    let mut titles = Vec::new();
    let mut read = |bytes: &mut dyn Read| {
        each(Xml::new(bytes), &mut |_, xml| {
            titles.push(item::title(xml)?);
            Ok(())
        })
    };
    let done = reading.source.read(leaf, |bytes| Ok(read(bytes)));
    finish(reading, file, done)?;
    let listed = titles.into_iter().enumerate();
    Some(listed.map(|(at, title)| Listed { file: file.to_owned(), leaf, at, title }).collect())
}

/// Reads the chosen problem. `None` where that failed; it was told.
pub(super) fn read(reading: &mut Reading, chosen: &Chosen) -> Option<Item> {
    let mut item = None;
    let spool = &reading.spool;
    let mut read = |bytes: &mut dyn Read| {
        each(Xml::new(bytes), &mut |at, xml| {
            if at == chosen.at {
                item = Some(Item::read(xml, spool, &chosen.file)?);
                return Ok(());
            }
            xml.skip()
        })
    };
    let done = reading.source.read(chosen.leaf, |bytes| Ok(read(bytes)));
    finish(reading, &chosen.file, done)?;
    item
}

fn finish(reading: &Reading, file: &str, done: std::io::Result<Result<(), Broken>>) -> Option<()> {
    match done {
        Ok(Ok(())) => return Some(()),
        Ok(Err(broken)) => reading.broken(file, broken),
        Err(error) => reading.faults.error(file, format!("cannot be read: {error}")),
    }
    None
}

/// What is done with each problem, which comes with its number from 0. It has to read all of it.
type Visit<'a, R> = dyn FnMut(usize, &mut Xml<R>) -> Result<(), Broken> + 'a;

fn each<R: Read>(mut xml: Xml<R>, visit: &mut Visit<'_, R>) -> Result<(), Broken> {
    let mut at = 0;
    loop {
        match xml.next()? {
            Event::Start(start) if xml.is_outermost() => {
                if !start.name.eq_ignore_ascii_case("fps") {
                    let message = format!("is not FPS: its outermost element is {}, not fps", start.name);
                    return Err(Broken { line: Some(start.line), message });
                }
            }
            Event::Start(start) if start.name == "item" => {
                visit(at, &mut xml)?;
                at += 1;
            }
            Event::Start(_) => xml.skip()?,
            Event::Text(_) | Event::End => {}
            Event::Done => return Ok(()),
        }
    }
}
