//! DMOJ's own checkers.

use std::io;

use problem::Score;
use problem::comparison::{Binary, DmojRules, ErrorMode, Lines as Which, SplitOn};

use super::bytes::{Class, SPACES};
use super::exact;
use super::judgement::{self, Judgement};
use super::line_ends::LineEnds;
use super::lines::{self, Breaks, End, Lines};
use super::multiset::{self, Parts};
use super::number::{self, Grammar, Long};
use super::text::Text;
use super::words::{self, Found, Gap, Gaps, Layout};

static LF_OR_CR: Class = Class::of(b"\n\r");
/// Blank, but no line's end.
static IN_LINE: Class = Class::of(b" \t\x0b\x0c");

/// DMOJ makes the line ends of its answers the same, never those of what is printed.
pub(super) fn line_ends(binary: Binary) -> LineEnds {
    match binary {
        Binary::Yes => LineEnds::Kept,
        Binary::No => LineEnds::NORMAL,
    }
}

pub(super) async fn judge(rules: &DmojRules, answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    match rules {
        DmojRules::Standard => {
            let layout = Layout { blanks: &SPACES, breaks: &LF_OR_CR, gaps: Gaps::AnyBreak };
            words::judge(answer, output, &layout).await
        }
        DmojRules::Easy => multiset::bytes(answer, output).await,
        DmojRules::Floats { precision, mode } => {
            floats(answer, output, &Tolerance::new(*precision, *mode)).await
        }
        DmojRules::Identical(told) => exact::judge(answer, output, *told).await,
        DmojRules::LineCount => line_count(answer, output).await,
        DmojRules::LineMatches { points, lines } => line_matches(answer, output, points, *lines).await,
        DmojRules::RStripped(which) => {
            let end = if *which == Which::All { End::Breaks } else { End::Nothing };
            lines::judge(answer, output, &Lines { breaks: Breaks::LfOrCr, blanks: &IN_LINE, end }).await
        }
        DmojRules::Sorted(SplitOn::Lines) => multiset::judge(answer, output, Parts::Lines).await,
        DmojRules::Sorted(SplitOn::Whitespace) => multiset::judge(answer, output, Parts::Words).await,
    }
}

/// By how much, and in what way, numbers may be off.
struct Tolerance {
    epsilon: f64,
    mode: ErrorMode,
}

impl Tolerance {
    fn new(precision: i32, mode: ErrorMode) -> Self {
        Self { epsilon: format!("1e{}", -precision).parse().unwrap_or(0.0), mode }
    }

    /// Of words: what is no number must be the same.
    fn same(&self, expected: &[u8], got: &[u8]) -> bool {
        match number::python(expected) {
            None => expected == got,
            Some(expected) => number::python(got).is_some_and(|got| self.accepts(expected, got)),
        }
    }

    fn accepts(&self, expected: f64, got: f64) -> bool {
        let epsilon = self.epsilon;
        let absolute = || (got - expected).abs() <= epsilon;
        match self.mode {
            ErrorMode::Absolute => absolute(),
            ErrorMode::Relative => {
                let (a, b) = (expected * (1.0 - epsilon), expected * (1.0 + epsilon));
                a.min(b) <= got && got <= a.max(b)
            }
            ErrorMode::Default => {
                absolute()
                    || expected.abs() >= epsilon && expected != 0.0 && (1.0 - got / expected).abs() <= epsilon
            }
        }
    }
}

/// Line by line; a line that is blank but not empty is one without words.
async fn floats(answer: &mut Text, output: &mut Text, tolerance: &Tolerance) -> io::Result<Judgement> {
    let layout = Layout { blanks: &SPACES, breaks: &LF_OR_CR, gaps: Gaps::BlankLines };
    let mut after_word = false;
    loop {
        let expected = words::gap(answer, &layout, after_word).await?;
        let got = words::gap(output, &layout, after_word).await?;
        let found = match (answer.rest().is_empty(), output.rest().is_empty()) {
            (true, _) => return Ok(at_end(output, &expected, &got)),
            (false, true) => Found::Missing,
            (false, false) if !layout.gaps.agree(&expected, &got) => Found::Gap,
            (false, false) => {
                let same = |a: &[u8], b: &[u8]| tolerance.same(a, b);
                let (a, b) = words::pairs(answer.rest(), output.rest(), &layout, same);
                answer.skip(a);
                output.skip(b);
                match number(answer, output, tolerance).await? {
                    None => {
                        after_word = true;
                        continue;
                    }
                    Some(wrong) => return Ok(wrong),
                }
            }
        };
        return words::differ(found, answer, output, &layout).await;
    }
}

