//! The walk over the tree of tests.

use std::collections::BTreeMap;

use problem::version::{Asked, Branch, OnReject, Plan, Planned, Points, Requirement};
use problem::{GroupResult, TestGroup, Verdict, Version};

use super::{Besides, Part, Ran, Runner, Total, Worth, aggregate, conclude};
use crate::error::Error;

/// Asks for the results that count, in the order of judging, and gives what they come to.
///
/// # Errors
/// The runner's.
pub(crate) fn walk<'a>(
    version: &'a Version,
    plan: &Plan<'a>,
    besides: Besides,
    runner: &mut dyn Runner,
) -> Result<Total, Error> {
    let mut left = vec![0; plan.cases.len()];
    count(&plan.root, &mut left);
    let ran = vec![None; plan.cases.len()];
    let (groups, known, halted) = (Vec::new(), BTreeMap::new(), None);
    let (failed, fault) = (None, String::new());
    let mut walk = Walk { version, plan, besides, runner, left, ran, groups, known, halted, failed, fault };
    let part = walk.group(&plan.root)?;
    Ok(walk.total(&part))
}

/// How often each case sits somewhere.
fn count(branch: &Branch<'_>, left: &mut [u32]) {
    for child in &branch.children {
        match child {
            Planned::Group(inner) => count(inner, left),
            Planned::Case { position, .. } => left[*position] += 1,
        }
    }
}

struct Walk<'a, 'r> {
    version: &'a Version,
    plan: &'r Plan<'a>,
    besides: Besides,
    runner: &'r mut dyn Runner,
    /// By position: how often the case is still to come.
    left: Vec<u32>,
    ran: Vec<Option<Ran>>,
    groups: Vec<GroupResult>,
    /// Groups that are done, for those that need them.
    known: BTreeMap<&'a str, Part>,
    /// Nothing counts any more: why.
    halted: Option<String>,
    /// Position of the first case that was asked for and failed.
    failed: Option<usize>,
    /// What is wrong with the problem.
    fault: String,
}

/// After a part of a group: what does not count any more, and why.
enum Closed {
    Group(String),
    All(String),
}

