//! What an export writes as a program says what was said at home.

use std::fs::File;
use std::io::{Seek, Write};

use judging::{OutputTrial, Said, Slot};
use problem::package::Given;
use problem::version::{Points, Scoring};
use problem::{Blobs, Comparison, OutputValidator, Package, Score, Verdict, Version, export};

use crate::common::{Problem, slot};

fn share(said: &Said) -> f64 {
    match (said.score, said.verdict) {
        (Some(Score::Share(share)), _) => share,
        (Some(Score::Points(points)), _) => panic!("{points} points"),
        (None, Verdict::Ac) => 1.0,
        (None, _) => 0.0,
    }
}

fn said(slot: &mut Slot, version: &Version, blobs: &dyn Blobs, output: &[u8]) -> Said {
    let trial = OutputTrial::prepare(slot, version, blobs).expect("prepared");
    trial.said(slot, version.cases()[0], output).expect("decided")
}

fn exported(problem: &Problem) -> Package {
    let mut file: File = tempfile::tempfile().expect("a file");
    let losses = export::to_icpc(&problem.version, &problem.blobs, &mut file).expect("an archive");
    let of_checker: Vec<_> = losses.iter().filter(|loss| loss.field == "output_validator").collect();
    assert!(of_checker.len() == 1 && !of_checker[0].misjudged, "{of_checker:#?}");
    file.flush().and_then(|()| file.rewind()).expect("written");
    Package::open_archive_as(file, "madeup.zip", &Given::default()).expect("a package")
}

fn scored(problem: Problem) -> Problem {
    problem.cases(|case| (case.points, case.sample) = (Some(Points::from(100)), false)).version(|version| {
        version.scoring = Some(Scoring { max: Some(Points::from(100)), ..Scoring::default() });
    })
}

const OUTPUTS: [&[u8]; 10] = [
    b"3 -1\n2\n",
    b"2 3 -1\n",
    b"3 -1 \r\n\r\n2",
    b"3 -1\n2\n2\n",
    b"-1 3\n2\n",
    b"2\n3 -1\n",
    b"3 -1\n5\n",
    b"3.0 -1\n2.0000001\n",
    b"x\n",
    b"",
];

#[test]
fn comparisons_that_the_package_format_has_not_are_written_as_a_program_that_says_the_same() {
    let mut slot = slot();
    let dmoj =
        |name: &str, args: &[&str]| Comparison::dmoj(name, args.iter().copied()).expect("a comparison");
    for comparison in [
        Comparison::testlib("uncmp").expect("a comparison"),
        dmoj("easy", &[]),
        dmoj("linecount", &[]),
        dmoj("linematches", &["point_distribution=[1, 3]"]),
        dmoj("linematches", &["point_distribution=[1, 3]", "filler_lines_required=true"]),
        dmoj("rstripped", &[]),
        dmoj("rstripped", &["binary_data=true"]),
        dmoj("sorted", &[]),
        dmoj("sorted", &["split_on=whitespace"]),
        dmoj("unordered", &[]),
        Comparison::new("cms-real-precision".parse().expect("a name"), [""; 0]).expect("a comparison"),
    ] {
        let named = format!("{} {:?}", comparison.family(), comparison.args());
        let problem = Problem::one("1\n", "3 -1\n2\n")
            .version(|version| version.output_validator = OutputValidator::Native { comparison });
        let problem = scored(problem);
        let package = exported(&problem);
        for output in OUTPUTS {
            let here = share(&said(&mut slot, &problem.version, &problem.blobs, output));
            let there = said(&mut slot, &package.version, &package, output);
            let output = String::from_utf8_lossy(output);
            assert!((share(&there) - here).abs() < 1e-9, "{named} on {output:?}: {here}, {there:?}");
        }
    }
}
