//! Files for contestants to download.

use std::collections::BTreeMap;

use super::edition::Edition;
use crate::blob::Hash;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::Folder;

const PLACE: &str = "attachments";

/// By path below the folder: `tool.py`, `templates/cpp/start.cpp`.
pub(super) fn read(reading: &mut Reading, root: &Folder) -> BTreeMap<String, Hash> {
    let mut attachments = BTreeMap::new();
    let Some(folder) = root.folder(PLACE) else { return attachments };
    if reading.edition == Edition::Current {
        for (name, _) in folder.folders().filter(|(name, inner)| *name != "templates" && inner.has_files()) {
            let message = "is a folder: the format has attachments/templates only";
            reading.faults.error(&join(PLACE, name), message);
        }
    }
    for (path, leaf) in folder.files_below() {
        if let Some(hash) = reading.store(&join(PLACE, &path), leaf) {
            attachments.insert(path, hash);
        }
    }
    attachments
}
