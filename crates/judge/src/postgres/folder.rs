//! The data folder: `postgres/` is the cluster, `run/` its socket, `judge.lock` says that a judge lives here.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write as _};
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::fcntl::{Flock, FlockArg};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::NamedTempFile;
use tokio::time::{Instant, sleep};

use super::owner::{Owner, not_run};
use super::{Binaries, Error, io_error};

/// Bytes of a socket's path without the final zero, unix(7).
const LONGEST_SOCKET: usize = 107;
/// How long a server that is still there may take to stop, before and after we press.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where things are in a data folder.
#[derive(Clone, Debug)]
pub(super) struct Place(PathBuf);

impl Place {
    pub(super) fn new(data: &Path) -> Self {
        Self(data.to_owned())
    }

    pub(super) fn cluster(&self) -> PathBuf {
        self.0.join("postgres")
    }

    pub(super) fn sockets(&self) -> PathBuf {
        self.0.join("run")
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.sockets().join(".s.PGSQL.5432")
    }

    /// Everything is said, so that no `PG…` variable of the environment gets a word in.
    pub(super) fn url(&self) -> String {
        let host = percent_encoded(self.sockets().as_os_str().as_bytes());
        format!("postgres:///postgres?host={host}&port=5432&user=judge&sslmode=disable")
    }

    /// The first line of the server's own lock file.
    pub(super) fn server_pid(&self) -> Option<i32> {
        fs::read_to_string(self.cluster().join("postmaster.pid")).ok()?.lines().next()?.trim().parse().ok()
    }
}

fn percent_encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(byte.into())
            }
            _ => write!(text, "%{byte:02X}").expect("a String takes everything"),
        }
    }
    text
}

/// A data folder that is ours alone as long as this lives.
#[derive(Debug)]
pub(super) struct Folder {
    place: Place,
    _lock: Flock<File>,
}

impl Deref for Folder {
    type Target = Place;

    fn deref(&self) -> &Place {
        &self.place
    }
}

impl Folder {
    pub(super) fn lock(data: &Path) -> Result<Self, Error> {
        if !data.exists() {
            fs::create_dir_all(data).map_err(io_error("cannot make the data folder", data))?;
            // Whatever the umask: the user of the server must get in. What is secret inside is closed by itself.
            let open = fs::Permissions::from_mode(0o755);
            fs::set_permissions(data, open).map_err(io_error("cannot open the data folder", data))?;
        }
        let path = data.join("judge.lock");
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(io_error("cannot write", &path))?;
        let mut pid = String::new();
        file.read_to_string(&mut pid).map_err(io_error("cannot read", &path))?;
        let in_use = |_| Error::InUse { folder: data.to_owned(), pid: pid.trim().to_owned() };
        let mut lock = Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(in_use)?;
        let signed = sign(&mut lock).map_err(io_error("cannot write", &path));
        signed.map(|()| Self { place: Place::new(data), _lock: lock })
    }

