//! Which submissions a rejudging is to be of.

use std::fmt;

use ::problem::{Slug, Verdict};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, query_as};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime, PrimitiveDateTime, UtcOffset};

use super::{Answer, Refusal};
use crate::columns::{Code, Maybe, printable};
use crate::{
    Db, Error, JudgingId, ProblemId, SubmissionId, UserId, VersionId, problem, problem_version, user,
};

/// Which submissions to judge again, in the words of whoever asks: those that fit everything that is named. What is
/// said of a judging is meant of the one that counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Slug>,
    /// Id of a language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Any of these; empty: whatever it came to, or has not come to yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<Verdict>,
    /// Name of who sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Name of the worker that judged it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// Sent at this moment or after it.
    #[serde(with = "time::serde::rfc3339::option", skip_serializing_if = "Option::is_none")]
    pub since: Option<OffsetDateTime>,
    /// Sent before this moment.
    #[serde(with = "time::serde::rfc3339::option", skip_serializing_if = "Option::is_none")]
    pub until: Option<OffsetDateTime>,
    /// These; empty: any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub submissions: Vec<SubmissionId>,
    /// Only what was judged on another version than the one on which it would be judged now.
    #[serde(skip_serializing_if = "is_false")]
    pub outdated: bool,
    /// Number of the problem's version to judge on; else the problem's current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Everything is run, though the same was run before.
    #[serde(skip_serializing_if = "is_false")]
    pub fresh: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Filter {
    /// It names nothing, so everything would fit.
    pub fn is_everything(&self) -> bool {
        Self { version: None, fresh: false, ..self.clone() } == Self::default()
    }
}

/// A submission that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitting {
    pub submission: SubmissionId,
    /// The judging that counts.
    pub former: JudgingId,
    /// Its verdict, when it has one.
    pub verdict: Option<Verdict>,
}

/// The filter with what its words name.
#[derive(Debug)]
pub(super) struct Resolved<'a> {
    pub(super) filter: &'a Filter,
    problem: Option<ProblemId>,
    user: Option<UserId>,
    /// To judge on; `None`: the current one.
    pub(super) version: Option<VersionId>,
}

/// The submissions that fit now, in order of number. A name or number of what there is not is a [`Refusal`], and so
/// is a filter that says nothing.
pub async fn fitting(db: &Db, filter: &Filter) -> Answer<Vec<Fitting>> {
    let resolved = Resolved::of(db, filter).await?;
    resolved.fitting(&mut *db.acquire().await?).await
}

impl<'a> Resolved<'a> {
    pub(super) async fn of(db: &Db, filter: &'a Filter) -> Answer<Self> {
        if filter.is_everything() {
            return Err(Refusal::Everything);
        }
        let problem = match &filter.problem {
            Some(slug) => problem::by_slug(db, slug.as_str())
                .await?
                .ok_or_else(|| Refusal::Problem(slug.clone()))?
                .id
                .into(),
            None => None,
        };
        let user = match &filter.user {
            Some(name) => {
                user::by_name(db, name).await?.ok_or_else(|| Refusal::User(name.clone()))?.id.into()
            }
            None => None,
        };
        let version = match filter.version {
            Some(number) => {
                let problem = match problem {
                    Some(problem) => problem,
                    None => only_problem(db, &filter.submissions).await?,
                };
                Some(version(db, problem, number).await?)
            }
            None => None,
        };
        Ok(Self { filter, problem, user, version })
    }

    pub(super) async fn fitting(&self, connection: &mut PgConnection) -> Answer<Vec<Fitting>> {
        let filter = self.filter;
        let verdicts: Vec<String> = filter.verdicts.iter().map(|verdict| verdict.code().to_owned()).collect();
        let submissions: Vec<i64> = filter.submissions.iter().map(|id| id.0).collect();
        let (language, worker) =
            (filter.language.as_deref().map(printable), filter.worker.as_deref().map(printable));
        let rows = query_as!(
            Fitting,
            r#"select s.id as "submission: SubmissionId", j.id as "former: JudgingId",
                j.verdict as "verdict!: Maybe<Code>"
            from submission s
            join judging j on j.submission_id = s.id and j.valid
            join problem p on p.id = s.problem_id
            where ($1::bigint is null or s.problem_id = $1)
                and ($2::text is null or s.language = $2)
                and (cardinality($3::text[]) = 0 or j.verdict = any($3))
                and ($4::bigint is null or s.user_id = $4)
                and ($5::text is null or j.worker = $5)
                and ($6::timestamptz is null or s.created_at >= $6)
                and ($7::timestamptz is null or s.created_at < $7)
                and (cardinality($8::bigint[]) = 0 or s.id = any($8))
                and (not $9 or j.version_id <> coalesce($10, p.current_version_id))
            order by s.id"#,
            self.problem.map(|id| id.0),
            language.as_deref(),
            &verdicts,
            self.user.map(|id| id.0),
            worker.as_deref(),
            filter.since,
            filter.until,
            &submissions,
            filter.outdated,
            self.version.map(|id| id.0),
        );
        let fitting = rows.fetch_all(&mut *connection).await?;
        self.none_is_missing(connection).await?;
        Ok(fitting)
    }

