//! The rules of counting: pure functions over rows. No SQL, no HTTP, no clock.

use problem::Verdict;

/// One submission to a problem, as far as counting goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// `None` while it waits or is judged.
    pub verdict: Option<Verdict>,
    /// When it was sent: milliseconds from whatever moment the caller counts from.
    pub at_ms: i64,
}

/// What one contestant has reached on one problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing was sent that counts.
    Untried,
    /// Not solved. `tries` is at least 1.
    Tried { tries: u32 },
    /// Not solved, and something is still being judged. `tries` counts what is judged.
    Pending { tries: u32 },
    /// Accepted. `tries` counts up to and with the first accepted one, which was sent at `at_ms`.
    Solved { tries: u32, at_ms: i64 },
}

impl Cell {
    /// Counts in the order of sending, whatever the order given. What comes after the first accepted submission
    /// changes nothing; what came before it and is still being judged does not count yet.
    pub fn of(attempts: &[Attempt]) -> Self {
        let mut ordered = attempts.to_vec();
        ordered.sort_by_key(|attempt| attempt.at_ms);
        let mut tries = 0;
        for attempt in &ordered {
            tries += u32::from(attempt.verdict.is_some_and(counts));
            if attempt.verdict == Some(Verdict::Ac) {
                return Self::Solved { tries, at_ms: attempt.at_ms };
            }
        }
        if ordered.iter().any(|attempt| attempt.verdict.is_none()) {
            return Self::Pending { tries };
        }
        if tries == 0 { Self::Untried } else { Self::Tried { tries } }
    }
}

/// Whether a verdict makes a try: not one that came before the program ran (CE), and not one that says nothing of
/// the program (JE, SK).
fn counts(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Ce | Verdict::Je | Verdict::Sk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(attempts: &[(&str, i64)]) -> Cell {
        let read = |&(code, at_ms): &(&str, i64)| Attempt { verdict: code.parse().ok(), at_ms };
        Cell::of(&attempts.iter().map(read).collect::<Vec<_>>())
    }

    #[test]
    fn nothing_sent_is_untried() {
        assert_eq!(cell(&[]), Cell::Untried);
    }

    #[test]
    fn every_verdict_but_ce_je_and_sk_is_a_try() {
        for verdict in Verdict::ALL {
            let free = ["CE", "JE", "SK"].contains(&verdict.code());
            let expected = match verdict {
                Verdict::Ac => Cell::Solved { tries: 1, at_ms: 5 },
                _ if free => Cell::Untried,
                _ => Cell::Tried { tries: 1 },
            };
            assert_eq!(cell(&[(verdict.code(), 5)]), expected, "{verdict}");
        }
    }

    #[test]
    fn tries_are_counted_up_to_the_first_accepted_one_and_no_further() {
        let all = [("WA", 1), ("CE", 2), ("TLE", 3), ("AC", 4), ("WA", 5), ("AC", 6)];
        assert_eq!(cell(&all), Cell::Solved { tries: 3, at_ms: 4 });
    }

    #[test]
    fn the_order_is_that_of_sending_and_not_that_of_the_rows() {
        assert_eq!(cell(&[("AC", 9), ("WA", 10), ("RE", 2)]), Cell::Solved { tries: 2, at_ms: 9 });
    }

    #[test]
    fn a_waiting_one_is_pending_until_something_is_accepted() {
        assert_eq!(cell(&[("WA", 1), ("", 2)]), Cell::Pending { tries: 1 });
        assert_eq!(cell(&[("", 1), ("WA", 2), ("AC", 3)]), Cell::Solved { tries: 2, at_ms: 3 });
    }
}
