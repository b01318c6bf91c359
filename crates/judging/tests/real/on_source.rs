use std::collections::BTreeMap;

use judging::{Judged, Source, Stop};
use problem::version::{Aggregation, Points, Scoring, TestNode};
use problem::{Program, TestCase, Verdict};

use crate::common::{Problem, files, slot};

/// A problem whose first test is of the source, and whose second wants `1`.
fn problem(language: &str, name: &str, look: &str, args: &[&str]) -> Problem {
    let mut problem = Problem::one("\n", "1\n");
    let files = BTreeMap::from([(name.to_owned(), problem.blobs.add(look))]);
    let path = format!("static_validator/{name}");
    problem.version.static_validator = Some(Program { path, language: language.to_owned(), files });
    let nothing = problem.blobs.add("");
    let case = TestCase {
        on_source: true,
        validator_args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        ..TestCase::new("static_validation", nothing, nothing)
    };
    problem.version.tests.children.insert(0, TestNode::Case(case));
    problem
}

fn judge(problem: &Problem, language: &str, source: &Source) -> Judged {
    problem.judge_in(&mut slot(), language, source, Stop::Never)
}

/// Says which files there are.
const LISTS: &str = r#"
import os, sys
language, entry, feedback, *args = sys.argv[1:]
names = sorted(name for name in os.listdir(".") if not name.startswith("."))
with open(feedback + "judgemessage.txt", "w") as message:
    message.write(" ".join([language, entry, *names, *args]))
sys.exit(42)
"#;

#[test]
fn a_static_validator_sees_what_was_submitted_and_what_was_compiled_of_it() {
    let lists = problem("python3", "look.py", LISTS, &["a", "b c"]);
    let cpp = files(&[
        ("one.cpp", "#include \"two.h\"\nint main() { put(); }"),
        ("two.h", "#include <cstdio>\ninline void put() { puts(\"1\"); }"),
    ]);
    let judged = judge(&lists, "cpp", &cpp);
    assert_eq!(judged.verdict, Verdict::Ac, "{judged:#?}");
    let message = |judged: &Judged| {
        let look = judged.cases.iter().find(|case| case.name == "static_validation").expect("a test");
        assert!(look.times.is_empty() && look.ran.is_none() && look.cpu.is_zero(), "nothing of it was run");
        look.judge_message.clone()
    };
    assert_eq!(message(&judged), "cpp one.cpp feedback one.cpp program two.h a b c");
    let judged = judge(&lists, "python3", &Source::Text(b"print(1)".to_vec()));
    assert_eq!(message(&judged), "python3 main.py feedback main.py a b c");
}

#[test]
fn what_it_rejects_is_a_wrong_answer_with_its_words_and_decides_before_the_other_tests() {
    let look = "import sys\nopen(sys.argv[3] + 'teammessage.txt', 'w').write('no digits')\nsys.exit(43 if '1' in open(sys.argv[2]).read() else 42)\n";
    let problem = problem("python3", "look.py", look, &[]);
    let case = problem.expect("python3", "print(1)", Verdict::Wa);
    assert_eq!((case.name.as_str(), case.team_message.as_str()), ("static_validation", "no digits"));
    assert_eq!(case.reason, "The static validator rejected the source.");
    assert_eq!(problem.judge("python3", "print(len('x'))").verdict, Verdict::Ac);
}

#[test]
fn no_file_of_a_submission_stands_in_for_one_of_the_validators() {
    let rejects = "import sys\nimport helper\nsys.exit(43)\n";
    let mut problem = problem("python3", "main.py", rejects, &[]);
    let helper = problem.blobs.add("");
    if let Some(program) = &mut problem.version.static_validator {
        program.files.insert("helper.py".to_owned(), helper);
    }
    let hostile = "import sys\nprint(1)\nsys.exit(42 if len(sys.argv) > 1 else 0)\n";
    let source = files(&[
        ("main.py", hostile),
        ("helper.py", "import os\nos._exit(42)\n"),
        ("feedback", "x"),
        ("sys.py", ""),
    ]);
    assert_eq!(judge(&problem, "python3", &source).verdict, Verdict::Wa);
}

#[test]
fn whatever_else_it_does_is_a_judge_error_that_names_it() {
    for (look, why) in [
        ("int main(void) { return 0; }", "The static validator static_validator/look.c failed. Exit code 0."),
        (
            "int main(void) { return x; }",
            "The static validator static_validator/look.c could not be compiled.",
        ),
    ] {
        let judged = problem("c", "look.c", look, &[])
            .judge("c", "#include <stdio.h>\nint main(void) { puts(\"1\"); }");
        assert_eq!(judged.verdict, Verdict::Je);
        assert!(judged.reason.contains(why), "{}", judged.reason);
    }
    let mut none = problem("c", "look.c", "int main(void) { return 42; }", &[]);
    none.version.static_validator = None;
    assert!(none.judge("python3", "print(1)").reason.contains("the problem has none"));
}

#[test]
fn it_may_give_a_part_of_the_points() {
    let half = "import sys\nopen(sys.argv[3] + 'score_multiplier.txt', 'w').write('0.5')\nsys.exit(42)\n";
    let problem = problem("python3", "look.py", half, &[]).version(|version| {
        version.scoring = Some(Scoring { max: Some(Points::from(100)), ..Scoring::default() });
        version.tests.rules.aggregation = Aggregation::Sum;
        for (child, points) in version.tests.children.iter_mut().zip([40, 60]) {
            if let TestNode::Case(case) = child {
                (case.points, case.sample) = (Some(Points::from(points)), false);
            }
        }
    });
    let judged = problem.judge("python3", "print(1)");
    assert_eq!((judged.verdict, judged.score), (Verdict::Pa, Some(80.0)), "{judged:#?}");
}
