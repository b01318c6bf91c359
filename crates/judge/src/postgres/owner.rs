//! As whom Postgres runs: never as root.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::process::Stdio;

use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, User, geteuid};
use tokio::process::Command;

use super::{Error, io_error};

/// Users that root may run Postgres as, the best first.
const CANDIDATES: [&str; 3] = ["postgres", "judge", "nobody"];

/// The user of the server and of its files.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub name: String,
    pub uid: Uid,
    pub gid: Gid,
    /// We are root and become this user for Postgres' programs.
    pub dropped: bool,
}

impl Owner {
    /// We ourselves; as root the owner of the cluster that is there, else the first candidate.
    pub(crate) fn choose(cluster: &Path) -> Result<Self, Error> {
        let me = geteuid();
        if !me.is_root() {
            return named(me).map(|user| Self::of(user, false)).ok_or(Error::NoName(me.as_raw()));
        }
        let present =
            cluster.metadata().ok().map(|found| Uid::from_raw(found.uid())).filter(|uid| !uid.is_root());
        let candidates = || CANDIDATES.iter().find_map(|name| User::from_name(name).ok()?);
        let user = present.and_then(named).or_else(candidates);
        user.map(|user| Self::of(user, true)).ok_or_else(|| Error::NoOwner(CANDIDATES.join(", ")))
    }

    fn of(user: User, dropped: bool) -> Self {
        Self { name: user.name, uid: user.uid, gid: user.gid, dropped }
    }

    pub(super) fn take(&self, path: &Path) -> Result<(), Error> {
        if !self.dropped {
            return Ok(());
        }
        chown(path, Some(self.uid.as_raw()), Some(self.gid.as_raw()))
            .map_err(io_error("cannot give away", path))
    }

    /// Every folder above must let that user through: `/root` does not.
    pub(super) fn check_way(&self, path: &Path) -> Result<(), Error> {
        if !self.dropped {
            return Ok(());
        }
        match path.ancestors().filter(|above| above.exists()).find(|above| !self.may_enter(above)) {
            Some(closed) => Err(Error::Closed { path: closed.to_owned(), user: self.name.clone() }),
            None => Ok(()),
        }
    }

    /// One of Postgres' programs as this user, in an environment of its own. It gets `signal` when the thread that
    /// starts it ends.
    pub(super) fn command(&self, program: &Path, signal: Signal) -> Command {
        let mut command = Command::new("setpriv");
        command.arg("--pdeathsig").arg(signal.as_str().trim_start_matches("SIG")).arg("--").arg(program);
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LC_ALL", "C.UTF-8");
        // Our own working directory may be closed to that user.
        command.current_dir("/").stdin(Stdio::null());
        if self.dropped {
            command.uid(self.uid.as_raw()).gid(self.gid.as_raw());
        }
        command
    }

    fn may_enter(&self, folder: &Path) -> bool {
        let Ok(found) = folder.metadata() else { return false };
        let bit = match (found.uid() == self.uid.as_raw(), found.gid() == self.gid.as_raw()) {
            (true, _) => 0o100,
            (false, true) => 0o010,
            (false, false) => 0o001,
        };
        found.mode() & bit != 0
    }
}

fn named(uid: Uid) -> Option<User> {
    User::from_uid(uid).ok().flatten()
}

/// Why `setpriv` itself could not be started.
pub(super) fn not_run(error: &std::io::Error) -> String {
    format!("setpriv cannot be run ({error}); it comes with: apt-get install util-linux")
}
