//! The compilers and interpreters of this machine.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use problem::language::Catalog;
use problem::{Hash, Language};
use sandbox::{Host, Layout, Limits, Mount, Spec, Status};

use crate::command::Filling;
use crate::glob::glob;
use crate::program::writable_bytes;
use crate::words;

/// A language that this machine can compile and run.
#[derive(Debug)]
pub struct Toolchain {
    pub language: &'static Language,
    /// The first line that it prints of itself, taken by running it in a box.
    pub version: String,
    place: Option<Place>,
    pub(crate) compile_mounts: Vec<Mount>,
    /// The box in which its programs run.
    pub(crate) run_layout: Layout,
    /// What compiling depends on besides the source: names entries of the cache.
    pub(crate) identity: Hash,
}

/// Where a toolchain was found that may live in several places.
#[derive(Debug)]
struct Place {
    name: &'static str,
    host: PathBuf,
    inside: String,
}

/// A language that this machine cannot offer.
#[derive(Clone, Debug)]
pub struct Missing {
    pub language: &'static Language,
    /// Everything is there, and does not run: a fault of this machine.
    pub installed: bool,
    /// The paths that are not there, or why what is there does not run.
    pub what: String,
    /// Debian packages that bring what is missing.
    pub packages: Vec<String>,
}

/// What looking for one language came to.
pub type Looked = Result<Arc<Toolchain>, Missing>;

/// The languages of this machine. Each is looked at when it is first needed: asking twenty toolchains for their
/// versions takes seconds.
#[derive(Debug)]
pub struct Toolchains {
    host: Arc<Host>,
    languages: Vec<(&'static Language, OnceLock<Looked>)>,
    /// That of setters' programs only, which nobody is offered.
    scripts: (&'static Language, OnceLock<Looked>),
    judge_box: OnceLock<Option<Hash>>,
}

impl Toolchains {
    /// All languages that there are, none of them looked at.
    pub fn new(host: Arc<Host>) -> Self {
        let catalog = Catalog::builtin();
        let languages = catalog.all().iter().map(|language| (language, OnceLock::new()));
        let scripts = (catalog.scripts(), OnceLock::new());
        Self { host, languages: languages.collect(), scripts, judge_box: OnceLock::new() }
    }

    /// The hash of judge-box, which makes the boxes; `None` when it cannot be read.
    pub(crate) fn judge_box(&self) -> Option<Hash> {
        *self.judge_box.get_or_init(|| {
            let path = self.host.judge_box();
            let read = fs::read(path).inspect_err(|error| {
                tracing::warn!(%error, path = %path.display(), "without its hash no result can be reused");
            });
            read.ok().map(|bytes| Hash::of(&bytes))
        })
    }

    /// Looks for a language's toolchain and asks it for its version, in a box of `slot`, which must not be at work
    /// meanwhile; what was looked at before is not looked at again. `None`: no such language.
    pub(crate) fn look(&self, language: &str, slot: u32) -> Option<&Looked> {
        let all = self.languages.iter().chain([&self.scripts]);
        let (language, looked) = all.into_iter().find(|(known, _)| known.id == language)?;
        Some(looked.get_or_init(|| Toolchain::detect(&self.host, slot, language).map(Arc::new)))
    }

    /// Of those that were looked at and are there.
    pub fn get(&self, language: &str) -> Option<&Arc<Toolchain>> {
        self.all().find(|toolchain| toolchain.language.id == language)
    }

    /// Those that were looked at and are there, in the order of the data file.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Toolchain>> {
        self.looked().filter_map(|looked| looked.as_ref().ok())
    }

    /// Those that were looked at and are not there.
    pub fn missing(&self) -> impl Iterator<Item = &Missing> {
        self.looked().filter_map(|looked| looked.as_ref().err())
    }

    fn looked(&self) -> impl Iterator<Item = &Looked> {
        self.languages.iter().filter_map(|(_, looked)| looked.get())
    }
}

impl Toolchain {
    fn detect(host: &Host, slot: u32, language: &'static Language) -> Result<Self, Missing> {
        let place = require(language)?;
        let mounts = |mounts: &[String]| mounts_of(mounts, place.as_ref());
        let run_layout = Layout {
            mounts: mounts(&language.run.mounts),
            exec_writable: language.execs,
            writable_bytes: writable_bytes(host.grade()),
            ..Layout::default()
        };
        let compile_mounts = mounts(&language.compile.mounts);
        let identity = Hash::of(b"");
        let mut toolchain =
            Self { language, version: String::new(), place, compile_mounts, run_layout, identity };
        toolchain.version = toolchain.ask_version(host, slot).map_err(|why| {
            let packages = language.requires.values().chain(language.find.as_ref().map(|find| &find.package));
            let what = format!("{} does not run: {why}", language.version[0]);
            Missing { language, installed: true, what, packages: unique(packages.cloned()) }
        })?;
        toolchain.identity = toolchain.identify();
        Ok(toolchain)
    }

    /// Values for the placeholders that hang on this machine.
    pub(crate) fn filling(&self) -> Filling<'_> {
        let filling = Filling::default();
        match &self.place {
            Some(place) => filling.with(place.name, place.inside.clone()),
            None => filling,
        }
    }

    /// The box in which it compiles, with a folder of the host more.
    pub(crate) fn compile_layout(&self, more: Option<Mount>) -> Layout {
        let mounts = self.compile_mounts.iter().cloned().chain(more).collect();
        let exec_writable = self.language.execs;
        Layout { mounts, exec_writable, writable_bytes: 1 << 30, ..Layout::default() }
    }

