//! Two runs of one submission at once, the first one's output being the second one's input.

use std::sync::Arc;

use problem::TestCase;
use sandbox::{Discard, Outcome, Sealed, Sink, Source, Status, Stdin, Stopped, Target, Wire};

use super::Bench;
use crate::error::Error;
use crate::program::Run;
use crate::slot::{Role, Seat, Slot};

impl Bench<'_> {
    /// Each has its number as an argument, and the name of the pipe: it need not use standard input or output for that.
    /// The first reads the input; what the second prints goes to the sink. The outcome of the one that decides: that which
    /// failed first, else the second. Limits are those of one run, so the figures are the most of the two.
    pub(super) fn steps(
        &self,
        slot: &mut Slot,
        case: &TestCase,
        input: Arc<Sealed>,
        stdout: &mut dyn Sink,
    ) -> Result<Outcome, Error> {
        let mut unseen = Discard;
        let mut first = self.command(slot, case, Some(input), &mut unseen)?;
        let mut second = Run { stdin: Stdin::Joined, ..self.command(slot, case, None, stdout)? };
        first.args.extend(["0", "/dev/stdout"].map(Into::into));
        second.args.extend(["1", "/dev/stdin"].map(Into::into));
        let seat = |role, spec| Seat { role, layout: self.program.layout(role), spec };
        let seats = vec![
            seat(Role::process(0), self.program.spec(slot, &mut first)),
            seat(Role::process(1), self.program.spec(slot, &mut second)),
        ];
        let wire = Wire { from: Source::Stdout(0), to: Target::Stdin(1) };
        let joined = slot.join(seats, vec![wire], &|_, _| None)?;
        let mut outcomes = joined.outcomes.into_iter();
        let both = (outcomes.next(), outcomes.next());
        let (Some(one), Some(two)) = both else {
            return Err(Error::Sandbox(sandbox::Error::Lost("a run of two")));
        };
        let (one, two) = (self.program.ran(&first, one)?, self.program.ran(&second, two)?);
        Ok(self.deciding(one, two))
    }

    fn deciding(&self, one: Outcome, two: Outcome) -> Outcome {
        let failed = |outcome: &Outcome| self.program.status(outcome) != Status::Ok;
        let end = |outcome: &Outcome| outcome.started + outcome.wall;
        // Its reader had seen enough.
        let enough = two.stopped == Some(Stopped::BySink);
        let by_first = failed(&one) && !enough && (!failed(&two) || end(&one) <= end(&two));
        let (cpu, wall, memory) = (one.cpu.max(two.cpu), one.wall.max(two.wall), one.memory.max(two.memory));
        Outcome { cpu, wall, memory, ..if by_first { one } else { two } }
    }
}
