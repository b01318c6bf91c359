//! Table `pause`: what stands still. Nothing of it is claimed and nothing of it is lost; see [`crate::judging::claim`].

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use sqlx::{query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::{printable, text_column};
use crate::{Db, PauseId, ProblemId, Result, UserId, VersionId};

/// What can stand still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// All submissions to it, on whatever version.
    Problem(ProblemId),
    /// All that is to be judged on this version.
    Version(VersionId),
    /// The language of that id, on all workers.
    Language(String),
    /// Everything on the worker of that name.
    Worker(String),
    LanguageOn {
        language: String,
        worker: String,
    },
}

/// Who decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// People.
    Jury,
    /// The judge itself, after repeated errors of its own.
    Judge,
}

impl Origin {
    /// The word in the column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Jury => "jury",
            Self::Judge => "judge",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that the column does not have.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not who pauses things")]
pub struct UnknownOrigin(String);

impl FromStr for Origin {
    type Err = UnknownOrigin;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownOrigin> {
        let found = [Self::Jury, Self::Judge].into_iter().find(|origin| origin.word() == word);
        found.ok_or_else(|| UnknownOrigin(word.to_owned()))
    }
}

text_column!(Origin);

#[derive(Clone, Debug)]
pub struct Pause {
    pub id: PauseId,
    pub thing: Thing,
    /// Of the problem, where it or a version of it is paused.
    pub slug: Option<String>,
    /// Of the version, where one is paused.
    pub number: Option<u32>,
    pub reason: String,
    pub origin: Origin,
    /// The user's name; `None`: the judge, the command line, or a user who is gone.
    pub by: Option<String>,
    pub created_at: OffsetDateTime,
}

impl fmt::Display for Pause {
    /// `problem a-plus-b`, `version 3 of problem a-plus-b`, `language java on worker w2`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slug = self.slug.as_deref().unwrap_or_default();
        match &self.thing {
            Thing::Problem(_) => write!(f, "problem {slug}"),
            Thing::Version(_) => write!(f, "version {} of problem {slug}", self.number.unwrap_or_default()),
            Thing::Language(language) => write!(f, "language {language}"),
            Thing::Worker(worker) => write!(f, "worker {worker}"),
            Thing::LanguageOn { language, worker } => write!(f, "language {language} on worker {worker}"),
        }
    }
}

/// The columns that name a thing.
struct Columns<'a> {
    problem: Option<i64>,
    version: Option<i64>,
    language: Option<&'a str>,
    worker: Option<&'a str>,
}

impl Thing {
    fn columns(&self) -> Columns<'_> {
        let none = Columns { problem: None, version: None, language: None, worker: None };
        match self {
            Self::Problem(id) => Columns { problem: Some(id.0), ..none },
            Self::Version(id) => Columns { version: Some(id.0), ..none },
            Self::Language(language) => Columns { language: Some(language), ..none },
            Self::Worker(worker) => Columns { worker: Some(worker), ..none },
            Self::LanguageOn { language, worker } => {
                Columns { language: Some(language), worker: Some(worker), ..none }
            }
        }
    }
}

/// People pause it, `by` whom. What is paused already has the new reason. [`crate::Error::Invalid`] without the problem.
pub async fn create(db: &Db, thing: &Thing, reason: &str, by: Option<UserId>) -> Result<PauseId> {
    let of = thing.columns();
    let id = query_scalar!(
        r#"insert into pause (problem_id, version_id, language, worker, reason, user_id, origin)
        values ($1, $2, $3, $4, $5, $6, 'jury')
        on conflict on constraint pause_of_thing
            do update set reason = excluded.reason, user_id = excluded.user_id, origin = 'jury'
        returning id as "id: PauseId""#,
        of.problem,
        of.version,
        of.language,
        of.worker,
        &printable(reason),
        by.map(|user| user.0),
    );
    Ok(id.fetch_one(db).await?)
}

