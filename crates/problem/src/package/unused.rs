//! Files that lie in a package and in nothing that was made of it.

use super::format::Format;
use super::links::join;
use super::tree::{Folder, Leaf};

/// All that was not read and that one could expect to be, by path; a folder of which nothing was read is told once, with
/// a slash at its end.
pub(super) fn unused(root: &Folder, format: Format, was_read: &dyn Fn(Leaf) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    search(root, "", &mut found, &|path, leaf| was_read(leaf) || is_for_people(format, path));
    found
}

/// Whether anything in it is used.
fn search(folder: &Folder, place: &str, found: &mut Vec<String>, used: &dyn Fn(&str, Leaf) -> bool) -> bool {
    let before = found.len();
    let mut any = false;
    for (name, leaf) in folder.files() {
        let path = join(place, name);
        match used(&path, leaf) {
            true => any = true,
            false => found.push(path),
        }
    }
    for (name, inner) in folder.folders() {
        any |= search(inner, &join(place, name), found, used);
    }
    if !any && !place.is_empty() && found.len() > before {
        found.truncate(before);
        found.push(format!("{place}/"));
    }
    any
}

/// What formats keep beside a problem for its authors: how its tests were made, what it looks like in print, programs that
/// were compiled on their machines.
fn is_for_people(format: Format, path: &str) -> bool {
    let (top, _) = path.split_once('/').unwrap_or((path, ""));
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    matches!(stem, "readme" | "license" | "licence" | "changelog" | "changes" | "makefile")
        || [".exe", ".o", ".pyc", ".class"].iter().any(|ending| name.ends_with(ending))
        || tops(format).contains(&top)
}

/// Names at the top of a package.
fn tops(format: Format) -> &'static [&'static str] {
    match format {
        Format::Icpc => &["generators", "input_visualizer", "output_visualizer", "input_format_visualizers"],
        Format::Polygon => &[
            "documents",
            "files",
            "scripts",
            "statements",
            "statement-sections",
            "tags",
            "doall.bat",
            "doall.sh",
            "wipe.bat",
            "wipe.sh",
            // Of a checker that is native here.
            "check.cpp",
        ],
        Format::LibraryChecker => &["gen", "hash.json"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Node;
    use super::*;

    /// A tree of files; those with a `+` were read.
    fn told(format: Format, paths: &[&str]) -> Vec<String> {
        let mut root = Folder::default();
        for (at, path) in paths.iter().enumerate() {
            let parts: Vec<&str> = path.trim_start_matches('+').split('/').collect();
            let (name, above) = parts.split_last().unwrap();
            let folder = above.iter().fold(&mut root, |folder, part| {
                let node =
                    folder.0.entry((*part).to_owned()).or_insert_with(|| Node::Folder(Folder::default()));
                let Node::Folder(inner) = node else { panic!("{part} is a file") };
                inner
            });
            folder.0.insert((*name).to_owned(), Node::File(Leaf { at, size: 1 }));
        }
        unused(&root, format, &|leaf| paths[leaf.at].starts_with('+'))
    }

    #[test]
    fn a_folder_of_which_nothing_is_used_is_told_once() {
        let files = ["+problem.yaml", "+data/1.in", "data/1.bak", "old/data/1.in", "old/a", "x.txt"];
        assert_eq!(told(Format::Icpc, &files), ["x.txt", "data/1.bak", "old/"]);
        assert_eq!(told(Format::Bare, &["a", "b/c"]), ["a", "b/"]);
    }

    #[test]
    fn what_authors_keep_for_themselves_is_not_told() {
        let files = ["README.md", "generators/gen.py", "data/secret/LICENSE", "check.exe"];
        assert!(told(Format::Icpc, &files).is_empty());
        assert_eq!(told(Format::Dmoj, &["generators/gen.py"]), ["generators/"]);
        assert!(told(Format::Polygon, &["files/olymp.sty", "statements/.html/en/p.html"]).is_empty());
    }
}
