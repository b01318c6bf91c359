//! Which format a package is in, told by the files that only that format has.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Given;
use super::faults::Faults;
use super::tree::Folder;

/// A format of problem packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// ICPC and Kattis, all versions, and DOMjudge's.
    Icpc,
    Polygon,
    Dmoj,
    Cms,
    Hydro,
    LibraryChecker,
    /// HUSTOJ's FPS.
    Fps,
    /// Inputs and outputs by name, and nothing that says more.
    Bare,
}

/// None of the formats' names.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no format; the formats are icpc, polygon, dmoj, cms, hydro, library-checker, fps and bare")]
pub struct UnknownFormat(String);

impl Format {
    pub const ALL: [Self; 8] = [
        Self::Icpc,
        Self::Polygon,
        Self::Dmoj,
        Self::Cms,
        Self::Hydro,
        Self::LibraryChecker,
        Self::Fps,
        Self::Bare,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Icpc => "icpc",
            Self::Polygon => "polygon",
            Self::Dmoj => "dmoj",
            Self::Cms => "cms",
            Self::Hydro => "hydro",
            Self::LibraryChecker => "library-checker",
            Self::Fps => "fps",
            Self::Bare => "bare",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Icpc => "ICPC",
            Self::Polygon => "Polygon",
            Self::Dmoj => "DMOJ",
            Self::Cms => "CMS",
            Self::Hydro => "Hydro",
            Self::LibraryChecker => "Library Checker",
            Self::Fps => "FPS (HUSTOJ)",
            Self::Bare => "bare (inputs and outputs)",
        }
    }

    /// Whether names that have more than letters, digits, `_`, `.` and `-` count as if they were not there.
    pub(super) fn has_plain_names(self) -> bool {
        self == Self::Icpc
    }

    /// Whether only this format has such files. What is asked first is most particular.
    fn marks(self, folder: &Folder) -> bool {
        let file = |name: &str| folder.file(name).is_some();
        match self {
            Self::Polygon => file("problem.xml") || file("contest.xml"),
            Self::Dmoj => file("init.yml"),
            Self::Cms => {
                file("task.yaml") || folder.folder("gen").is_some_and(|inner| inner.file("GEN").is_some())
            }
            Self::LibraryChecker => file("info.toml"),
            Self::Hydro => hydro(folder),
            Self::Icpc => file("problem.yaml") || file("domjudge-problem.ini") || icpc_data(folder),
            Self::Fps => folder.files().any(|(name, _)| name.to_ascii_lowercase().ends_with(".xml")),
            Self::Bare => folder.has_files(),
        }
    }
}

/// A folder of tests alone may be called so as well.
fn hydro(folder: &Folder) -> bool {
    let Some(tests) = folder.folder("testdata") else { return false };
    let config = ["config.yaml", "config.yml", "config.ini"].iter().any(|name| tests.file(name).is_some());
    let text = |(name, _): (&str, _)| name.starts_with("problem") && name.ends_with(".md");
    config || folder.file("problem.yaml").is_some() || folder.files().any(text)
}

fn icpc_data(folder: &Folder) -> bool {
    folder.folder("data").is_some_and(|data| data.folder("secret").is_some())
}

/// In the order in which they are looked for: the more particular marks first.
const ORDER: [Format; 7] = [
    Format::Polygon,
    Format::Dmoj,
    Format::Cms,
    Format::LibraryChecker,
    Format::Hydro,
    Format::Icpc,
    Format::Fps,
];

/// The format, and the folders around the package: it is the shallowest folder that looks like one. `None` where that
/// cannot be told, which was told.
pub(super) fn recognise(all: &Folder, given: &Given, faults: &Faults) -> Option<(Format, Vec<String>)> {
    let format = |folder: &Folder| match given.format {
        Some(format) => format.marks(folder).then_some(format),
        None => ORDER.into_iter().find(|format| format.marks(folder)),
    };
    let mut top = Vec::new();
    let mut folder = all;
    loop {
        if let Some(format) = format(folder) {
            return Some((format, top));
        }
        let inner: Vec<(&str, &Folder)> = folder.folders().filter(|(_, inner)| inner.has_files()).collect();
        let marked: Vec<_> = inner.iter().filter(|(_, inner)| format(inner).is_some()).collect();
        let chosen = given.problem.as_ref().and_then(|wanted| {
            let by_name = inner.iter().find(|(name, _)| name == wanted);
            by_name.or_else(|| marked.get(wanted.parse::<usize>().ok()?.checked_sub(1)?).copied())
        });
        let deeper = given.problem.as_ref().filter(|_| chosen.is_none()).and_then(|wanted| {
            let is_one = |folder: &Folder| format(folder).is_some();
            deep(folder, wanted, is_one, DEEP)
        });
        if let Some(path) = deeper {
            top.extend(path);
            folder = top.iter().fold(all, |folder, name| folder.folder(name).unwrap_or(folder));
            continue;
        }
        let (name, next) = match (chosen, marked.as_slice(), inner.as_slice()) {
            (Some(chosen), ..) => *chosen,
            (None, [one], _) => **one,
            (None, [], [one]) if folder.files().next().is_none() => *one,
            (None, [], _) => return Some((given.format.unwrap_or(Format::Bare), top)),
            (None, several, _) => {
                let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
                let message =
                    format!("holds several packages ({}): choose one with --problem", names.join(", "));
                faults.error("", message);
                return None;
            }
        };
        top.push(name.to_owned());
        folder = next;
    }
}

/// How deep the packages of a collection lie: in folders of folders.
const DEEP: usize = 3;

/// The way to the first package called `wanted`, where a collection has its packages in folders.
fn deep(
    folder: &Folder,
    wanted: &str,
    is_one: impl Fn(&Folder) -> bool + Copy,
    depth: usize,
) -> Option<Vec<String>> {
    if let Some(found) = folder.folder(wanted).filter(|found| is_one(found)) {
        return found.has_files().then(|| vec![wanted.to_owned()]);
    }
    let deeper = depth.checked_sub(1)?;
    folder.folders().find_map(|(name, inner)| {
        let path = deep(inner, wanted, is_one, deeper)?;
        Some(std::iter::once(name.to_owned()).chain(path).collect())
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
