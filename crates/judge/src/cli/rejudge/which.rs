//! Which submissions, by flags.

use std::str::FromStr;

use clap::Args;
use problem::{Slug, Verdict};
use store::SubmissionId;
use store::rejudging::{Filter, moment};
use time::OffsetDateTime;

use crate::config::units::Span;

#[derive(Debug, Args)]
pub(crate) struct Which {
    /// To this problem
    #[arg(long, value_name = "SLUG")]
    problem: Option<Slug>,
    /// In this language
    #[arg(long, value_name = "ID")]
    language: Option<String>,
    /// That came to this verdict, as WA or TLE; several are meant as any of them
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    verdict: Vec<Verdict>,
    /// Of this user
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// That this worker judged
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// Sent at this moment or after it
    #[arg(long, value_name = "TIME")]
    since: Option<Moment>,
    /// Sent before this moment
    #[arg(long, value_name = "TIME")]
    until: Option<Moment>,
    /// Numbers of submissions
    #[arg(long, value_name = "N", num_args = 1..)]
    submission: Vec<SubmissionId>,
    /// Only those that were judged on another version than they would be now
    #[arg(long)]
    outdated: bool,
    /// Number of the problem's version to judge on [default: the current one]; of the problem named, or of the one to
    /// which the named submissions were sent
    #[arg(long, value_name = "V")]
    version: Option<u32>,
    /// Run everything, though the same was run before
    #[arg(long)]
    fresh: bool,
}

impl Which {
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            problem: self.problem.clone(),
            language: self.language.clone(),
            verdicts: self.verdict.clone(),
            user: self.user.clone(),
            worker: self.worker.clone(),
            since: self.since.map(|since| since.0),
            until: self.until.map(|until| until.0),
            submissions: self.submission.clone(),
            outdated: self.outdated,
            version: self.version,
            fresh: self.fresh,
        }
    }
}

/// A moment, or so long ago.
#[derive(Clone, Copy, Debug)]
struct Moment(OffsetDateTime);

#[derive(Debug, thiserror::Error)]
#[error("not a time; write 2026-11-30T09:00:00Z, '2026-11-30 09:00' (UTC), or so long ago: 90m, 2h")]
struct BadMoment;

impl FromStr for Moment {
    type Err = BadMoment;

    fn from_str(text: &str) -> Result<Self, BadMoment> {
        let ago = || OffsetDateTime::now_utc().checked_sub(text.parse::<Span>().ok()?.0.try_into().ok()?);
        moment(text).or_else(ago).map(Self).ok_or(BadMoment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_date_or_so_long_ago() {
        let ago = "2h".parse::<Moment>().unwrap().0;
        let ago = OffsetDateTime::now_utc() - ago;
        assert!((7200..7260).contains(&ago.whole_seconds()), "{ago}");
        assert_eq!("2026-11-30".parse::<Moment>().unwrap().0, moment("2026-11-30").unwrap());
        for bad in ["", "yesterday", "2x", "9999999999999h"] {
            assert!(bad.parse::<Moment>().is_err(), "{bad:?}");
        }
    }
}
