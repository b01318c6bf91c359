//! Three pieces of work that take the same on the same machine, whatever compiler built us.
//!
//! Their loops are machine code so that a debug build, a new compiler and another host all time the same instructions.
//! None of them hangs on a size of the machine's caches: what two machines say can be compared.

use std::arch::asm;

/// About 2 ms of an ordinary core.
const ROUNDS: u64 = 350_000;
/// About 2 ms, too.
const STEPS: u64 = 350_000;
/// Lines that the second level of every x86-64 processor's caches holds and the first does not: 128 KiB.
const RING_LINES: usize = 2 << 10;
/// 8 MiB, about 0.6 ms, taken out of all caches before they are read: some last levels hold 256 MiB, and a buffer beyond
/// that would take longer to make than everything here to time.
const PLAIN_LINES: usize = 128 << 10;

/// One line of the caches, and the next to be looked at.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Line(*const Line);

/// What the kernels work on; belongs to the thread that made it.
pub(super) struct Workbench {
    ring: Vec<Line>,
    plain: Vec<Line>,
}

impl Workbench {
    pub(super) fn new() -> Self {
        let mut ring = vec![Line(std::ptr::null()); RING_LINES];
        let start = ring.as_ptr();
        for (at, line) in ring.iter_mut().enumerate() {
            *line = Line(start.wrapping_add(after(at)));
        }
        Self { ring, plain: vec![Line(std::ptr::null()); PLAIN_LINES] }
    }

    /// Goes round the ring, each step known only after the one before.
    pub(super) fn chase(&self) {
        let mut at = self.ring[0].0;
        let mut left = STEPS;
        // SAFETY: every line of the ring points to a line of the ring, which lives as long as `self`; nothing is written.
        unsafe {
            asm!(
                "2:",
                "mov {at}, [{at}]",
                "dec {left}",
                "jnz 2b",
                at = inout(reg) at,
                left = inout(reg) left,
                options(nostack, readonly),
            );
        }
        std::hint::black_box((at, left));
    }

    /// Writes all of it past the caches, which takes it out of them: [`Workbench::stream`] finds nothing of it there. As
    /// quick as `clflushopt`, which not every processor has; `clflush` takes forty times as long.
    pub(super) fn forget(&mut self) {
        let at = self.plain.as_mut_ptr();
        // SAFETY: writes nothing but the lines of `plain`, which is borrowed for that, and where zero is a valid value.
        unsafe {
            asm!(
                "2:",
                "movnti [{at}], {zero}",
                "movnti [{at} + 8], {zero}",
                "movnti [{at} + 16], {zero}",
                "movnti [{at} + 24], {zero}",
                "movnti [{at} + 32], {zero}",
                "movnti [{at} + 40], {zero}",
                "movnti [{at} + 48], {zero}",
                "movnti [{at} + 56], {zero}",
                "add {at}, 64",
                "dec {left}",
                "jnz 2b",
                "mfence",
                at = inout(reg) at => _,
                left = inout(reg) PLAIN_LINES as u64 => _,
                zero = in(reg) 0u64,
                options(nostack),
            );
        }
    }

    /// Reads one word of every line, in order: as quick as memory comes.
    pub(super) fn stream(&self) {
        let mut at = self.plain.as_ptr();
        let (mut left, mut sum) = (PLAIN_LINES as u64, 0u64);
        // SAFETY: reads the first word of each line of `plain`, which lives as long as `self`; nothing is written.
        unsafe {
            asm!(
                "2:",
                "add {sum}, [{at}]",
                "add {at}, 64",
                "dec {left}",
                "jnz 2b",
                at = inout(reg) at,
                left = inout(reg) left,
                sum = inout(reg) sum,
                options(nostack, readonly),
            );
        }
        std::hint::black_box((at, left, sum));
    }
}

/// The line after this one: a full circle in no order that a processor foresees (Knuth, TAOCP 2, 3.2.1.2, theorem A).
fn after(line: usize) -> usize {
    (line * 1_103_515_245 + 12_345) % RING_LINES
}

/// Shifts, adds and branches that nobody foresees, a third of a million of them.
pub(super) fn compute() {
    std::hint::black_box(mix(ROUNDS));
}

/// A xorshift generator's numbers (13, 7, 17), the odd ones added up after a multiplication.
fn mix(rounds: u64) -> u64 {
    let (mut state, mut sum) = (SEED, 0u64);
    // SAFETY: only registers are touched.
    unsafe {
        asm!(
            "2:",
            "mov {t}, {state}",
            "shl {t}, 13",
            "xor {state}, {t}",
            "mov {t}, {state}",
            "shr {t}, 7",
            "xor {state}, {t}",
            "mov {t}, {state}",
            "shl {t}, 17",
            "xor {state}, {t}",
            "test {state}, 1",
            "jz 3f",
            "imul {t}, {state}",
            "add {sum}, {t}",
            "3:",
            "dec {left}",
            "jnz 2b",
            state = inout(reg) state,
            sum = inout(reg) sum,
            left = inout(reg) rounds => _,
            t = out(reg) _,
            options(nostack, nomem),
        );
    }
    std::hint::black_box(state);
    sum
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_code_computes_what_it_says() {
        let (mut state, mut sum) = (SEED, 0u64);
        for _ in 0..1_000 {
            state ^= state << 13;
            state ^= state >> 7;
            let last = state << 17;
            state ^= last;
            if state & 1 == 1 {
                sum = sum.wrapping_add(last.wrapping_mul(state));
            }
        }
        assert_eq!(mix(1_000), sum);
    }

    #[test]
    fn the_ring_leads_through_every_line_before_it_comes_back() {
        let workbench = Workbench::new();
        let start = workbench.ring.as_ptr();
        let mut seen = std::collections::BTreeSet::new();
        let mut at = 0;
        while seen.insert(at) {
            at = (workbench.ring[at].0.addr() - start.addr()) / size_of::<Line>();
        }
        assert_eq!((seen.len(), at), (RING_LINES, 0));
    }
}
