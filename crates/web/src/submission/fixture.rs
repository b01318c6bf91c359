//! Made-up runs and versions for tests of what is shown of them.

use std::collections::BTreeMap;
use std::time::Duration;

use problem::version::{Credits, TestNode};
use problem::{Hash, Limits, OutputValidator, TestCase, TestGroup, Verdict, Version};
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
        TestNode::Case(TestCase {
            name: format!("secret/{number}"),
            input: Hash::of(format!("{number} in").as_bytes()),
            answer: Hash::of(format!("{number} out").as_bytes()),
            sample: false,
            description: None,
            validator_args: Vec::new(),
        })
    };
    Version {
        slug: "sum".parse().unwrap(),
        names: BTreeMap::from([("en".into(), "Sum".into())]),
        statements: BTreeMap::new(),
        assets: BTreeMap::new(),
        limits: Limits::default(),
        output_validator: OutputValidator::Default { args: Vec::new() },
        languages: None,
        tests: TestGroup { name: String::new(), children: (0..tests).map(case).collect() },
        submissions: Vec::new(),
        credits: Credits::default(),
    }
}
