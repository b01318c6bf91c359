//! Tests that a package's own programs make.

use std::fs;

use problem::{Blobs, Package};

use crate::common::slot;

/// A DMOJ problem whose three cases a program makes.
fn package(generator: &str) -> (tempfile::TempDir, Package) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("made");
    fs::create_dir(&place).expect("a folder");
    let init = "generator: gen.py\ntest_cases:\n- {generator_args: [1], points: 1}\n- {generator_args: [2], points: 1}\n";
    fs::write(place.join("init.yml"), init).expect("a file");
    fs::write(place.join("gen.py"), generator).expect("a file");
    let package = Package::open(&place).expect("a package");
    (folder, package)
}

#[test]
fn a_generator_makes_input_and_answer_of_each_case() {
    let (_folder, mut package) =
        package("import sys\nn = int(sys.argv[1])\nprint(n)\nprint(2 * n, file=sys.stderr)\n");
    assert_eq!(package.recipes.len(), 2);
    judging::make(&mut slot(), &mut package).expect("no failure of ours").expect("tests");
    assert!(package.recipes.is_empty());
    let read = |hash| String::from_utf8(package.read(hash).expect("a blob")).expect("text");
    let cases: Vec<_> =
        package.version.cases().into_iter().map(|case| (read(case.input), read(case.answer))).collect();
    assert_eq!(cases, [("1\n".into(), "2\n".into()), ("2\n".into(), "4\n".into())]);
}

#[test]
fn a_generator_that_fails_is_named_with_its_words_and_nothing_is_changed() {
    for (generator, words) in [
        ("import sys\nprint('no such size', file=sys.stderr)\nsys.exit(3)\n", "no such size"),
        ("def (:\n", "could not be compiled"),
        ("print('x' * (300 << 20))\n", "could not make input and answer"),
    ] {
        let (_folder, mut package) = package(generator);
        let before = package.version.clone();
        let faults = judging::make(&mut slot(), &mut package).expect("no failure of ours").unwrap_err();
        assert!(faults[0].file.contains("gen.py"), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.message.contains(words)), "{faults:?}");
        assert_eq!((package.version, package.recipes.len()), (before, 2));
    }
}
