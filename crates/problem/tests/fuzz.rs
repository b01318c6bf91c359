//! The fuzz targets without a fuzzer: on the packages that are checked in, on what once broke a target, and on mutants of
//! the former, the same ones each time.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use targets::{TARGETS, Target};

/// Mutants of each target; `make fuzz` tries thousands more, led by what they reach.
const MUTANTS: usize = 25;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let inner = below(folder).into_iter();
    let deep = inner.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    deep.filter(|path| path.is_file()).collect()
}

/// The package as an archive in which nothing guards the contents.
fn tar(folder: &Path) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    tar.follow_symlinks(false);
    tar.append_dir_all("", folder).unwrap();
    tar.into_inner().unwrap()
}

fn zip(folder: &Path) -> Vec<u8> {
    use std::io::Write as _;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for path in files(folder) {
        let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&fs::read(&path).unwrap()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// What a target begins with.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let packages = root().join("tests/packages");
    let of_format = |format: &str| below(&packages.join(format)).into_iter().filter(|path| path.is_dir());
    let named = |fits: &dyn Fn(&str) -> bool| -> Vec<Vec<u8>> {
        let all = files(&packages).into_iter().chain(files(&root().join("problems")));
        let named = all.filter(|path| fits(path.file_name().unwrap().to_str().unwrap()));
        named.map(|path| fs::read(path).unwrap()).collect()
    };
    match target {
        "zip" => of_format("icpc").map(|path| zip(&path)).collect(),
        "tar" => of_format("hydro").map(|path| tar(&path)).collect(),
        "yaml" => named(&|name| name == "problem.yaml"),
        "groups-yaml" => named(&|name| name == "test_group.yaml" || name == "testdata.yaml"),
        "submissions-yaml" => named(&|name| name == "submissions.yaml"),
        "ini" => named(&|name| name == "domjudge-problem.ini"),
        "hydro-ini" => named(&|name| name == "config.ini"),
        "hydro-yaml" => named(&|name| name == "config.yaml"),
        "sheet" => ["1: A\n2: [A, C]\n", "1 A\n2) two words\n"].map(|text| text.into()).into(),
        "xml" => named(&|name| name == "problem.xml"),
        "fps" | "fps-xml" => {
            files(&packages.join("fps")).iter().map(|path| fs::read(path).unwrap()).collect()
        }
        "toml" => named(&|name| name == "info.toml"),
        "tex" => named(&|name| name.ends_with(".tex")),
        "html" => named(&|name| name.ends_with(".html")),
        "markdown" => named(&|name| name.ends_with(".md")),
        format => of_format(format).map(|path| tar(&path)).collect(),
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }
}

const PIECES: [&[u8]; 16] = [
    b"\0",
    b"\xff",
    b"\n",
    b": ",
    b"- ",
    b"{",
    b"}",
    b"[",
    b"\"",
    b"<",
    b"&x;",
    b"\\",
    b"$",
    b"-1",
    b"1e400",
    b"9999999999",
];

fn mutant(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => {
                let to = (at + random.below(30)).min(bytes.len());
                bytes.drain(at..to);
            }
            2 => {
                let to = (at + random.below(100)).min(bytes.len());
                let piece = bytes[at..to].to_vec();
                let again = random.below(bytes.len() + 1);
                bytes.splice(again..again, piece);
            }
            3 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

fn holds(name: &str, target: Target) {
    let broke: Vec<Vec<u8>> =
        files(&root().join("fuzz/crashes").join(name)).iter().map(|path| fs::read(path).unwrap()).collect();
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "{name} has no seed");
    broke.iter().chain(&seeds).for_each(|bytes| target(bytes));
    let mut random = Random(7);
    for _ in 0..MUTANTS {
        target(&mutant(&seeds[random.below(seeds.len())], &mut random));
    }
}

#[test]
fn every_target_holds_for_seeds_and_mutants() {
    for (name, target) in TARGETS {
        eprintln!("{name}");
        holds(name, target);
    }
}
