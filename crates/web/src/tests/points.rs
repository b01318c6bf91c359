//! Problems with points.

use problem::version::{Asked, Points, Requirement, Rules, Scoring, TestNode};
use problem::{GroupResult, TestGroup, Verdict};
use store::Db;
use store::judging::{Finished, Progress};
use store::run::Run;
use store::user::Role;

use super::site::{Site, Who, sum};
use crate::submission::fixture::{evidence, run};

/// `sum` with its sample, which does not count, and two groups of a test each, of which the second needs the first.
async fn with_points(db: Db) -> (Site, Who) {
    let site = Site::new(db.clone()).await;
    let ann = site.user("ann", Role::Contestant).await;
    let (mut version, files) = sum();
    let cases = std::mem::take(&mut version.tests.children);
    let group = |name: &str, rules, case: &TestNode| {
        TestNode::Group(TestGroup { name: name.into(), children: vec![case.clone()], rules })
    };
    let worth = |max: u32| Rules { max: Some(Points::from(max)), ..Rules::default() };
    let requires = vec![Requirement { group: "secret/1".into(), what: Asked::Accepted }];
    version.tests.children = vec![
        group("sample", Rules { uncounted: true, ..Rules::default() }, &cases[0]),
        group("secret/1", worth(27), &cases[1]),
        group("secret/2", Rules { requires, ..worth(73) }, &cases[2]),
    ];
    version.scoring = Some(Scoring { max: Some(Points::from(100)), ..Scoring::default() });
    store::problem::import(&site.app.blobs, &version, &files, None).await.unwrap();
    (site, ann)
}

fn result(name: &str, verdict: Verdict, (score, max): (f64, f64), case: u32) -> GroupResult {
    let reason = if verdict == Verdict::Sk { "secret/2 needs all tests of secret/1 accepted." } else { "" };
    let (cases, counts) = (vec![case], name != "sample");
    GroupResult { name: name.into(), verdict, score, max: Some(max), cases, counts, reason: reason.into() }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_submission_shows_its_score_and_that_of_each_group(db: Db) {
    let (site, ann) = with_points(db).await;
    let id = site.submission(&ann, "x").await;
    let claim = site.claim().await.claim;
    let db = &site.app.db;
    let progress = Progress { compiled: Some(""), done: 0, total: 3 };
    store::judging::progress(db, &claim, progress).await.unwrap();
    let sample = Run { sample: true, name: "sample/1".into(), ..run(0, Verdict::Ac) };
    let skipped = Run { reason: "Not run: secret/2 needs it.".into(), ..run(2, Verdict::Sk) };
    let runs = [sample, Run { points: Some(13.5), ..run(1, Verdict::Pa) }, skipped];
    store::run::record(db, &claim, &runs, &[]).await.unwrap();
    let page = site.get(&ann, &format!("/submissions/{id}")).await;
    page.says("27 points");
    let finished = Finished {
        verdict: Verdict::Pa,
        tests_total: 3,
        score: Some(13.5),
        max_score: Some(100.0),
        groups: vec![
            result("sample", Verdict::Ac, (1.0, 1.0), 0),
            result("secret/1", Verdict::Pa, (13.5, 27.0), 1),
            result("secret/2", Verdict::Sk, (0.0, 73.0), 2),
        ],
        reason: String::new(),
        compile_log: String::new(),
        toolchain: "g++ 12".into(),
        program_hash: None,
        evidence: evidence(),
    };
    store::judging::finish(db, &claim, &finished).await.unwrap();
    let page = site.get(&ann, &format!("/submissions/{id}")).await;
    for words in ["13.5 of 100", "Group 1", "13.5 of 27", "0 of 73", "needs all tests of group 1 accepted"] {
        page.says(words);
    }
    page.says("does not count");
    page.does_not_say("1 of 1");
    for list in ["/submissions", "/problems/sum"] {
        site.get(&ann, list).await.says("13.5 of 100");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_problem_says_how_many_points_its_groups_give_and_when(db: Db) {
    let (site, _) = with_points(db).await;
    let page = site.get(&Who::guest(), "/problems/sum").await;
    for words in ["100 points", "Group 1", "27", "73", "needs all tests of group 1 accepted"] {
        page.says(words);
    }
    page.does_not_say("Samples</td>");
}