    fn ask_version(&self, host: &Host, slot: u32) -> Result<String, String> {
        let said = |error: sandbox::Error| error.to_string();
        let mut sandbox = host.open(slot, &self.compile_layout(None)).map_err(said)?;
        let mut stdout = Vec::new();
        let limits = Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(30),
            memory: 1 << 30,
            output: 64 << 10,
            // Of which every thread gets as much, all of it counted where the kernel counts address space.
            stack: 8 << 20,
            ..Limits::default()
        };
        let filling = self.filling().memory(limits.memory, self.language.run.reserve_mb);
        let env = filling.fill(&self.language.compile.env);
        let spec = Spec { env, ..Spec::new(filling.fill(&self.language.version), &mut stdout, limits) };
        let outcome = sandbox.run(spec).map_err(said)?;
        let status = outcome.status();
        if status != Status::Ok {
            let why = words::reason(&outcome, status, Duration::from_secs(30));
            return Err(format!("{why} {}", words::tame(&outcome.stderr, 500)).trim().to_owned());
        }
        let first = stdout.split(|&byte| byte == b'\n').next().unwrap_or_default();
        Ok(words::tame(first, 200))
    }

    /// Its version, and size and time of its files: a libc that was updated makes other programs.
    fn identify(&self) -> Hash {
        let mut text = format!("{}\n{}\n", self.language.id, self.version);
        let required = self.language.requires.keys().flat_map(|pattern| glob(pattern));
        let program = self.language.find.as_ref().zip(self.place.as_ref());
        let program = program.map(|(find, place)| place.host.join(&find.program));
        // Scripts may use whatever lies in folders that they see: those are newer when a program in them is.
        let seen: &[String] = if self.language.execs { &self.language.compile.mounts } else { &[] };
        let seen = seen.iter().flat_map(|pattern| glob(pattern));
        for path in required.chain(program).chain(seen) {
            if let Ok(metadata) = fs::metadata(&path) {
                text += &format!(
                    "{} {} {}\n",
                    path.display(),
                    metadata.len(),
                    metadata.mtime_nsec() + metadata.mtime()
                );
            }
        }
        Hash::of(text.as_bytes())
    }
}

/// Looks whether all is there that a language needs.
fn require(language: &'static Language) -> Result<Option<Place>, Missing> {
    let lacking: Vec<_> = language.requires.iter().filter(|(pattern, _)| glob(pattern).is_empty()).collect();
    let place = language.find.as_ref().map(|find| (find, find_place(find)));
    let mut what: Vec<_> = lacking.iter().map(|(pattern, _)| (*pattern).clone()).collect();
    let mut packages: Vec<_> = lacking.iter().map(|(_, package)| (*package).clone()).collect();
    if let Some((find, None)) = &place {
        let looked: Vec<_> = find.paths.iter().map(|path| format!("{path}/{}", find.program)).collect();
        what.push(looked.join(" or "));
        packages.push(find.package.clone());
    }
    if what.is_empty() {
        return Ok(place.and_then(|(_, place)| place));
    }
    let what = format!("not there: {}", what.join(", "));
    Err(Missing { language, installed: false, what, packages: unique(packages.into_iter()) })
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<_> = names.collect();
    names.sort();
    names.dedup();
    names
}

fn find_place(find: &'static problem::language::Find) -> Option<Place> {
    let complete = |path: &PathBuf| path.join(&find.program).exists();
    let found = find.paths.iter().find_map(|pattern| glob(pattern).into_iter().rfind(complete));
    found.map(|host| {
        let inside = if host.starts_with("/usr") { host.display().to_string() } else { find.at.clone() };
        Place { name: &find.name, host, inside }
    })
}

fn mounts_of(paths: &[String], place: Option<&Place>) -> Vec<Mount> {
    let there = paths.iter().flat_map(|pattern| glob(pattern)).map(Mount::same);
    let elsewhere = place.filter(|place| place.host != Path::new(&place.inside));
    let place =
        elsewhere.map(|place| Mount { source: place.host.clone(), target: place.inside.clone().into() });
    there.chain(place).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_packages() {
        let mut language = Catalog::builtin().get("java").unwrap().clone();
        language.requires =
            BTreeMap::from([("/no/such/file".into(), "first".into()), ("/usr/bin".into(), "x".into())]);
        let find = language.find.as_mut().unwrap();
        find.paths = vec!["/no/jdk-*".into(), "/nor/here".into()];
        let missing = require(Box::leak(Box::new(language))).unwrap_err();
        assert_eq!(missing.what, "not there: /no/such/file, /no/jdk-*/bin/javac or /nor/here/bin/javac");
        assert_eq!(missing.packages, ["first", "openjdk-17-jdk-headless"]);
    }

    #[test]
    fn what_lies_outside_usr_is_seen_at_its_place_and_absent_paths_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["1.90", "1.95", "1.99-broken"] {
            fs::create_dir_all(folder.path().join(version).join("bin")).unwrap();
        }
        fs::write(folder.path().join("1.90/bin/rustc"), "").unwrap();
        fs::write(folder.path().join("1.95/bin/rustc"), "").unwrap();
        let mut find = Catalog::builtin().get("rust").unwrap().find.clone().unwrap();
        find.paths = vec![format!("{}/1.*", folder.path().display())];
        let place = find_place(Box::leak(Box::new(find))).unwrap();
        assert_eq!((&place.host, place.inside.as_str()), (&folder.path().join("1.95"), "/opt/rust"));
        let mounts = mounts_of(&["/usr/bin".into(), "/no/such".into()], Some(&place));
        let rust = Mount { source: folder.path().join("1.95"), target: "/opt/rust".into() };
        assert_eq!(mounts, [Mount::same("/usr/bin"), rust]);
    }
}