/// The judge itself sets it aside. `None`: it stands still already.
pub async fn set_aside(db: &Db, thing: &Thing, reason: &str) -> Result<Option<PauseId>> {
    let of = thing.columns();
    let id = query_scalar!(
        r#"insert into pause (problem_id, version_id, language, worker, reason, origin)
        values ($1, $2, $3, $4, $5, 'judge')
        on conflict on constraint pause_of_thing do nothing
        returning id as "id: PauseId""#,
        of.problem,
        of.version,
        of.language,
        of.worker,
        &printable(reason),
    );
    Ok(id.fetch_optional(db).await?)
}

/// It goes on, and former failures are held against nothing any more. [`crate::Error::NotFound`] without the pause.
pub async fn end(db: &Db, id: PauseId) -> Result<()> {
    let ended = query_scalar!(
        r#"with ended as (
            delete from pause where id = $1 returning *
        ), forgiven as (
            delete from failure f using ended p where (p.version_id is null or p.version_id = f.version_id)
                and (p.language is null or p.language = f.language)
                and (p.worker is null or p.worker = f.worker)
                and (p.problem_id is null
                    or f.version_id in (select v.id from problem_version v where v.problem_id = p.problem_id))
        )
        select id from ended"#,
        id.0,
    );
    ended.fetch_one(db).await?;
    Ok(())
}

/// That of exactly this thing.
pub async fn of(db: &Db, thing: &Thing) -> Result<Option<PauseId>> {
    let of = thing.columns();
    let id = query_scalar!(
        r#"select id as "id: PauseId" from pause
        where problem_id is not distinct from $1 and version_id is not distinct from $2
            and language is not distinct from $3 and worker is not distinct from $4"#,
        of.problem,
        of.version,
        of.language,
        of.worker,
    );
    Ok(id.fetch_optional(db).await?)
}

/// All, oldest first.
pub async fn list(db: &Db) -> Result<Vec<Pause>> {
    let rows = query_as!(
        Row,
        r#"select p.id as "id: PauseId", p.problem_id as "problem: ProblemId", p.version_id as "version: VersionId",
            p.language, p.worker, slug.slug as "slug?", v.number as "number?", p.reason,
            p.origin as "origin: Origin", u.name as "by?", p.created_at
        from pause p
        left join problem_version v on v.id = p.version_id
        left join problem slug on slug.id = coalesce(p.problem_id, v.problem_id)
        left join users u on u.id = p.user_id
        order by p.id"#,
    );
    Ok(rows.fetch_all(db).await?.into_iter().filter_map(Row::pause).collect())
}

struct Row {
    id: PauseId,
    problem: Option<ProblemId>,
    version: Option<VersionId>,
    language: Option<String>,
    worker: Option<String>,
    slug: Option<String>,
    number: Option<i32>,
    reason: String,
    origin: Origin,
    by: Option<String>,
    created_at: OffsetDateTime,
}

