//! What the database knows of runs that need not be made again.

use std::collections::BTreeMap;

use judging::{CaseResult, Known};
use problem::Hash;
use sandbox::fair::Noise;
use store::judging::Claim;
use store::run::{self, Run};
use store::{Db, JudgingId};
use tokio::runtime::Handle;

/// For one claimed judging; asked on a slot's own thread, which is none of the runtime's.
pub(crate) struct Memory {
    pub(crate) db: Db,
    pub(crate) claim: Claim,
    pub(crate) runtime: Handle,
}

impl Known for Memory {
    /// Nothing when the database does not answer: then everything is run.
    fn known(&self, keys: &[Hash]) -> BTreeMap<Hash, CaseResult> {
        let known = self.runtime.block_on(run::known(&self.db, &self.claim, keys));
        let known = known.unwrap_or_else(|error| {
            tracing::warn!(judging = %self.claim.judging(), "everything is run, as nothing known can be had: {error}");
            Vec::new()
        });
        let mut results = BTreeMap::new();
        for run::Known { key, run, noise } in known {
            results.entry(key).or_insert_with(|| result(run, noise, self.claim.judging()));
        }
        results
    }
}

fn result(run: Run, noise: Option<run::Noise>, judging: JudgingId) -> CaseResult {
    let noise = noise.map(|run::Noise { position: _, wait, window, steal, pressure, canary, words: _ }| {
        Noise { wait, window, steal, pressure, canary }
    });
    let Run {
        position,
        name,
        sample,
        verdict,
        own,
        score,
        points,
        cpu,
        times,
        wall,
        memory,
        time_limit,
        memory_limit,
        exit_code,
        signal,
        oom_kills,
        reason,
        team_message,
        judge_message,
        output,
        transcript,
        stderr,
        key,
        reused_from,
    } = run;
    CaseResult {
        sample,
        verdict,
        own,
        score,
        points,
        cpu,
        times,
        wall,
        memory,
        time_limit: time_limit.unwrap_or_default(),
        memory_limit: memory_limit.unwrap_or_default(),
        exit_code,
        signal,
        oom_kills,
        reason,
        team_message,
        judge_message,
        output,
        transcript,
        stderr,
        key,
        // A former attempt at the same judging is as good as this one.
        reused_from: reused_from.filter(|from| *from != judging).map(|from| from.0),
        noise,
        ..CaseResult::new(name, position)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use problem::{Score, Verdict};

    use super::*;
    use crate::work::batch;

    #[test]
    fn a_result_that_is_stored_and_known_again_is_whole() {
        let case = CaseResult {
            sample: true,
            verdict: Verdict::Pa,
            own: Verdict::Ac,
            score: Some(Score::Points(3.5)),
            points: Some(3.5),
            cpu: Duration::from_millis(1),
            times: vec![Duration::from_millis(1)],
            wall: Duration::from_millis(2),
            memory: 3,
            time_limit: Duration::from_secs(1),
            memory_limit: 1 << 20,
            exit_code: Some(4),
            signal: Some(5),
            oom_kills: 6,
            reason: "reason".to_owned(),
            team_message: "team".to_owned(),
            judge_message: "judge".to_owned(),
            output: Some(vec![7]),
            transcript: ">8\n".to_owned(),
            stderr: "stderr".to_owned(),
            noise: Some(Noise { wait: Duration::from_millis(9), ..Noise::default() }),
            key: Some(Hash::of(b"key")),
            reused_from: Some(10),
            ..CaseResult::new("sample/1".to_owned(), 11)
        };
        let noise = batch::noise(&case);
        let back = result(batch::run(case.clone()), noise.clone(), JudgingId(12));
        assert_eq!(format!("{back:?}"), format!("{case:?}"));
        let own = result(batch::run(case), noise, JudgingId(10));
        assert_eq!(own.reused_from, None, "what this judging came to before counts as its own");
    }
}
