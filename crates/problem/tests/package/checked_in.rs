//! The packages in the repository's `tests/packages`.

use std::path::{Path, PathBuf};

use problem::Package;
use problem::package::Format;
use problem::package::Given;
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

#[test]
fn packages_of_polygon_are_read_as_they_are() {
    for (name, slug, cases, points, warnings) in [
        ("sum", "sum", 3, None, 0),
        ("groups-windows", "squares", 5, Some(100.0), 0),
        ("guess-interactive", "guess", 3, None, 0),
        ("twice", "letters", 2, None, 0),
        ("grader", "function", 2, None, 0),
        ("named-files", "files", 1, None, 0),
        ("percent", "long-word", 2, Some(100.0), 0),
        ("scorer", "half-groups", 4, None, 0),
    ] {
        let package =
            Package::open(&place("polygon").join(name)).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let version = &package.version;
        assert_eq!(package.warnings.len(), warnings, "{name}: {:#?}", package.warnings);
        assert_eq!((version.slug.as_str(), version.cases().len()), (slug, cases), "{name}");
        let max = version.scoring.as_ref().and_then(|scoring| scoring.max);
        assert_eq!(max.map(problem::version::Points::get), points, "{name}");
        assert!(!version.statements.is_empty(), "{name}");
        assert!(version.submissions.iter().all(|example| example.expected.is_some()), "{name}");
    }
}

#[test]
fn a_standard_package_of_polygon_says_what_to_export() {
    let faults = Package::open(&place("polygon/standard")).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    let told = faults[0].to_string();
    assert!(told.contains("tests/01.a, tests/02, tests/02.a, tests/03, tests/03.a"), "{told}");
    assert!(told.contains("export the full package"), "{told}");
}

#[test]
fn one_of_several_problems_is_read_by_its_name() {
    for (path, wanted, slug) in [
        ("polygon/contest", "two", "two"),
        ("polygon/contest", "A", "one"),
        ("fps/set.xml", "任意", "set-2"),
        ("fps/set.xml", "3", "set-3"),
    ] {
        let given = Given { problem: Some(wanted.to_owned()), ..Given::default() };
        let package = Package::open_as(&place(path), &given).unwrap_or_else(|faults| panic!("{faults:#?}"));
        assert_eq!((package.version.slug.as_str(), package.warnings.len()), (slug, 0), "{path} {wanted}");
        assert!(Package::open(&place(path)).unwrap_err()[0].to_string().contains("--problem"));
    }
    assert_eq!(Package::open(&place("fps/sum.xml")).unwrap().warnings, []);
}
#[test]
fn every_dmoj_and_cms_package_is_recognised_and_read() {
    for (format, least) in [(Format::Dmoj, 10), (Format::Cms, 9)] {
        let folders = std::fs::read_dir(place(format.name())).unwrap().map(|entry| entry.unwrap().path());
        let packages: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
        assert!(packages.len() >= least, "{packages:?}");
        for path in packages {
            let package =
                Package::open(&path).unwrap_or_else(|faults| panic!("{}: {faults:#?}", path.display()));
            assert_eq!(package.format, format, "{}", path.display());
            assert!(!package.version.cases().is_empty(), "{}", path.display());
        }
    }
}