    /// Major version of the Postgres that made the cluster, if there is one.
    pub(super) fn made_by(&self) -> Result<Option<String>, Error> {
        let path = self.cluster().join("PG_VERSION");
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io_error("cannot read", &path)(error)),
        }
    }

    /// A cluster of the right version, with who may connect.
    pub(super) async fn prepare(&self, binaries: &Binaries, owner: &Owner) -> Result<(), Error> {
        if self.socket().as_os_str().len() + ".lock".len() > LONGEST_SOCKET {
            return Err(Error::LongPath(self.socket()));
        }
        owner.check_way(&self.place.0)?;
        match self.made_by()? {
            None => self.make(binaries, owner).await?,
            Some(version) if version == binaries.version => {}
            Some(made_by) => return Err(self.other_version(made_by, binaries)),
        }
        private_folder(&self.sockets(), owner)?;
        write_access(&self.cluster(), owner)
    }

    fn other_version(&self, made_by: String, binaries: &Binaries) -> Error {
        let (folder, found) = (self.cluster(), binaries.version.clone());
        Error::OtherVersion { folder, made_by, binaries: binaries.folder.clone(), found }
    }

    /// Made beside its place and then renamed: whatever happens in between, there is never half a cluster.
    async fn make(&self, binaries: &Binaries, owner: &Owner) -> Result<(), Error> {
        let side = self.place.0.join("postgres.new");
        match fs::remove_dir_all(&side) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(io_error("cannot remove", &side)(error));
            }
            _ => private_folder(&side, owner)?,
        }
        let mut initdb = owner.command(&binaries.program("initdb"), Signal::SIGKILL);
        initdb.args(["--username=judge", "--auth-local=peer", "--auth-host=reject", "--data-checksums"]);
        initdb.args(["--encoding=UTF8", "--locale=C.UTF-8", "--pgdata"]).arg(&side);
        let fault = |detail| Error::Initdb { folder: side.clone(), detail };
        let output = initdb.output().await.map_err(|error| fault(not_run(&error)))?;
        if !output.status.success() {
            return Err(fault(last_line(&output.stderr)));
        }
        write_access(&side, owner)?;
        fs::rename(&side, self.cluster()).map_err(io_error("cannot put into place", &self.cluster()))
    }

    /// A server outlives a judge that was killed by as long as it takes to stop in good order. One that hangs is
    /// pressed; a lock file whose process is somebody else's goes, for Postgres would take that one for a server.
    pub(super) async fn end_left_over(&self) -> Result<(), Error> {
        let Some(pid) = self.server_pid() else { return Ok(()) };
        for signal in [Signal::SIGINT, Signal::SIGQUIT] {
            if !self.is_served_by(pid) {
                return self.forget(pid);
            }
            tracing::info!(pid, "waiting for the Postgres server of an earlier judge to stop");
            // Gone in the meantime is what we want.
            kill(Pid::from_raw(pid), signal).ok();
            let deadline = Instant::now() + PATIENCE;
            while self.is_served_by(pid) && Instant::now() < deadline {
                sleep(Duration::from_millis(20)).await;
            }
        }
        if self.is_served_by(pid) {
            Err(Error::LeftOver { folder: self.cluster(), pid })
        } else {
            self.forget(pid)
        }
    }

    /// A server's working directory is its cluster. A process that is ending gives that up before its files and
    /// sockets: it counts until it has ended.
    fn is_served_by(&self, pid: i32) -> bool {
        let cluster = fs::canonicalize(self.cluster());
        match (fs::read_link(format!("/proc/{pid}/cwd")), cluster) {
            (Ok(inside), Ok(cluster)) => inside == cluster,
            (Err(error), Ok(_)) if error.kind() == std::io::ErrorKind::NotFound => is_ending(pid),
            _ => false,
        }
    }

    fn forget(&self, pid: i32) -> Result<(), Error> {
        let path = self.cluster().join("postmaster.pid");
        let stale = Path::new("/proc").join(pid.to_string()).exists() && path.exists();
        if !stale {
            return Ok(());
        }
        fs::remove_file(&path).map_err(io_error("cannot remove", &path))
    }
}

fn sign(lock: &mut Flock<File>) -> std::io::Result<()> {
    lock.set_len(0)?;
    std::io::Seek::rewind(&mut **lock)?;
    writeln!(lock, "{}", std::process::id())
}

/// There is such a process, and it is no zombie yet.
fn is_ending(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

fn private_folder(path: &Path, owner: &Owner) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(io_error("cannot make", path))?;
    owner.take(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(io_error("cannot close", path))
}

/// Only the server's own user and root may connect, and both as the cluster's one role.
fn write_access(cluster: &Path, owner: &Owner) -> Result<(), Error> {
    let hba = "# Written by judge at each start.\nlocal all all peer map=judge\n";
    let map =
        format!("# Written by judge at each start.\njudge root judge\njudge {} judge\n", quoted(&owner.name));
    for (name, text) in [("pg_hba.conf", hba), ("pg_ident.conf", map.as_str())] {
        let path = cluster.join(name);
        replace(&path, text, owner).map_err(io_error("cannot write", &path))?;
    }
    Ok(())
}

/// A new file in place of the old: the folder is the server's, and what it may have put there is not written through.
fn replace(path: &Path, text: &str, owner: &Owner) -> std::io::Result<()> {
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(path))?;
    file.write_all(text.as_bytes())?;
    if owner.dropped {
        fchown(&file, Some(owner.uid.as_raw()), Some(owner.gid.as_raw()))?;
    }
    file.persist(path)?;
    Ok(())
}

/// As Postgres reads names and folders in its files and settings.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn last_line(output: &[u8]) -> String {
    String::from_utf8_lossy(output)
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or("it said nothing")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_odd_letters_survives_in_the_address() {
        let url = Place::new(Path::new("/srv/a b&c=d?é")).url();
        assert!(url.starts_with("postgres:///postgres?host=/srv/a%20b%26c%3Dd%3F%C3%A9/run&"), "{url}");
    }

    #[test]
    fn the_second_judge_in_a_folder_is_refused_with_the_first_ones_process() {
        let data = tempfile::tempdir().unwrap();
        let first = Folder::lock(data.path()).unwrap();
        let error = Folder::lock(data.path()).unwrap_err().to_string();
        assert!(error.contains(&std::process::id().to_string()), "{error}");
        drop(first);
        Folder::lock(data.path()).unwrap();
    }
}
