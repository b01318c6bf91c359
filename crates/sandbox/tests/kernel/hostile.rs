//! The programs of `tests/hostile/`, one test each: what they come to is what the tables there say, and nothing of
//! them is left. Each runs in a copy of this process, so that what is counted is its box's and nobody else's.

mod left;
mod table;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use sandbox::{Layout, Mount, Outcome, Sandbox, Sealed, Spec, Status, Stdin};

use crate::common::{c, host, limits, run, spec};
use crate::traces;
use left::Left;
use table::{Expected, Place, Program};

/// A test for each name: that of a program's file, without the row's zeros and with `_` for `-`.
macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*

        #[test]
        fn every_program_is_in_the_table_and_has_a_test() {
            let tests: Vec<String> = [$(stringify!($name)),*].map(file_of).into();
            let files: Vec<String> = table::files().into_keys().collect();
            let rows: Vec<String> = table::read().into_keys().collect();
            assert_eq!(rows, files);
            assert_eq!(tests, files);
        }
    };
}

programs! {
    row_001_busy_loop row_002_sleep row_003_own_pipe row_004_two_threads row_005_child_not_waited_for
    row_006_orphan row_007_daemon row_008_fork_bomb row_009_thread_bomb row_010_exec_chain
    row_011_deaf_to_signals row_012_stop row_013_over_and_out row_014_priorities row_015_kernel_threads
    row_016_work_at_compile_time row_017_neighbours row_018_slow_exit row_020_cheap_calls row_021_anonymous
    row_022_reserve row_023_memory_files row_024_full_place row_024_writable_places row_025_message_queues
    row_025_shared_memory row_026_pipes row_027_descriptors_in_flight row_027_socket_queues
    row_028_page_tables row_029_locked_and_huge row_030_many_children row_031_child_dies_parent_prints
    row_032_raised_limits row_032_recursion row_032_recursion_small_stack row_033_large_input
    row_034_leftovers row_036_java row_036_node row_037_first_to_go row_039_endless_output
    row_040_endless_complaints row_041_sparse_file row_041_sparse_file_deaf row_042_attributes
    row_042_inodes row_043_deep_and_odd row_044_core_file row_045_output_is_a_link
    row_046_output_is_no_file row_047_hard_links row_048_swapped_file row_049_own_input row_050_own_program
    row_051_whole_root row_052_init row_053_set_uid row_054_mounts row_055_kernel_settings row_056_marks
    row_057_notices row_058_locks row_059_free_space row_060_huge_object row_062_other_processes
    row_063_kill_everybody row_064_closed_descriptors row_065_descriptors row_066_forged_reports
    row_067_way_up row_068_abstract_sockets row_069_virtual_machine_sockets row_070_internet
    row_071_other_families row_072_keyrings row_073_left_queues row_074_namespaces row_075_kernel_surface
    row_076_old_entrance row_076_other_numbers row_077_capabilities row_077_personality row_078_terminal
    row_079_spliced_input row_080_abort row_080_terminate row_081_forged_code row_082_no_interpreter
    row_082_no_program row_083_other_program row_084_facts_of_the_host row_085_exec_storm
    row_086_disks_busy row_086_socket_filters row_086_user_limits row_089_endless_header
    row_090_foreign_header row_091_answers_as_bytes row_092_includes_itself row_093_macros
    row_093_templates row_094_large_array row_095_explosion row_096_markers row_097_build_script
    row_098_compile_server row_099_artefact_is_a_link row_103_environment row_105_network
    row_119_own_pipe_reopened row_120_processes row_121_same_every_time
}

/// Row 86: what the kernel counts for a user is not shared between slots.
#[test]
fn boxes_of_two_slots_have_kernel_users_of_their_own() {
    if !traces::is_copy() {
        let test = "hostile::boxes_of_two_slots_have_kernel_users_of_their_own";
        assert!(traces::copy_of(test).wait().expect("the copy ends").success());
        return;
    }
    let mut boxes = [open(&Program::default(), 0), open(&Program::default(), 1)];
    let nothing = c("int main(){}");
    for sandbox in &mut boxes {
        no_op(sandbox, &nothing);
    }
    let all = if nix::unistd::geteuid().is_root() { 4 } else { 1 };
    let users = left::users_below(all);
    assert_eq!(users.len(), all, "a box's and a program's for each slot: {users:?}");
}

/// `row_001_busy_loop` is `001-busy-loop`.
fn file_of(test: &str) -> String {
    test.trim_start_matches("row_").replace('_', "-")
}

fn check(test: &str) {
    if traces::is_copy() {
        let wrong = check_here(&file_of(test));
        assert!(wrong.is_empty(), "{}:\n{}", file_of(test), wrong.join("\n"));
    } else {
        let status = traces::copy_of(&format!("hostile::{test}")).wait().expect("the copy ends");
        assert!(status.success(), "{test} failed; see above");
    }
}

