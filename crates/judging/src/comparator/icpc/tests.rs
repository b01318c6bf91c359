use std::fmt::Write;

use problem::comparison::Icpc;

use crate::random::Random;

use super::*;

/// What other judges do, measured (Kattis's validator with `space_change_sensitive`, the format's reference
/// validator plain, and with `float_tolerance 1e-6`): answer | output | space | plain | float. Each `A` or `W`.
///
/// Kattis takes a NUL for the end of a word; that is a mistake, and `!` marks where we differ.
const TABLE: &str = r"
identical, LF at EOF | a b\n | a b\n | A A A
output lacks final LF | a b\n | a b | W A A
answer lacks final LF | a b | a b\n | W A A
extra blank line at end | a b\n | a b\n\n | W A A
trailing space on line | a\nb\n | a \nb\n | W A A
leading space | a b\n | \x20a b\n | W A A
leading blank line | a b\n | \na b\n | W A A
double inner space | a b\n | a  b\n | W A A
tab for space | a b\n | a\tb\n | W A A
blank line between lines | a\nb\n | a\n\nb\n | W A A
newline for space | a b\n | a\nb\n | W A A
space for newline | a\nb\n | a b\n | W A A
CRLF output, LF answer | a\nb\n | a\r\nb\r\n | W A A
LF output, CRLF answer | a\r\nb\r\n | a\nb\n | W A A
lone CR as newline | a\nb\n | a\rb\r | W A A
CR CR LF | a\nb\n | a\r\r\nb\r\r\n | W A A
form feed as space | a b\n | a\x0cb\n | W A A
vertical tab as space | a b\n | a\x0bb\n | W A A
NBSP between | a b\n | a\xc2\xa0b\n | W W W
UTF-8 BOM at start of output | a b\n | \xef\xbb\xbfa b\n | W W W
UTF-8 BOM at start of answer | \xef\xbb\xbfa b\n | a b\n | W W W
empty and empty | | | A A A
empty answer, LF output | | \n | W A A
LF answer, empty output | \n | | W A A
empty output, nonempty answer | a\n | | W W W
nonempty output, empty answer | | a\n | W W W
blank output, nonempty answer | a\n | \x20\n\t\n | W W W
missing last token | a b\n | a\n | W W W
extra token, same line | a b\n | a b c\n | W W W
extra token, new line | a b\n | a b\nc\n | W W W
case differs | Yes\n | YES\n | A A A
non-ASCII case differs | \xc3\x89\n | \xc3\xa9\n | W W W
Latin-1 case differs | \xc9\n | \xe9\n | W W W
invalid UTF-8 identical | \xff\xfe\n | \xff\xfe\n | A A A
byte FF inside output only | ab\n | a\xffb\n | W W W
NUL after token in output | abc\n | abc\x00\n | W! W W
NUL and junk after token in output | abc\n | abc\x00junk\n | W! W W
NUL identical in both | a\x00b\n | a\x00b\n | A A A
NUL between tokens | a b\n | a\x00b\n | W W W
trailing NULs after LF | a b\n | a b\n\x00\x00 | W W W
Ctrl-Z at end of output | a b\n | a b\n\x1a | W W W
1 and 1.0 | 1\n | 1.0\n | W W A
1 and 01 | 1\n | 01\n | W W A
1 and +1 | 1\n | +1\n | W W A
0 and -0 | 0\n | -0\n | W W A
0.0 and -0.0 | 0.0\n | -0.0\n | W W A
0.5 and .5 | 0.5\n | .5\n | W W A
5 and 5. | 5\n | 5.\n | W W A
0.0314 and 3.14e-2 | 0.0314\n | 3.14e-2\n | W W A
1000 and 1E3 | 1000\n | 1E3\n | W W A
1 and 0x1 | 1\n | 0x1\n | W W W
0.5 and 0x1p-1 | 0.5\n | 0x1p-1\n | W W W
0.5 and 0,5 | 0.5\n | 0,5\n | W W W
1.0 and 1.0a | 1.0\n | 1.0a\n | W W W
1.0 and 1.0f | 1.0\n | 1.0f\n | W W W
1000 and 1_000 | 1000\n | 1_000\n | W W W
1 and 1e | 1\n | 1e\n | W W W
1.0 and 1.0000009 | 1.0\n | 1.0000009\n | W W A
1.0 and 1.0000011 | 1.0\n | 1.0000011\n | W W W
1e9 and 1e9+500 | 1000000000\n | 1000000500\n | W W A
0 and 1e-7 | 0\n | 1e-7\n | W W A
1e-9 and 5e-9 | 1e-9\n | 5e-9\n | W W A
2^53+1 and 2^53 | 9007199254740993\n | 9007199254740992\n | W W A
2^63-1 the same | 9223372036854775807\n | 9223372036854775807\n | A A A
2^63 the same | 9223372036854775808\n | 9223372036854775808\n | A A A
40 digits, the last differs | 1234567890123456789012345678901234567890\n | 1234567890123456789012345678901234567891\n | W W A
1e400 and 1e400 | 1e400\n | 1e400\n | A A A
1e400 and 2e400 | 1e400\n | 2e400\n | W W W
1e-400 and 0 | 1e-400\n | 0\n | W W A
nan and nan | nan\n | nan\n | A A A
NaN and -nan | NaN\n | -nan\n | W W W
1.0 and nan | 1.0\n | nan\n | W W W
nan and 1.0 | nan\n | 1.0\n | W W W
nan(123) and nan | nan(123)\n | nan\n | W W W
inf and inf | inf\n | inf\n | A A A
inf and Infinity | inf\n | Infinity\n | W W W
inf and -inf | inf\n | -inf\n | W W W
1.0 and inf | 1.0\n | inf\n | W W W
inf and 1e999 | inf\n | 1e999\n | W W W
text beside a number | x 1.0\n | x 1.00\n | W W A
text of other case beside a number | X 1.0\n | x 1.0\n | A A A
Arabic digits | 1\n | \xd9\xa1\n | W W W
";

fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.trim_matches(' ').bytes();
    while let Some(byte) = rest.next() {
        let escaped = (byte == b'\\').then(|| rest.next().expect("an escape"));
        out.push(match escaped {
            None => byte,
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'x') => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            Some(other) => panic!("\\{other} is no escape"),
        });
    }
    out
}

fn rules(args: &str) -> Rules {
    Icpc::parse(&args.split_whitespace().collect::<Vec<_>>()).unwrap().into()
}

/// Gives at most so many bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(buffer.len());
        self.0.read(&mut buffer[..most])
    }
}

fn cut(args: &str, answer: &[u8], output: &[u8], piece: usize) -> Option<Difference> {
    let mut comparator = Comparator::new(rules(args), Slow(answer, piece % 7 + 1));
    for piece in output.chunks(piece) {
        comparator.push(piece).unwrap();
    }
    comparator.finish().unwrap()
}

/// The first difference, which must not depend on how the output comes in pieces.
fn difference(args: &str, answer: &[u8], output: &[u8]) -> Option<Difference> {
    let whole = cut(args, answer, output, output.len().max(1));
    for piece in [1, 2, 3, 5] {
        let pieces = cut(args, answer, output, piece);
        assert_eq!(
            pieces.as_ref().map(|d| d.kind),
            whole.as_ref().map(|d| d.kind),
            "{output:?} in pieces of {piece}"
        );
    }
    whole
}

fn said(args: &str, answer: &str, output: &str) -> String {
    difference(args, answer.as_bytes(), output.as_bytes()).map_or("accepted".to_owned(), |it| it.to_string())
}

