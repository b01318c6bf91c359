//! What is typed to say which submissions are to be judged again.

use problem::Verdict;
use serde::Deserialize;
use store::rejudging::{Filter, Refusal, moment};

/// The form as it was sent, or as an address fills it. A field that is empty says nothing.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Fields {
    pub(super) problem: String,
    pub(super) language: String,
    /// A verdict's code.
    pub(super) verdict: String,
    pub(super) user: String,
    pub(super) worker: String,
    /// In UTC.
    pub(super) since: String,
    pub(super) until: String,
    /// Numbers, with blanks or commas between them.
    pub(super) submissions: String,
    /// Anything: only what was judged on another version.
    pub(super) outdated: String,
    pub(super) version: String,
    /// Anything: everything is run anew.
    pub(super) fresh: String,
    pub(super) reason: String,
    /// How many fitted when the sender looked.
    pub(super) count: String,
}

/// What is wrong with which field.
pub(super) struct Wrong {
    pub(super) field: &'static str,
    pub(super) words: String,
}

impl Fields {
    /// Nothing was asked for yet.
    pub(super) fn are_blank(&self) -> bool {
        let all = [
            &self.problem,
            &self.language,
            &self.verdict,
            &self.user,
            &self.worker,
            &self.since,
            &self.until,
            &self.submissions,
            &self.outdated,
            &self.version,
        ];
        all.iter().all(|text| text.trim().is_empty())
    }

    pub(super) fn filter(&self) -> Result<Filter, Wrong> {
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(Filter {
            problem: parsed(&self.problem, "problem", "Not a problem’s name as it stands in its address.")?,
            language: text(&self.language),
            verdicts: parsed::<Verdict>(&self.verdict, "verdict", "Not a verdict’s code.")?
                .into_iter()
                .collect(),
            user: text(&self.user),
            worker: text(&self.worker),
            since: time(&self.since, "since")?,
            until: time(&self.until, "until")?,
            submissions: numbers(&self.submissions)?,
            outdated: !self.outdated.is_empty(),
            version: parsed(&self.version, "version", "Not the number of a version.")?,
            fresh: !self.fresh.is_empty(),
        })
    }
}

fn parsed<T: std::str::FromStr>(text: &str, field: &'static str, words: &str) -> Result<Option<T>, Wrong> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Wrong { field, words: words.to_owned() }),
    }
}

fn time(text: &str, field: &'static str) -> Result<Option<time::OffsetDateTime>, Wrong> {
    let words = || Wrong { field, words: "Not a time: write 2026-11-30 09:00, in UTC.".to_owned() };
    match text.trim() {
        "" => Ok(None),
        text => moment(text).map(Some).ok_or_else(words),
    }
}

fn numbers(text: &str) -> Result<Vec<store::SubmissionId>, Wrong> {
    let parts = text.split([' ', ',', '\n', '\r', '\t']).filter(|part| !part.is_empty());
    let number = |part: &str| {
        let words = || format!("“{part}” is not the number of a submission.");
        part.parse().map_err(|_| Wrong { field: "submissions", words: words() })
    };
    parts.map(number).collect()
}

/// The field that a refusal is about; none for the form as a whole.
pub(super) fn about(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Problem(_) => "problem",
        Refusal::User(_) => "user",
        Refusal::Submission(_) => "submissions",
        Refusal::Version(_) | Refusal::VersionOfNoProblem => "version",
        Refusal::NoReason => "reason",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_and_what_cannot_be_is_told_at_its_field() {
        let typed = Fields {
            problem: " sum ".into(),
            verdict: "WA".into(),
            since: "2026-11-30T09:00".into(),
            submissions: "17, 18\n19".into(),
            outdated: "on".into(),
            fresh: "on".into(),
            version: "2".into(),
            ..Fields::default()
        };
        let filter = typed.filter().ok().unwrap();
        assert_eq!(filter.problem.unwrap().as_str(), "sum");
        assert_eq!((filter.verdicts, filter.version), (vec![Verdict::Wa], Some(2)));
        assert!(filter.outdated && filter.fresh);
        assert_eq!((filter.submissions.len(), filter.since), (3, moment("2026-11-30 09:00")));
        let wrong = |fields: Fields| fields.filter().err().unwrap().field;
        assert_eq!(wrong(Fields { problem: "Sum!".into(), ..Fields::default() }), "problem");
        assert_eq!(wrong(Fields { verdict: "OK".into(), ..Fields::default() }), "verdict");
        assert_eq!(wrong(Fields { until: "noon".into(), ..Fields::default() }), "until");
        assert_eq!(wrong(Fields { submissions: "17 x".into(), ..Fields::default() }), "submissions");
        assert_eq!(wrong(Fields { version: "two".into(), ..Fields::default() }), "version");
        assert!(Fields { reason: "why".into(), ..Fields::default() }.are_blank());
    }
}
