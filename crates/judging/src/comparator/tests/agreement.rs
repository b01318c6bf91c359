//! Comparators agree with slow versions of themselves, whatever the texts and however they come in pieces.

use problem::comparison::{Comparison, FAMILIES, Family, Testlib};
use problem::{Score, Verdict};

use super::{judged, rules, slow};
use crate::random::Random;

const BLANKS: [&[u8]; 14] = [
    b" ", b" ", b"\n", b"\n", b"\r\n", b"\r", b"\t", b"  ", b"\n\n", b" \n", b"\n ", b"\x0b", b"\x0c",
    b"\r\r\n",
];
const WORDS: [&[u8]; 12] =
    [b"a", b"b", b"A", b"ab", b"a\0", b"\0", b"\xff", b"\xc3\xa9", b"Yes", b"no", b"\xef\xbb\xbf", b"\x1a"];
const NUMBERS: [&[u8]; 30] = [
    b"0",
    b"1",
    b"2",
    b"-1",
    b"-0",
    b"01",
    b"+1",
    b"1.0",
    b".5",
    b"5.",
    b"1e",
    b"1e+",
    b"1E3",
    b"1000",
    b"1_000",
    b"1e400",
    b"-1e400",
    b"nan",
    b"inf",
    b"0x1",
    b"1,5",
    b"1.0000001",
    b"1.000002",
    b"1e-400",
    b"1-2",
    b"1.2.3",
    b"9007199254740993",
    b"9223372036854775808",
    b"1e9",
    b"1000000500",
];
const CASES: [&[u8]; 6] = [b"Case", b"1:", b"2:", b"3:", b"1", b"7"];

/// Mostly words of one kind, with blanks of any.
fn text(random: &mut Random, words: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    for _ in 0..random.below(7) {
        if random.below(12) > 0 {
            parts.push(random.of(words).to_vec());
        }
        if random.below(12) > 0 {
            parts.push(random.of(&BLANKS).to_vec());
        }
    }
    parts
}

/// Up to three cases, each of one value or a few.
fn cases(random: &mut Random, values: usize) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    for case in 0..random.below(4) {
        parts.push(format!("Case {}:", case + 1).into_bytes());
        for _ in 0..1 + random.below(values) {
            parts.push(b" ".to_vec());
            parts.push(random.of::<&[u8]>(&[b"1", b"7", b"-20"]).to_vec());
        }
        parts.push(b"\n".to_vec());
    }
    parts
}

/// The text with a few changes, so that it often still is the same to somebody.
fn changed(random: &mut Random, mut parts: Vec<Vec<u8>>, words: &[&[u8]]) -> Vec<u8> {
    for _ in 0..random.below(3) {
        let at = random.below(parts.len() + 1);
        let part = if random.below(3) > 0 { random.of(&BLANKS) } else { random.of(words) };
        match random.below(4) {
            0 => parts.insert(at, part.to_vec()),
            1 if at < parts.len() => drop(parts.remove(at)),
            2 if at + 1 < parts.len() => parts.swap(at, at + 1),
            _ if at < parts.len() => parts[at] = part.to_vec(),
            _ => {}
        }
    }
    parts.concat()
}

fn words_for(family: Family, random: &mut Random) -> Vec<&'static [u8]> {
    let name = family.name();
    let special: &[&[u8]] = match name {
        name if name.contains("case") => &CASES,
        name if name.contains("yesno") => &[b"YES", b"no", b"No", b"yes"],
        name if ["ncmp", "icmp", "hcmp"].iter().any(|kind| name.contains(kind)) => &[b"1", b"2", b"-7", b"0"],
        _ => &NUMBERS,
    };
    let mut words = special.to_vec();
    match random.below(4) {
        0 => words = WORDS.to_vec(),
        1 => words.extend(WORDS),
        2 => words.extend(NUMBERS),
        _ => {}
    }
    words
}

fn share(score: Option<Score>) -> Option<f64> {
    match score {
        Some(Score::Share(share)) => Some(share),
        _ => None,
    }
}

