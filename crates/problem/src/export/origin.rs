//! The package that a version was read from, given back. What is given back is read once more: it is the version, or it is
//! not given.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Content, Export, Loss};
use crate::blob::{Blobs, Hash};
use crate::changes::Changes;
use crate::fault::Fault;
use crate::limits::Origin;
use crate::package::{Format, Given, Package};
use crate::version::{Entry, Listing, PackageOrigin, Program, Version};

/// Why a version cannot be given back as the package that it came as.
#[derive(Debug, thiserror::Error)]
pub enum NoOrigin {
    #[error("this version was stored without the package that it came from: export it in the ICPC format")]
    Unknown,
    #[error("this version was edited since it came as {} package, which cannot say: {}. Export it in the ICPC format",
        .format.words(), .lines.join("; "))]
    Edited { format: Format, lines: Vec<String> },
    #[error("the package that it came as can no longer be read: {}. Export it in the ICPC format",
        .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unreadable(Vec<Fault>),
    #[error("its files cannot be read: {0}")]
    Io(#[from] io::Error),
}

pub(super) fn export(version: &Version, blobs: &dyn Blobs) -> Result<Export, NoOrigin> {
    let origin = version.origin.ok_or(NoOrigin::Unknown)?;
    let listing = origin.listing(blobs)?;
    let copy = Copy { version, origin, blobs };
    let base = copy.read(&listing)?;
    let mut losses = unsaid(version, origin.format);
    if base == *version {
        return Ok(finish(version, &listing, losses));
    }
    let mut edited = listing;
    let replaced = replaced(&base, version);
    let places = put(&mut edited, &replaced);
    let back = if places.is_empty() { base } else { copy.read(&edited)? };
    if back != *version {
        let mut lines = Changes::between(&back, version).lines();
        if lines.is_empty() {
            lines.push("parts that no verdict depends on".to_owned());
        }
        return Err(NoOrigin::Edited { format: origin.format, lines });
    }
    let edits = places.into_iter().map(|field| Loss {
        field,
        why: "was edited since it came, and is written as it is now".to_owned(),
        misjudged: false,
    });
    losses.extend(edits);
    Ok(finish(version, &edited, losses))
}

fn finish(version: &Version, listing: &Listing, losses: Vec<Loss>) -> Export {
    let content = |entry: &Entry| match entry {
        Entry::File(hash) => Content::Blob(*hash),
        Entry::Link { link } => Content::Link(link.clone()),
    };
    let files = listing.0.iter().map(|(path, entry)| (path.clone(), content(entry))).collect();
    Export { top: version.slug.to_string(), files, losses }
}

/// Whoever imports it elsewhere has to say what its format does not.
fn unsaid(version: &Version, format: Format) -> Vec<Loss> {
    if !matches!(format, Format::Dmoj | Format::Bare) {
        return Vec::new();
    }
    let (seconds, mib) = (version.limits.time_ms as f64 / 1_000.0, version.limits.memory_bytes >> 20);
    let why = format!(
        "the format may have no place for them: say {seconds} s and {mib} MiB wherever you import it"
    );
    vec![Loss { field: "limits".to_owned(), why, misjudged: false }]
}

struct Copy<'a> {
    version: &'a Version,
    origin: PackageOrigin,
    blobs: &'a dyn Blobs,
}

