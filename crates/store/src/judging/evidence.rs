//! What a judging rests on besides its contents: where it was judged, and with what.

use std::time::Duration;

use problem::{Hash, Limits};
use sqlx::query;

use crate::columns::{Count, Digest, LimitsOf, Maybe, Micros, Size};
use crate::{Db, JudgingId, Result};

/// Of the machine that gave the verdict, as it was then.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The machine's name.
    pub host: String,
    /// The kernel's release.
    pub kernel: String,
    /// Grade of isolation.
    pub grade: String,
    /// Of judge-box, the program that makes the boxes.
    pub judge_box: Hash,
    /// To which the runs were pinned, as the kernel numbers them.
    pub core: u32,
    /// The problem's in the submission's language; a test may have others.
    pub limits: Limits,
    /// `None`: nothing was compiled, as of a program that was kept from before.
    pub compile: Option<Spent>,
}

/// What the compiler used; memory is its peak in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    pub cpu: Duration,
    pub wall: Duration,
    pub memory: u64,
}

/// `None` of a judging that is not done, that no worker could finish, or that is older than what is kept here.
pub async fn evidence(db: &Db, judging: JudgingId) -> Result<Option<Evidence>> {
    let row = query!(
        r#"select host as "host!", kernel as "kernel!", grade as "grade!", judge_box as "judge_box!: Digest",
            core as "core!: Count", limits as "limits!: LimitsOf", compile_cpu_us as "cpu!: Maybe<Micros>",
            compile_wall_us as "wall!: Maybe<Micros>", compile_memory_bytes as "memory!: Maybe<Size>"
        from judging where id = $1 and host is not null"#,
        judging.0,
    );
    let row = row.fetch_optional(db).await?;
    Ok(row.map(|row| {
        let figures = Option::from(row.cpu).zip(Option::from(row.wall)).zip(Option::from(row.memory));
        Evidence {
            host: row.host,
            kernel: row.kernel,
            grade: row.grade,
            judge_box: row.judge_box.into(),
            core: row.core.into(),
            limits: row.limits.into(),
            compile: figures.map(|((cpu, wall), memory)| Spent { cpu, wall, memory }),
        }
    }))
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::fixture::{self, claim, expire_leases, finished};
    use crate::judging::{MAX_LOSSES, finish, sweep};

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_a_verdict_rests_on_reads_back_as_it_was_written(db: Db) {
        let submission = fixture::submitted(&db).await;
        let spent = Spent { cpu: Duration::from_millis(700), wall: Duration::from_secs(1), memory: 9 };
        for compile in [None, Some(spent)] {
            let claim = claim(&db, "alpha").await.unwrap().claim;
            assert_eq!(evidence(&db, claim.judging()).await.unwrap(), None, "it is not done");
            let told = Evidence { compile, ..fixture::evidence() };
            let verdict = crate::judging::Finished { evidence: told.clone(), ..finished(Verdict::Ac) };
            finish(&db, &claim, &verdict).await.unwrap();
            assert_eq!(evidence(&db, claim.judging()).await.unwrap(), Some(told));
            fixture::rejudge(&db, &[submission]).await;
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_judging_that_nobody_finished_rests_on_nothing(db: Db) {
        fixture::submitted(&db).await;
        let mut last = None;
        for _ in 0..MAX_LOSSES {
            last = claim(&db, "alpha").await.map(|claimed| claimed.claim.judging());
            expire_leases(&db).await;
            sweep(&db).await.unwrap();
        }
        let judging = last.unwrap();
        assert_eq!(crate::judging::get(&db, judging).await.unwrap().verdict, Some(Verdict::Je));
        assert_eq!(evidence(&db, judging).await.unwrap(), None);
    }
}
