//! Verdicts that were measured on the judges' own comparators.

use std::fmt::Write;

use problem::Verdict;

use super::{judged, rules};

const TABLE: &str = include_str!("table.txt");

fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.trim_matches(' ').bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match rest.next().expect("an escape") {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'x' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                out.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
            }
            b'*' => {
                let digits: String = rest.by_ref().take_while(|&byte| byte != b';').map(char::from).collect();
                out.resize(out.len() + digits.parse::<usize>().unwrap(), b'7');
            }
            other => panic!("\\{other} is no escape"),
        }
    }
    out
}

fn letter(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac => "A",
        Verdict::Wa => "W",
        Verdict::Pe => "P",
        _ => "F",
    }
}

#[test]
fn every_comparator_says_what_was_measured() {
    let head = TABLE.lines().find_map(|line| line.strip_prefix("# comparators:")).expect("a head");
    let comparators: Vec<&str> = head.split('|').map(str::trim).collect();
    let (mut wrong, mut cells) = (String::new(), 0);
    for row in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let [name, answer, output, letters] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let (answer, output) = (bytes(answer), bytes(output));
        let measured = comparators.iter().zip(letters.split_whitespace());
        for (comparison, measured) in measured.filter(|(_, measured)| *measured != "-") {
            let judged = judged(rules(comparison), &answer, &output, &[1 << 16]);
            if letter(judged.verdict) != measured {
                writeln!(wrong, "{name} [{comparison}]: {measured}, here {judged:?}").unwrap();
            }
            cells += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(cells > 1_000, "{cells}");
}
