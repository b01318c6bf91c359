//! CMS's Italian format: `task.yaml`, numbered inputs and outputs, subtasks in `gen/GEN`, and folders that tell by what
//! lies in them how submissions are run.

mod cases;
mod gen_file;
mod programs;
mod score;
mod solutions;
mod statements;
mod task;

use std::collections::BTreeMap;

use super::faults::Faults;
use super::given;
use super::links::join;
use super::reading::Reading;
use super::tree::{Folder, Node};
use crate::blob::Hash;
use crate::version::Version;

use task::{FILE, Task};

/// An old package has its `task.yaml` beside its folder, called after it.
pub(super) fn adopt(all: &mut Folder, top: &[String], faults: &Faults) {
    let Some((name, above)) = top.split_last() else { return };
    let mut folder = all;
    for part in above {
        let Some(Node::Folder(inner)) = folder.0.get_mut(part) else { return };
        folder = inner;
    }
    let beside = format!("{name}.yaml");
    let Some(leaf) = folder.file(&beside) else { return };
    if let Some(Node::Folder(package)) = folder.0.get_mut(name)
        && package.file(FILE).is_none()
    {
        package.0.insert(FILE.to_owned(), Node::File(leaf));
        faults.warn(
            FILE,
            format!("is read from {beside} beside the folder: put it into the folder, as {FILE}"),
        );
    }
}

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let task = task::read(reading, root);
    let name = task.name.as_deref().unwrap_or(name);
    let mut version = Version::new(reading.slug(name)?);
    let language = task.language.clone().unwrap_or_else(|| "it".to_owned());
    version.names =
        BTreeMap::from([(language.clone(), task.title.clone().unwrap_or_else(|| name.to_owned()))]);
    version.statements = statements::read(reading, root, &language);
    version.limits = given::limits(reading, task.own_limits(), FILE);
    version.attachments = attachments(reading, root);
    programs::read(reading, root, &task, name, &mut version);
    cases::read(reading, root, &task, &mut version);
    version.submissions = solutions::read(reading, root);
    Some(version)
}

fn attachments(reading: &mut Reading, root: &Folder) -> BTreeMap<String, Hash> {
    let mut attachments = BTreeMap::new();
    if let Some(folder) = root.folder("att") {
        for (name, leaf) in folder.files() {
            if let Some(hash) = reading.store(&join("att", name), leaf) {
                attachments.insert(name.to_owned(), hash);
            }
        }
    }
    attachments
}

impl Task {
    /// A problem that asks for outputs has no limits to ask for.
    fn own_limits(&self) -> given::Own {
        let default = crate::limits::Limits::default();
        let or = |limit: Option<u64>, default: u64| limit.or_else(|| self.output_only.then_some(default));
        given::Own {
            time_ms: or(self.time_ms, default.time_ms),
            memory_bytes: or(self.memory_bytes, default.memory_bytes),
        }
    }
}