/// What is not as it should be.
fn check_here(name: &str) -> Vec<String> {
    let program = table::read().remove(name).expect("the program is in the table");
    let nothing = c("int main(){}");
    host();
    let before = Left::now();
    let mut sandbox = open(&program, 0);
    let slowness = slowness(no_op(&mut sandbox, &nothing));
    let given = Given::of(&program, &table::files()[name], slowness);
    let between = Left::settled(None);
    let mut wrong = Vec::new();
    let took = all_runs(&mut sandbox, &program, &given, &mut wrong);
    let start = Instant::now();
    no_op(&mut sandbox, &nothing);
    println!("next run took {:?}", start.elapsed());
    // How long nothing takes tells how loaded this machine is.
    let slack = Duration::from_millis(500) + 20 * start.elapsed();
    if took > given.limits.wall + slack {
        wrong.push(format!("it took {took:?}"));
    }
    wrong.extend(between.unlike("beside the box"));
    drop((sandbox, given));
    if before.unlike("").is_some() {
        // A group that was still busy is tried again with the next run.
        no_op(&mut open(&program, 0), &nothing);
    }
    wrong.extend(before.unlike("after the box"));
    wrong
}

/// Runs it as often as the table says; the longest time that one run took.
fn all_runs(sandbox: &mut Sandbox, program: &Program, given: &Given, wrong: &mut Vec<String>) -> Duration {
    let mut longest = Duration::ZERO;
    let mut first = None;
    for _ in 0..program.times.max(1) {
        let ran = if program.beside { both(sandbox, program, given) } else { vec![given.run(sandbox, "a")] };
        for (took, outcome, stdout) in ran {
            show(took, &outcome, &stdout);
            longest = longest.max(took);
            compare(&given.expected, &outcome, &stdout, wrong);
            if *first.get_or_insert_with(|| stdout.clone()) != stdout {
                wrong.push(format!("a run says other than the one before: {stdout}"));
            }
        }
    }
    longest
}

/// Only seen when the test fails, or with `--nocapture`.
fn show(took: Duration, outcome: &Outcome, stdout: &str) {
    let Outcome { cpu, wall, setup, memory, oom_kills, output, stderr, .. } = outcome;
    println!(
        "{}, {}, stopped: {}; {cpu:?} of CPU, {wall:?} of {took:?}, setup {setup:?}, {} KiB, {oom_kills} killed for \
         memory, printed {output} and {} bytes\n{}{}",
        outcome.status().code(),
        table::end(outcome.end),
        table::stopped(outcome.stopped),
        memory >> 10,
        stderr.len(),
        stdout.chars().take(4_000).collect::<String>(),
        String::from_utf8_lossy(stderr).chars().take(1_000).collect::<String>(),
    );
}

/// Two boxes at once.
fn both(sandbox: &mut Sandbox, program: &Program, given: &Given) -> Vec<(Duration, Outcome, String)> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| given.run(&mut open(program, 1), "b"));
        let first = given.run(sandbox, "a");
        vec![first, other.join().expect("the other box works")]
    })
}

/// A box of a slot that no other test has, in this process or another.
fn open(program: &Program, beside: u32) -> Sandbox {
    let slot = std::process::id() % 4_000_000 + beside * 4_000_001;
    let paths =
        ["/usr", "/lib", "/lib64", "/bin", "/etc/alternatives", "/etc/java-17-openjdk", "/etc/ld.so.cache"];
    let shown = if program.place == Place::Nothing { &[][..] } else { &paths[..] };
    let mounts = shown.iter().filter(|path| Path::new(path).exists()).map(Mount::same).collect();
    let writable_bytes = if program.writable_mb == 0 { 64 } else { program.writable_mb } << 20;
    let exec_writable = program.place == Place::Compiler;
    let layout = Layout { mounts, exec_writable, writable_bytes, ..Layout::default() };
    host().open(slot, &layout).expect("a box opens")
}

/// The CPU time of a run of nothing, which must be possible at any time.
fn no_op(sandbox: &mut Sandbox, nothing: &Sealed) -> Duration {
    let done = run(sandbox, nothing, limits());
    assert_eq!(done.status(), Status::Ok);
    done.outcome.cpu
}

/// How many times the CPU time of a usual machine this one needs: more than 1 where the machine is emulated, however
/// busy it is. A run of nothing takes 1 to 2 ms on a usual one.
fn slowness(nothing: Duration) -> u32 {
    u32::try_from(nothing.as_millis() / 3).map_or(30, |times| times.clamp(1, 30))
}

