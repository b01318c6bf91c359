//! What is seen of a run's neighbours.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use sandbox::fair::{Noise, Ran};
use sandbox::{Limits, Outcome, Sealed};

use crate::common::{at_most, bare_box, host, limits, run};
use crate::programs::c;

/// Far from the slots of other tests, which take the first ones.
const SLOT: u32 = 40;

fn cores() -> Vec<usize> {
    let set = sched_getaffinity(Pid::from_raw(0)).unwrap();
    (0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap()).collect()
}

/// Beside `neighbours` threads on every core that do nothing but compute: the slot's is among them.
fn beside(neighbours: usize, work: impl FnOnce() -> (Outcome, Noise)) -> (Outcome, Noise) {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for core in cores().into_iter().flat_map(|core| vec![core; neighbours]) {
            let over = &over;
            scope.spawn(move || {
                let mut set = CpuSet::new();
                set.set(core).unwrap();
                sched_setaffinity(Pid::from_raw(0), &set).unwrap();
                while !over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let seen = work();
        over.store(true, Ordering::Relaxed);
        seen
    })
}

fn watched(program: &Sealed, cpu: Duration) -> (Outcome, Noise) {
    let (mut sandbox, mut sampler) = (bare_box(SLOT), host().sampler(SLOT).unwrap());
    sampler.begin();
    let outcome = run(&mut sandbox, program, Limits { cpu, ..limits() }).outcome;
    sampler.end();
    let (started, waited) = (outcome.started, outcome.waited);
    let noise = sampler.around(&Ran { started, ended: started + outcome.wall, waited });
    (outcome, noise)
}

#[test]
fn a_run_beside_a_busy_neighbour_waits_and_is_noisy() {
    let program = c("#include <time.h>\nint main(){while(clock()<CLOCKS_PER_SEC*3/10);}");
    let (outcome, noise) = beside(1, || watched(&program, Duration::from_secs(5)));
    let others = outcome.wall.saturating_sub(outcome.cpu);
    assert!(noise.wait > Duration::from_millis(100), "{noise:?}, {outcome:?}");
    assert!(noise.wait <= others + Duration::from_millis(20), "{noise:?}, {outcome:?}");
    assert!(noise.window >= outcome.wall, "{noise:?}, {outcome:?}");
    // Some kernels count it only when they are asked to at their start.
    let counted = std::fs::read("/proc/pressure/cpu").is_ok();
    assert!(!counted || noise.pressure > Duration::from_millis(100), "{noise:?}");
    assert!(noise.is_noisy(outcome.cpu), "{noise:?}");
}

#[test]
fn a_run_that_is_killed_for_its_time_has_waited_as_well() {
    let (outcome, noise) = beside(1, || watched(&c("int main(){for(;;);}"), Duration::from_millis(300)));
    assert!(noise.wait > Duration::from_millis(100), "{noise:?}, {outcome:?}");
}

#[test]
fn waiting_is_what_is_missing_of_the_wall_time_of_a_run_that_only_computes() {
    let program = c("#include <time.h>\nint main(){while(clock()<CLOCKS_PER_SEC/10);}");
    let (outcome, noise) = watched(&program, Duration::from_secs(5));
    let missing = outcome.wall.saturating_sub(outcome.cpu);
    let apart = missing.abs_diff(noise.wait);
    assert!(apart < at_most(15) + missing / 4, "{noise:?}, {outcome:?}");
}

#[test]
fn a_sleeper_waits_for_nobody() {
    let sleeper = c("#include <unistd.h>\nint main(){usleep(200000);}");
    let (outcome, noise) = watched(&sleeper, Duration::from_secs(5));
    assert!(outcome.wall > Duration::from_millis(200));
    assert!(noise.wait < at_most(100), "{noise:?}, {outcome:?}");
}

#[test]
fn a_program_that_prints_much_is_not_said_to_wait_for_us_who_read() {
    let printer = c("#include <unistd.h>\n#include <string.h>\nstatic char b[65536];\n\
        int main(){memset(b,'x',65536);for(int i=0;i<1024;i++)for(int w=0;w<65536;){int r=write(1,b+w,65536-w);\
        if(r<0)return 1;w+=r;}return 0;}");
    let (mut sandbox, _pinned) = (bare_box(SLOT), host().pin(SLOT).unwrap());
    // On a machine that does other work as well, the quietest of a few tells.
    let least = (0..5)
        .map(|_| {
            let outcome = run(&mut sandbox, &printer, Limits { output: 1 << 30, ..limits() }).outcome;
            assert_eq!(outcome.output, 64 << 20);
            outcome.waited.as_secs_f64() / outcome.wall.as_secs_f64()
        })
        .fold(1.0, f64::min);
    assert!(least < 0.2, "waited for {least} of its time");
}
