//! Who said what, in order.

use std::cell::RefCell;
use std::fmt::Write;
use std::ops::ControlFlow;

use sandbox::Sink;

use crate::words;

/// What is kept of a sample case's conversation.
const MOST: usize = 64 << 10;

/// Lines as the package format writes them: `>` what the submission says and `<` what it is told, with the process's
/// number before it where there are several; `---` between two passes. What was cut off is said at the end.
#[derive(Debug)]
pub(super) struct Transcript {
    text: String,
    /// Bytes that are still taken.
    room: usize,
    cut: bool,
    /// Whose line is unfinished.
    speaking: Option<Voice>,
}

/// One direction of one process's conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Voice {
    /// `None` where there is only one.
    pub(super) process: Option<u32>,
    pub(super) submission: bool,
}

impl Transcript {
    /// Of secret cases nothing is kept.
    pub(super) fn new(sample: bool) -> RefCell<Self> {
        let room = if sample { MOST } else { 0 };
        RefCell::new(Self { text: String::new(), room, cut: false, speaking: None })
    }

    pub(super) fn add(&mut self, voice: Voice, piece: &[u8]) {
        let kept = &piece[..piece.len().min(self.room)];
        self.cut |= kept.len() < piece.len();
        self.room -= kept.len();
        for line in kept.split_inclusive(|&byte| byte == b'\n') {
            if self.speaking != Some(voice) {
                self.end_line();
                self.begin(voice);
            }
            self.text.push_str(&words::tame(line, MOST));
            self.speaking = (!line.ends_with(b"\n")).then_some(voice);
        }
    }

    fn begin(&mut self, Voice { process, submission }: Voice) {
        if let Some(process) = process {
            // Writing to a String does not fail.
            let _ = write!(self.text, "{process}");
        }
        self.text.push(if submission { '>' } else { '<' });
    }

    fn end_line(&mut self) {
        if self.speaking.take().is_some() {
            self.text.push('\n');
        }
    }

    pub(super) fn next_pass(&mut self) {
        self.end_line();
        if self.room > 0 {
            self.text.push_str("---\n");
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.end_line();
        if self.cut && !self.text.is_empty() {
            self.text.push_str("[more not shown]\n");
        }
        self.text
    }
}

/// Writes down what passes.
pub(super) struct Scribe<'a> {
    pub(super) transcript: &'a RefCell<Transcript>,
    pub(super) voice: Voice,
}

impl Sink for Scribe<'_> {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        self.transcript.borrow_mut().add(self.voice, piece);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAYS: Voice = Voice { process: None, submission: true };
    const IS_TOLD: Voice = Voice { process: None, submission: false };

    fn written(said: &[(Voice, &str)]) -> String {
        let transcript = Transcript::new(true);
        for (voice, piece) in said {
            transcript.borrow_mut().add(*voice, piece.as_bytes());
        }
        transcript.into_inner().finish()
    }

    #[test]
    fn each_line_says_who_speaks_however_it_came_in_pieces() {
        let whole = [(IS_TOLD, "10\n"), (SAYS, "5\n"), (IS_TOLD, "<\n3\n")];
        assert_eq!(written(&whole), "<10\n>5\n<<\n<3\n");
        let pieces =
            [(IS_TOLD, "1"), (IS_TOLD, "0\n"), (SAYS, ""), (SAYS, "5\n"), (IS_TOLD, "<\n"), (IS_TOLD, "3\n")];
        assert_eq!(written(&pieces), written(&whole));
    }

    #[test]
    fn who_is_interrupted_goes_on_in_a_new_line() {
        assert_eq!(written(&[(SAYS, "5"), (IS_TOLD, "no"), (SAYS, "\n6\n")]), ">5\n<no\n>\n>6\n");
    }

    #[test]
    fn processes_have_numbers_and_passes_a_line_between() {
        let second = Voice { process: Some(1), submission: true };
        let transcript = Transcript::new(true);
        transcript.borrow_mut().add(second, b"a");
        transcript.borrow_mut().next_pass();
        transcript.borrow_mut().add(Voice { submission: false, ..second }, b"\x1bb\n");
        assert_eq!(transcript.into_inner().finish(), "1>a\n---\n1<b\n");
    }

    #[test]
    fn the_end_of_much_and_everything_of_secret_cases_is_not_kept() {
        let much = "x".repeat(MOST + 1);
        let text = written(&[(SAYS, &much), (IS_TOLD, "y\n")]);
        assert!(text.len() < MOST + 100 && text.ends_with("x\n[more not shown]\n"), "{}", text.len());
        let secret = Transcript::new(false);
        secret.borrow_mut().add(SAYS, b"x\n");
        secret.borrow_mut().next_pass();
        assert_eq!(secret.into_inner().finish(), "");
    }
}
