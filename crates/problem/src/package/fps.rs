//! HUSTOJ's exchange format, "free problem set": one XML file of many problems, tests and all. Such files may have hundreds
//! of megabytes, so they are read through once to see what is in them, and once more for the problem that is wanted; tests
//! go from there to the disk.

mod cases;
mod item;
mod items;
mod languages;
mod limits;
mod pictures;
mod programs;
mod questions;
mod statement;

use super::reading::Reading;
use super::tree::Folder;
use crate::version::{Credits, Kind, Version};

use item::Item;

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let chosen = items::choose(reading, root)?;
    let item = items::read(reading, &chosen)?;
    let slug = match chosen.alone {
        true => reading.slug(name),
        false => reading.slug(&format!("{name}-{}", chosen.number)),
    };
    version(reading, root, item, slug)
}

fn version(
    reading: &mut Reading,
    root: &Folder,
    item: Item,
    slug: Option<crate::version::Slug>,
) -> Option<Version> {
    let texts = statement::read(reading, &item);
    let asks = questions::are_asked(&item);
    let read = if asks { questions::tests } else { cases::read };
    let (tests, scoring) = read(reading, &item);
    let programs = programs::read(reading, root, &item);
    let source = item.source.trim();
    let uuid = item.remote_id.trim();
    Some(Version {
        names: [(texts.language.to_owned(), texts.title)].into(),
        statements: texts
            .statement
            .map(|statement| (texts.language.to_owned(), statement))
            .into_iter()
            .collect(),
        assets: texts.assets,
        limits: limits::read(reading, &item),
        output_validator: programs.validator,
        kind: if asks { Kind::Answers } else { Kind::Program },
        tests,
        scoring,
        submissions: programs.examples,
        stubs: programs.stubs,
        attachments: programs.templates,
        credits: Credits {
            source: Some(source.to_owned()).filter(|text| !text.is_empty()),
            ..Credits::default()
        },
        uuid: Some(uuid.to_owned()).filter(|text| !text.is_empty()),
        ..Version::new(slug?)
    })
}
