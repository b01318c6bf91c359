//! What is promised of a submission, in the format's four verdicts.

use crate::export::icpc::names;
use crate::export::icpc::yaml::Yaml;
use crate::package::icpc_words::{self, CRASH, SLOW, WRONG};
use crate::verdict::Verdict::{self, Ac, Pa};
use crate::version::{Example, Expectation, Points, TimeBound};

pub(super) const UNSAID: &str =
    "not all that is promised of it can be said: the format has AC, WA, TLE and RTE of cases only";

pub(super) struct Promises {
    pub(super) scoring: bool,
    /// What there is to get.
    pub(super) max: Option<Points>,
    /// By which points are multiplied.
    pub(super) factor: f64,
}

/// The folders of the format.
const FOLDERS: [&str; 6] =
    ["accepted", "rejected", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force"];

/// Folders in which other judges have submissions of all kinds.
const ANYTHING: [&str; 6] = ["other", "prog", "sol", "solution", "solutions", "std"];

/// Whether a rule can turn what the folder promises into this.
pub(super) fn fits(promise: &Expectation, default: &Expectation) -> bool {
    !promise.required.is_empty() || default.required.is_empty()
}

impl Promises {
    /// What a rule stands on that is not a folder's.
    pub(super) fn nothing(&self) -> Expectation {
        Expectation::of_cases(icpc_words::whatever(self.scoring), [])
    }

    /// The folder that the submission lies in: its own, if that is for submissions of one kind, else the one that promises
    /// the same.
    pub(super) fn folder(&self, example: &Example) -> String {
        let own = example.path.split_once('/').map_or("other", |(folder, _)| folder);
        let own = names::plain(own);
        let Some(expected) = &example.expected else { return own };
        if !ANYTHING.contains(&own.as_str()) {
            return own;
        }
        let alone = self.plain(&super::alone(expected));
        let same =
            |folder: &&&str| icpc_words::promise_of_folder(folder, self.scoring).as_ref() == Some(&alone);
        let like = FOLDERS.iter().find(same).copied().or_else(|| like(expected));
        like.map_or(own, str::to_owned)
    }

    /// The promise in words that the format has, where that is the same: that all is accepted, or gives all points.
    pub(super) fn plain(&self, promise: &Expectation) -> Expectation {
        let mut plain = promise.clone();
        if plain.result != [Ac] {
            return plain;
        }
        match (self.scoring, self.max) {
            (false, _) => plain.permitted = vec![Ac],
            (true, Some(max)) if plain.score.is_none() => plain.score = Some((max, max)),
            (true, _) => return plain,
        }
        plain.result.clear();
        plain
    }

    /// Says what `promise` has and `default` has not; whether that is all of it.
    pub(super) fn rule(&self, rule: &mut Yaml, promise: &Expectation, default: &Expectation) -> bool {
        let mut said = promise.result == default.result && fits(promise, default);
        let says = promise.permitted != default.permitted || promise.required != default.required;
        for (key, wanted, before) in [
            ("permitted", &promise.permitted, &default.permitted),
            ("required", &promise.required, &default.required),
        ] {
            if wanted != before && !wanted.is_empty() {
                let codes = codes(wanted);
                said &= self.verdicts(&codes).iter().all(|verdict| wanted.contains(verdict));
                said &= wanted.iter().all(|verdict| self.verdicts(&codes).contains(verdict));
                if !codes.is_empty() {
                    rule.word(key, format!("[{}]", codes.join(", ")));
                }
            }
        }
        if let Some((least, most)) = promise.score {
            let times = |points: Points| points.get() * self.factor;
            rule.word("score", format!("[{}, {}]", times(least), times(most)));
        }
        if let Some(message) = &promise.message {
            rule.text("message", message);
        }
        let implied = if says { bound(promise) } else { default.time };
        if promise.time != implied {
            rule.word(
                "use_for_time_limit",
                match promise.time {
                    Some(TimeBound::Lower) => "lower",
                    Some(TimeBound::Upper) => "upper",
                    None => "false",
                },
            );
        }
        said
    }

    /// Says what is promised beside the folder; a promise of nothing, too, is one.
    pub(super) fn further(&self, rule: &mut Yaml, promise: &Expectation) -> bool {
        let mut inner = Yaml::default();
        let said = self.rule(&mut inner, promise, &self.nothing());
        if inner.is_empty() {
            inner.word("use_for_time_limit", "false");
        }
        rule.add(inner);
        said
    }

    /// Ours, of which the codes speak.
    fn verdicts(&self, codes: &[&str]) -> Vec<Verdict> {
        let of = |code: &&str| match *code {
            "AC" if self.scoring => vec![Ac, Pa],
            "AC" => vec![Ac],
            "WA" => WRONG.to_vec(),
            "TLE" => SLOW.to_vec(),
            _ => CRASH.to_vec(),
        };
        codes.iter().flat_map(of).collect()
    }
}

/// The format's verdicts, in the order of ours.
fn codes(verdicts: &[Verdict]) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for verdict in verdicts {
        let code = match verdict {
            Ac | Pa => "AC",
            verdict if WRONG.contains(verdict) => "WA",
            verdict if SLOW.contains(verdict) => "TLE",
            verdict if CRASH.contains(verdict) => "RTE",
            _ => continue,
        };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

/// What verdicts say of the time limit where nothing else does.
fn bound(promise: &Expectation) -> Option<TimeBound> {
    if promise.required == SLOW {
        Some(TimeBound::Upper)
    } else {
        (!promise.permitted.contains(&Verdict::Tle)).then_some(TimeBound::Lower)
    }
}

/// The format's folder that promises about the same.
fn like(expected: &Expectation) -> Option<&'static str> {
    let telling = if expected.required.is_empty() { &expected.result } else { &expected.required };
    let within = |kinds: &[&[Verdict]]| telling.iter().all(|verdict| kinds.concat().contains(verdict));
    if telling.is_empty() {
        let good = expected.permitted.iter().all(|verdict| [Ac, Pa].contains(verdict));
        return good.then_some("accepted");
    }
    let folders: [(&[&[Verdict]], &str); 6] = [
        (&[&[Ac]], "accepted"),
        (&[WRONG], "wrong_answer"),
        (&[SLOW], "time_limit_exceeded"),
        (&[CRASH], "run_time_error"),
        (&[SLOW, CRASH], "brute_force"),
        (&[WRONG, SLOW, CRASH], "rejected"),
    ];
    folders.into_iter().find(|(kinds, _)| within(kinds)).map(|(_, folder)| folder)
}
