//! A program's source, before a compiler sees it.

use std::collections::BTreeMap;

use problem::Language;
use problem::language::Entry;

use crate::java::Unit;

/// What somebody submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One text without a name: pasted, or a file whose name does not matter.
    Text(Vec<u8>),
    /// Files by name.
    Files(BTreeMap<String, Vec<u8>>),
}

impl Source {
    /// The text of the file called `main`, or of the first that there is.
    pub(crate) fn main(&self, main: &str) -> &[u8] {
        match self {
            Self::Text(text) => text,
            Self::Files(files) => {
                let file = files.get(main).or_else(|| files.values().next());
                file.map_or(&[], Vec::as_slice)
            }
        }
    }
}

/// What the setter adds to somebody's source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extra {
    /// Put over files of the same name.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Put around the text of a source of one file.
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
    /// What a source of one file is called before its ending.
    pub(crate) stem: Option<String>,
    /// The file or class with the entry point, where that is told.
    pub(crate) entry: Option<String>,
}

/// Longest file name.
const MOST_NAME: usize = 100;
/// Most files of one program; a box takes them as descriptors.
const MOST_FILES: usize = 100;

/// A source as its compiler wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sources {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Names of the files that the compiler is given.
    pub(crate) given: Vec<String>,
    /// File or class with the entry point; `None` where no class has `main`.
    pub(crate) main: Option<String>,
}

impl Sources {
    /// Names everything.
    ///
    /// # Errors
    /// Why this cannot be a program of that language, in words for who wrote it.
    pub(crate) fn of(language: &Language, source: &Source, extra: &Extra) -> Result<Self, String> {
        let mut files = named(language, source, extra);
        let Some(own) = files.keys().find(|name| language.is_source(name)).cloned() else {
            let endings = language.extensions.join(", .");
            return Err(format!("No file is a source of {}: their names end in .{endings}.", language.name));
        };
        files.extend(extra.files.clone());
        if language.entry == Entry::JavaClass {
            files = named_after_classes(language, files);
        }
        if files.len() > MOST_FILES {
            return Err(format!("{} files; at most {MOST_FILES} can be compiled.", files.len()));
        }
        files.keys().try_for_each(|name| check_name(name))?;
        let given: Vec<_> = files.keys().filter(|name| language.is_source(name)).cloned().collect();
        let entry = extra.entry.as_ref().and_then(|entry| file_of(entry, &files, &given));
        let main = match (language.entry, entry) {
            (Entry::File, Some(entry)) => Some(entry.clone()),
            (Entry::File, None) => Some(main_file(language, &given, own)),
            (Entry::JavaClass, Some(entry)) => main_class(&files, std::slice::from_ref(entry)),
            (Entry::JavaClass, None) => main_class(&files, &given),
            (Entry::Scripts, _) => Some(language.source_name.clone()),
        };
        Ok(Self { files, given, main })
    }
}

/// The file that is called so, or holds the class: `Main`, `org.example.Main`.
fn file_of<'a>(entry: &str, files: &'a BTreeMap<String, Vec<u8>>, given: &'a [String]) -> Option<&'a String> {
    let stem = |name: &&String| name.rsplit_once('.').is_some_and(|(stem, _)| stem == class(entry));
    files.get_key_value(entry).map(|(name, _)| name).or_else(|| given.iter().find(stem))
}

