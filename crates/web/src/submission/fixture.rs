//! Made-up runs, for tests of what is shown of them.

use std::time::Duration;

use problem::{Hash, Limits, Verdict};
use store::judging::Evidence;
use store::run::Run;

pub(crate) fn evidence() -> Evidence {
    Evidence {
        host: "lab-7".into(),
        kernel: "6.1.0".into(),
        grade: "full".into(),
        judge_box: Hash::of(b"judge-box"),
        core: 3,
        limits: Limits::default(),
        compile: None,
    }
}

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
        times: vec![Duration::from_millis(10)],
        wall: Duration::from_millis(12),
        memory: 1 << 20,
        time_limit: Some(Duration::from_secs(1)),
        memory_limit: Some(64 << 20),
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
