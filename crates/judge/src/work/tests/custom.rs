//! Custom runs.

use problem::Limits;
use store::custom_run::{self, Allowance, CustomRun, NewCustomRun};

use super::*;

impl Bench {
    async fn custom_run(&self, source: &str, input: &str) -> Uuid {
        let limits = Limits { time_ms: 20_000, ..Limits::default() };
        let new = NewCustomRun {
            user: self.user,
            version: None,
            language: "python3",
            source: source.as_bytes(),
            input: input.as_bytes(),
            limits: &limits,
            kept: Duration::from_mins(10),
        };
        let plenty = Allowance { a_minute: 99, open: 99 };
        custom_run::create(&self.db, &new, plenty).await.unwrap().unwrap().id
    }

    async fn ran(&self, id: Uuid) -> CustomRun {
        custom_run::get(&self.db, id, self.user).await.unwrap()
    }
}

fn stdout(run: &CustomRun) -> Option<&[u8]> {
    run.printed.as_ref().map(|printed| printed.stdout.as_slice())
}

#[tokio::test(flavor = "multi_thread")]
async fn custom_runs_are_done_beside_submissions_and_end_as_what_they_are() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SUM).await;
    let good = bench.custom_run(SUM, "20 22\n").await;
    let bad = bench.custom_run("import sys\nprint('x')\nsys.exit(4)", "").await;
    work_off(&mut bench.worker()).await;
    assert_eq!(bench.judging(submission).await.verdict, Some(Verdict::Ac));
    let good = bench.ran(good).await;
    assert_eq!((good.verdict, stdout(&good)), (Some(Verdict::Ac), Some(&b"42\n"[..])));
    assert!(good.toolchain.unwrap().starts_with("Python 3") && good.cpu.unwrap() > Duration::ZERO);
    let bad = bench.ran(bad).await;
    assert_eq!((bad.verdict, bad.reason.as_str()), (Some(Verdict::Re), "Exit code 4."));
    assert_eq!((stdout(&bad), bad.printed.as_ref().unwrap().exit_code), (Some(&b"x\n"[..]), Some(4)));
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_custom_run_gives_way_at_once_and_is_run_again_without_loss() {
    let bench = Bench::new().await;
    let plan = Plan { slots: 1, ..bench.plan() };
    let mut worker = Worker::new(&Depot::within(&bench.db), &MACHINE, plan, &PASSED).unwrap();
    let slow = bench.custom_run("import time\ntime.sleep(6)\nprint(input())", "seven").await;
    assert_eq!(worker.step().await.unwrap(), Step::Started(1));
    sleep(Duration::from_millis(500)).await;
    let urgent = bench.submit("python3", SUM).await;
    let took = work_until_judged(&bench, &mut worker, urgent).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    work_off(&mut worker).await;
    let ran = bench.ran(slow).await;
    assert_eq!((ran.verdict, stdout(&ran)), (Some(Verdict::Ac), Some(&b"seven\n"[..])));
    assert_eq!((ran.errors, ran.losses), (0, 0));
    worker.leave().await;
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_its_user_gives_up_frees_its_slot_soon() {
    let bench = Bench::new().await;
    let mut worker = bench.worker();
    let id = bench.custom_run("import time\ntime.sleep(30)", "").await;
    assert_eq!(worker.step().await.unwrap(), Step::Started(1));
    sleep(Duration::from_millis(300)).await;
    custom_run::give_up(&bench.db, id, bench.user).await.unwrap();
    let began = std::time::Instant::now();
    work_off(&mut worker).await;
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_compiled_goes_with_the_last_run_that_used_it() {
    let bench = Bench::new().await;
    let mut worker = bench.worker();
    let mut runs = Vec::new();
    for input in ["1 2\n", "3 4\n"] {
        // Which no submission of another test has: that would be kept for good.
        runs.push(bench.custom_run("print('of a custom run only')", input).await);
        work_off(&mut worker).await;
    }
    let programs = Arc::clone(&worker.programs);
    let kept = || runs.iter().map(|run| programs.sweep().contains(&run.as_u128())).collect::<Vec<_>>();
    let mut seen = vec![kept()];
    for run in &runs {
        custom_run::give_up(&bench.db, *run, bench.user).await.unwrap();
        super::super::custom::forget_programs(&bench.db, &programs).await;
        seen.push(kept());
    }
    assert_eq!(seen, [[true, true], [false, true], [false, false]]);
    bench.close().await;
}
