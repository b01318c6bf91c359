//! Each comparator as slow and obvious as its home describes it: over whole texts, without any cleverness.

use problem::Verdict::{self, Ac, Je, Pe, Wa};
use problem::comparison::{Cms, Dmoj, Family, Hydro};

use super::slow_testlib;

/// What the comparator of this name says, with the share of points where it gives one.
pub(super) fn judge(family: Family, args: &[&str], answer: &[u8], output: &[u8]) -> (Verdict, Option<f64>) {
    match family {
        Family::Icpc => (yes(icpc(args, answer, output)), None),
        Family::Testlib(checker) => (slow_testlib::judge(checker, answer, output), None),
        Family::Dmoj(checker) => dmoj(checker, args, &normal(answer), output),
        Family::Cms(Cms::WhiteDiff) => (yes(white(answer) == white(output)), None),
        Family::Cms(Cms::RealPrecision) => (yes(real_precision(answer, output)), None),
        Family::Hydro(kind) => (yes(hydro(kind, answer) == hydro(kind, output)), None),
        Family::Hustoj => (hustoj(answer, output), None),
    }
}

pub(super) fn yes(accepted: bool) -> Verdict {
    if accepted { Ac } else { Wa }
}

fn is_space(byte: u8) -> bool {
    b" \t\n\x0b\x0c\r".contains(&byte)
}

fn words(text: &[u8], blank: impl Fn(u8) -> bool) -> Vec<&[u8]> {
    text.split(|&byte| blank(byte)).filter(|word| !word.is_empty()).collect()
}

pub(super) fn python_words(text: &[u8]) -> Vec<&[u8]> {
    words(text, is_space)
}

/// Without `float_tolerance` or with one of 1e-6, and with `case_sensitive` or without.
fn icpc(args: &[&str], answer: &[u8], output: &[u8]) -> bool {
    let (cases, floats) = (args.contains(&"case_sensitive"), args.contains(&"float_tolerance"));
    let (answer, output) = (python_words(answer), python_words(output));
    let same = |(a, b): (&&[u8], &&[u8])| {
        let numbers = floats.then(|| icpc_number(a).zip(icpc_number(b))).flatten();
        let text = if cases { a == b } else { a.eq_ignore_ascii_case(b) };
        text || numbers.is_some_and(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
    };
    answer.len() == output.len() && answer.iter().zip(&output).all(same)
}

fn icpc_number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    let decimal = text.bytes().all(|byte| b"0123456789.eE+-".contains(&byte));
    text.parse().ok().filter(|_| decimal)
}

/// Exact decimals beyond the doubles are more than [`judge`] can do.
pub(super) fn is_beyond(family: Family, text: &[u8]) -> bool {
    let infinite = |word: &&[u8]| icpc_number(word).is_some_and(f64::is_infinite);
    family == Family::Icpc && python_words(text).iter().any(infinite)
}

// DMOJ

fn normal(answer: &[u8]) -> Vec<u8> {
    let text = answer;
    let mut out = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\r' if text.get(at + 1) == Some(&b'\n') => {}
            b'\r' => out.push(b'\n'),
            _ => out.push(byte),
        }
    }
    if out.last().is_some_and(|&byte| byte != b'\n') {
        out.push(b'\n');
    }
    out
}

fn is_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn python_lines(text: &[u8]) -> Vec<&[u8]> {
    words(text, is_break)
}

fn rstrip(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| !is_space(byte)).map_or(0, |at| at + 1);
    &line[..end]
}

fn strip(line: &[u8]) -> &[u8] {
    let line = rstrip(line);
    &line[line.iter().position(|&byte| !is_space(byte)).unwrap_or(line.len())..]
}

