//! Languages as data: see `languages.toml`, which documents each key.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// How a program in one language is named, compiled and run. Commands hold placeholders in braces; `languages.toml`
/// lists them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Short and stable: `cpp`, `python3`. Columns, URLs and commands hold it.
    pub id: String,
    /// What people read: "C++ (C++20, GCC)".
    pub name: String,
    /// Endings, without the dot, of the files that the compiler is given; the first is the one that we write.
    pub extensions: Vec<String>,
    /// File name of a source that comes without one: `Main.java`.
    pub source_name: String,
    pub entry: Entry,
    /// Host paths that must be there (one `*` in a part matches anything), each with its Debian package.
    #[serde(default)]
    pub requires: BTreeMap<String, String>,
    #[serde(default)]
    pub find: Option<Find>,
    /// Command whose first line of output is the toolchain's version.
    pub version: Vec<String>,
    pub compile: Compile,
    pub run: Run,
    /// A source that prints `hello`: what the start-up test compiles and runs.
    pub hello: String,
    /// Files in the working directory may be executed.
    #[serde(default)]
    pub execs: bool,
}

/// How `{main}` is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A file: by its name, else the first.
    File,
    /// The Java class that has `main`.
    JavaClass,
    /// `run`, which is there or which `build` makes.
    Scripts,
}

/// A toolchain that may live in several places of the host.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// The placeholder, without braces, that stands for its place in the box.
    pub name: String,
    /// Where to look, in order; `~` is the home directory.
    pub paths: Vec<String>,
    /// What must be there, below the path.
    pub program: String,
    /// Where the box sees it when it is not below `/usr`.
    pub at: String,
    /// The Debian package that brings it.
    pub package: String,
}

/// Names of the files that make a folder a program, whatever else lies in it.
pub(crate) const SCRIPTS: [&str; 2] = ["build", "run"];

/// The compile step.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    pub argv: Vec<String>,
    /// The file that the step leaves and that is the program; `None`: it only checks, and the sources are the program.
    #[serde(default)]
    pub output: Option<String>,
    /// Host paths that the box sees read-only, `*` as in `requires`; those that the host has not are left out.
    pub mounts: Vec<String>,
    /// `NAME=value`.
    #[serde(default)]
    pub env: Vec<String>,
    /// Most processes and threads at once.
    #[serde(default = "processes")]
    pub processes: u32,
    #[serde(default)]
    pub warm: Option<Warm>,
}

/// A file that is made once per toolchain and lent to every compilation, which without it is slower and the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warm {
    /// What making it starts from: texts by name of file.
    pub files: BTreeMap<String, String>,
    pub argv: Vec<String>,
    /// The file that the command leaves in the working directory.
    pub output: String,
    /// Where the compile box sees it: folder, and path below.
    pub at: String,
    pub name: String,
}

/// The program on one case.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// `{program}` as the first word: the compiled file itself is executed.
    pub argv: Vec<String>,
    /// Host paths that the box sees read-only; none for a static program.
    pub mounts: Vec<String>,
    /// `NAME=value`.
    #[serde(default)]
    pub env: Vec<String>,
    /// Most processes and threads at once.
    #[serde(default = "processes")]
    pub processes: u32,
    /// Whether it may start other processes; threads it may always.
    #[serde(default = "yes")]
    pub forks: bool,
    /// Memory in MiB that a run-time needs besides its heap; more than 0: it keeps to its heap's size itself.
    #[serde(default)]
    pub reserve_mb: u64,
    /// Words by which a run-time says on standard error that memory ran out.
    #[serde(default)]
    pub out_of_memory: Vec<String>,
}

fn processes() -> u32 {
    64
}

fn yes() -> bool {
    true
}

/// All languages that this judge knows, whether or not a host has their toolchains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    language: Vec<Language>,
    script: Language,
}

static BUILTIN: LazyLock<Catalog> = LazyLock::new(|| {
    toml::from_str(include_str!("../languages.toml")).expect("languages.toml is read by this crate's tests")
});