impl Copy<'_> {
    /// What the files are read as, with what was made and found when the version was imported.
    fn read(&self, listing: &Listing) -> Result<Version, NoOrigin> {
        let place = TempDir::new()?;
        let mut faults = Vec::new();
        for (name, problem) in names(self.version) {
            let folder = place.path().join(&name);
            if !folder.exists() {
                self.unpack(listing, &folder)?;
            }
            match Package::open_as(&folder, &self.given(place.path(), problem)?) {
                Ok(package) if package.version.slug == self.version.slug => return Ok(self.settled(package)),
                Ok(_) => {}
                Err(told) if faults.is_empty() => faults = told,
                Err(_) => {}
            }
        }
        Err(NoOrigin::Unreadable(faults))
    }

    fn unpack(&self, listing: &Listing, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for (path, entry) in &listing.0 {
            if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
                return Err(io::Error::other(format!("{path:?} is no path of a package")));
            }
            let place = folder.join(path);
            fs::create_dir_all(place.parent().unwrap_or(folder))?;
            match entry {
                Entry::File(hash) => {
                    _ = io::copy(&mut self.blobs.open(*hash)?, &mut File::create_new(&place)?)?
                }
                Entry::Link { link } => std::os::unix::fs::symlink(link, &place)?,
            }
        }
        Ok(())
    }

    /// What whoever imported it said beyond it.
    fn given(&self, place: &Path, problem: Option<String>) -> io::Result<Given> {
        let limits = &self.version.limits;
        Ok(Given {
            format: Some(self.origin.format),
            time_ms: (limits.time_origin == Origin::Explicit).then_some(limits.time_ms),
            memory_bytes: Some(limits.memory_bytes),
            problem,
            testlib: self.testlib(place)?,
        })
    }

    /// The testlib that its site put beside its programs.
    fn testlib(&self, place: &Path) -> io::Result<Option<PathBuf>> {
        const NAME: &str = "testlib.h";
        let programs = self.version.programs();
        let Some(hash) = programs.iter().find_map(|program| program.files.get(NAME)) else { return Ok(None) };
        let path = place.join(NAME);
        io::copy(&mut self.blobs.open(*hash)?, &mut File::create(&path)?)?;
        Ok(Some(path))
    }

    fn settled(&self, package: Package) -> Version {
        let Package { mut version, recipes, .. } = package;
        let made = self.version.tests.cases();
        for recipe in &recipes {
            let case = made.iter().find(|case| case.name == recipe.case);
            let known = version.tests.cases().into_iter().find(|case| case.name == recipe.case).cloned();
            if let (Some(made), Some(known)) = (case, known) {
                let (input, answer) = (made.input, made.answer);
                version.tests.put(&crate::version::TestCase { input, answer, ..known });
            }
        }
        if version.limits.margins.is_some() && version.limits.margins == self.version.limits.margins {
            version.limits.time_ms = self.version.limits.time_ms;
            version.limits.time_origin = self.version.limits.time_origin;
        }
        version.origin = self.version.origin;
        version
    }
}

/// Under which name, and as which of several problems, it may have been read.
fn names(version: &Version) -> Vec<(String, Option<String>)> {
    let slug = version.slug.to_string();
    // A package that names nothing is called as its folder was.
    let titled = version.names.values().find(|name| name.to_lowercase().replace(['_', ' '], "-") == slug);
    let titled = titled.filter(|name| !name.contains('/')).unwrap_or(&slug).clone();
    let mut names = vec![(titled, None), (slug.clone(), Some(slug.clone()))];
    if let Some((base, number)) = slug.rsplit_once('-') {
        names.push((base.to_owned(), Some(number.to_owned())));
    }
    names
}

/// Contents that are others now, by what they were, with the part that they are.
fn replaced(base: &Version, version: &Version) -> BTreeMap<Hash, (String, Hash)> {
    let (before, now) = (parts(base), parts(version));
    let pairs = before.into_iter().filter_map(|(part, was)| {
        let is = *now.get(&part)?;
        (was != is).then_some((was, (part, is)))
    });
    pairs.collect()
}

/// Everything of a version that is a file of a package as it is.
fn parts(version: &Version) -> BTreeMap<String, Hash> {
    let mut parts = BTreeMap::new();
    for (tag, statement) in &version.statements {
        parts.insert(format!("statements.{tag}"), statement.source);
    }
    let named = [("assets", &version.assets), ("attachments", &version.attachments)];
    for (field, files) in named {
        parts.extend(files.iter().map(|(name, hash)| (format!("{field}.{name}"), *hash)));
    }
    for case in version.tests.cases() {
        parts.insert(format!("tests.{}.input", case.name), case.input);
        parts.insert(format!("tests.{}.answer", case.name), case.answer);
    }
    for Program { path, files, .. } in version.programs() {
        parts.extend(files.iter().map(|(name, hash)| (format!("{path}.{name}"), *hash)));
    }
    for example in &version.submissions {
        let files = example.files.iter();
        parts.extend(files.map(|(name, hash)| (format!("submissions.{}.{name}", example.path), *hash)));
    }
    parts
}

/// Puts what is new in place of what was, and tells the parts that were found.
fn put(listing: &mut Listing, replaced: &BTreeMap<Hash, (String, Hash)>) -> Vec<String> {
    let mut found = Vec::new();
    for entry in listing.0.values_mut() {
        if let Entry::File(hash) = entry
            && let Some((part, now)) = replaced.get(hash)
        {
            *hash = *now;
            found.push(part.clone());
        }
    }
    found.sort();
    found.dedup();
    found
}
