//! CMS's checkers, and its managers.

use super::answer::Answer;
use super::said::{Messages, Opinion};
use super::testlib::lines;
use super::{codes, number};

/// The first line of standard output is a share.
pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    codes::zero(code)?;
    let outcome = lines(answer.stdout).next().unwrap_or_default();
    number::share(outcome, "The first line of its standard output").map(Opinion::share)
}

/// The first line of standard error is for the contestant, what follows `ADMIN_MESSAGE:` for the jury.
pub(super) fn messages(stderr: &[u8]) -> Messages {
    let mut all = lines(stderr);
    let first = all.next().unwrap_or_default();
    let team = match first {
        b"translate:success" => b"Output is correct.",
        b"translate:partial" => &b"Output is partially correct."[..],
        b"translate:wrong" => b"Output is not correct.",
        other => other,
    };
    Messages { judge: all.collect::<Vec<_>>().join(&b'\n'), team: team.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_is_the_contestants_and_the_rest_the_jurys() {
        let said = messages(b"translate:partial\nADMIN_MESSAGE: 3 of 4\nmore\n");
        assert_eq!(said.team, b"Output is partially correct.");
        assert_eq!(said.judge, b"ADMIN_MESSAGE: 3 of 4\nmore\n");
        assert_eq!(messages(b"too long").team, b"too long");
        assert!(messages(b"").team.is_empty());
    }
}
