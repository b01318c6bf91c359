//! The packages in the repository's `tests/packages`.

use std::path::{Path, PathBuf};

use problem::Package;
use problem::version::OutputValidator;

pub(crate) fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packages").join(name)
}

#[test]
fn the_legacy_package_is_read_without_a_word() {
    let package = Package::open(&place("legacy-sum")).unwrap();
    assert_eq!(package.warnings, []);
    let version = package.version;
    let cases: Vec<&str> = version.tests.cases().iter().map(|case| case.name.as_str()).collect();
    assert_eq!(cases, ["sample/1", "secret/again/1", "secret/small/1", "secret/small/2"]);
    assert_eq!(version.cases().len(), 3, "the linked case runs once");
    assert_eq!(version.limits.time_ms, 2_500);
    assert!(
        matches!(version.output_validator, OutputValidator::Program { args, .. } if args == ["slack", "0"])
    );
}

#[test]
fn the_faulty_package_gives_all_its_faults() {
    let faults = Package::open(&place("twenty-faults")).unwrap_err();
    let told: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
    assert_eq!(told, std::fs::read_to_string(place("twenty-faults.txt")).unwrap());
    assert!(faults.iter().filter(|fault| fault.is_error()).count() >= 20);
}
