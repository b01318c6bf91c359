//! Archives of a whole contest: `contest.xml`, and a folder of `problems/` for each problem.

use super::FILE;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::package::xml::Element;

const CONTEST: &str = "contest.xml";
const PLACE: &str = "problems";

/// The folder of the problem, and what it is called: the package itself, or one of a contest's. `None` where that cannot
/// be told; it was told.
pub(super) fn chosen<'a>(
    reading: &mut Reading,
    root: &'a Folder,
    name: &str,
) -> Option<(&'a Folder, String)> {
    let (Some(leaf), None) = (root.file(CONTEST), root.file(FILE)) else {
        return Some((root, name.to_owned()));
    };
    let contest = reading.xml(CONTEST, leaf)?;
    let folders = root.folder(PLACE);
    let inside: Vec<(&str, &Folder)> = folders
        .into_iter()
        .flat_map(Folder::folders)
        .filter(|(_, folder)| folder.file(FILE).is_some())
        .collect();
    let wanted = reading.given.problem.as_deref();
    let found = match (wanted, inside.as_slice()) {
        (None, [one]) => Some(*one),
        (None, _) => None,
        (Some(wanted), _) => {
            let name = by_index(&contest, wanted).unwrap_or_else(|| wanted.to_owned());
            inside.iter().find(|(known, _)| *known == name).copied()
        }
    };
    if found.is_none() {
        let names: Vec<&str> = inside.iter().map(|(name, _)| *name).collect();
        let message = match (wanted, names.as_slice()) {
            (_, []) => "is a contest without problems: they lie in problems/".to_owned(),
            (None, names) => format!("is a contest of {}: say which with --problem", names.join(", ")),
            (Some(wanted), names) => format!("has no problem {wanted:?}: it has {}", names.join(", ")),
        };
        reading.faults.error(CONTEST, message);
    }
    found.map(|(name, folder)| (folder, name.to_owned()))
}

/// The folder of the contest's problem `A`, or 1: its address ends in its name.
fn by_index(contest: &Element, wanted: &str) -> Option<String> {
    let mut problems = contest.listed("problems", "problem").enumerate();
    let (_, problem) = problems.find(|(at, problem)| {
        let index = problem.attribute("index").unwrap_or_default();
        index.eq_ignore_ascii_case(wanted) || (at + 1).to_string() == wanted
    })?;
    let address = problem.attribute("url")?.trim_end_matches('/');
    address.rsplit('/').next().map(str::to_owned)
}