fn at_end(output: &Text, expected: &Gap, got: &Gap) -> Judgement {
    if !output.rest().is_empty() {
        return Judgement::wrong(judgement::extra(output, &SPACES));
    }
    if expected.blank_lines != got.blank_lines {
        return Judgement::wrong("The output has not as many lines as the answer; those of blanks count.");
    }
    Judgement::accepted()
}

/// Goes over one word of each; `Some` says what is wrong.
async fn number(
    answer: &mut Text,
    output: &mut Text,
    tolerance: &Tolerance,
) -> io::Result<Option<Judgement>> {
    let (Some(a), Some(b)) = (answer.word(&SPACES).await?, output.word(&SPACES).await?) else {
        return long_number(answer, output, tolerance).await;
    };
    if !tolerance.same(&answer.rest()[..a], &output.rest()[..b]) {
        return Ok(Some(Judgement::wrong(judgement::words_differ(answer, output, &SPACES).await?)));
    }
    answer.skip(a);
    output.skip(b);
    Ok(None)
}

async fn long_number(
    answer: &mut Text,
    output: &mut Text,
    tolerance: &Tolerance,
) -> io::Result<Option<Judgement>> {
    let expected = judgement::quoted(&answer.excerpt(&SPACES).await?);
    let (spot, got) = (judgement::spot(output), judgement::word(output, &SPACES));
    let (mut a, mut b) = (Long::new(Grammar::Python), Long::new(Grammar::Python));
    let same = words::same_word(answer, output, &SPACES, |expected, got| {
        a.feed(expected);
        b.feed(got);
    });
    let same = same.await?;
    let right = match a.number() {
        None => same,
        Some(a) => b.number().is_some_and(|b| tolerance.accepts(a, b)),
    };
    Ok((!right).then(|| Judgement::wrong(format!("{spot}: expected {expected}, got {got}."))))
}

/// A share for every line, blanks around it apart, that is the answer's.
async fn line_count(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let (mut lines, mut right, mut first) = (0u64, 0u64, None);
    loop {
        let more = answer.skip_all(&LF_OR_CR).await?;
        let printed = output.skip_all(&LF_OR_CR).await?;
        if !more {
            return Ok(match printed {
                true => no_share(judgement::extra(output, &LF_OR_CR)),
                false => share(right, lines, first),
            });
        }
        lines += 1;
        answer.skip_all(&IN_LINE).await?;
        output.skip_all(&IN_LINE).await?;
        let line = output.place().line;
        let same = lines::same_line(answer, output, (Breaks::LfOrCr, &IN_LINE)).await?;
        if printed && same {
            right += 1;
        } else {
            first = first.or(Some(line));
        }
    }
}

fn no_share(reason: String) -> Judgement {
    Judgement { score: Some(Score::Share(0.0)), ..Judgement::wrong(reason) }
}

fn share(right: u64, lines: u64, first: Option<u64>) -> Judgement {
    let Some(first) = first else {
        return Judgement { score: Some(Score::Share(1.0)), ..Judgement::accepted() };
    };
    let reason = format!("{right} of {lines} lines are right; the first that is not is line {first}.");
    Judgement { score: Some(Score::Share(right as f64 / lines as f64)), ..Judgement::wrong(reason) }
}

/// Points for every line that is the answer's; one is enough to be accepted.
async fn line_matches(
    answer: &mut Text,
    output: &mut Text,
    points: &[u64],
    which: Which,
) -> io::Result<Judgement> {
    static NONE: Class = Class::of(b"");
    let (mut lines, mut printed, mut right) = (0usize, 0usize, 0u64);
    loop {
        let more = answer.skip_all(&LF_OR_CR).await?;
        let got = output.skip_all(&LF_OR_CR).await?;
        if !more && !got {
            break;
        }
        let same = lines::same_line(answer, output, (Breaks::LfOrCr, &NONE)).await?;
        if more && got && same {
            right += points.get(lines).copied().unwrap_or(0);
        }
        lines += usize::from(more);
        printed += usize::from(got);
    }
    if lines != points.len() {
        return Ok(Judgement::bad_answer(format!(
            "The answer has {lines} lines, and points are given for {}: make them as many.",
            points.len()
        )));
    }
    if which == Which::All && printed != lines {
        return Ok(no_share(format!("The output has {printed} lines, not {lines}.")));
    }
    let all: u64 = points.iter().sum();
    let reason = format!("{right} of {all} points.");
    let score = Some(Score::Share(right as f64 / all as f64));
    Ok(Judgement {
        score,
        ..if right > 0 { Judgement { reason, ..Judgement::accepted() } } else { Judgement::wrong(reason) }
    })
}
