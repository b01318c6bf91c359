//! Made-up runs and versions for tests of what is shown of them.

use std::collections::BTreeMap;
use std::time::Duration;

use problem::version::TestNode;
use problem::{Hash, TestCase, TestGroup, Verdict, Version};
use store::run::Run;

pub(crate) fn run(position: u32, verdict: Verdict) -> Run {
    Run {
        position,
        name: format!("secret/{position}"),
        sample: false,
        verdict,
        cpu: Duration::from_millis(10),
        wall: Duration::from_millis(12),
        memory: 1 << 20,
        exit_code: Some(0),
        signal: None,
        oom_kills: 0,
        reason: String::new(),
        team_message: String::new(),
        judge_message: String::new(),
        output: None,
        stderr: String::new(),
    }
}

/// A problem with so many secret tests.
pub(crate) fn version(tests: usize) -> Version {
    let case = |number: usize| {
        let (input, answer) = (format!("{number} in"), format!("{number} out"));
        let (input, answer) = (Hash::of(input.as_bytes()), Hash::of(answer.as_bytes()));
        TestNode::Case(TestCase::new(format!("secret/{number}"), input, answer))
    };
    Version {
        names: BTreeMap::from([("en".into(), "Sum".into())]),
        tests: TestGroup { children: (0..tests).map(case).collect(), ..TestGroup::default() },
        ..Version::new("sum".parse().unwrap())
    }
}
