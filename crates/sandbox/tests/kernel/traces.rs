//! What boxes leave on the host: nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{at_most, bare_box, limits, run, slowness};
use crate::hostile::left::groups;
use crate::programs::c;
use sandbox::{Limits, Status};

/// What a host shows of boxes: control groups, mounts, processes, descriptors of ours.
fn traces() -> (usize, usize, BTreeSet<String>, usize) {
    let groups = groups(std::process::id());
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count();
    let children = format!("/proc/self/task/{}/children", std::process::id());
    let children =
        fs::read_to_string(children).unwrap_or_default().split_whitespace().map(Into::into).collect();
    (groups, mounts, children, fs::read_dir("/proc/self/fd").unwrap().count())
}

#[test]
fn nothing_grows_over_many_runs_and_nothing_stays_after() {
    // In a process of its own: other tests' boxes are not ours to count.
    if !is_copy() {
        return in_a_copy("traces::nothing_grows_over_many_runs_and_nothing_stays_after");
    }
    let program = c("#include <unistd.h>\nint main(){if(!fork())pause();}");
    let nothing = c("int main(){}");
    let _ = crate::common::host();
    let before = traces();
    let mut sandbox = bare_box(1);
    run(&mut sandbox, &program, limits());
    let warm = traces();
    for _ in 0..300 {
        assert_eq!(run(&mut sandbox, &program, limits()).status(), Status::Ok);
    }
    assert_eq!(traces(), warm);
    let memory = resident();
    for _ in 0..10_000 / slowness() {
        assert_eq!(run(&mut sandbox, &nothing, limits()).status(), Status::Ok);
    }
    assert_eq!(traces(), warm);
    assert!(resident() < memory + (2 << 20), "{memory} bytes became {}", resident());
    drop(sandbox);
    assert_eq!(traces(), before);
}

/// Bytes of this process in memory.
fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

const COPY: &str = "JUDGE_TEST_COPY";

/// Whether this process is one that [`copy_of`] started.
pub(crate) fn is_copy() -> bool {
    std::env::var_os(COPY).is_some()
}

/// This test's executable again, for one test alone.
fn copy_of(test: &str) -> Child {
    let me = std::env::current_exe().unwrap();
    let shown = std::env::args().filter(|word| word == "--nocapture");
    let mut command = Command::new(me);
    command.args(["--exact", test]).args(shown).env(COPY, "1");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Fails unless the test passes in a copy; what that says is said here.
pub(crate) fn in_a_copy(test: &str) {
    let said = copy_of(test).wait_with_output().unwrap();
    print!("{}{}", String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.status.success(), "{test} failed; see above");
}

/// The boxes of a process, whichever of its threads started them.
fn boxes_of(id: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let children: Vec<String> =
        tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default()).collect();
    let named =
        |id: &&str| fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name == "judge-box\n");
    children.iter().flat_map(|ids| ids.split_whitespace()).filter(named).map(String::from).collect()
}

#[test]
fn a_killed_keeper_takes_its_boxes_along() {
    if is_copy() {
        let sleeper = c("#include <unistd.h>\nint main(){sleep(600);}");
        run(&mut bare_box(2), &sleeper, Limits { wall: Duration::from_secs(600), ..limits() });
        return;
    }
    let mut keeper = copy_of("traces::a_killed_keeper_takes_its_boxes_along");
    let start = Instant::now();
    let found = loop {
        let found = boxes_of(keeper.id());
        if !found.is_empty() && start.elapsed() > at_most(1_500) {
            break found;
        }
        assert!(start.elapsed() < at_most(20_000), "no box came up");
        std::thread::sleep(Duration::from_millis(50));
    };
    keeper.kill().unwrap();
    keeper.wait().unwrap();
    let start = Instant::now();
    while found.iter().any(|id| Path::new(&format!("/proc/{id}")).exists()) {
        assert!(start.elapsed() < at_most(3_000), "a box outlived its keeper");
        std::thread::sleep(Duration::from_millis(20));
    }
}
