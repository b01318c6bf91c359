//! testlib's checkers as slow and obvious as they are there: a stream each, read value by value.

use problem::Verdict::{self, Ac, Je, Pe, Wa};
use problem::comparison::Testlib;

use super::slow::{python_words, yes};

/// A stream as testlib reads it.
struct Stream<'a> {
    text: &'a [u8],
    at: usize,
    /// What a fault in it is.
    fault: Verdict,
}

impl Stream<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn seek_eof(&mut self) -> bool {
        while self.byte().is_some_and(|byte| b" \t\n\r".contains(&byte)) {
            self.at += 1;
        }
        self.byte().is_none()
    }

    fn word(&mut self) -> Result<Vec<u8>, Verdict> {
        if self.seek_eof() {
            return Err(self.fault);
        }
        let start = self.at;
        while self.byte().is_some_and(|byte| !b" \t\n\r".contains(&byte)) {
            self.at += 1;
        }
        Ok(self.text[start..self.at].to_vec())
    }

    fn long(&mut self) -> Result<i64, Verdict> {
        let word = self.word()?;
        let text = String::from_utf8(word).map_err(|_| self.fault)?;
        let number: i64 = text.parse().map_err(|_| self.fault)?;
        if number.to_string() == text { Ok(number) } else { Err(self.fault) }
    }

    fn int(&mut self) -> Result<i32, Verdict> {
        self.long()?.try_into().map_err(|_| self.fault)
    }

    fn double(&mut self) -> Result<f64, Verdict> {
        let word = self.word()?;
        if !word.iter().all(|byte| b"0123456789.eE+-".contains(byte)) {
            return Err(self.fault);
        }
        let text = String::from_utf8(word).map_err(|_| self.fault)?;
        // An exponent without digits counts as none.
        let short = text.trim_end_matches(['+', '-']);
        let short = if short.ends_with(['e', 'E']) { &short[..short.len() - 1] } else { "" };
        let short = if short.contains(['e', 'E']) || text.len() > short.len() + 2 { "" } else { short };
        text.parse().or_else(|_| short.parse()).map_err(|_| self.fault)
    }

    fn string(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        loop {
            match self.byte() {
                None | Some(b'\n') => break,
                Some(b'\r') => {
                    self.at += 1;
                    if self.byte() == Some(b'\n') {
                        break;
                    }
                    line.push(self.byte().unwrap_or(0xff));
                }
                Some(byte) => line.push(byte),
            }
            self.at += usize::from(self.byte().is_some());
        }
        self.at += usize::from(self.byte().is_some());
        line
    }
}

pub(super) fn judge(checker: Testlib, answer: &[u8], output: &[u8]) -> Verdict {
    let output = output.strip_prefix(b"\xef\xbb\xbf").unwrap_or(output);
    let mut ans = Stream { text: answer, at: 0, fault: Je };
    let mut ouf = Stream { text: output, at: 0, fault: Pe };
    let verdict = check(checker, &mut ans, &mut ouf).unwrap_or_else(|verdict| verdict);
    if verdict == Ac && !ouf.seek_eof() { Pe } else { verdict }
}

type Checked = Result<Verdict, Verdict>;

fn check<'a>(checker: Testlib, ans: &mut Stream<'a>, ouf: &mut Stream<'a>) -> Checked {
    match checker {
        Testlib::Wcmp => tokens(ans, ouf),
        Testlib::Lcmp => lines(ans, ouf, |a, b| python_words(a) == python_words(b)),
        Testlib::Fcmp => lines(ans, ouf, |a, b| a == b),
        Testlib::Icmp => Ok(yes(ans.int()? == ouf.int()?)),
        Testlib::Ncmp => integers(ans, ouf),
        Testlib::Uncmp => unordered(ans, ouf),
        Testlib::Hcmp => huge(ans, ouf),
        Testlib::Rcmp => double(ans, ouf, |j, p| !off(j, p, 1.5e-6 + 1e-15)),
        Testlib::Acmp => double(ans, ouf, |j, p| !off(j, p, 1e-6)),
        Testlib::Dcmp => double(ans, ouf, |j, p| double_compare(j, p, 1e-6)),
        Testlib::Rcmp4 => doubles(ans, ouf, |j, p| double_compare(j, p, 1e-4)),
        Testlib::Rcmp6 => doubles(ans, ouf, |j, p| double_compare(j, p, 1e-6)),
        Testlib::Rcmp9 => doubles(ans, ouf, |j, p| double_compare(j, p, 1e-9)),
        Testlib::Rncmp => doubles(ans, ouf, |j, p| !off(j, p, 1.5e-5 + 1e-15)),
        Testlib::Yesno => {
            let (j, p) = (ans.word()?.to_ascii_uppercase(), ouf.word()?.to_ascii_uppercase());
            truth(&j, Je)?;
            truth(&p, Pe)?;
            Ok(yes(j == p))
        }
        Testlib::Nyesno => truths(ans, ouf),
        Testlib::Caseicmp => {
            let (ja, pa) = (case_integers(ans)?, case_integers(ouf)?);
            if ja.iter().zip(&pa).any(|(j, p)| j != p) {
                return Ok(Wa);
            }
            Ok(if ja.len() == pa.len() { Ac } else { Pe })
        }
        Testlib::Casencmp | Testlib::Casewcmp => cases(checker, ans, ouf),
        Testlib::Pointscmp => double(ans, ouf, |_, _| true),
    }
}