fn dmoj(checker: Dmoj, args: &[&str], judge: &[u8], process: &[u8]) -> (Verdict, Option<f64>) {
    let whole = |accepted| (yes(accepted), None);
    match checker {
        Dmoj::Standard => whole(standard(judge, process)),
        Dmoj::Easy => {
            let sorted = |text: &[u8]| {
                let mut all: Vec<u8> = text.iter().filter(|&&byte| !is_space(byte)).copied().collect();
                all.make_ascii_lowercase();
                all.sort_unstable();
                all
            };
            whole(sorted(judge) == sorted(process))
        }
        Dmoj::Floats => whole(floats(judge, process, |p, j| {
            (p - j).abs() <= 1e-6 || j.abs() >= 1e-6 && (1.0 - p / j).abs() <= 1e-6
        })),
        Dmoj::FloatsAbs => whole(floats(judge, process, |p, j| (p - j).abs() <= 1e-6)),
        Dmoj::FloatsRel => whole(floats(judge, process, |p, j| {
            let edges = [j * (1.0 - 1e-6), j * (1.0 + 1e-6)];
            edges[0].min(edges[1]) <= p && p <= edges[0].max(edges[1])
        })),
        Dmoj::Identical => whole(judge == process),
        Dmoj::LineCount => {
            let (process, judge) = (python_lines(process), python_lines(judge));
            if process.len() > judge.len() {
                return (Wa, Some(0.0));
            }
            if judge.is_empty() {
                return (Ac, Some(1.0));
            }
            let right = process.iter().zip(&judge).filter(|(p, j)| strip(p) == strip(j)).count();
            (yes(right == judge.len()), Some(right as f64 / judge.len() as f64))
        }
        Dmoj::LineMatches => {
            let (process, judge) = (python_lines(process), python_lines(judge));
            if judge.len() != 2 {
                return (Je, None);
            }
            if args.len() == 1 && process.len() != judge.len() {
                return (Wa, Some(0.0));
            }
            let lines = process.iter().zip(&judge).zip([1.0, 3.0]);
            let points: f64 = lines.filter(|((p, j), _)| p == j).map(|(_, points)| points).sum();
            (yes(points > 0.0), Some(points / 4.0))
        }
        Dmoj::RStripped => {
            let lines = |text: &[u8]| -> Vec<Vec<u8>> {
                let lines = text.split(|&byte| is_break(byte));
                let lines = lines.filter(|line| args.is_empty() || !line.is_empty());
                lines.map(|line| rstrip(line).to_vec()).collect()
            };
            whole(lines(judge) == lines(process))
        }
        Dmoj::Sorted if args.is_empty() => {
            let sorted = |text: &[u8]| {
                let lines = python_lines(text).into_iter();
                let mut all: Vec<Vec<Vec<u8>>> =
                    lines.map(|line| python_words(line).into_iter().map(<[u8]>::to_vec).collect()).collect();
                all.sort();
                all
            };
            whole(sorted(judge) == sorted(process))
        }
        Dmoj::Sorted | Dmoj::Unordered => {
            let (mut judge, mut process) = (python_words(judge), python_words(process));
            judge.sort_unstable();
            process.sort_unstable();
            whole(judge == process)
        }
    }
}

/// Words, and whether a line ends between each two.
fn standard(judge: &[u8], process: &[u8]) -> bool {
    let parts = |text: &[u8]| {
        let (mut words, mut breaks, mut broken, mut open) = (Vec::<Vec<u8>>::new(), Vec::new(), false, false);
        for &byte in text {
            if is_space(byte) {
                broken |= is_break(byte);
                open = false;
                continue;
            }
            if !open {
                breaks.push(broken && !words.is_empty());
                words.push(Vec::new());
                (open, broken) = (true, false);
            }
            words.last_mut().unwrap().push(byte);
        }
        (words, breaks)
    };
    parts(judge) == parts(process)
}

fn float(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'_' && !(digit(at.checked_sub(1)) && digit(Some(at + 1))) {
            return None;
        }
    }
    text.replace('_', "").parse().ok()
}

fn floats(judge: &[u8], process: &[u8], verify: impl Fn(f64, f64) -> bool) -> bool {
    let (judge, process) = (python_lines(judge), python_lines(process));
    judge.len() == process.len()
        && judge.iter().zip(&process).all(|(judge, process)| {
            let (judge, process) = (python_words(judge), python_words(process));
            judge.len() == process.len()
                && judge.iter().zip(&process).all(|(judge, process)| match float(judge) {
                    None => judge == process,
                    Some(judge) => float(process).is_some_and(|process| verify(process, judge)),
                })
        })
}

// CMS

