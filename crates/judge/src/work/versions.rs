//! Manifests of problem versions, which never change: read once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use problem::Version;
use store::{Db, VersionId};

/// Enough for the problems of a contest and then some.
const MOST: usize = 64;

#[derive(Default)]
pub(crate) struct Versions(Mutex<VecDeque<(VersionId, Arc<Version>)>>);

impl Versions {
    pub(crate) async fn get(&self, db: &Db, id: VersionId) -> store::Result<Arc<Version>> {
        if let Some(version) = self.kept(id) {
            return Ok(version);
        }
        let version = Arc::new(store::problem_version::get(db, id).await?.manifest);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((id, Arc::clone(&version)));
        kept.truncate(MOST);
        Ok(version)
    }

    fn kept(&self, id: VersionId) -> Option<Arc<Version>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == id).map(|(_, version)| Arc::clone(version))
    }
}