impl<'a> Walk<'a, '_> {
    fn group(&mut self, branch: &Branch<'a>) -> Result<Part, Error> {
        let at = self.open(branch);
        let part = match self.unmet(branch.group) {
            Some(why) => {
                self.groups[at].reason = format!("{} needs {why}.", title(branch.group));
                let why = format!("Not run: {}", self.groups[at].reason);
                self.pass_children(branch, &why)?;
                self.void(branch)
            }
            None => self.children(branch, at)?,
        };
        self.close(branch.group, at, &part);
        Ok(part)
    }

    /// Makes room for the group's result, before those of the groups in it.
    fn open(&mut self, branch: &Branch<'a>) -> usize {
        let cases = branch.positions().into_iter().map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        self.groups.push(GroupResult {
            name: branch.group.name.clone(),
            verdict: Verdict::Sk,
            score: 0.0,
            max: None,
            cases: cases.collect(),
            counts: !branch.group.rules.uncounted,
            reason: String::new(),
        });
        self.groups.len() - 1
    }

    fn close(&mut self, group: &'a TestGroup, at: usize, part: &Part) {
        let unbounded = self.version.scoring.as_ref().is_some_and(|scoring| scoring.max.is_none());
        let result = &mut self.groups[at];
        (result.verdict, result.score) = (part.verdict, part.points);
        result.max = (group.rules.max.is_some() || !unbounded).then_some(part.worth);
        self.known.insert(&group.name, *part);
    }

    /// What the group needs and has not; `None`: it may be run.
    fn unmet(&self, group: &TestGroup) -> Option<String> {
        let unmet = |need: &&Requirement| {
            let known = self.known.get(need.group.as_str());
            !known.is_some_and(|part| match need.what {
                Asked::Accepted => part.all_accepted,
                _ if !self.is_scoring() => part.verdict == Verdict::Ac,
                Asked::Full => part.points >= part.worth - Points::SAME,
                Asked::Some => part.points > Points::SAME,
            })
        };
        group.rules.requires.iter().find(unmet).map(|Requirement { group, what }| match what {
            Asked::Accepted => format!("all tests of {group} accepted"),
            Asked::Full => format!("all points of {group}"),
            Asked::Some => format!("points of {group}"),
        })
    }

    fn is_scoring(&self) -> bool {
        self.version.scoring.is_some()
    }

    fn children(&mut self, branch: &Branch<'a>, at: usize) -> Result<Part, Error> {
        let (mut parts, mut closed) = (Vec::new(), None);
        let mut accepted = !branch.children.is_empty();
        for child in &branch.children {
            let part = match self.halted.clone().or_else(|| closed.clone()) {
                Some(why) => self.pass(branch.group, child, &why)?,
                None => match child {
                    Planned::Group(inner) => self.group(inner)?,
                    Planned::Case { .. } => self.case(branch.group, child)?,
                },
            };
            accepted &= part.all_accepted;
            if !counts(child) && part.verdict != Verdict::Je {
                continue;
            }
            parts.push(part);
            match self.closed(branch.group, &part) {
                Some(Closed::Group(why)) => closed = Some(why),
                Some(Closed::All(why)) => self.halted = Some(why),
                None => {}
            }
        }
        let part = self.whole(branch.group, &parts, at)?;
        Ok(Part { all_accepted: accepted, ..part })
    }

    fn case(&mut self, group: &TestGroup, child: &Planned<'a>) -> Result<Part, Error> {
        let Planned::Case { case, position } = child else { return Ok(self.void_of(group, child)) };
        self.left[*position] -= 1;
        let worth = Worth::new(self.version, group, case);
        let ran = self.run(*position, &worth)?;
        let settled = worth.settle(ran);
        if let Some(fault) = settled.fault {
            self.fail(format!("{}: {fault}", case.name));
        }
        let accepted = settled.verdict == Verdict::Ac;
        if !accepted {
            self.failed = Some(self.failed.map_or(*position, |first| first.min(*position)));
        }
        let partial = matches!(ran.verdict, Verdict::Ac | Verdict::Pa) && settled.verdict != Verdict::Wa;
        Ok(Part {
            verdict: settled.verdict,
            points: settled.points,
            worth: worth.full(),
            rejected: !partial,
            decided: (!accepted).then_some(*position),
            all_accepted: accepted,
            run: true,
        })
    }

    fn run(&mut self, position: usize, worth: &Worth) -> Result<Ran, Error> {
        if let Some(ran) = self.ran[position] {
            return Ok(ran);
        }
        let ran = self.runner.run(position, worth)?;
        self.ran[position] = Some(ran);
        Ok(ran)
    }

    /// Leaves out a child of `group`.
    fn pass(&mut self, group: &TestGroup, child: &Planned<'a>, why: &str) -> Result<Part, Error> {
        match child {
            Planned::Group(inner) => {
                let at = self.open(inner);
                self.pass_children(inner, why)?;
                let void = self.void(inner);
                self.close(inner.group, at, &void);
            }
            Planned::Case { case, position } => {
                let position = *position;
                self.left[position] -= 1;
                if self.besides == Besides::Everything {
                    self.run(position, &Worth::new(self.version, group, case))?;
                } else if self.left[position] == 0 && self.ran[position].is_none() {
                    self.runner.skip(position, why)?;
                }
            }
        }
        Ok(self.void_of(group, child))
    }

    fn pass_children(&mut self, branch: &Branch<'a>, why: &str) -> Result<(), Error> {
        branch.children.iter().try_for_each(|child| self.pass(branch.group, child, why).map(drop))
    }

    /// A group that does not count.
    fn void(&self, branch: &Branch<'_>) -> Part {
        let counted = branch.children.iter().filter(|child| counts(child));
        let parts: Vec<Part> = counted.map(|child| self.void_of(branch.group, child)).collect();
        Part::void(aggregate::worth(&branch.group.rules, &parts))
    }

    fn void_of(&self, group: &TestGroup, child: &Planned<'_>) -> Part {
        match child {
            Planned::Group(inner) => self.void(inner),
            Planned::Case { case, .. } => Part::void(Worth::new(self.version, group, case).full()),
        }
    }

    /// The first thing that is wrong is told.
    fn fail(&mut self, fault: String) {
        if self.fault.is_empty() {
            self.fault = fault;
        }
    }

    /// The group's result out of those of its children that count.
    fn whole(&mut self, group: &TestGroup, parts: &[Part], at: usize) -> Result<Part, Error> {
        let decisive = aggregate::decisive(&group.rules, parts);
        let part = Part {
            verdict: decisive.map_or(Verdict::Ac, |part| part.verdict),
            points: 0.0,
            worth: aggregate::worth(&group.rules, parts),
            rejected: decisive.is_some_and(|part| part.rejected),
            decided: decisive.and_then(|part| part.decided),
            all_accepted: false,
            run: true,
        };
        let whole = match part.verdict {
            Verdict::Je => Ok(part),
            _ if group.rules.grader.is_some() => self.grade(group, parts, part)?,
            _ if !self.is_scoring() => Ok(part),
            _ => aggregate::points(&group.rules, parts)
                .map(|points| Part { points, ..part })
                .map_err(|why| format!("{} {why}.", title(group))),
        };
        Ok(whole.unwrap_or_else(|fault| {
            self.groups[at].reason.clone_from(&fault);
            self.fail(fault);
            Part { verdict: Verdict::Je, ..part }
        }))
    }

    fn grade(
        &mut self,
        group: &TestGroup,
        parts: &[Part],
        part: Part,
    ) -> Result<Result<Part, String>, Error> {
        let run = parts.iter().filter(|part| part.run).map(|part| (part.verdict, part.points));
        let graded = self.runner.grade(group, &run.collect::<Vec<_>>())?;
        Ok(graded.map(|(verdict, points)| {
            let accepted = verdict == Verdict::Ac;
            let decided = part.decided.filter(|_| !accepted);
            Part { verdict, points, rejected: !accepted, decided, ..part }
        }))
    }

    /// What does not count any more after that part of the group.
    fn closed(&self, group: &TestGroup, last: &Part) -> Option<Closed> {
        if !last.run {
            return None;
        }
        let place = last.decided.map_or_else(|| title(group), |at| self.plan.cases[at].name.as_str());
        if last.verdict == Verdict::Je {
            return Some(Closed::All(format!("Not run: the judge failed at {place}.")));
        }
        match group.rules.on_reject {
            OnReject::Everything if last.rejected => {
                Some(Closed::All(format!("Not run: everything ends where {place} fails.")))
            }
            OnReject::Group if last.rejected => {
                Some(Closed::Group(format!("Not run: {} ends where {place} fails.", title(group))))
            }
            _ if !self.is_scoring() => {
                aggregate::has_failed(&group.rules, last).then(|| Closed::Group(String::new()))
            }
            _ => aggregate::gives_nothing_more(group, last)
                .then(|| Closed::Group(format!("Not run: {} gives no points after {place}.", title(group)))),
        }
    }

    fn total(mut self, part: &Part) -> Total {
        let first = self.failed;
        let first_verdict = first.and_then(|at| self.ran[at]).map(|ran| match ran.verdict {
            Verdict::Pa | Verdict::Ac => Verdict::Wa,
            verdict => verdict,
        });
        self.groups.remove(0);
        let mut total = Total {
            verdict: part.verdict,
            score: None,
            groups: Vec::new(),
            decided: part.decided.or_else(|| first.filter(|_| part.verdict != Verdict::Ac)),
            fault: self.fault,
        };
        let Some(scoring) = &self.version.scoring else {
            if part.verdict == Verdict::Sk {
                total.verdict = first_verdict.unwrap_or(Verdict::Wa);
            }
            return total;
        };
        total.groups = self.groups;
        if part.verdict != Verdict::Je {
            match conclude(part, scoring, first_verdict) {
                Ok((verdict, score)) => (total.verdict, total.score) = (verdict, Some(score)),
                Err(fault) => (total.verdict, total.fault) = (Verdict::Je, fault),
            }
        }
        if total.verdict != Verdict::Ac {
            total.decided = total.decided.or(first);
        }
        total
    }
}

fn counts(child: &Planned<'_>) -> bool {
    match child {
        Planned::Group(branch) => !branch.group.rules.uncounted,
        Planned::Case { .. } => true,
    }
}

impl Part {
    /// What was not run.
    fn void(worth: f64) -> Self {
        let (verdict, decided) = (Verdict::Sk, None);
        Self { verdict, points: 0.0, worth, rejected: false, decided, all_accepted: false, run: false }
    }
}

/// How sentences name a group.
fn title(group: &TestGroup) -> &str {
    if group.name.is_empty() { "the problem" } else { &group.name }
}
