//! Where the runs of one box have their groups, and how their programs come into them.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Cgroups, Group, Kind, MAKE, fresh_name, v2};
use crate::error::Error;

/// Where the groups of one box's runs are: with v2 in a group of the box, in a leaf of which is judge-box.
#[derive(Debug)]
pub(crate) struct Nest {
    name: String,
    owner: Option<u32>,
    all: Arc<Cgroups>,
}

impl Nest {
    /// `owner` is judge-box's user id, where that is not ours.
    pub(crate) fn make(all: &Arc<Cgroups>, owner: Option<u32>) -> Result<Self, Error> {
        let name = fresh_name("box");
        if let Kind::V2(tree) = &all.kind {
            tree.nest(&name, owner).map_err(Error::io(MAKE))?;
        }
        Ok(Self { name, owner, all: Arc::clone(all) })
    }

    /// Has judge-box in the nest: whoever bears a process into a group needs the right to write to the nearest group
    /// around both.
    pub(crate) fn take_in(&self, judge_box: u32) -> io::Result<()> {
        match &self.all.kind {
            Kind::V1(_) => Ok(()),
            Kind::V2(tree) => tree.take_in(&self.name, judge_box),
        }
    }

    /// A fresh group with nobody in it.
    pub(crate) fn group(&self) -> Result<Group, Error> {
        self.all.retry_parked();
        let name = fresh_name("run");
        let files = match &self.all.kind {
            Kind::V1(found) => found.make(&name),
            Kind::V2(tree) => {
                v2::make(&tree.run(&self.name, &name), self.owner, self.all.born.load(Ordering::Relaxed))
            }
        };
        Ok(Group {
            files: files.map_err(Error::io(MAKE))?,
            limits: None,
            earlier_kills: 0,
            owner: Arc::clone(&self.all),
        })
    }
}

impl Drop for Nest {
    fn drop(&mut self) {
        if let Kind::V2(tree) = &self.all.kind {
            self.all.remove(tree.folders(&self.name).into());
        }
    }
}

/// How a program comes into its group.
#[derive(Debug)]
pub(crate) enum Entry {
    /// Init makes the target right in the group of this folder.
    Born(OwnedFd),
    /// The target writes `0` to each. Opened by us: the kernel checks the opener's rights, so the writer needs none.
    Written(Vec<OwnedFd>),
}

impl Entry {
    pub(crate) fn fds(&self) -> &[OwnedFd] {
        match self {
            Self::Born(folder) => std::slice::from_ref(folder),
            Self::Written(files) => files,
        }
    }
}