/// The words of each line, without the lines at the end that have none.
fn white(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut lines: Vec<Vec<&[u8]>> = text.split(|&byte| byte == b'\n').map(python_words).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Tries each place in turn, as the regular expression `[+-]?(\d+(\.\d*)?|\.\d+)` does.
fn decimals(text: &[u8]) -> Vec<f64> {
    let (mut found, mut at) = (Vec::new(), 0);
    let digits =
        |from: usize| text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    while at < text.len() {
        let whole = at + usize::from(b"+-".contains(&text[at]));
        let mut end = whole + digits(whole);
        let point = text.get(end) == Some(&b'.');
        if point && (end > whole || digits(end + 1) > 0) {
            end += 1 + digits(end + 1);
        }
        if end == whole {
            at += 1;
            continue;
        }
        let text = std::str::from_utf8(&text[at..end]).unwrap();
        found.push(text.parse().unwrap());
        at = end;
    }
    found
}

fn real_precision(answer: &[u8], output: &[u8]) -> bool {
    let (a, b) = (decimals(answer), decimals(output));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0))
}

// Hydro

/// The text after its line ends were tidied up.
fn hydro(kind: Hydro, text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let blanks: &[u8] = if kind == Hydro::Default { b" \t\r" } else { b"\r" };
    let (mut out, mut empty) = (Vec::new(), 0);
    for line in lines {
        if kind == Hydro::Default && line.is_empty() {
            empty += 1;
            continue;
        }
        out.resize(out.len() + std::mem::take(&mut empty), b'\n');
        let end = line.iter().rposition(|byte| !blanks.contains(byte)).map_or(0, |at| at + 1);
        out.extend_from_slice(&line[..end]);
        out.push(b'\n');
    }
    out
}

// HUSTOJ

/// Two texts side by side, a character of each at hand.
struct Pair<'a> {
    texts: [&'a [u8]; 2],
    at: [usize; 2],
    misplaced: bool,
}

impl Pair<'_> {
    fn now(&self, side: usize) -> Option<u8> {
        self.texts[side].get(self.at[side]).copied()
    }

    fn space(&self, side: usize) -> bool {
        self.now(side).is_some_and(is_space)
    }

    fn step(&mut self, side: usize) {
        self.at[side] += usize::from(self.now(side).is_some());
    }

    fn find_next_nonspace(&mut self) {
        while self.space(0) || self.space(1) {
            if self.now(0) != self.now(1) {
                if let Some(other) = (0..2).find(|&side| self.now(1 - side).is_none()) {
                    while self.space(other) {
                        self.step(other);
                    }
                    continue;
                }
                if self.space(0) && self.space(1) {
                    while self.now(1) == Some(b'\n') && self.space(0) && self.now(0) != Some(b'\n') {
                        self.step(0);
                    }
                    while self.now(0) == Some(b'\n') && self.space(1) && self.now(1) != Some(b'\n') {
                        self.step(1);
                    }
                } else {
                    self.misplaced = true;
                }
            }
            for side in 0..2 {
                if self.space(side) {
                    self.step(side);
                }
            }
        }
    }

    fn solid(&self, side: usize) -> bool {
        !self.space(side) && self.now(side) != Some(0)
    }
}

fn hustoj(answer: &[u8], output: &[u8]) -> Verdict {
    let mut pair = Pair { texts: [answer, output], at: [0, 0], misplaced: false };
    let right = |pair: &Pair| if pair.misplaced { Pe } else { Ac };
    loop {
        pair.find_next_nonspace();
        loop {
            while pair.solid(0) || pair.solid(1) {
                match (pair.now(0), pair.now(1)) {
                    (None, None) => return right(&pair),
                    (None, _) | (_, None) => break,
                    (a, b) if a != b => return Wa,
                    _ => (0..2).for_each(|side| pair.step(side)),
                }
            }
            pair.find_next_nonspace();
            match (pair.now(0), pair.now(1)) {
                (None, None) => return right(&pair),
                (None, _) | (_, None) => return Wa,
                (Some(0), Some(0)) => break,
                _ => {}
            }
        }
        (0..2).for_each(|side| pair.step(side));
    }
}
