//! Follows symbolic links inside the package, by name only: the kernel never does it for us, so a link cannot lead out.

use super::caps;
use super::faults::{Faults, printable};
use super::tree::{Folder, Node};

/// `name` below `folder`.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The tree with every link replaced by what it points to. Links that lead nowhere, out, or round are faults.
pub(super) fn resolve(root: &Folder, faults: &Faults) -> Folder {
    let mut walk = Walk { root, faults, inside: Vec::new(), entries: 0 };
    let resolved = walk.folder(root, "", &[]);
    if walk.entries > caps::ENTRIES {
        faults.error(
            "",
            format!("has more than {} files and folders once its links are followed", caps::ENTRIES),
        );
    }
    resolved
}

struct Walk<'a> {
    root: &'a Folder,
    faults: &'a Faults,
    /// Real paths of the folders being expanded: a link back to one of them would never end.
    inside: Vec<Vec<String>>,
    entries: usize,
}

impl<'a> Walk<'a> {
    /// `shown` is the path with links, for messages; `real` the one without.
    fn folder(&mut self, folder: &'a Folder, shown: &str, real: &[String]) -> Folder {
        let mut resolved = Folder::default();
        self.inside.push(real.to_vec());
        for (name, node) in &folder.0 {
            self.entries += 1;
            if self.entries > caps::ENTRIES {
                break;
            }
            let mut place = real.to_vec();
            place.push(name.clone());
            if let Some(node) = self.node(node, &join(shown, name), &place) {
                resolved.0.insert(name.clone(), node);
            }
        }
        self.inside.pop();
        resolved
    }

    fn node(&mut self, node: &'a Node, shown: &str, real: &[String]) -> Option<Node> {
        match node {
            Node::File(leaf) => Some(Node::File(*leaf)),
            Node::Folder(inner) => Some(Node::Folder(self.folder(inner, shown, real))),
            Node::Link(target) => self.link(target, shown, real),
        }
    }

    fn link(&mut self, target: &str, shown: &str, real: &[String]) -> Option<Node> {
        let above = &real[..real.len() - 1];
        let found = follow(self.root, above, target).and_then(|(place, node)| {
            let endless = self.inside.contains(&place) || self.inside.len() > caps::DEPTH;
            if endless { Err("leads in a circle") } else { Ok((place, node)) }
        });
        match found {
            Ok((_, Node::File(leaf))) => Some(Node::File(*leaf)),
            Ok((place, Node::Folder(inner))) => Some(Node::Folder(self.folder(inner, shown, &place))),
            Ok((_, Node::Link(_))) => None,
            Err(reason) => {
                self.faults.error(shown, format!("is a link to {}, which {reason}", printable(target)));
                None
            }
        }
    }
}

/// Where `target` leads from the folder `from`: the path without links, and what is there.
fn follow<'a>(
    root: &'a Folder,
    from: &[String],
    target: &str,
) -> Result<(Vec<String>, &'a Node), &'static str> {
    let mut place = from.to_vec();
    let mut node = None;
    let mut hops = 1;
    let mut ahead = steps(target)?;
    while let Some(step) = ahead.pop() {
        if step == ".." {
            place.pop().ok_or("leads out of the package")?;
            node = None;
            continue;
        }
        place.push(step);
        match lookup(root, &place).ok_or("is not there")? {
            Node::Link(further) => {
                hops += 1;
                if hops > caps::HOPS {
                    return Err("leads in a circle");
                }
                place.pop();
                ahead.extend(steps(further)?);
            }
            found => node = Some(found),
        }
    }
    node.or_else(|| lookup(root, &place)).map(|node| (place, node)).ok_or("is the package itself")
}

/// The parts of a link's target, last first.
fn steps(target: &str) -> Result<Vec<String>, &'static str> {
    if target.starts_with('/') {
        return Err("is an absolute path and leads out of the package");
    }
    if target.contains(['\0', '\\']) {
        return Err("is no path");
    }
    Ok(target.split('/').rev().filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect())
}

fn lookup<'a>(root: &'a Folder, place: &[String]) -> Option<&'a Node> {
    let (name, above) = place.split_last()?;
    let folder = above.iter().try_fold(root, |folder, part| folder.folder(part))?;
    folder.0.get(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tree::Leaf;

    /// Paths to files (`path`) and links (`path -> target`).
    fn tree(entries: &[&str]) -> Folder {
        let mut root = Folder::default();
        for (at, entry) in entries.iter().enumerate() {
            let (path, node) = match entry.split_once(" -> ") {
                Some((path, target)) => (path, Node::Link(target.to_owned())),
                None => (*entry, Node::File(Leaf { at, size: 0 })),
            };
            let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
            let mut folder = &mut root;
            for part in above.split('/').filter(|part| !part.is_empty()) {
                let inner =
                    folder.0.entry(part.to_owned()).or_insert_with(|| Node::Folder(Folder::default()));
                let Node::Folder(inner) = inner else { unreachable!("a folder in the test's own tree") };
                folder = inner;
            }
            folder.0.insert(name.to_owned(), node);
        }
        root
    }

    fn outcome(entries: &[&str]) -> (Vec<(String, usize)>, Vec<String>) {
        let faults = Faults::default();
        let files = resolve(&tree(entries), &faults).files_below();
        let told = faults.sorted().iter().map(ToString::to_string).collect();
        (files.into_iter().map(|(path, leaf)| (path, leaf.at)).collect(), told)
    }

    #[test]
    fn links_to_files_folders_and_other_links_are_followed() {
        let (files, told) = outcome(&[
            "g1/a.in",
            "g2/b.in -> ../g1/a.in",
            "g3 -> g1",
            "g4/c.in -> ../g3/./a.in",
            "d -> g2/b.in",
        ]);
        assert_eq!(told, [""; 0]);
        let places: Vec<(&str, usize)> = files.iter().map(|(path, at)| (path.as_str(), *at)).collect();
        assert_eq!(places, [("d", 0), ("g1/a.in", 0), ("g2/b.in", 0), ("g3/a.in", 0), ("g4/c.in", 0)]);
    }

    #[test]
    fn links_out_of_the_package_and_to_nothing_are_named() {
        let (files, told) =
            outcome(&["a/x -> ../../etc/passwd", "a/y -> /etc/passwd", "a/z -> nothing", "b -> ."]);
        assert_eq!(files, []);
        assert_eq!(
            told,
            [
                "a/x: is a link to ../../etc/passwd, which leads out of the package",
                "a/y: is a link to /etc/passwd, which is an absolute path and leads out of the package",
                "a/z: is a link to nothing, which is not there",
                "b: is a link to ., which is the package itself",
            ]
        );
    }

    #[test]
    fn links_that_go_round_end() {
        let (_, told) = outcome(&["a -> b", "b -> a", "c/d -> ../c", "e/f -> ../g", "g/h -> ../e"]);
        assert_eq!(told.len(), 5, "{told:?}");
        assert!(told.iter().all(|fault| fault.contains("circle")), "{told:?}");
    }

    #[test]
    fn links_that_multiply_are_stopped() {
        let mut entries = vec!["f0/x".to_owned()];
        for level in 1..30 {
            entries.extend((0..4).map(|i| format!("f{level}/l{i} -> ../f{}", level - 1)));
        }
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let (files, told) = outcome(&entries);
        assert!(files.len() <= caps::ENTRIES);
        assert!(told.iter().any(|fault| fault.contains("once its links are followed")), "{told:?}");
    }
}
