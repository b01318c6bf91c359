//! Who may do what. Every page, API route and event stream asks [`may`]; what somebody may not see is not found.

use store::UserId;
use store::user::Role;

use crate::error::Error;
use crate::viewer::Viewer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Learn that it exists, and what everybody is told about it.
    See,
    /// Send a program to a problem.
    Submit,
    /// Read a submission's source, compile log and own output.
    ReadSource,
    /// Read what is meant for the jury: internal errors, validators' messages.
    ReadInternals,
    /// Have submissions judged again, and see what that would change.
    Rejudge,
    /// Upload versions of problems, and see all of them; pause and resume judging.
    Edit,
}

/// What is acted on, with what the decision needs of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Thing {
    /// All rejudgings. What they would change is nobody's to know before it counts.
    Rejudgings,
    /// All problems, those to come included.
    Problems,
    Problem {
        visible: bool,
    },
    Submission {
        owner: UserId,
        problem_visible: bool,
    },
    /// What waits and runs, of everybody, and what stands still.
    Queue,
    /// What somebody tries out is nobody else's business.
    CustomRun {
        owner: UserId,
    },
}

/// The one decision.
pub(crate) fn may(viewer: &Viewer, action: Action, thing: Thing) -> bool {
    match thing {
        Thing::Rejudgings => action == Action::Rejudge && viewer.is_at_least(Role::Jury),
        Thing::Problems => match action {
            Action::See => true,
            Action::Edit => viewer.is_at_least(Role::Setter),
            _ => false,
        },
        Thing::Queue => match action {
            Action::See | Action::Edit => viewer.is_at_least(Role::Jury),
            _ => false,
        },
        Thing::CustomRun { owner } => {
            action == Action::See && viewer.user().is_some_and(|user| user.id == owner)
        }
        Thing::Problem { visible } => {
            let seen = visible || viewer.is_at_least(Role::Setter);
            match action {
                Action::See => seen,
                Action::Submit => seen && viewer.user().is_some(),
                Action::Edit => viewer.is_at_least(Role::Setter),
                _ => false,
            }
        }
        Thing::Submission { owner, problem_visible } => {
            let own = viewer.user().is_some_and(|user| user.id == owner);
            match action {
                // Their own work stays theirs when a problem is hidden again.
                Action::See => own || problem_visible || viewer.is_at_least(Role::Setter),
                Action::ReadSource => own || viewer.is_at_least(Role::Jury),
                Action::ReadInternals | Action::Rejudge => viewer.is_at_least(Role::Jury),
                _ => false,
            }
        }
    }
}

/// [`may`], or the answer that there is no such thing.
pub(crate) fn require(viewer: &Viewer, action: Action, thing: Thing) -> Result<(), Error> {
    if may(viewer, action, thing) { Ok(()) } else { Err(Error::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIONS: [Action; 6] = [
        Action::See,
        Action::Submit,
        Action::ReadSource,
        Action::ReadInternals,
        Action::Rejudge,
        Action::Edit,
    ];

    /// What a viewer may do, by the actions' initials: S(ee) s(ubmit) r(ead source) i(nternals) j(udge again) e(dit).
    fn allowed(viewer: &Viewer, thing: Thing) -> String {
        let initials = "SsrijE".chars();
        ACTIONS
            .into_iter()
            .zip(initials)
            .filter(|(action, _)| may(viewer, *action, thing))
            .map(|(_, c)| c)
            .collect()
    }

    #[test]
    fn each_role_may_what_the_table_says() {
        let owner = crate::viewer::tests::viewer(7, Role::Contestant);
        let viewers = [
            Viewer::guest(),
            crate::viewer::tests::viewer(1, Role::Contestant),
            crate::viewer::tests::viewer(2, Role::Setter),
            crate::viewer::tests::viewer(3, Role::Jury),
            crate::viewer::tests::viewer(4, Role::Admin),
            owner,
        ];
        let table = |thing| viewers.each_ref().map(|viewer| allowed(viewer, thing));
        let of =
            |problem_visible| Thing::Submission { owner: viewers[5].user().unwrap().id, problem_visible };
        assert_eq!(table(Thing::Rejudgings), ["", "", "", "j", "j", ""]);
        assert_eq!(table(Thing::Problems), ["S", "S", "SE", "SE", "SE", "S"]);
        assert_eq!(table(Thing::Problem { visible: true }), ["S", "Ss", "SsE", "SsE", "SsE", "Ss"]);
        assert_eq!(table(Thing::Problem { visible: false }), ["", "", "SsE", "SsE", "SsE", ""]);
        assert_eq!(table(Thing::Queue), ["", "", "", "SE", "SE", ""]);
        let run = Thing::CustomRun { owner: viewers[5].user().unwrap().id };
        assert_eq!(table(run), ["", "", "", "", "", "S"]);
        assert_eq!(table(of(true)), ["S", "S", "S", "Srij", "Srij", "Sr"]);
        assert_eq!(table(of(false)), ["", "", "S", "Srij", "Srij", "Sr"]);
    }
}
