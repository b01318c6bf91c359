//! Finding Postgres' own programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Error;

const DEBIAN: &str = "/usr/lib/postgresql";

/// A folder with `initdb` and `postgres`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binaries {
    pub folder: PathBuf,
    /// Major version: `15`.
    pub version: String,
}

impl Binaries {
    /// The folder that is `named`; else Debian's for the version that `made_by` asks for; else Debian's newest;
    /// else the first of `$PATH`.
    pub(crate) fn find(named: Option<&Path>, made_by: Option<&str>) -> Result<Self, Error> {
        let debian = || in_debian(Path::new(DEBIAN), made_by);
        let folder = match named {
            Some(folder) => complete(folder).then(|| folder.to_owned()),
            None => debian().or_else(|| in_path(&std::env::var_os("PATH").unwrap_or_default())),
        };
        let looked =
            || named.map_or(format!("{DEBIAN}/*/bin nor in $PATH"), |folder| folder.display().to_string());
        let folder = folder.ok_or_else(|| Error::NoBinaries { looked: looked() })?;
        let version = version(&folder.join("postgres"))?;
        Ok(Self { folder, version })
    }

    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

fn complete(folder: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|name| folder.join(name).is_file())
}

fn in_debian(root: &Path, wanted: Option<&str>) -> Option<PathBuf> {
    let bin = |version: &str| root.join(version).join("bin");
    if let Some(folder) = wanted.map(bin).filter(|folder| complete(folder)) {
        return Some(folder);
    }
    let names = std::fs::read_dir(root).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let versions = names.filter_map(|name| Some((name.parse::<u32>().ok()?, bin(&name))));
    versions.filter(|(_, folder)| complete(folder)).max().map(|(_, folder)| folder)
}

fn in_path(path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).find(|folder| complete(folder))
}

/// `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` -> `15`
fn version(program: &Path) -> Result<String, Error> {
    let fault = |detail| Error::Version { program: program.to_owned(), detail };
    let output = Command::new(program).arg("--version").output().map_err(|error| fault(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let number = text.strip_prefix("postgres (PostgreSQL) ").unwrap_or_default();
    let major: String = number.chars().take_while(char::is_ascii_digit).collect();
    if major.is_empty() { Err(fault(format!("it printed {text:?}"))) } else { Ok(major) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn install(root: &Path, version: &str) -> PathBuf {
        let bin = root.join(version).join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        for name in ["initdb", "postgres"] {
            std::fs::write(bin.join(name), "").unwrap();
        }
        bin
    }

    #[test]
    fn the_newest_is_taken_unless_the_data_asks_for_another() {
        let root = tempfile::tempdir().unwrap();
        let [nine, fifteen] = ["9", "15"].map(|version| install(root.path(), version));
        std::fs::create_dir_all(root.path().join("17/bin")).unwrap();
        assert_eq!(in_debian(root.path(), None), Some(fifteen.clone()));
        assert_eq!(in_debian(root.path(), Some("9")), Some(nine));
        assert_eq!(in_debian(root.path(), Some("16")), Some(fifteen));
    }

    #[test]
    fn the_first_of_the_path_that_has_both_programs_is_taken() {
        let root = tempfile::tempdir().unwrap();
        let bin = install(root.path(), "16");
        let path = std::env::join_paths([root.path(), &bin]).unwrap();
        assert_eq!(in_path(&path), Some(bin));
    }

    #[test]
    fn missing_programs_are_named_with_the_command_that_installs_them() {
        let error = Binaries::find(Some(Path::new("/nowhere")), None).unwrap_err().to_string();
        assert!(error.contains("/nowhere") && error.contains("apt-get install postgresql"), "{error}");
    }

    #[test]
    fn the_installed_version_is_read() {
        let found = Binaries::find(None, None).unwrap();
        assert!(found.version.parse::<u32>().unwrap() >= 15, "{found:?}");
    }
}
