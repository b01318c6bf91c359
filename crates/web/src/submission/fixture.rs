//! Made-up runs, for tests of what is shown of them.

use std::time::Duration;

use problem::Verdict;
use store::run::Run;

pub(crate) fn run(position: u32, verdict: Verdict) -> Run {
    Run {
        position,
        name: format!("secret/{position}"),
        sample: false,
        verdict,
        own: verdict,
        score: None,
        points: None,
        cpu: Duration::from_millis(10),
        wall: Duration::from_millis(12),
        memory: 1 << 20,
        exit_code: Some(0),
        signal: None,
        oom_kills: 0,
        reason: String::new(),
        team_message: String::new(),
        judge_message: String::new(),
        transcript: String::new(),
        output: None,
        stderr: String::new(),
        key: None,
        reused_from: None,
    }
}
