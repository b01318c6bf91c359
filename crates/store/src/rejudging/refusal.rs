//! Why nothing was done.

use problem::Slug;

use super::{Action, State};
use crate::{Error, RejudgingId, SubmissionId};

/// How many submissions a message names.
const NAMED: usize = 5;

/// What was done, or why not.
pub type Answer<T> = std::result::Result<T, Refusal>;

/// Why a rejudging was not planned, applied, dropped or undone. Then nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error(
        "say which submissions: name a problem, a language, a verdict, a user, a worker, a time or numbers of submissions"
    )]
    Everything,
    #[error("say why they are to be judged again")]
    NoReason,
    #[error("there is no problem {0}")]
    Problem(Slug),
    #[error("there is no user {0}")]
    User(String),
    #[error("there is no submission {0}")]
    Submission(SubmissionId),
    #[error("the problem has no version {0}")]
    Version(u32),
    #[error("a version is one of a problem: name the problem, too, or submissions to one problem only")]
    VersionOfNoProblem,
    #[error("no submission fits")]
    NothingFits,
    #[error("there is no rejudging {0}")]
    NoSuch(RejudgingId),
    #[error("{} rejudging {id}: {}", cannot(.action), because(.state))]
    State { id: RejudgingId, action: Action, state: State },
    #[error("rejudging {id} cannot be applied yet: {left} of its judgings are not done")]
    NotDone { id: RejudgingId, left: u64 },
    /// Of these submissions another judging counts than was left when it was planned, or applied.
    #[error("{} rejudging {id}: {}", cannot(.action), told(.moved))]
    Moved { id: RejudgingId, action: Action, moved: Vec<Moved> },
    #[error(transparent)]
    Store(#[from] Error),
}

/// A submission of which another judging counts than was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub submission: SubmissionId,
    /// Whose judging counts now; `None`: the one that was there before all rejudgings.
    pub by: Option<RejudgingId>,
}

fn cannot(action: &Action) -> &'static str {
    match action {
        Action::Plan => "cannot plan",
        Action::Apply => "cannot apply",
        Action::Drop => "cannot drop",
        Action::Undo => "cannot undo",
    }
}

fn because(state: &State) -> &'static str {
    match state {
        State::Open => "it is not applied",
        State::Applied => "it is applied",
        State::Dropped => "it was dropped",
    }
}

fn told(moved: &[Moved]) -> String {
    let mut by: Vec<RejudgingId> = moved.iter().filter_map(|moved| moved.by).collect();
    by.sort_unstable();
    by.dedup();
    let whose = by.iter().map(|id| format!("rejudging {id}")).collect::<Vec<_>>().join(", ");
    let (what, todo) = match by.as_slice() {
        [] => ("count a judging from before it now".to_owned(), "drop this one and plan again".to_owned()),
        _ => (format!("count a judging of {whose} now"), format!("undo {whose} first, or plan again")),
    };
    let (count, named) = (moved.len(), named(moved));
    format!("{count} of its submissions {what} ({named}); {todo}")
}

fn named(moved: &[Moved]) -> String {
    let mut names: Vec<String> = moved.iter().take(NAMED).map(|moved| moved.submission.to_string()).collect();
    if moved.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_in_the_way_is_named_with_the_way_out() {
        let moved = |n: i64, by: Option<i64>| Moved { submission: SubmissionId(n), by: by.map(RejudgingId) };
        let refusal = |moved| Refusal::Moved { id: RejudgingId(3), action: Action::Undo, moved };
        let others: Vec<Moved> = (1..=7).map(|n| moved(n, Some(5 + n % 2))).collect();
        assert_eq!(
            refusal(others).to_string(),
            "cannot undo rejudging 3: 7 of its submissions count a judging of rejudging 5, rejudging 6 now \
             (1, 2, 3, 4, 5, …); undo rejudging 5, rejudging 6 first, or plan again"
        );
        assert_eq!(
            refusal(vec![moved(9, None)]).to_string(),
            "cannot undo rejudging 3: 1 of its submissions count a judging from before it now (9); \
             drop this one and plan again"
        );
    }
}