impl Catalog {
    /// The languages of `languages.toml`.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    pub fn get(&self, id: &str) -> Option<&Language> {
        self.language.iter().find(|language| language.id == id)
    }

    /// In the order of the file.
    pub fn all(&self) -> &[Language] {
        &self.language
    }

    /// That of setters' programs which bring a `build` or a `run` script of their own; none that anybody submits in, and
    /// none of the others.
    pub fn scripts(&self) -> &Language {
        &self.script
    }

    /// The first language of files with this ending, given without the dot.
    pub fn by_extension(&self, extension: &str) -> Option<&Language> {
        self.language.iter().find(|language| language.extensions.iter().any(|known| known == extension))
    }
}

impl Language {
    /// Whether a file of this name is given to the compiler.
    pub fn is_source(&self, file_name: &str) -> bool {
        if self.entry == Entry::Scripts {
            return SCRIPTS.contains(&file_name);
        }
        let ending = file_name.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| self.extensions.iter().any(|known| known == ending))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_file_reads_and_ids_and_endings_tell_languages_apart() {
        let all = Catalog::builtin().all();
        let ids: BTreeSet<_> = all.iter().map(|language| &language.id).collect();
        assert_eq!(ids.len(), all.len());
        // PyPy takes what Python 3 takes, and has to be asked for.
        let others = all.iter().filter(|language| language.id != "pypy3");
        let endings: Vec<_> = others
            .flat_map(|language| language.extensions.iter().map(|ending| (language.id.as_str(), ending)))
            // Perl's unless the text says otherwise.
            .filter(|(id, ending)| (*id, ending.as_str()) != ("prolog", "pl"))
            .map(|(_, ending)| ending)
            .collect();
        assert_eq!(endings.iter().collect::<BTreeSet<_>>().len(), endings.len());
        assert_eq!(
            Catalog::builtin().by_extension("py").map(|language| language.id.as_str()),
            Some("python3")
        );
        assert_eq!(Catalog::builtin().by_extension("pl").map(|language| language.id.as_str()), Some("perl"));
    }

    #[test]
    fn a_language_is_found_by_id_and_by_ending() {
        let catalog = Catalog::builtin();
        for id in ["c", "cpp", "python3", "java", "javascript", "rust"] {
            let language = catalog.get(id).unwrap();
            assert!(language.is_source(&language.source_name));
            assert_eq!(catalog.by_extension(&language.extensions[0]), Some(language));
        }
        assert_eq!(catalog.by_extension("cc").map(|language| language.id.as_str()), Some("cpp"));
        assert_eq!(catalog.by_extension("h"), None);
        assert_eq!(catalog.get("cobol"), None);
    }

    #[test]
    fn scripts_are_no_language_that_anybody_can_choose() {
        let catalog = Catalog::builtin();
        let scripts = catalog.scripts();
        assert_eq!(catalog.get(&scripts.id), None);
        assert!(scripts.extensions.iter().all(|ending| catalog.by_extension(ending).is_none()));
        assert!(scripts.is_source("build") && scripts.is_source("run") && !scripts.is_source("run.sh"));
    }

    #[test]
    fn a_header_is_compiled_with_the_flags_of_the_programs() {
        for language in Catalog::builtin().all() {
            let Some(header) = &language.compile.warm else { continue };
            if !header.output.ends_with(".gch") {
                continue;
            }
            let flags = |argv: &[String]| -> Vec<String> {
                let at = format!("-I{}", header.at);
                let flag =
                    |word: &&String| word.starts_with('-') && !["-x", "-o", &at].contains(&word.as_str());
                argv.iter().filter(flag).cloned().collect()
            };
            assert_eq!(flags(&header.argv), flags(&language.compile.argv), "{}", language.id);
            assert!(language.compile.argv.contains(&format!("-I{}", header.at)), "{}", language.id);
        }
    }

    #[test]
    fn no_box_sees_more_of_the_host_than_programs_and_libraries() {
        let catalog = Catalog::builtin();
        for language in catalog.all().iter().chain([catalog.scripts()]) {
            for mount in language.compile.mounts.iter().chain(&language.run.mounts) {
                let whole = ["/", "/usr", "/etc", "/home", "/var", "/root", "/tmp", "/opt", "/run", "/srv"];
                assert!(!whole.contains(&mount.as_str()), "{} mounts {mount}", language.id);
                assert!(mount.starts_with('/') && !mount.contains(".."), "{} mounts {mount}", language.id);
            }
        }
    }
}
