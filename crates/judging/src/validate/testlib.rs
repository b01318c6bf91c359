//! testlib's checkers: the exit code, and the message that says what it means.
//!
//! `partially correct (K)` ends with K, which may be the code of another verdict; so where a code can be both, the message
//! decides. It is the last line that begins as one of testlib's may with this code: a checker may print anything before
//! it, the submission's output among that.

use problem::Verdict;
use problem::version::PointsAre;

use super::answer::Answer;
use super::number;
use super::said::{Next, Opinion};

const CODES: &str =
    "testlib's checkers end with 0 to 4, 7 and 8, and with K where they say \"partially correct (K)\".";

const STATE: &str = "state.txt";

/// Part of the points.
const POINTS: i32 = 7;
/// testlib's largest K.
const MOST_PARTS: f64 = 200.0;

pub(super) fn opinion(answer: &Answer<'_>, code: i32, points: PointsAre) -> Result<Opinion, String> {
    let stderr = &answer.outcome.stderr;
    let partially = format!("partially correct ({code})");
    let known = known(code);
    let begins = |line: &&[u8]| {
        line.starts_with(partially.as_bytes()) || known.is_some_and(|it| line.starts_with(it.1))
    };
    let message = lines(stderr).rfind(begins);
    match (message, known) {
        (Some(line), _) if line.starts_with(partially.as_bytes()) => parts(code, points),
        (Some(line), _) if code == POINTS => {
            let number =
                line.strip_prefix(b"points ").and_then(|rest| rest.split(u8::is_ascii_whitespace).next());
            given(answer, number.unwrap_or_default(), points)
        }
        (_, Some((Ok(verdict), _))) => Ok(Opinion::of(verdict)),
        (_, Some((Err(why), _))) => Err(why.into()),
        (_, None) => Err(answer.unknown(code, CODES)),
    }
}

/// What a code says, and how the message begins.
fn known(code: i32) -> Option<(Result<Verdict, &'static str>, &'static [u8])> {
    Some(match code {
        0 => (Ok(Verdict::Ac), b"ok"),
        1 => (Ok(Verdict::Wa), b"wrong answer"),
        2 => (Ok(Verdict::Pe), b"wrong output format"),
        3 => (Err("It says so itself: exit code 3, FAIL."), b"FAIL"),
        4 => (Ok(Verdict::Pe), b"wrong output format"),
        POINTS => {
            (Err("It gave points, exit code 7, and no line \"points X\" on standard error."), b"points ")
        }
        8 => (Ok(Verdict::Pe), b"unexpected eof"),
        _ => return None,
    })
}

fn parts(k: i32, points: PointsAre) -> Result<Opinion, String> {
    let k = f64::from(k);
    let all = match points {
        PointsAre::ShareOrPercent if k <= 1.0 => 1.0,
        PointsAre::Percent | PointsAre::ShareOrPercent => 100.0,
        PointsAre::Points | PointsAre::Share => MOST_PARTS,
    };
    let share = k / all;
    if share > 1.0 {
        return Err(format!("It says \"partially correct ({k})\"; {all} is all."));
    }
    Ok(Opinion::share(share))
}

fn given(answer: &Answer<'_>, number: &[u8], points: PointsAre) -> Result<Opinion, String> {
    let number = number::score(number, "The X of its line \"points X\"")?;
    let whole = match points {
        PointsAre::Points => return Ok(Opinion::points(number, answer.worth)),
        PointsAre::ShareOrPercent if number <= 1.0 => 1.0,
        PointsAre::Percent | PointsAre::ShareOrPercent => 100.0,
        PointsAre::Share => 1.0,
    };
    if number > whole {
        return Err(format!("It gave {number} points; {whole} is all."));
    }
    Ok(Opinion::share(number / whole))
}

/// Hydro's further passes: a checker asks for one by a file in its working directory, and keeps what it likes in another.
pub(super) fn next(answer: &Answer<'_>, verdict: Verdict) -> Result<Option<Next>, String> {
    if verdict != Verdict::Ac {
        return Ok(None);
    }
    let Some(input) = answer.file("nextpass.in")? else { return Ok(None) };
    let state = answer.file(STATE)?.map(|state| (STATE.to_owned(), state));
    Ok(Some(Next { input, kept: state.into_iter().collect() }))
}

/// 0 accepts and all else rejects, but that of a checker that says that it failed itself.
pub(super) fn zero_or_not(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    match code {
        0 => Ok(Opinion::of(Verdict::Ac)),
        3 if lines(&answer.outcome.stderr).any(|line| line.starts_with(b"FAIL")) => {
            Err("It says so itself: exit code 3, FAIL.".into())
        }
        _ => Ok(Opinion::of(Verdict::Wa)),
    }
}

pub(super) fn lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}
