//! What all comparators have in common: measured verdicts, agreement with a slow version, pieces, memory.

mod agreement;
mod measured;
mod slow;
mod slow_testlib;

use std::io::{self, Read};

use problem::Verdict;
use problem::comparison::{Comparison, Rules};

use super::{Comparator, Judgement};

/// Gives at most so many bytes at a time.
struct Slow(io::Cursor<Vec<u8>>, usize);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(buffer.len());
        self.0.read(&mut buffer[..most])
    }
}

/// `wcmp`, `dmoj-floats precision=4`
fn rules(comparison: &str) -> Rules {
    let (family, args) = comparison.split_once(' ').unwrap_or((comparison, ""));
    let args = args.split_whitespace();
    Comparison::new(family.parse().unwrap(), args).unwrap().rules().unwrap()
}

/// Judges with the output cut into pieces whose lengths go round in `pieces`.
fn judged(rules: Rules, answer: &[u8], output: &[u8], pieces: &[usize]) -> Judgement {
    let mut comparator = Comparator::new(rules, Slow(io::Cursor::new(answer.to_vec()), pieces[0].max(1)));
    let mut rest = output;
    for &piece in pieces.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, more) = rest.split_at(piece.min(rest.len()));
        comparator.push(piece).unwrap();
        rest = more;
    }
    comparator.finish().unwrap()
}

fn reason(comparison: &str, answer: &str, output: &str) -> String {
    judged(rules(comparison), answer.as_bytes(), output.as_bytes(), &[1 << 16]).reason
}

#[test]
fn reasons_name_the_place_and_the_words() {
    for (comparison, answer, output, told) in [
        ("wcmp", "1 2\n3 4\n", "1 2\n3 5\n", r#"Line 2, column 3 (word 4): expected "4", got "5"."#),
        ("wcmp", "1 2\n", "1\n", r#"The output ends after 1 word; expected "2" next."#),
        ("wcmp", "1 2\n", "", r#"The output is empty; expected "1"."#),
        ("wcmp", "1\n", "1\n\n2", r#"Line 3, column 1 (word 2): expected the end of the output, got "2"."#),
        (
            "dmoj-standard",
            "1 2\n",
            "1\n2\n",
            "Line 2, column 1 (word 2): the line breaks before this word are not those of the answer.",
        ),
        ("fcmp", "a b\n", "a  b\n", r#"Line 1, column 3: expected the line to go on with "b", got " b"."#),
        (
            "hydro-default",
            "a\nb\n",
            "a\n",
            r#"Line 2, column 1: expected the line to go on with "b", got its end."#,
        ),
        ("hydro-strict", "a\n", "a\n\n", "The output has 2 lines, not 1."),
        ("identical", "a\n", "a \n", r#"Line 1, column 2: white space differs: expected "\n", got " "."#),
        (
            "ncmp",
            "1 2\n",
            "1 x\n",
            r#"Line 1, column 3 (word 2): a 64-bit integer is expected, "x" is none."#,
        ),
        (
            "ncmp",
            "1 x\n",
            "1 2\n",
            r#"The answer file, line 1, column 3 (word 2): a 64-bit integer is expected, "x" is none."#,
        ),
        ("ncmp", "1 2\n", "1 3\n", "Line 1, word 2: expected 2, got 3."),
        ("ncmp", "1 2\n", "1", "The output ends after 1 of 2 values."),
        ("rcmp6", "1 2\n", "1 2.5\n", "Line 1, word 2: expected 2, got 2.5, which is outside the tolerance."),
        ("unordered", "1 2 2\n", "2 1\n1", "Line 2: \"1\" is not, or not so often, in the answer."),
        ("linecount", "1\n2\n3\n", "1\n1\n3\n", "2 of 3 lines are right; the first that is not is line 2."),
        (
            "hustoj",
            "1 2\n",
            "1  2\n",
            "Line 1, column 3 (word 2): only the white space differs from the answer's.",
        ),
        ("caseicmp", "Case 1: 5\n", "Case 1: 6\n", "Case 1: expected 5, got 6."),
        (
            "caseicmp",
            "Case 1: 5\n",
            "Case 2: 5\n",
            r#"Line 1, column 6 (word 2): "1:" is expected, "2:" is none."#,
        ),
        ("pointscmp", "5\n", "3.5\n", "1.5 points."),
    ] {
        assert_eq!(reason(comparison, answer, output), told, "{comparison}");
    }
}

#[test]
fn an_excerpt_shows_where_words_differ_and_nothing_that_a_terminal_obeys() {
    let long = "9".repeat(500);
    let told = reason("wcmp", &format!("{long}a{long}"), &format!("{long}\x1b[2J\u{202e}x"));
    assert!(told.contains(r"\u{1b}[2J\u{202e}x") || told.contains("…"), "{told}");
    assert!(told.len() < 300 && !told.contains('\x1b'), "{told}");
}

#[test]
fn a_wrong_output_is_refused_at_its_first_wrong_byte() {
    for (comparison, answer, right, wrong) in [
        ("wcmp", "1 2 3\n", "1 ", "9"),
        ("dmoj-standard", "1 2\n3\n", "1 2", " 3"),
        ("hydro-default", "a b\n", "a ", "c"),
        ("identical", "ab", "a", "c"),
        ("fcmp", "a b\n", "a", "  "),
        ("ncmp", "1 2 3\n", "1 2", "1 "),
        ("unordered", "1 2\n", "2 ", "2 "),
        ("cms-whitediff", "1\n2\n", "1", " 2"),
    ] {
        let mut comparator = Comparator::new(rules(comparison), io::Cursor::new(answer.to_owned()));
        comparator.push(right.as_bytes()).unwrap();
        assert!(!comparator.is_refused(), "{comparison}: {right:?}");
        comparator.push(wrong.as_bytes()).unwrap();
        assert!(comparator.is_refused(), "{comparison}: {wrong:?}");
    }
}

#[test]
fn an_answer_that_cannot_be_read_is_an_error_and_no_verdict() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    for comparison in ["icpc", "wcmp", "sorted", "hydro", "identical"] {
        let mut comparator = Comparator::new(rules(comparison), Broken);
        let pushed = comparator.push(b"1");
        assert!(pushed.is_err(), "{comparison}");
    }
}

#[test]
fn what_differs_in_the_middle_of_a_long_word_is_found() {
    let mut text = vec![b'7'; 1 << 20];
    text.push(b'\n');
    let mut other = text.clone();
    other[700_000] = b'8';
    for comparison in
        ["wcmp", "lcmp", "fcmp", "hcmp", "standard", "identical", "whitediff", "hydro", "hustoj"]
    {
        let verdict = |output: &[u8]| judged(rules(comparison), &text, output, &[4096, 1, 70_000]).verdict;
        assert_eq!((verdict(&text), verdict(&other)), (Verdict::Ac, Verdict::Wa), "{comparison}");
    }
}
