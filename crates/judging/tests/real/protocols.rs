//! Every protocol, by a checker that does what its arguments say.

use judging::{Said, Slot};
use problem::Verdict::{Ac, Je, Pa, Pe, Wa};
use problem::version::{Points, PointsAre, Protocol};
use problem::{Score, Verdict};

use crate::common::{Problem, slot};

const SCRIPTED: &str = include_str!("scripted.c");
const TESTLIB: Protocol = Protocol::Testlib { points: PointsAre::Points };
const PERCENT: Protocol = Protocol::Testlib { points: PointsAre::Percent };
const SHARE: Protocol = Protocol::Testlib { points: PointsAre::Share };

/// What a checker does by its arguments, and the share of 20 points that it gives.
type Row<'a> = (&'a [&'a str], Verdict, Option<f64>);

fn said(slot: &mut Slot, protocol: Protocol, args: &[&str]) -> Said {
    let problem = Problem::one("I\n", "A\n").validator("c", "scripted.c", SCRIPTED, args).protocol(protocol);
    let problem = problem.cases(|case| case.points = Some(Points::from(20)));
    problem.said(slot, b"O\n")
}

fn check(protocol: Protocol, rows: &[Row<'_>]) {
    let mut slot = slot();
    for (args, verdict, share) in rows {
        let said = said(&mut slot, protocol, args);
        let got = said.score.map(|score| match score {
            Score::Share(share) => share,
            Score::Points(points) => points / 20.0,
        });
        assert_eq!((said.verdict, got), (*verdict, *share), "{protocol:?} {args:?}: {said:#?}");
        assert_eq!(said.reason.is_empty(), said.verdict == Ac, "{protocol:?} {args:?}: {said:?}");
    }
}

/// What no protocol takes for an answer.
fn check_failures(protocol: Protocol, codes: &[&str]) {
    let mut slot = slot();
    for args in [&["die=1"][..]].into_iter().chain(codes.chunks(1)) {
        let said = said(&mut slot, protocol, args);
        assert_eq!((said.verdict, said.score), (Je, None), "{protocol:?} {args:?}: {said:?}");
        let named = said.reason.starts_with("The output validator output_validator/scripted.c failed. ");
        assert!(named, "{protocol:?} {args:?}: {said:?}");
    }
}

#[test]
fn an_icpc_validator_reads_the_output_and_answers_in_its_folder() {
    let (score, multiplier) = ("write=feedback/score.txt", "write=feedback/score_multiplier.txt");
    let score = |text: &str| format!("{score}:{text}");
    let multiplier = |text: &str| format!("{multiplier}:{text}");
    let rows: &[Row<'_>] = &[
        (&["files=IA", "stdin=O", "exit=42"], Ac, None),
        (&["files=IA", "stdin=O", "exit=43"], Wa, None),
        (&["exit=42", &score("5\n")], Ac, Some(0.25)),
        (&["exit=42", &multiplier("0.5")], Ac, Some(0.5)),
        (&["exit=42", &score("0")], Ac, Some(0.0)),
    ];
    check(Protocol::Icpc, rows);
    let mut slot = slot();
    for text in ["nan", "1,5", "5 points", "-1", "", "inf", "0x5", "5\n6"] {
        for file in [score(text), multiplier(text)] {
            let said = said(&mut slot, Protocol::Icpc, &["exit=42", &file]);
            assert_eq!(said.verdict, Je, "{file}: {said:?}");
            assert!(said.reason.contains("must be"), "{file}: {said:?}");
        }
    }
    for args in [
        &["exit=43", &score("5")][..],
        &["exit=43", &multiplier("0")],
        &["exit=42", &score("5"), &multiplier("0.5")],
        &["exit=42", &multiplier("1.01")],
        &["exit=43", "write=feedback/nextpass.in:x"],
        // The problem has one pass.
        &["exit=42", "write=feedback/nextpass.in:x"],
    ] {
        assert_eq!(said(&mut slot, Protocol::Icpc, args).verdict, Je, "{args:?}");
    }
    check_failures(Protocol::Icpc, &["exit=0", "exit=1", "exit=44"]);
}

#[test]
fn a_testlib_checker_answers_by_its_code_and_its_message() {
    let rows: &[Row<'_>] = &[
        (&["files=IOA", "err=ok 3 numbers\n"], Ac, None),
        (&["exit=0"], Ac, None),
        (&["exit=1", "err=wrong answer 1st differs\n"], Wa, None),
        (&["exit=1"], Wa, None),
        (&["exit=2", "err=wrong output format no number\n"], Pe, None),
        (&["exit=4"], Pe, None),
        (&["exit=8", "err=unexpected eof \n"], Pe, None),
        (&["exit=7", "err=points 5 good\n"], Pa, Some(0.25)),
        (&["exit=7", "err=points 20\r\n"], Ac, Some(1.0)),
        (&["exit=7", "err=points 0\n"], Wa, Some(0.0)),
        (&["exit=50", "err=partially correct (50) half\n"], Pa, Some(0.25)),
        (&["exit=200", "err=partially correct (200) all\n"], Ac, Some(1.0)),
        // Where the code is another verdict's, the message decides.
        (&["exit=0", "err=partially correct (0) none\n"], Wa, Some(0.0)),
        (&["exit=1", "err=partially correct (1) nearly none\n"], Pa, Some(0.005)),
        (&["exit=2", "err=partially correct (2) more\n"], Pa, Some(0.01)),
        (&["exit=7", "err=partially correct (7) more\n"], Pa, Some(0.035)),
        // Nothing that the submission printed decides.
        (&["exit=1", "err=wrong answer found partially correct (1)\n"], Wa, None),
        (&["exit=1", "err=partially correct (200) it says\nwrong answer\n"], Wa, None),
        (&["exit=7", "err=points 20 it says\npoints 5\n"], Pa, Some(0.25)),
        (&["exit=1", "err=wrong answer found std::bad_alloc MemoryError\n"], Wa, None),
    ];
    check(TESTLIB, rows);
    let failures = ["exit=3", "exit=7", "exit=5", "exit=42", "exit=134", "exit=255"];
    check_failures(TESTLIB, &failures);
    let mut slot = slot();
    for points in ["nan", "-1", "1,5", "points_info=3", "1e999", ""] {
        let said = said(&mut slot, TESTLIB, &["exit=7", &format!("err=points {points}\n")]);
        assert_eq!(said.verdict, Je, "{points}: {said:?}");
    }
    let failed = said(&mut slot, TESTLIB, &["exit=3", "err=FAIL the answer has no solution\n"]);
    assert_eq!(failed.judge_message, "FAIL the answer has no solution");
}

#[test]
fn what_testlibs_points_mean_is_the_packages_word() {
    let rows: &[Row<'_>] = &[
        (&["exit=7", "err=points 25\n"], Pa, Some(0.25)),
        (&["exit=7", "err=points 100\n"], Ac, Some(1.0)),
        (&["exit=7", "err=points 100.5\n"], Je, None),
        (&["exit=25", "err=partially correct (25)\n"], Pa, Some(0.25)),
        (&["exit=101", "err=partially correct (101)\n"], Je, None),
    ];
    check(PERCENT, rows);
    let rows: &[Row<'_>] = &[
        (&["exit=7", "err=points 0.25\n"], Pa, Some(0.25)),
        (&["exit=7", "err=points 1\n"], Ac, Some(1.0)),
        (&["exit=7", "err=points 1.5\n"], Je, None),
    ];
    check(SHARE, rows);
    let rows: &[Row<'_>] = &[
        (&["exit=7", "err=points 0.25\n"], Pa, Some(0.25)),
        (&["exit=7", "err=points 1\n"], Ac, Some(1.0)),
        (&["exit=7", "err=points 25\n"], Pa, Some(0.25)),
        (&["exit=7", "err=points 101\n"], Je, None),
        (&["exit=25", "err=partially correct (25)\n"], Pa, Some(0.25)),
    ];
    check(Protocol::Testlib { points: PointsAre::ShareOrPercent }, rows);
}

#[test]
fn dmojs_bridged_checkers_answer_by_code_and_by_a_line() {
    check(Protocol::Dmoj, &[(&["files=IOA", "out=fine"], Ac, None), (&["exit=1"], Wa, None)]);
    check_failures(Protocol::Dmoj, &["exit=2", "exit=3", "exit=7"]);
    let rows: &[Row<'_>] = &[
        (&["files=IOA"], Ac, None),
        (&["exit=1"], Wa, None),
        (&["exit=2"], Pe, None),
        (&["exit=7", "err=points 5\n"], Pa, Some(0.25)),
        (&["exit=7", "err=debug\npoints 20\n"], Ac, Some(1.0)),
        (&["exit=7", "err=points 21\n"], Je, None),
        (&["exit=7", "err=partial 1/2\n"], Je, None),
    ];
    check(Protocol::DmojTestlib, rows);
    check_failures(Protocol::DmojTestlib, &["exit=3", "exit=7", "exit=4"]);
    let rows: &[Row<'_>] = &[
        (&["files=IOA"], Ac, None),
        (&["exit=7", "err=partial 1/4\n"], Pa, Some(0.25)),
        (&["exit=7", "err=partial 5/4\n"], Je, None),
        (&["exit=7", "err=partial 0/0\n"], Je, None),
        (&["exit=7", "err=partial 1\n"], Je, None),
    ];
    check(Protocol::DmojCoci, rows);
    let rows: &[Row<'_>] = &[
        (&["files=AOI"], Ac, None),
        (&["exit=1", "out=no\n"], Wa, None),
        (&["exit=1", "out=well\n1\n4\n"], Pa, Some(0.25)),
        (&["exit=0", "out=0.5\n2.0\n"], Pa, Some(0.25)),
        (&["exit=1", "out=4\n4"], Ac, Some(1.0)),
        (&["exit=1", "out=0\n4\n"], Wa, None),
        (&["exit=1", "out=-1\n4\n"], Je, None),
        (&["exit=1", "out=5\n4\n"], Je, None),
    ];
    check(Protocol::DmojPeg, rows);
    check_failures(Protocol::DmojPeg, &["exit=2"]);
    let mut slot = slot();
    let told = said(&mut slot, Protocol::Dmoj, &["exit=1", "out=too long\n", "err=for the jury\n"]);
    assert_eq!((told.team_message.as_str(), told.judge_message.as_str()), ("too long", "for the jury"));
}

#[test]
fn a_cms_checker_prints_a_share_and_a_message() {
    let rows: &[Row<'_>] = &[
        (&["files=IAO", "out=1.0\n", "err=translate:success\n"], Ac, Some(1.0)),
        (&["out=0.25\nmore\n"], Pa, Some(0.25)),
        (&["out=0\n"], Wa, Some(0.0)),
    ];
    check(Protocol::Cms, rows);
    check_failures(
        Protocol::Cms,
        &["exit=0", "out=2\n", "out=nan\n", "out=-1\n", "out=1,0\n", "out=1 2\n", "exit=1"],
    );
    let told =
        said(&mut slot(), Protocol::Cms, &["out=0\n", "err=translate:wrong\nADMIN_MESSAGE: 3 lines\n"]);
    assert_eq!(told.team_message, "Output is not correct.");
    assert_eq!(told.judge_message, "ADMIN_MESSAGE: 3 lines");
}

#[test]
fn special_judges_of_hustoj_lemon_qduoj_and_syzoj_answer_as_there() {
    let rows: &[Row<'_>] = &[
        (&["files=IAO"], Ac, None),
        (&["exit=1"], Wa, None),
        (&["exit=2"], Pe, None),
        (&["exit=7", "out=well\npoints 0.25\n\n"], Pa, Some(0.25)),
        (&["exit=7", "out=points 0.25\nwell\n"], Je, None),
    ];
    check(Protocol::Hustoj, rows);
    check_failures(Protocol::Hustoj, &["exit=3", "exit=7", "exit=9"]);
    let rows: &[Row<'_>] = &[
        (&["exit=100"], Ac, Some(1.0)),
        (&["exit=25"], Pa, Some(0.25)),
        (&["exit=0"], Wa, Some(0.0)),
        (&["exit=101"], Je, None),
    ];
    check(Protocol::HustojPercent, rows);
    let rows: &[Row<'_>] = &[
        (&["files=IOA", "write=score:20"], Ac, Some(1.0)),
        (&["write=score:5\n", "write=message:not bad"], Pa, Some(0.25)),
        (&["write=score:0"], Wa, Some(0.0)),
        (&["write=score:21"], Je, None),
    ];
    check(Protocol::Lemon, rows);
    check_failures(Protocol::Lemon, &["exit=0", "exit=1", "write=score:", "write=score:-1"]);
    check(Protocol::Qduoj, &[(&["files=IO"], Ac, None), (&["exit=1"], Wa, None)]);
    check_failures(Protocol::Qduoj, &["exit=2", "exit=255"]);
    let rows: &[Row<'_>] =
        &[(&["out=100"], Ac, Some(1.0)), (&["out=25\n"], Pa, Some(0.25)), (&["out=0"], Wa, Some(0.0))];
    check(Protocol::Syzoj, rows);
    check_failures(Protocol::Syzoj, &["exit=0", "exit=1", "out=101", "out=x"]);
    let told = said(&mut slot(), Protocol::Lemon, &["write=score:5", "write=message:not bad"]);
    assert_eq!(
        (told.team_message.as_str(), told.reason.as_str()),
        ("not bad", "The output validator gave 25 % of the points.")
    );
}

#[test]
fn a_plain_checker_rejects_by_any_code_but_its_own_failure() {
    let rows: &[Row<'_>] = &[
        (&["files=IOA"], Ac, None),
        (&["exit=1"], Wa, None),
        (&["exit=2"], Wa, None),
        (&["exit=42"], Wa, None),
    ];
    check(Protocol::Plain, rows);
    let failed = said(&mut slot(), Protocol::Plain, &["exit=3", "err=FAIL no answer\n"]);
    assert_eq!(failed.verdict, Je, "{failed:?}");
}

#[test]
fn a_syzoj_judge_finds_its_files_in_its_folder_with_the_submission() {
    let looks = r#"
print(100 if [open(name).read() for name in ("in", "input", "user_out", "answer")] == ["I\n", "I\n", "4\n", "A\n"]
      and "puts" in open("code").read() else 0)"#;
    let problem =
        Problem::one("I\n", "A\n").validator("python3", "spj.py", looks, &[]).protocol(Protocol::Syzoj);
    problem.expect("c", "#include <stdio.h>\nint main(void) { puts(\"4\"); }", Ac);
}
