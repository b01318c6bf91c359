//! Texts that no memory would hold. A file of its own, for a process of its own: its peak memory is looked at.

use std::io::{self, Read};

use judging::Comparator;
use problem::Verdict;
use problem::comparison::Comparison;

/// So many bytes, all the same, and then a last one.
struct Long {
    left: u64,
    byte: u8,
    last: u8,
}

impl Read for Long {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        buffer[..most].fill(self.byte);
        self.left -= most as u64;
        if self.left == 0 && most > 0 {
            buffer[most - 1] = self.last;
        }
        Ok(most)
    }
}

fn long(bytes: u64, byte: u8, last: u8) -> Long {
    Long { left: bytes, byte, last }
}

/// The most memory that this process had at once, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() * 1024
}

fn verdict(comparison: &str, answer: Long, mut output: Long) -> Verdict {
    let rules = Comparison::new(comparison.parse().unwrap(), [""; 0]).unwrap().rules().unwrap();
    let mut comparator = Comparator::new(rules, answer);
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = output.read(&mut piece).unwrap();
        if read == 0 {
            return comparator.finish().unwrap().verdict;
        }
        comparator.push(&piece[..read]).unwrap();
    }
}

/// A comparator that kept the text would show.
const BYTES: u64 = 8 << 20;

#[test]
fn lines_and_words_of_any_length_take_no_memory() {
    let before = peak();
    for comparison in [
        "icpc",
        "wcmp",
        "lcmp",
        "fcmp",
        "hcmp",
        "rcmp",
        "rcmp6",
        "standard",
        "floats",
        "identical",
        "linecount",
        "rstripped",
        "easy",
        "whitediff",
        "realprecision",
        "hydro-default",
        "hydro-strict",
        "hustoj",
    ] {
        let digits = |last| long(BYTES, b'7', last);
        let judged = verdict(comparison, digits(b'7'), digits(b'8'));
        // As doubles they are the same, infinite or not.
        let right = if comparison.starts_with("rcmp") { Verdict::Ac } else { Verdict::Wa };
        assert_eq!(judged, right, "{comparison}");
    }
    for comparison in ["icpc", "wcmp", "lcmp", "linecount", "whitediff", "hydro-default", "hustoj"] {
        let judged = verdict(comparison, long(10, b'\n', b'\n'), long(BYTES, b' ', b'\n'));
        assert!(matches!(judged, Verdict::Ac | Verdict::Wa | Verdict::Pe), "{comparison}: {judged:?}");
    }
    let grown = peak() - before;
    assert!(grown < BYTES / 2, "{grown} bytes");
}
