//! Judges once more, on this machine, what was judged before, and compares. Writes nothing to the database.

mod compare;

use std::ops::ControlFlow;

use anyhow::{Context as _, bail};
use judging::{Judged, Source, Stop, Task};
use problem::Verdict;
use store::blob::Depot;
use store::judging::{Evidence, Judging, State};
use store::problem_version::ProblemVersion;
use store::run::Run;
use store::submission::Submission;
use store::{Db, JudgingId};
use tokio::task::spawn_blocking;

use crate::machine::{Machine, Surroundings};
pub(crate) use compare::{Comparison, Difference};

/// Whose boxes are used. A worker that has it at the same time shares its core with the replay.
const SLOT: u32 = 0;

/// A judging as the database has it.
pub(crate) struct Stored {
    pub judging: Judging,
    pub evidence: Option<Evidence>,
    pub runs: Vec<Run>,
    pub version: ProblemVersion,
    pub submission: Submission,
}

/// What came of it here.
pub(crate) struct Here {
    pub judged: Judged,
    pub surroundings: Surroundings,
}

impl Stored {
    /// # Errors
    /// There is no such judging, or it is not done.
    pub(crate) async fn load(db: &Db, id: JudgingId) -> anyhow::Result<Self> {
        let judging = match store::judging::get(db, id).await {
            Err(store::Error::NotFound) => {
                bail!("there is no judging {id}; those of a submission: judge submission show NUMBER")
            }
            found => found?,
        };
        if judging.state != State::Done {
            bail!("judging {id} is {}: there is nothing yet to compare with", judging.state);
        }
        if judging.verdict == Some(Verdict::Sk) {
            bail!("judging {id} was dropped before it was judged: there is nothing to compare with");
        }
        Ok(Self {
            evidence: store::judging::evidence(db, id).await?,
            runs: store::run::list(db, id).await?,
            version: store::problem_version::get(db, judging.version).await?,
            submission: submission(db, &judging).await?,
            judging,
        })
    }

    /// Judges the same as a worker would.
    ///
    /// # Errors
    /// Ours; among them that the language is not here.
    pub(crate) async fn replay(&self, blobs: &Depot, machine: Machine) -> anyhow::Result<Here> {
        let blobs = store::blob::Stored::new(blobs);
        let (version, language) = (self.version.manifest.clone(), self.submission.language.clone());
        let source = Source::Text(self.submission.source.clone());
        let judged = spawn_blocking(move || {
            let (version, language, source, blobs) = (&version, language.as_str(), &source, &blobs);
            // Whose it is is asked by what is kept, and nothing that was run before is taken over.
            let (owner, known) = (None, None);
            let stop = Stop::FirstFailure;
            let task = Task { version, blobs, language, source, entry: None, stop, owner, known };
            let mut slot = machine.slot(SLOT);
            let judged = judging::judge(&mut slot, &task, &mut |_| ControlFlow::Continue(()))?;
            anyhow::Ok(Here { judged, surroundings: Surroundings::of(&machine.host)? })
        });
        let here = judged.await.context("judging panicked")?;
        here.with_context(|| format!("judging {} cannot be replayed here", self.judging.id))
    }

    pub(crate) fn compare(&self, here: &Here) -> Comparison {
        compare::compare(self, here)
    }
}

async fn submission(db: &Db, judging: &Judging) -> anyhow::Result<Submission> {
    match store::submission::get(db, judging.submission).await {
        Err(store::Error::NotFound) => {
            bail!("judging {} is of a version's own submission; judge problem check judges these", judging.id)
        }
        found => Ok(found?),
    }
}