/// Tries random texts and returns how often each verdict came.
fn agree(family: Family, args: &[&str], rounds: usize) -> Vec<Verdict> {
    let comparison = Comparison::new(family, args.iter().copied()).unwrap().rules().unwrap();
    let mut random = Random(family.name().len() as u64 + 99 * args.len() as u64);
    let mut seen = Vec::new();
    for round in 0..rounds {
        let words = words_for(family, &mut random);
        let parts = match family {
            Family::Testlib(Testlib::Caseicmp) => cases(&mut random, 1),
            Family::Testlib(Testlib::Casencmp | Testlib::Casewcmp) => cases(&mut random, 3),
            _ => text(&mut random, &words),
        };
        let answer = parts.concat();
        let output = changed(&mut random, parts, &words);
        if slow::is_beyond(family, &answer) || slow::is_beyond(family, &output) {
            continue;
        }
        let pieces = [1 + random.below(3), 1 + random.below(9)];
        let (expected, expected_share) = slow::judge(family, args, &answer, &output);
        for pieces in [&[1][..], &pieces, &[1 << 16]] {
            let judged = judged(comparison.clone(), &answer, &output, pieces);
            assert_eq!(
                (judged.verdict, share(judged.score)),
                (expected, expected_share),
                "{family} {args:?}, round {round}, pieces {pieces:?}: {:?} and {:?}: {}",
                String::from_utf8_lossy(&answer),
                String::from_utf8_lossy(&output),
                judged.reason
            );
        }
        if !seen.contains(&expected) {
            seen.push(expected);
        }
    }
    seen
}

#[test]
fn comparators_agree_with_slow_versions_of_themselves() {
    // It needs arguments for all but one line.
    for entry in FAMILIES.iter().filter(|entry| entry.name != "dmoj-linematches") {
        let seen = agree(entry.family, &[], 1_000);
        let points = entry.name == "testlib-pointscmp";
        assert!(seen.contains(&Verdict::Ac) && (points || seen.contains(&Verdict::Wa)), "{}", entry.name);
    }
}

#[test]
fn they_agree_with_arguments_too() {
    for (name, args) in [
        ("icpc", &["float_tolerance", "1e-6"][..]),
        ("icpc", &["case_sensitive", "float_tolerance", "1e-6"]),
        ("icpc", &["case_sensitive"]),
        ("dmoj-linematches", &["1,3"]),
        ("dmoj-linematches", &["1,3", "filler_lines_required=false"]),
        ("dmoj-rstripped", &["filter_new_line=true"]),
        ("dmoj-sorted", &["whitespace"]),
    ] {
        let seen = agree(name.parse().unwrap(), args, 1_000);
        assert!(seen.contains(&Verdict::Ac) && seen.contains(&Verdict::Wa), "{name} {args:?}");
    }
}

#[test]
fn a_block_that_ends_anywhere_changes_nothing() {
    // Longer than the blocks in which texts are read, so that their ends fall everywhere.
    let mut random = Random(5);
    for name in [
        "wcmp",
        "lcmp",
        "fcmp",
        "ncmp",
        "rcmp6",
        "standard",
        "floats",
        "rstripped",
        "whitediff",
        "hydro",
        "hustoj",
    ] {
        let word = |random: &mut Random| {
            format!("{}{}", random.below(100_000), random.of(&[b" ", b"\n"])[0] as char)
        };
        let answer: String = (0..15_000).map(|_| word(&mut random)).collect();
        let mut output = answer.clone().into_bytes();
        let same = judged(rules(name), answer.as_bytes(), &output, &[1000 + random.below(100_000)]);
        assert_eq!(same.verdict, Verdict::Ac, "{name}: {}", same.reason);
        let at = 75_000 + random.below(1000);
        output[at] = if output[at] == b'1' { b'2' } else { b'1' };
        let other = judged(rules(name), answer.as_bytes(), &output, &[1000 + random.below(100_000)]);
        assert_eq!(other.verdict, Verdict::Wa, "{name}");
    }
}
