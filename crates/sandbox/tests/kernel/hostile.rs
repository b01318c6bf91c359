//! The rows of `tests/hostile/`, one test each: what they come to is what the tables there say, and nothing of them is
//! left. Each runs in a copy of this process, so that what is counted is its box's and nobody else's.

pub(crate) mod left;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use sandbox::attack::{self, Row, Target};
use sandbox::{Layout, Sandbox, Sealed, Status};

use crate::common::{at_most, host, limits, run};
use crate::programs::c;
use crate::traces;
use left::Left;

/// A test for each name: that of a program's file, without the row's zeros and with `_` for `-`.
macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*

        #[test]
        fn every_row_has_a_test() {
            let tests: Vec<String> = [$(stringify!($name)),*].map(file_of).into();
            let rows: Vec<String> = rows().iter().map(|row| row.name().to_owned()).collect();
            assert_eq!(tests, rows);
        }
    };
}

programs! {
    row_001_busy_loop row_002_sleep row_003_own_pipe row_004_two_threads row_005_child_not_waited_for
    row_006_orphan row_007_daemon row_008_fork_bomb row_008_no_processes row_009_thread_bomb row_010_exec_chain
    row_011_deaf_to_signals row_012_stop row_013_over_and_out row_014_priorities row_015_kernel_threads
    row_016_work_at_compile_time row_017_neighbours row_018_slow_exit row_020_cheap_calls row_021_anonymous
    row_022_reserve row_023_memory_files row_024_full_place row_024_writable_places row_025_message_queues
    row_025_shared_memory row_026_pipes row_027_descriptors_in_flight row_027_socket_queues row_028_page_tables
    row_029_locked_and_huge row_030_many_children row_031_child_dies_parent_prints row_032_raised_limits
    row_032_recursion row_032_recursion_small_stack row_033_large_input row_034_leftovers row_036_java
    row_036_node row_037_first_to_go row_039_endless_output row_040_endless_complaints row_041_sparse_file
    row_041_sparse_file_deaf row_042_attributes row_042_inodes row_043_deep_and_odd row_044_core_file
    row_045_output_is_a_link row_046_output_is_no_file row_047_hard_links row_048_swapped_file row_049_own_input
    row_050_own_program row_051_whole_root row_052_init row_053_set_uid row_054_mounts row_055_kernel_settings
    row_056_marks row_056_marks_on_what_is_lent row_057_notices row_058_locks row_059_free_space
    row_060_huge_object row_062_other_processes row_063_kill_everybody row_064_closed_descriptors
    row_065_descriptors row_066_forged_reports row_067_way_up row_068_abstract_sockets
    row_069_virtual_machine_sockets row_070_internet row_071_other_families row_072_keyrings row_073_left_queues
    row_074_namespaces row_075_kernel_surface row_075_used_elsewhere row_076_old_entrance row_076_other_numbers
    row_077_capabilities row_077_personality row_078_terminal row_079_spliced_input row_080_abort
    row_080_real_time row_080_terminate row_081_forged_code row_082_no_interpreter row_082_no_program
    row_083_other_program row_084_facts_of_the_host row_085_exec_storm row_086_disks_busy row_086_socket_filters
    row_086_user_limits row_089_endless_header row_090_foreign_header row_091_answers_as_bytes
    row_092_includes_itself row_093_macros row_093_templates row_094_large_array row_095_explosion
    row_096_markers row_097_build_script row_098_compile_server row_099_artefact_is_a_link row_103_environment
    row_105_network row_119_own_pipe_reopened row_120_processes row_121_same_every_time
}

/// Row 86: what the kernel counts for a user is not shared between slots.
#[test]
fn boxes_of_two_slots_have_kernel_users_of_their_own() {
    if !traces::is_copy() {
        let test = "hostile::boxes_of_two_slots_have_kernel_users_of_their_own";
        return traces::in_a_copy(test);
    }
    let mut boxes = slots().map(|slot| host().open(slot, &Layout::default()).expect("a box opens"));
    let nothing = c("int main(){}");
    for sandbox in &mut boxes {
        no_op(sandbox, &nothing);
    }
    let all = if nix::unistd::geteuid().is_root() { 4 } else { 1 };
    let users = left::users_below(all);
    assert_eq!(users.len(), all, "a box's and a program's for each slot: {users:?}");
}

