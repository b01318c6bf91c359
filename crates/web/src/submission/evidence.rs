//! What a judging rests on, for the jury.

use std::time::Duration;

use store::judging::{Judging, Spent};
use store::run::{Noise, Run};

use super::cases;
use super::view::Facts;
use crate::error::Error;
use crate::{App, words};

/// The fragment `submission/evidence.html`.
pub(crate) struct Evidence {
    /// Names the judging for `judge replay`.
    pub(super) judging: String,
    /// What, and what it was.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) tests: Vec<Test>,
}

/// A test as it was run.
pub(crate) struct Test {
    /// From 1, in the order of judging.
    pub(super) number: usize,
    /// `exit code 0`, `signal 11`
    pub(super) end: String,
    pub(super) wall: Duration,
    /// What it had: CPU time and memory; empty where it is not known.
    pub(super) limits: String,
    /// Why the time may be more than on a quiet machine; empty: it was quiet.
    pub(super) disturbed: String,
}

/// Of a judging that is done; of those tests.
pub(super) async fn load(
    app: &App,
    facts: &Facts<'_>,
    runs: &[Run],
    shown: &[usize],
) -> Result<Evidence, Error> {
    let judging = facts.judging;
    let found = store::judging::evidence(&app.db, judging.id).await?;
    let noise = store::run::noise(&app.db, judging.id).await?;
    let version = store::problem_version::get(&app.db, judging.version).await?;
    let mut all = vec![
        ("Judging", judging.id.to_string()),
        ("Problem", format!("version {}, sha256 {}", version.number, version.hash)),
        ("Source", format!("sha256 {}", facts.submission.source_hash)),
    ];
    all.extend(judging.program_hash.map(|hash| ("Program", format!("sha256 {hash}"))));
    all.extend(told("Toolchain", judging.toolchain.as_ref()));
    all.extend(told("Worker", judging.worker.as_ref()));
    if let Some(found) = found {
        all.extend(machine(found));
    }
    all.extend(span(judging));
    let of_test = |run: &&Run| run.wall > Duration::ZERO && shown.contains(&cases::number(run));
    let tests = runs.iter().filter(of_test).map(|run| test(run, &noise)).collect();
    Ok(Evidence { judging: judging.id.to_string(), facts: all, tests })
}

fn told(what: &'static str, value: Option<&String>) -> Option<(&'static str, String)> {
    value.filter(|value| !value.is_empty()).map(|value| (what, value.clone()))
}

fn machine(found: store::judging::Evidence) -> Vec<(&'static str, String)> {
    let limits = &found.limits;
    let (time, origin) = (words::limit(limits.time()), limits.time_origin.word());
    let [memory, output] = [limits.memory_bytes, limits.output_bytes].map(words::size);
    let compiled = match found.compile {
        Some(Spent { cpu, wall, memory }) => {
            let [cpu, wall] = [cpu, wall].map(words::seconds);
            format!("{cpu} of CPU, {wall} in all, {}", words::size(memory))
        }
        None => "nothing: what was there from before was used".to_owned(),
    };
    vec![
        ("Machine", format!("{}, core {}", found.host, found.core)),
        ("Kernel", found.kernel),
        ("Isolation", found.grade),
        ("judge-box", format!("sha256 {}", found.judge_box)),
        ("Limits", format!("{time} of CPU ({origin}), {memory} of memory, {output} of output")),
        ("Compiled", compiled),
    ]
}

fn span(judging: &Judging) -> Option<(&'static str, String)> {
    let (from, to) = judging.started_at.zip(judging.finished_at)?;
    Some(("Judged", format!("from {} to {}", words::exact(from), words::exact(to))))
}

fn test(run: &Run, noise: &[Noise]) -> Test {
    let end = match (run.exit_code, run.signal) {
        (Some(code), _) => format!("exit code {code}"),
        (_, Some(signal)) => format!("signal {signal}"),
        _ => "ended by the judge".to_owned(),
    };
    let killed = match run.oom_kills {
        0 => String::new(),
        kills => format!(", {kills} killed for memory"),
    };
    let limits = run.time_limit.zip(run.memory_limit);
    let limits = limits.map(|(time, memory)| format!("{}, {}", words::limit(time), words::size(memory)));
    let noise = noise.iter().find(|noise| noise.position == run.position);
    Test {
        number: cases::number(run),
        end: end + &killed,
        wall: run.wall,
        limits: limits.unwrap_or_default(),
        disturbed: noise.map(|noise| noise.words.clone()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::submission::fixture::run;

    #[test]
    fn a_test_tells_how_it_ended_what_it_had_and_what_disturbed_it() {
        let ended = |run: &Run| test(run, &[]).end;
        assert_eq!(ended(&run(0, Verdict::Ac)), "exit code 0");
        let killed = Run { exit_code: None, ..run(0, Verdict::Tle) };
        assert_eq!(ended(&killed), "ended by the judge");
        assert_eq!(ended(&Run { signal: Some(11), ..killed.clone() }), "signal 11");
        let starved = Run { signal: Some(9), oom_kills: 2, ..killed };
        assert_eq!(ended(&starved), "signal 9, 2 killed for memory");
        let noise = Noise {
            position: 0,
            wait: Duration::ZERO,
            window: Duration::ZERO,
            steal: Duration::ZERO,
            pressure: Duration::ZERO,
            canary: None,
            words: "It waited 91 ms for its core.".into(),
        };
        let shown = test(&run(0, Verdict::Ac), &[noise]);
        assert_eq!(
            (shown.limits.as_str(), shown.disturbed.as_str()),
            ("1 s, 64 MiB", "It waited 91 ms for its core.")
        );
    }
}