impl Row {
    /// The schema sees to it that there is a thing.
    fn pause(self) -> Option<Pause> {
        let thing = match (self.problem, self.version, self.language, self.worker) {
            (Some(problem), ..) => Thing::Problem(problem),
            (_, Some(version), ..) => Thing::Version(version),
            (.., Some(language), None) => Thing::Language(language),
            (.., None, Some(worker)) => Thing::Worker(worker),
            (.., Some(language), Some(worker)) => Thing::LanguageOn { language, worker },
            (None, None, None, None) => return None,
        };
        let Self { id, slug, number, reason, origin, by, created_at, .. } = self;
        Some(Pause { id, thing, slug, number: number.map(i32::unsigned_abs), reason, origin, by, created_at })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use problem::Verdict;

    use super::*;
    use crate::fixture::{self, claim, finished};
    use crate::listen::{Notice, listen};
    use crate::{Error, judging};

    async fn everything(db: &Db) -> (Vec<Thing>, crate::SubmissionId) {
        let user = fixture::user(db, "ann").await;
        let sum = fixture::import(db, "sum", "1\n").await;
        let submission = fixture::submit(db, user, sum.problem, "cpp").await;
        let things = vec![
            Thing::Problem(sum.problem),
            Thing::Version(sum.version),
            Thing::Language("cpp".into()),
            Thing::Worker("alpha".into()),
            Thing::LanguageOn { language: "cpp".into(), worker: "alpha".into() },
        ];
        (things, submission)
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_paused_is_not_claimed_until_it_goes_on(db: Db) {
        let (things, _) = everything(&db).await;
        for thing in &things {
            let id = create(&db, thing, "the tests are wrong", None).await.unwrap();
            assert_eq!(of(&db, thing).await.unwrap(), Some(id));
            assert!(claim(&db, "alpha").await.is_none(), "{thing:?}");
            end(&db, id).await.unwrap();
            assert_eq!(of(&db, thing).await.unwrap(), None);
            let claimed = claim(&db, "alpha").await.unwrap_or_else(|| panic!("{thing:?}"));
            judging::give_back(&db, &claimed.claim).await.unwrap();
            assert!(matches!(end(&db, id).await, Err(Error::NotFound)));
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_rest_goes_on(db: Db) {
        let (mut things, _) = everything(&db).await;
        let (user, other) = (fixture::user(&db, "bob").await, fixture::import(&db, "other", "1\n").await);
        for thing in things.split_off(3) {
            create(&db, &thing, "", None).await.unwrap();
        }
        let beta = claim(&db, "beta").await.expect("another worker");
        judging::finish(&db, &beta.claim, &finished(Verdict::Ac)).await.unwrap();
        for thing in things {
            create(&db, &thing, "", None).await.unwrap();
        }
        let python = fixture::submit(&db, user, other.problem, "python3").await;
        fixture::submit(&db, user, other.problem, "cpp").await;
        assert_eq!(claim(&db, "beta").await.unwrap().subject.submission(), Some(python));
        assert!(claim(&db, "beta").await.is_none());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_list_says_what_why_and_who(db: Db) {
        let (things, _) = everything(&db).await;
        let jury = fixture::user(&db, "judy").await;
        for thing in &things {
            create(&db, thing, "why\0", Some(jury)).await.unwrap();
        }
        let listed = list(&db).await.unwrap();
        let words: Vec<String> = listed.iter().map(Pause::to_string).collect();
        let expected = [
            "problem sum",
            "version 1 of problem sum",
            "language cpp",
            "worker alpha",
            "language cpp on worker alpha",
        ];
        assert_eq!(words, expected);
        assert_eq!(listed.iter().map(|pause| pause.thing.clone()).collect::<Vec<_>>(), things);
        assert!(listed.iter().all(|pause| pause.reason == "why\u{fffd}" && pause.origin == Origin::Jury));
        assert!(listed.iter().all(|pause| pause.by.as_deref() == Some("judy")));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_judge_sets_a_thing_aside_once_and_leaves_what_people_said(db: Db) {
        let (things, _) = everything(&db).await;
        let id = set_aside(&db, &things[1], "crashed").await.unwrap().unwrap();
        assert_eq!(set_aside(&db, &things[1], "crashed again").await.unwrap(), None);
        assert_eq!(list(&db).await.unwrap()[0].origin, Origin::Judge);
        assert_eq!(create(&db, &things[1], "being repaired", None).await.unwrap(), id);
        assert_eq!(set_aside(&db, &things[1], "crashed").await.unwrap(), None);
        let pause = list(&db).await.unwrap().remove(0);
        assert_eq!((pause.origin, pause.reason.as_str()), (Origin::Jury, "being repaired"));
        let nowhere = create(&db, &Thing::Problem(ProblemId(9999)), "", None).await;
        assert!(matches!(nowhere, Err(Error::Invalid(_))));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn who_waits_for_work_hears_that_something_goes_on(db: Db) {
        let (things, _) = everything(&db).await;
        let id = create(&db, &things[0], "", None).await.unwrap();
        let mut listener = listen(&db).await.unwrap();
        end(&db, id).await.unwrap();
        let notice = tokio::time::timeout(Duration::from_secs(10), listener.next()).await;
        assert_eq!(notice.unwrap(), Notice::Queued);
    }
}