#[test]
fn the_measured_table_holds_in_all_three_columns() {
    let mut wrong = String::new();
    let mut rows = 0;
    for row in TABLE.lines().filter(|row| !row.is_empty()) {
        let [name, answer, output, letters] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let modes = ["space_change_sensitive", "", "float_tolerance 1e-6"];
        for (mode, letter) in modes.into_iter().zip(letters.split_whitespace()) {
            let accepted = difference(mode, &bytes(answer), &bytes(output)).is_none();
            if accepted != letter.starts_with('A') {
                writeln!(wrong, "{name}[{mode}]").unwrap();
            }
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(rows >= 80);
}

#[test]
fn words_of_three_megabytes_are_compared_to_their_last_byte() {
    let long = "7".repeat(3 << 20);
    let other = long[1..].to_owned() + "8";
    for mode in ["", "float_tolerance 1e-6", "space_change_sensitive case_sensitive"] {
        assert_eq!(cut(mode, long.as_bytes(), long.as_bytes(), 1 << 16), None);
        let accepted = cut(mode, long.as_bytes(), other.as_bytes(), 1 << 16).is_none();
        assert_eq!(
            accepted,
            mode.starts_with("float"),
            "as numbers they are the same to any tolerance: {mode}"
        );
    }
}

#[test]
fn letters_of_another_case_are_wrong_only_where_case_matters_and_never_in_numbers() {
    assert_eq!(said("", "Yes", "yEs"), "accepted");
    assert!(said("case_sensitive", "Yes", "yes").starts_with("Line 1, column 1 (word 1)"));
    assert_eq!(said("case_sensitive float_tolerance 0", "1e5 x", "1E5 x"), "accepted");
    assert!(
        said("case_sensitive float_tolerance 0", "1e5 x", "1E5 X").starts_with("Line 1, column 5 (word 2)")
    );
}

#[test]
fn a_difference_says_where_and_what() {
    assert_eq!(said("", "1 2\n3 4\n", "1 2\n3 5\n"), r#"Line 2, column 3 (word 4): expected "4", got "5"."#);
    assert_eq!(
        said("", "1 2\n", "1 2\n3\n"),
        r#"Line 2, column 1 (word 3): expected the end of the output, got "3"."#
    );
    assert_eq!(said("", "1 2\n", "1\n"), r#"The output ends after 1 word; expected "2" next."#);
    assert_eq!(said("", "1 2\n", ""), r#"The output is empty; expected "1"."#);
    assert_eq!(said("", "abcd", "abXd e"), r#"Line 1, column 1 (word 1): expected "abcd", got "abXd"."#);
    assert_eq!(said("", "ab", "abc "), r#"Line 1, column 1 (word 1): expected "ab", got "abc"."#);
    assert_eq!(said("", "abc", "ab "), r#"Line 1, column 1 (word 1): expected "abc", got "ab"."#);
    assert_eq!(
        said("float_tolerance 1e-3", "x 0.5", "x 0.75 "),
        r#"Line 1, column 3 (word 2): expected "0.5", got "0.75", which is outside the tolerance."#
    );
    assert_eq!(
        said("space_change_sensitive", "a b\n", "a\tb\n"),
        r#"Line 1, column 2: white space differs: expected " ", got "\t"."#
    );
    assert_eq!(
        said("space_change_sensitive", "a\n", "a"),
        r#"Line 1, column 2: white space differs: expected "\n", got the end."#
    );
}

#[test]
fn an_excerpt_is_short_and_holds_nothing_that_a_terminal_obeys() {
    let long = "9".repeat(500);
    let said = said("", &long, "\x1b[2J\u{202e}x");
    assert!(said.contains(r"\u{1b}[2J\u{202e}x"), "{said}");
    assert!(said.contains(&format!("\"{}…\"", "9".repeat(60))) && said.len() < 200, "{said}");
}

#[test]
fn a_wrong_output_is_known_at_its_first_wrong_byte() {
    let mut comparator = Comparator::new(rules(""), &b"1 2 3\n"[..]);
    comparator.push(b"1 ").unwrap();
    assert_eq!(comparator.difference(), None);
    comparator.push(b"9").unwrap();
    assert!(comparator.difference().is_some());
    let mut comparator = Comparator::new(rules("float_tolerance 0.1"), &b"1.5\n"[..]);
    comparator.push(b"1.45").unwrap();
    assert_eq!(comparator.difference(), None, "more digits may follow");
    comparator.push(b"x").unwrap();
    assert!(comparator.difference().is_some(), "no number goes on like this");
}

#[test]
fn random_texts_agree_with_a_comparison_of_whole_token_lists() {
    let mut numbers = Random(7);
    let mut random = |below| numbers.below(below);
    let mut accepted = 0;
    for round in 0..5_000 {
        let mut text = |alphabet: &[u8]| -> Vec<u8> {
            (0..random(8)).map(|_| alphabet[random(alphabet.len())]).collect()
        };
        let (answer, output) = (text(b"aA \n"), text(b"aA \n"));
        let words = |text: &[u8]| -> Vec<Vec<u8>> {
            let words = text.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
            words.map(<[u8]>::to_ascii_lowercase).collect()
        };
        let same = words(&answer) == words(&output);
        assert_eq!(difference("", &answer, &output).is_none(), same, "round {round}: {answer:?} {output:?}");
        let exact = difference("space_change_sensitive case_sensitive", &answer, &output).is_none();
        assert_eq!(exact, answer == output, "round {round}: {answer:?} {output:?}");
        accepted += usize::from(same);
    }
    assert!(accepted > 300);
}
