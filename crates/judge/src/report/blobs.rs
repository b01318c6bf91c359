//! What `judge blobs` says.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Value, json};
use store::blob::{Depot, Fault, Kept, Moved, Place, Stray};

use super::{mebibytes, say, table};

/// So many leftovers are named to people.
const NAMED: usize = 5;

/// What a move came to.
pub(crate) struct Moving {
    pub to: Place,
    pub moved: Moved,
    /// Files that are elsewhere afterwards.
    pub left: u64,
    /// Some were in the database before.
    pub left_database: bool,
}

impl Moving {
    pub(crate) fn json(&self, depot: &Depot) -> Value {
        json!({
            "to": self.to,
            "at": depot.at(self.to),
            "moved": self.moved.blobs,
            "bytes": self.moved.bytes,
            "left": self.left,
            "faults": self.moved.faults.iter().map(fault).collect::<Vec<_>>(),
            "new": depot.place(),
        })
    }

    pub(crate) fn tell(&self, depot: &Depot) -> io::Result<()> {
        let Self { to, moved, .. } = self;
        say!("Moved {} to {}: {}.", files(moved.blobs), depot.at(*to), mebibytes(moved.bytes))?;
        tell_faults(&moved.faults)?;
        if !moved.faults.is_empty() {
            say!("{} could not be moved and stay where they are.", files(moved.faults.len() as u64))?;
        }
        if self.left > moved.faults.len() as u64 {
            say!(
                "{} came in elsewhere meanwhile: type it again.",
                files(self.left - moved.faults.len() as u64)
            )?;
        }
        if depot.place() != *to {
            say!(
                "New files go to {} still: set [blobs] place = \"{to}\" where the pages are served, and restart them.",
                depot.at(depot.place())
            )?;
        }
        if self.left_database && *to != Place::Postgres && moved.blobs > 0 {
            say!("The database gives the room back to the disk with: vacuum full blob")?;
        }
        Ok(())
    }
}

/// What a check found.
pub(crate) struct Checked {
    pub kept: BTreeMap<Place, Kept>,
    pub faults: Vec<Fault>,
    pub strays: Vec<Stray>,
    pub swept: usize,
    pub orphans: u64,
}

impl Checked {
    pub(crate) fn json(&self, depot: &Depot) -> Value {
        let place = |(place, kept): (&Place, &Kept)| json!({"place": place, "at": depot.at(*place), "files": kept.blobs, "bytes": kept.bytes});
        let leftover = |stray: &Stray| json!({"place": stray.place, "name": stray.name});
        json!({
            "new": depot.place(),
            "places": self.kept.iter().map(place).collect::<Vec<_>>(),
            "faults": self.faults.iter().map(fault).collect::<Vec<_>>(),
            "leftovers": self.strays.iter().map(leftover).collect::<Vec<_>>(),
            "swept": self.swept,
            "unneeded": self.orphans,
        })
    }

    pub(crate) fn tell(&self, depot: &Depot) -> io::Result<()> {
        let mut shown = table::new(&["place", "where", "files", "before packing"]);
        for (place, kept) in &self.kept {
            let (files, bytes) = (kept.blobs.to_string(), mebibytes(kept.bytes));
            shown.add_row([place.to_string(), depot.at(*place), files, bytes]);
        }
        table::print(shown)?;
        say!("New files go to {}.", depot.at(depot.place()))?;
        tell_faults(&self.faults)?;
        match self.faults.len() as u64 {
            0 => say!("All are there and are what their hashes say.")?,
            faults => say!("{} are damaged or missing; all others are right.", files(faults))?,
        }
        if self.orphans > 0 {
            say!("{} are needed by no version and no upload.", files(self.orphans))?;
        }
        self.tell_strays(depot)
    }

    fn tell_strays(&self, depot: &Depot) -> io::Result<()> {
        let all = self.strays.len();
        if all == 0 {
            return Ok(());
        }
        for stray in self.strays.iter().take(NAMED) {
            say!("  leftover {} in {}", stray.name, depot.at(stray.place))?;
        }
        match self.swept {
            0 => say!("Leftovers that nothing needs: {all}. judge blobs check --sweep removes them."),
            swept => say!("Leftovers that nothing needed: {all}, of which {swept} are removed."),
        }
    }
}

fn fault(fault: &Fault) -> Value {
    json!({
        "hash": fault.hash,
        "at": fault.at,
        "what": fault.error.to_string(),
        "needed_by": fault.needed_by,
    })
}

fn tell_faults(faults: &[Fault]) -> io::Result<()> {
    for fault in faults {
        let needed = match fault.needed_by.as_slice() {
            [] => "nothing".to_owned(),
            versions => versions.join(", "),
        };
        say!("{}\n  in {}, needed by {needed}", fault.error, fault.at)?;
    }
    Ok(())
}

fn files(count: u64) -> String {
    format!("{count} file{}", if count == 1 { "" } else { "s" })
}
