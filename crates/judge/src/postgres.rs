//! The private Postgres cluster of one machine: made, started, watched and stopped by us.
//!
//! Its programs are the distribution's. It is reached by a Unix socket only, in a folder that only its own user
//! (and root) may enter, and the kernel vouches for who connects (`peer`). It ends with its parent.

mod binaries;
mod folder;
mod owner;
mod server;

use std::io;
use std::path::{Path, PathBuf};

pub(crate) use binaries::Binaries;
use folder::Folder;
use owner::Owner;
use server::Server;

/// A running private cluster. Dropping it begins an orderly stop and does not wait for its end.
pub(crate) struct Cluster {
    folder: Folder,
    server: Server,
}

/// Why there is no private cluster.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(
        "Postgres' programs initdb and postgres are not in {looked}; install them with: apt-get install postgresql \
         (or name their folder as [database] binaries, or a server of yours as DATABASE_URL)"
    )]
    NoBinaries { looked: String },
    #[error("{} does not say its version: {detail}", program.display())]
    Version { program: PathBuf, detail: String },
    #[error(
        "Postgres refuses to run as root and there is none of the users {0}; make one with: adduser --system --group postgres"
    )]
    NoOwner(String),
    #[error("the user id {0} has no name in /etc/passwd, which Postgres needs; run as another user")]
    NoName(u32),
    #[error(
        "{} was made by Postgres {made_by} and the programs in {} are version {found}; install them with: \
         apt-get install postgresql-{made_by} (then judge takes them by itself), or move the data with pg_upgrade",
        folder.display(), binaries.display()
    )]
    OtherVersion { folder: PathBuf, made_by: String, binaries: PathBuf, found: String },
    #[error("{} is in use by another judge (process {pid}); stop that one, or set JUDGE_DATA to another folder", folder.display())]
    InUse { folder: PathBuf, pid: String },
    #[error(
        "the user {user}, as whom Postgres runs, may not enter {}; choose another folder by JUDGE_DATA or [database] folder, \
         or open it with: chmod o+x {}",
        path.display(), path.display()
    )]
    Closed { path: PathBuf, user: String },
    #[error("{} is too long for the name of a socket, which has 107 bytes; choose a shorter folder by JUDGE_DATA", .0.display())]
    LongPath(PathBuf),
    #[error("initdb could not make {}: {detail}", folder.display())]
    Initdb { folder: PathBuf, detail: String },
    #[error("Postgres did not start in {}: {detail}", folder.display())]
    NotStarted { folder: PathBuf, detail: String },
    #[error("a Postgres server left over in {} (process {pid}) does not stop; look at it, then kill it", folder.display())]
    LeftOver { folder: PathBuf, pid: i32 },
    #[error(
        "the private database in {} is not running; start it with `judge up`, or set DATABASE_URL to a server of yours",
        .0.display()
    )]
    NotRunning(PathBuf),
    #[error(
        "{what} {}: it belongs to another user; run as that user, or set JUDGE_DATA to a folder of yours",
        path.display()
    )]
    NotOurs { what: &'static str, path: PathBuf },
    #[error("{what} {}: {source}", path.display())]
    Io { what: &'static str, path: PathBuf, source: io::Error },
}

impl Cluster {
    /// Makes the cluster below the folder `data` where there is none yet, and starts it. Returns when it takes
    /// connections. `named` is the folder of Postgres' programs, if the settings name one.
    ///
    /// # Errors
    /// Everything that [`Error`] names; nothing half-made is left behind.
    pub(crate) async fn start(data: &Path, named: Option<&Path>) -> Result<Self, Error> {
        let folder = Folder::lock(data)?;
        let binaries = Binaries::find(named, folder.made_by()?.as_deref())?;
        let owner = Owner::choose(&folder.cluster())?;
        folder.prepare(&binaries, &owner).await?;
        folder.end_left_over().await?;
        let server = Server::start(&folder, &binaries, &owner).await?;
        Ok(Self { folder, server })
    }

    /// Where to connect.
    pub(crate) fn url(&self) -> String {
        self.folder.url()
    }

    /// Process id of the server that runs now.
    pub(crate) fn pid(&self) -> Option<i32> {
        self.folder.server_pid()
    }

    /// Ends connections, writes everything, returns when the server has gone.
    pub(crate) async fn stop(self) {
        self.server.stop().await;
    }
}

/// Where to connect to the cluster that another process of ours runs in `data`.
///
/// # Errors
/// `NotRunning` where nobody listens.
pub(crate) fn url_of_running(data: &Path) -> Result<String, Error> {
    let place = folder::Place::new(data);
    match std::os::unix::net::UnixStream::connect(place.socket()) {
        Ok(_) => Ok(place.url()),
        Err(_) => Err(Error::NotRunning(data.to_owned())),
    }
}

fn io_error<'a>(what: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Error + use<'a> {
    move |source| match source.kind() {
        io::ErrorKind::PermissionDenied => Error::NotOurs { what, path: path.to_owned() },
        _ => Error::Io { what, path: path.to_owned(), source },
    }
}

#[cfg(test)]
mod tests;