/// What each run of a program is given, and what it must come to.
struct Given {
    argv: Vec<OsString>,
    exe: Option<Sealed>,
    file: Option<(String, Sealed)>,
    input: Option<Sealed>,
    limits: sandbox::Limits,
    expected: Expected,
}

impl Given {
    fn of(program: &Program, file: &Path, slowness: u32) -> Self {
        let expected = program.expected(host().grade(), nix::unistd::geteuid().is_root()).on_slow(slowness);
        let command = program.command(file);
        let text = fs::read(file).expect("the program can be read");
        let sealed = || Sealed::from_bytes("program", &text).expect("sealed");
        let (exe, file) = match (&command, table::extension(file)) {
            (Some(_), _) => (None, Some((table::file_name(file), sealed()))),
            (None, "c") => (Some(compiled(file)), None),
            (None, _) => (Some(sealed()), None),
        };
        let lines = b"0123456789abcdef\n".repeat((program.input_kb << 10) / 17 + 1);
        let input = Sealed::from_bytes("input", &lines[..program.input_kb << 10]).expect("sealed");
        Self {
            argv: command.unwrap_or_else(|| vec!["main".into()]).into_iter().map(Into::into).collect(),
            exe,
            file,
            input: (program.input_kb > 0).then_some(input),
            limits: expected.limits(program, slowness),
            expected,
        }
    }

    /// Once; how long that took for the caller.
    fn run(&self, sandbox: &mut Sandbox, who: &str) -> (Duration, Outcome, String) {
        let start = Instant::now();
        let mut stdout = Vec::new();
        let argv = if self.exe.is_some() { vec!["main".into(), who.into()] } else { self.argv.clone() };
        let stdin = match &self.input {
            Some(input) => Stdin::File(input.open().expect("the input is still ours to open")),
            None => Stdin::Empty,
        };
        let spec = Spec {
            argv,
            exe: self.exe.as_ref(),
            files: self.file.iter().map(|(name, file)| (name.clone(), file)).collect(),
            stdin,
            stderr_bytes: 64 << 10,
            limits: self.limits.clone(),
            ..spec(&mut stdout)
        };
        let outcome = sandbox.run(spec).expect("whatever a program does, the box works");
        (start.elapsed(), outcome, String::from_utf8_lossy(&stdout).into_owned())
    }
}

/// A static program, as `common::c` makes it, of a file beside `hostile.h`.
fn compiled(file: &Path) -> Sealed {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("main");
    let out = Command::new("gcc")
        .args(["-std=gnu17", "-O1", "-w", "-static", "-pthread", "-I"])
        .args([&table::folder(), Path::new("-o"), &program, file])
        .output()
        .expect("gcc is installed");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Sealed::from_bytes("main", &fs::read(program).expect("gcc made a program")).expect("sealed")
}

/// Adds what is not as expected, and what no program may bring about.
fn compare(expected: &Expected, outcome: &Outcome, stdout: &str, wrong: &mut Vec<String>) {
    let mut same = |what: &str, wanted: Option<&str>, got: &str| {
        if wanted.is_some_and(|wanted| wanted != got) {
            wrong.push(format!("{what}: expected {:?}, got {got:?}", wanted.unwrap_or_default()));
        }
    };
    same("status", Some(expected.status.as_deref().unwrap_or("ok")), outcome.status().code());
    same("end", expected.end.as_deref(), &table::end(outcome.end));
    same("stopped", expected.stopped.as_deref(), table::stopped(outcome.stopped));
    same("says", expected.says.as_deref(), stdout);
    let complaint = String::from_utf8_lossy(&outcome.stderr);
    if expected.complains.as_ref().is_some_and(|part| !complaint.contains(part)) {
        wrong.push(format!("it does not complain so: {complaint}"));
    }
    let mut between = |what: &str, range: Option<[u64; 2]>, got: u64| {
        if range.is_some_and(|[least, most]| !(least..=most).contains(&got)) {
            wrong.push(format!("{what}: {got} is not in {range:?}"));
        }
    };
    between("cpu_ms", expected.cpu_ms, u64::try_from(outcome.cpu.as_millis()).unwrap_or(u64::MAX));
    between("memory_mb", expected.memory_mb, outcome.memory >> 20);
    between("bytes of standard error", Some([0, 64 << 10]), outcome.stderr.len() as u64);
    for name in expected.missing.iter().flatten() {
        if let Ok(Some(bytes)) = outcome.leftovers.read(name, 1 << 20) {
            wrong.push(format!("{name} gives {} bytes", bytes.len()));
        }
    }
    for name in expected.steady.iter().flatten() {
        let reads: BTreeSet<_> = (0..200).map(|_| outcome.leftovers.read(name, 1 << 20).ok()).collect();
        if reads.len() != 1 {
            wrong.push(format!("{name} changes"));
        }
    }
}