/// What an installed judge tries before it takes a job.
#[test]
fn the_self_test_holds_and_takes_seconds() {
    let rows = Row::quick().expect("the tables can be read");
    let report = attack::run(host(), &rows, &|| false).expect("nobody stopped it");
    for row in &report.rows {
        println!("{}: {} | {} | {}", row.row, row.threat, row.expected, row.seen);
    }
    let failed: Vec<_> = report.failed().collect();
    assert!(report.ok && failed.is_empty(), "{failed:#?}");
    println!("{} rows in {:.2} s", report.rows.len(), report.seconds);
    // Twice what it may take on a machine that does nothing else; an emulated one has more, by how long nothing takes.
    let slot = 20_000_000 + std::process::id() % 4_194_304;
    let mut sandbox = host().open(slot, &Layout::default()).expect("a box opens");
    let nothing = run(&mut sandbox, &c("int main(){}"), limits()).outcome.cpu.as_secs_f64();
    let most = 20.0 * (nothing / 0.003).max(1.0);
    assert!(report.seconds < most, "{} s of {most}", report.seconds);
}

#[test]
fn a_row_that_does_not_come_to_what_is_expected_is_told_with_what_was_seen() {
    let table = r#"
        [081-forged-code]
        expect.end = "exit 0"
        [103-environment]
        expect.says = "nothing"
        [065-descriptors]
        expect.says = "0\n1\n2\n"
        [120-processes]
        expect.memory_mb = [900, 1000]
    "#;
    let rows = Row::read(table).expect("it is a table");
    let report = attack::run(host(), &rows, &|| false).expect("nobody stopped it");
    let seen: Vec<_> = report.rows.iter().map(|row| (row.row.as_str(), row.ok)).collect();
    let expected = [
        ("065-descriptors", true),
        ("081-forged-code", false),
        ("103-environment", false),
        ("120-processes", false),
    ];
    assert_eq!(seen, expected);
    assert!(!report.ok);
    let forged = &report.rows[1];
    assert_eq!(forged.expected, "ok, exit 0");
    assert_eq!(forged.seen, "runtime_error, exit 137");
    assert_eq!(forged.threat, "an exit code that looks like a kill");
    assert!(report.rows[2].seen.contains("PATH=/usr/bin:/bin"), "{}", report.rows[2].seen);
}

#[test]
fn an_attack_that_is_stopped_says_nothing_of_what_it_has_not_tried() {
    let rows = Row::quick().expect("the tables can be read");
    let asked = AtomicUsize::new(0);
    let start = Instant::now();
    let report = attack::run(host(), &rows, &|| asked.fetch_add(1, Ordering::Relaxed) >= 4);
    assert!(report.is_none() && start.elapsed() < at_most(10_000), "{:?}", start.elapsed());
    assert_eq!(attack::run(host(), &[], &|| false).map(|report| report.ok), Some(false));
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
        traces::in_a_copy(&format!("hostile::{test}"));
    }
}

/// What is not as it should be.
fn check_here(name: &str) -> Vec<String> {
    let rows = rows();
    let row = rows.iter().find(|row| row.name() == name).expect("the row is in a table");
    let nothing = c("int main(){}");
    host();
    let before = Left::now();
    let mut target = Target::open(host(), row, slots()).expect("a box opens");
    let between = Left::settled(None);
    let attempt = target.attack().expect("whatever a program does, the box works");
    println!("{}", attempt.detail);
    let mut wrong: Vec<String> = attempt
        .aspects
        .iter()
        .filter(|aspect| !aspect.ok)
        .map(|aspect| format!("expected {}, got {}", aspect.expected, aspect.seen))
        .collect();
    wrong.extend(between.unlike("beside the box"));
    drop(target);
    if before.unlike("").is_some() {
        // A group that was still busy is tried again with the next run.
        no_op(&mut host().open(slots()[0], &Layout::default()).expect("a box opens"), &nothing);
    }
    wrong.extend(before.unlike("after the box"));
    wrong
}

fn rows() -> Vec<Row> {
    Row::all().expect("the tables can be read")
}

/// Slots that no other test has, in this process or another.
fn slots() -> [u32; 2] {
    [0, 1].map(|beside| std::process::id() % 4_000_000 + beside * 4_000_001)
}

/// A run of nothing, which must be possible at any time.
fn no_op(sandbox: &mut Sandbox, nothing: &Sealed) {
    let start = Instant::now();
    assert_eq!(run(sandbox, nothing, limits()).status(), Status::Ok);
    println!("a run of nothing took {:?}", start.elapsed());
}
