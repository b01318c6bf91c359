//! Programs of setters that bring scripts of their own, and several output validators.

use std::collections::BTreeMap;

use problem::version::{Points, Scoring};
use problem::{OutputValidator, Program, Verdict};

use crate::common::{Problem, slot};

fn program(problem: &mut Problem, path: &str, language: &str, files: &[(&str, &str)]) -> Program {
    let files: BTreeMap<_, _> =
        files.iter().map(|(name, text)| ((*name).to_owned(), problem.blobs.add(*text))).collect();
    Program { path: path.to_owned(), language: language.to_owned(), files }
}

/// Checked by a folder with scripts.
fn scripted(files: &[(&str, &str)]) -> Problem {
    let mut problem = Problem::one("12\n", "3\n").validator("script", "unused", "", &["more"]);
    let made = program(&mut problem, "output_validators/v", "script", files);
    if let OutputValidator::Program { program, .. } = &mut problem.version.output_validator {
        *program = made;
    }
    problem
}

const SAYS_4: &[u8] = b"4\n";

#[test]
fn what_build_makes_is_called_as_any_validator_and_finds_the_files_of_its_folder() {
    let build = "#!/bin/sh\nset -e\necho 4 > wanted\nprintf '#!/bin/sh\\nread -r n && [ $n = $(cat wanted) ] && [ $4 = more ] && echo well > ${3}judgemessage.txt && exit 42\\nexit 43\\n' > run\nchmod +x run\n";
    let problem = scripted(&[("build", build), ("notes.txt", "x")]);
    let said = problem.said(&mut slot(), SAYS_4);
    assert_eq!((said.verdict, said.judge_message.as_str()), (Verdict::Ac, "well"), "{said:?}");
    assert_eq!(problem.said(&mut slot(), b"5\n").verdict, Verdict::Wa);
}

#[test]
fn a_compiler_can_be_asked_and_a_run_script_needs_no_build() {
    let build = "#!/bin/bash\ngcc -O1 -o run check.c\n";
    let check = "#include <stdio.h>\nint main(void) { return getchar() == '4' ? 42 : 43; }\n";
    let built = scripted(&[("build", build), ("check.c", check)]);
    assert_eq!(built.said(&mut slot(), SAYS_4).verdict, Verdict::Ac);
    let python = "#!/usr/bin/env python3\nimport sys\nsys.exit(42 if sys.stdin.read() == '4\\n' else 43)\n";
    let alone = scripted(&[("run", python)]);
    assert_eq!(alone.said(&mut slot(), SAYS_4).verdict, Verdict::Ac);
    assert_eq!(alone.said(&mut slot(), b"4").verdict, Verdict::Wa);
}

#[test]
fn a_build_that_fails_or_leaves_nothing_to_run_is_told_with_its_words() {
    for (build, why) in [
        ("#!/bin/sh\necho no such header >&2\nexit 3\n", "no such header"),
        ("#!/bin/sh\ntrue\n", "There is no executable file called run"),
    ] {
        let said = scripted(&[("build", build)]).said(&mut slot(), SAYS_4);
        assert_eq!(said.verdict, Verdict::Je);
        assert!(
            said.reason.starts_with("The output validator output_validators/v could not be compiled."),
            "{said:?}"
        );
        assert!(said.judge_message.contains(why), "{said:?}");
    }
}

#[test]
fn nothing_that_a_script_leaves_is_there_the_next_time() {
    let run = "#!/bin/sh\n[ -e mark ] && exit 43\ntouch mark /tmp/mark\nexit 42\n";
    let problem = scripted(&[("run", run)]);
    let mut slot = slot();
    for _ in 0..3 {
        assert_eq!(problem.said(&mut slot, SAYS_4).verdict, Verdict::Ac);
    }
}

/// Both accept by what the output is, and say so.
fn two(first: &str, second: &str) -> Problem {
    let mut problem = Problem::one("12\n", "3\n");
    let programs = [("first", first), ("second", second)].map(|(name, text)| {
        program(&mut problem, &format!("output_validators/{name}.py"), "python3", &[("v.py", text)])
    });
    let args = vec!["x".to_owned()];
    problem.version.output_validator = OutputValidator::Every { programs: programs.into(), args };
    problem
}

#[test]
fn of_several_validators_all_must_accept_and_the_first_that_does_not_decides() {
    let says = |word: &str, test: &str| {
        format!(
            "import sys\nout = sys.stdin.read()\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write('{word} ' + sys.argv[4])\nsys.exit({test})\n"
        )
    };
    let even = says("even", "42 if int(out) % 2 == 0 else 43");
    let short = says("short", "42 if len(out) == 2 else 43");
    let problem = two(&even, &short);
    let mut slot = slot();
    for (output, verdict, message) in [
        ("4\n", Verdict::Ac, "even x\nshort x"),
        ("5\n", Verdict::Wa, "even x"),
        ("14\n", Verdict::Wa, "even x\nshort x"),
    ] {
        let said = problem.said(&mut slot, output.as_bytes());
        assert_eq!((said.verdict, said.judge_message.as_str()), (verdict, message), "{output}");
    }
    let fails = two(&even, "import sys\nsys.exit(1)\n").said(&mut slot, SAYS_4);
    assert!(
        fails.verdict == Verdict::Je && fails.reason.contains("output_validators/second.py"),
        "{fails:?}"
    );
    let broken = two(&even, "def\n").said(&mut slot, SAYS_4);
    assert!(broken.reason.contains("second.py could not be compiled"), "{broken:?}");
}

#[test]
fn the_last_score_that_one_of_several_gives_counts() {
    let gives = |points: &str| {
        format!(
            "import sys\nif '{points}': open(sys.argv[3] + 'score.txt', 'w').write('{points}')\nsys.exit(42)\n"
        )
    };
    let mut slot = slot();
    for (first, second, score) in [("3", "", 3.0), ("3", "5", 5.0), ("", "5", 5.0)] {
        let problem = two(&gives(first), &gives(second)).version(|version| {
            version.scoring = Some(Scoring { max: Some(Points::from(10)), ..Scoring::default() });
        });
        let said = problem.said(&mut slot, SAYS_4);
        assert_eq!(said.score, Some(problem::Score::Points(score)), "{first:?} {second:?}");
    }
}