/// A class without the packages around it.
fn class(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The files of a source under their names.
fn named(language: &Language, source: &Source, extra: &Extra) -> BTreeMap<String, Vec<u8>> {
    let called = |ending: &str| extra.stem.as_ref().map(|stem| format!("{stem}.{ending}"));
    match source {
        Source::Text(text) => {
            let usual = || free_name(language, extra);
            let name = called(&language.extensions[0]).unwrap_or_else(usual);
            BTreeMap::from([(name, extra.around(text))])
        }
        Source::Files(files) if files.len() == 1 => {
            let renamed = |name: &String| {
                let ending = name.rsplit_once('.').map(|(_, ending)| ending);
                let renamed = ending.filter(|_| language.is_source(name)).and_then(called);
                renamed.unwrap_or_else(|| name.clone())
            };
            files.iter().map(|(name, text)| (renamed(name), extra.around(text))).collect()
        }
        Source::Files(files) => files.clone(),
    }
}

impl Extra {
    /// Each part begins on a line of its own.
    fn around(&self, text: &[u8]) -> Vec<u8> {
        let parts = [&self.before, text, &self.after].into_iter().filter(|part| !part.is_empty());
        let mut whole: Vec<u8> = Vec::new();
        for part in parts {
            if whole.last().is_some_and(|&last| last != b'\n') {
                whole.push(b'\n');
            }
            whole.extend_from_slice(part);
        }
        whole
    }
}

/// Of a text without a name: one that the setter's files leave to it.
fn free_name(language: &Language, extra: &Extra) -> String {
    let other = format!("submission.{}", language.extensions[0]);
    let taken = extra.files.contains_key(&language.source_name);
    if taken { other } else { language.source_name.clone() }
}

/// Compilers are given the names as arguments: nothing that could be an option or a path.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | '$');
    let starts = name.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
    if starts && name.len() <= MOST_NAME && name.chars().all(good) {
        return Ok(());
    }
    Err(format!(
        "A file cannot be named {name:?}: letters, digits, _ . - + and $, at most {MOST_NAME} bytes, no folder."
    ))
}

/// The one that is called like one, else the submission's first: what is put beside it is there to be used.
fn main_file(language: &Language, given: &[String], own: String) -> String {
    let usual = |name: &&String| {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        **name == language.source_name || matches!(stem, "main" | "__main__" | "Main")
    };
    given.iter().find(usual).cloned().unwrap_or(own)
}

/// The Java compiler wants a file to have the name of its public class.
fn named_after_classes(language: &Language, files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let name = |name: String, text: &[u8]| {
        let public =
            if language.is_source(&name) { Unit::read(&String::from_utf8_lossy(text)).public } else { None };
        public.map_or(name, |class| format!("{class}.java"))
    };
    files.into_iter().map(|(old, text)| (name(old, &text), text)).collect()
}

fn main_class(files: &BTreeMap<String, Vec<u8>>, given: &[String]) -> Option<String> {
    let classes = given.iter().filter_map(|name| Unit::read(&String::from_utf8_lossy(&files[name])).main());
    let classes: Vec<_> = classes.collect();
    let named_main = classes.iter().find(|class| class.rsplit('.').next() == Some("Main"));
    named_main.or(classes.first()).cloned()
}

#[cfg(test)]
mod tests {
    use problem::language::Catalog;

    use super::*;

    fn sources(language: &str, files: &[(&str, &str)]) -> Result<Sources, String> {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        Sources::of(Catalog::builtin().get(language).unwrap(), &Source::Files(files), &Extra::default())
    }

    #[test]
    fn whoever_names_the_entry_point_is_believed() {
        let main = |language: &str, entry: &str, files: &[(&str, &str)]| {
            let files =
                files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
            let extra = Extra { entry: Some(entry.to_owned()), ..Extra::default() };
            Sources::of(Catalog::builtin().get(language).unwrap(), &Source::Files(files), &extra)
                .unwrap()
                .main
        };
        let python = [("main.py", ""), ("other.py", "")];
        assert_eq!(main("python3", "other.py", &python).as_deref(), Some("other.py"));
        assert_eq!(main("python3", "other", &python).as_deref(), Some("other.py"));
        assert_eq!(main("python3", "absent.py", &python).as_deref(), Some("main.py"));
        let method = "public static void main(String[] args) {}";
        let [a, b] = ["A", "Main"].map(|name| format!("public class {name} {{ {method} }}"));
        let java = [("A.java", a.as_str()), ("Main.java", b.as_str())];
        assert_eq!(main("java", "A", &java).as_deref(), Some("A"));
        assert_eq!(main("java", "org.example.A", &java).as_deref(), Some("A"));
        assert_eq!(main("java", "absent", &java).as_deref(), Some("Main"));
    }

