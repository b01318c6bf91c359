//! A submission and an interactor have talked with each other: who decides the case.

use problem::Verdict;
use sandbox::Status;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decides {
    Interactor,
    /// This process of the submission, which broke a limit or crashed.
    Process(usize),
    /// All processes kept their limits, and together they used too much time.
    Together,
}

/// One process of the submission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) number: usize,
    pub(super) status: Status,
    /// It was still there at its wall limit.
    pub(super) stood_still: bool,
    /// Before the interactor.
    pub(super) ended_first: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Interactor {
    pub(super) verdict: Verdict,
    /// It was still there when we ended it.
    pub(super) stopped: bool,
}

/// An interactor that failed is a judge error; but one that was stopped because the submission stood still had only
/// waited, as it should. Where it rejects, that counts unless a process had failed before: what a submission does that
/// nobody talks to any more is nobody's concern. Else a failure of the submission counts, the first if there are several,
/// and where there is none the interactor decides. `processes` are in the order of their ends.
pub(super) fn decides(processes: &[Process], slow_together: bool, interactor: Interactor) -> Decides {
    let mut failed = processes.iter().filter(|process| process.status != Status::Ok);
    let first = failed.next();
    let stood_still = processes.iter().any(|process| process.stood_still);
    match (interactor.verdict, first) {
        (Verdict::Je, _) if !(interactor.stopped && stood_still) => Decides::Interactor,
        (Verdict::Wa | Verdict::Pe, Some(process)) if !process.ended_first => Decides::Interactor,
        (_, Some(process)) => Decides::Process(process.number),
        (Verdict::Ac | Verdict::Pa, None) if slow_together => Decides::Together,
        (_, None) => Decides::Interactor,
    }
}

#[cfg(test)]
mod tests {
    use Verdict::{Ac, Je, Pa, Pe, Wa};

    use super::*;

    const FINE: Process = Process { number: 0, status: Status::Ok, stood_still: false, ended_first: false };
    const CRASHED: Process = Process { status: Status::RuntimeError, ..FINE };
    const STUCK: Process = Process { status: Status::IdleLimit, stood_still: true, ..FINE };

    fn one(process: Process, verdict: Verdict) -> Decides {
        decides(&[process], false, Interactor { verdict, stopped: false })
    }

    #[test]
    fn a_failure_counts_unless_the_interactor_had_rejected_before() {
        for verdict in [Wa, Pe] {
            assert_eq!(one(CRASHED, verdict), Decides::Interactor);
            assert_eq!(one(Process { ended_first: true, ..CRASHED }, verdict), Decides::Process(0));
        }
        for verdict in [Ac, Pa] {
            assert_eq!(
                one(CRASHED, verdict),
                Decides::Process(0),
                "it accepted, and then the submission crashed"
            );
        }
    }

    #[test]
    fn a_submission_that_keeps_its_limits_leaves_it_to_the_interactor_whoever_ended_first() {
        for verdict in [Ac, Pa, Wa, Pe, Je] {
            for ended_first in [false, true] {
                assert_eq!(one(Process { ended_first, ..FINE }, verdict), Decides::Interactor);
            }
        }
    }

    #[test]
    fn an_interactor_that_fails_is_a_judge_error_whatever_the_submission_does() {
        for process in [FINE, CRASHED, STUCK, Process { ended_first: true, ..CRASHED }] {
            assert_eq!(one(process, Je), Decides::Interactor);
        }
        let waits = Interactor { verdict: Je, stopped: true };
        assert_eq!(decides(&[CRASHED], false, waits), Decides::Interactor, "it should have seen the end");
    }

    #[test]
    fn two_that_wait_for_each_other_are_the_submissions_fault() {
        let waits = Interactor { verdict: Je, stopped: true };
        assert_eq!(decides(&[STUCK], false, waits), Decides::Process(0));
    }

    #[test]
    fn of_several_processes_the_first_that_failed_decides() {
        let second = Process { number: 1, ended_first: true, ..CRASHED };
        assert_eq!(
            decides(&[FINE, second, STUCK], false, Interactor { verdict: Wa, stopped: false }),
            Decides::Process(1)
        );
    }

    #[test]
    fn time_that_only_the_sum_exceeds_counts_where_nothing_else_is_wrong() {
        let said = |verdict| Interactor { verdict, stopped: false };
        assert_eq!(decides(&[FINE, FINE], true, said(Ac)), Decides::Together);
        assert_eq!(decides(&[FINE, FINE], true, said(Wa)), Decides::Interactor);
        assert_eq!(decides(&[FINE, CRASHED], true, said(Ac)), Decides::Process(0));
    }
}