fn tokens(ans: &mut Stream, ouf: &mut Stream) -> Checked {
    while !ans.seek_eof() && !ouf.seek_eof() {
        if ans.word()? != ouf.word()? {
            return Ok(Wa);
        }
    }
    Ok(yes(ans.seek_eof() && ouf.seek_eof()))
}

fn lines(ans: &mut Stream, ouf: &mut Stream, same: impl Fn(&[u8], &[u8]) -> bool) -> Checked {
    while ans.byte().is_some() {
        let line = ans.string();
        if line.is_empty() && ans.byte().is_none() {
            break;
        }
        if !same(&line, &ouf.string()) {
            return Ok(Wa);
        }
    }
    Ok(Ac)
}

fn integers<'a>(ans: &mut Stream<'a>, ouf: &mut Stream<'a>) -> Checked {
    while !ans.seek_eof() && !ouf.seek_eof() {
        if ans.long()? != ouf.long()? {
            return Ok(Wa);
        }
    }
    let more = !ans.seek_eof() || !ouf.seek_eof();
    for stream in [ans, ouf] {
        while !stream.seek_eof() {
            stream.long()?;
        }
    }
    Ok(yes(!more))
}

fn unordered<'a>(ans: &mut Stream<'a>, ouf: &mut Stream<'a>) -> Checked {
    let mut lists = [Vec::new(), Vec::new()];
    for (stream, list) in [ans, ouf].into_iter().zip(&mut lists) {
        while !stream.seek_eof() {
            list.push(stream.long()?);
        }
        list.sort_unstable();
    }
    Ok(yes(lists[0] == lists[1]))
}

fn huge(ans: &mut Stream, ouf: &mut Stream) -> Checked {
    let (j, p) = (ans.word()?, ouf.word()?);
    let numeric = |word: &[u8]| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let good = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        word == b"0" || good && digits[0] != b'0'
    };
    if !numeric(&j) || !ans.seek_eof() {
        return Err(Je);
    }
    if !numeric(&p) {
        return Err(Pe);
    }
    Ok(yes(j == p))
}

fn double(ans: &mut Stream, ouf: &mut Stream, close: impl Fn(f64, f64) -> bool) -> Checked {
    let (j, p) = (ans.double()?, ouf.double()?);
    Ok(yes(close(j, p)))
}

fn doubles(ans: &mut Stream, ouf: &mut Stream, close: impl Fn(f64, f64) -> bool) -> Checked {
    while !ans.seek_eof() {
        let (j, p) = (ans.double()?, ouf.double()?);
        if !close(j, p) {
            return Ok(Wa);
        }
    }
    Ok(Ac)
}

fn truths(ans: &mut Stream, ouf: &mut Stream) -> Checked {
    while !ans.seek_eof() && !ouf.seek_eof() {
        let (j, p) = (ans.word()?.to_ascii_uppercase(), ouf.word()?.to_ascii_uppercase());
        truth(&j, Je)?;
        truth(&p, Pe)?;
        if j != p {
            return Ok(Wa);
        }
    }
    Ok(yes(ans.seek_eof() && ouf.seek_eof()))
}

fn cases(checker: Testlib, ans: &mut Stream, ouf: &mut Stream) -> Checked {
    let (mut ans_begun, mut ouf_begun) = (false, false);
    let mut case = 0;
    while !ans.seek_eof() {
        case += 1;
        let j = case_values(checker, ans, case, &mut ans_begun)?;
        let p = case_values(checker, ouf, case, &mut ouf_begun)?;
        if j != p {
            return Ok(Wa);
        }
    }
    Ok(Ac)
}

fn truth(word: &[u8], fault: Verdict) -> Result<(), Verdict> {
    if word == b"YES" || word == b"NO" { Ok(()) } else { Err(fault) }
}

fn off(j: f64, p: f64, most: f64) -> bool {
    (j - p).abs() > most
}

fn double_compare(expected: f64, result: f64, error: f64) -> bool {
    let error = error + 1e-15;
    if expected.is_infinite() {
        return result == expected;
    }
    if result.is_infinite() {
        return false;
    }
    if (result - expected).abs() <= error {
        return true;
    }
    let edges = [expected * (1.0 - error), expected * (1.0 + error)];
    result >= edges[0].min(edges[1]) && result <= edges[0].max(edges[1])
}

fn case_integers(stream: &mut Stream) -> Result<Vec<i64>, Verdict> {
    let mut list = Vec::new();
    while !stream.seek_eof() {
        if stream.word()? != b"Case" || stream.word()? != format!("{}:", list.len() + 1).into_bytes() {
            return Err(stream.fault);
        }
        list.push(stream.long()?);
    }
    Ok(list)
}

fn case_values(
    checker: Testlib,
    stream: &mut Stream,
    case: usize,
    begun: &mut bool,
) -> Result<Vec<Vec<u8>>, Verdict> {
    if !*begun && stream.word()? != b"Case" {
        return Err(stream.fault);
    }
    if stream.word()? != format!("{case}:").into_bytes() {
        return Err(stream.fault);
    }
    let mut list = Vec::new();
    while !stream.seek_eof() {
        let before = stream.at;
        let word = stream.word()?;
        if word == b"Case" {
            *begun = true;
            break;
        }
        if checker == Testlib::Casencmp {
            stream.at = before;
            stream.long()?;
        }
        list.push(word);
    }
    Ok(list)
}