    #[test]
    fn a_nameless_text_gets_the_languages_name_or_that_of_its_public_class() {
        let named = |language: &str, text: &str| {
            let language = Catalog::builtin().get(language).unwrap();
            Sources::of(language, &Source::Text(text.into()), &Extra::default()).unwrap().given
        };
        assert_eq!(named("cpp", "int main() {}"), ["main.cpp"]);
        assert_eq!(named("java", "public class Solution {}"), ["Solution.java"]);
        assert_eq!(named("java", "class A {}"), ["Main.java"]);
    }

    #[test]
    fn the_setters_files_leave_a_nameless_text_its_place_and_lie_over_those_with_names() {
        let cpp = Catalog::builtin().get("cpp").unwrap();
        let extra = |stem: Option<&str>| Extra {
            files: BTreeMap::from([("main.cpp".to_owned(), b"setter".to_vec())]),
            before: b"before".to_vec(),
            stem: stem.map(str::to_owned),
            ..Extra::default()
        };
        let of = |source: &Source, stem| Sources::of(cpp, source, &extra(stem)).unwrap().files;
        let names = |files: BTreeMap<String, Vec<u8>>| files.into_keys().collect::<Vec<_>>();
        let text = Source::Text(b"mine".to_vec());
        assert_eq!(of(&text, None)["submission.cpp"], b"before\nmine");
        assert_eq!(names(of(&text, Some("add"))), ["add.cpp", "main.cpp"]);
        let one = |name: &str| Source::Files(BTreeMap::from([(name.to_owned(), b"mine".to_vec())]));
        assert_eq!(of(&one("main.cpp"), None)["main.cpp"], b"setter");
        assert_eq!(names(of(&one("x.cc"), Some("add"))), ["add.cc", "main.cpp"]);
        assert!(
            Sources::of(cpp, &one("x.txt"), &extra(None)).is_err(),
            "the setter's file is not the submission's"
        );
    }

    #[test]
    fn only_sources_are_given_to_the_compiler_and_the_rest_lies_beside() {
        let found = sources("cpp", &[("b.h", ""), ("a.cpp", ""), ("c.cc", "")]).unwrap();
        assert_eq!((found.given, found.files.len()), (vec!["a.cpp".to_owned(), "c.cc".to_owned()], 3));
        let found = sources("python3", &[("helper.py", ""), ("main.py", "")]).unwrap();
        assert_eq!(found.main.as_deref(), Some("main.py"));
        assert_eq!(sources("python3", &[("sol.py", "")]).unwrap().main.as_deref(), Some("sol.py"));
    }

    #[test]
    fn the_class_called_main_is_preferred_among_files() {
        let m = "{ public static void main(String[] a) {} }";
        let files =
            [("A.java", format!("class A {m}")), ("x.java", format!("package p; public class Main {m}"))];
        let found = sources("java", &[(files[0].0, &files[0].1), (files[1].0, &files[1].1)]).unwrap();
        assert_eq!(
            (found.main.as_deref(), &found.given[..]),
            (Some("p.Main"), &["A.java".into(), "Main.java".into()][..])
        );
    }

    #[test]
    fn a_module_that_is_put_beside_a_program_is_not_taken_for_the_program() {
        let language = Catalog::builtin().get("python3").unwrap();
        let extra = |name: &str| Extra {
            files: BTreeMap::from([(name.to_owned(), b"1".to_vec())]),
            ..Extra::default()
        };
        let source = Source::Files(BTreeMap::from([("solve.py".to_owned(), b"import ask".to_vec())]));
        let main = |name| Sources::of(language, &source, &extra(name)).unwrap().main;
        assert_eq!(main("ask.py").as_deref(), Some("solve.py"));
        assert_eq!(main("main.py").as_deref(), Some("main.py"));
    }

    #[test]
    fn names_that_could_be_options_or_paths_are_refused() {
        for bad in ["-o", "@args", "../a.c", "a/b.c", ".hidden.c", "a b.c", "a\n.c", "", "a\u{202e}.c"] {
            let refused = sources("c", &[(bad, ""), ("main.c", "")]);
            assert!(refused.is_err_and(|why| why.contains("cannot be named")), "{bad}");
        }
        assert!(sources("c", &[("main.py", "")]).is_err_and(|why| why.contains("end in .c")));
        let many: Vec<_> = (0..200).map(|i| format!("f{i}.c")).collect();
        assert!(sources("c", &many.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>()).is_err());
    }
}