    /// A mistyped number shall not go unnoticed.
    async fn none_is_missing(&self, connection: &mut PgConnection) -> Answer<()> {
        let named: Vec<i64> = self.filter.submissions.iter().map(|id| id.0).collect();
        let missing = sqlx::query_scalar!(
            r#"select id as "id!: SubmissionId" from unnest($1::bigint[]) as named (id)
            where not exists (select from submission s where s.id = named.id) order by id limit 1"#,
            &named,
        );
        match missing.fetch_optional(connection).await? {
            Some(id) => Err(Refusal::Submission(id)),
            None => Ok(()),
        }
    }
}

/// The one to which all of them were sent.
async fn only_problem(db: &Db, submissions: &[SubmissionId]) -> Answer<ProblemId> {
    let named: Vec<i64> = submissions.iter().map(|id| id.0).collect();
    let problems = sqlx::query_scalar!(
        r#"select distinct problem_id as "id: ProblemId" from submission where id = any($1) limit 2"#,
        &named,
    );
    match (&problems.fetch_all(db).await?[..], submissions) {
        ([problem], _) => Ok(*problem),
        ([], [first, ..]) => Err(Refusal::Submission(*first)),
        _ => Err(Refusal::VersionOfNoProblem),
    }
}

async fn version(db: &Db, problem: ProblemId, number: u32) -> Answer<VersionId> {
    match problem_version::by_number(db, problem, number).await {
        Ok(version) => Ok(version.id),
        Err(Error::NotFound) => Err(Refusal::Version(number)),
        Err(error) => Err(error.into()),
    }
}

/// A moment as people write it: RFC 3339, or a date with or without a time of day, in UTC.
pub fn moment(text: &str) -> Option<OffsetDateTime> {
    let text = text.trim();
    let zoned = OffsetDateTime::parse(text, &Rfc3339).ok();
    let of_day = format_description!(
        version = 2,
        "[year]-[month]-[day][first [T][ ]][hour]:[minute][optional [:[second]]]"
    );
    let day = format_description!("[year]-[month]-[day]");
    zoned
        .or_else(|| PrimitiveDateTime::parse(text, of_day).ok().map(PrimitiveDateTime::assume_utc))
        .or_else(|| Date::parse(text, day).ok().map(|day| day.midnight().assume_utc()))
}

impl fmt::Display for Filter {
    /// `problem sum, verdict WA or TLE, sent since 2026-11-30 09:00:00 UTC`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let several = |list: Vec<String>, and: &str| (!list.is_empty()).then(|| list.join(and));
        let codes = self.verdicts.iter().map(|verdict| verdict.code().to_owned()).collect();
        let parts = [
            self.problem.as_ref().map(|slug| format!("problem {slug}")),
            self.language.as_ref().map(|id| format!("language {id}")),
            several(codes, " or ").map(|codes| format!("verdict {codes}")),
            self.user.as_ref().map(|name| format!("sent by {name}")),
            self.worker.as_ref().map(|name| format!("judged by {name}")),
            self.since.map(|at| format!("sent since {}", exact(at))),
            self.until.map(|at| format!("sent before {}", exact(at))),
            several(self.submissions.iter().map(ToString::to_string).collect(), ", ")
                .map(|ids| format!("submission {ids}")),
            self.outdated.then(|| "judged on another version".to_owned()),
            self.version.map(|number| format!("to be judged on version {number}")),
            self.fresh.then(|| "everything to be run anew".to_owned()),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

fn exact(at: OffsetDateTime) -> String {
    let second = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
    at.to_offset(UtcOffset::UTC).format(&second).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn moments_are_read_with_a_zone_or_in_utc() {
        let noon = Some(datetime!(2026-11-30 12:00 UTC));
        let written =
            ["2026-11-30T12:00:00Z", "2026-11-30T14:00:00+02:00", "2026-11-30T12:00", "2026-11-30 12:00:00"];
        for text in written {
            assert_eq!(moment(text), noon, "{text}");
        }
        assert_eq!(moment(" 2026-11-30 "), Some(datetime!(2026-11-30 0:00 UTC)));
        for text in ["", "noon", "2026-02-30", "12:00", "2026-11-30T25:00"] {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    #[test]
    fn a_filter_says_all_that_it_asks_for_and_reads_back_as_it_was_stored() {
        let filter = Filter {
            problem: Some("sum".parse().unwrap()),
            language: Some("cpp".into()),
            verdicts: vec![Verdict::Wa, Verdict::Tle],
            user: Some("ann".into()),
            worker: Some("alpha".into()),
            since: moment("2026-11-30T12:00"),
            until: moment("2026-12-01"),
            submissions: vec![SubmissionId(17), SubmissionId(18)],
            outdated: true,
            version: Some(2),
            fresh: true,
        };
        let words = "problem sum, language cpp, verdict WA or TLE, sent by ann, judged by alpha, \
                     sent since 2026-11-30 12:00:00 UTC, sent before 2026-12-01 00:00:00 UTC, submission 17, 18, \
                     judged on another version, to be judged on version 2, everything to be run anew";
        assert_eq!(filter.to_string(), words);
        let stored = serde_json::to_value(&filter).unwrap();
        assert_eq!(serde_json::from_value::<Filter>(stored).unwrap(), filter);
        let one = serde_json::json!({ "verdicts": ["WA"] });
        let read: Filter = serde_json::from_value(one.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), one, "only what is asked for is stored");
    }
}
