//! Opens boxes and runs programs in them.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use sandbox::{Host, Layout, Limits, Mount, Outcome, Sandbox, Sealed, Spec};

/// How many times as long as usual things take here: `JUDGE_TEST_SLOWNESS`, for a machine that is emulated. Bounds on
/// time have room for that, others stay as they are.
pub(crate) fn slowness() -> u32 {
    let times = std::env::var("JUDGE_TEST_SLOWNESS").unwrap_or_default();
    if times.is_empty() { 1 } else { times.parse().expect("JUDGE_TEST_SLOWNESS is a whole number") }
}

/// An upper bound on a time.
pub(crate) fn at_most(millis: u64) -> Duration {
    Duration::from_millis(millis) * slowness()
}

pub(crate) fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| Host::detect().expect("this machine can run boxes"))
}

/// A box that sees nothing of the host: static programs only.
pub(crate) fn bare_box(slot: u32) -> Sandbox {
    host().open(slot, &Layout::default()).expect("a box opens")
}

/// A box that sees the host's programs and libraries.
pub(crate) fn usr_box(slot: u32) -> Sandbox {
    let paths = ["/usr", "/lib", "/lib64", "/bin", "/etc/alternatives"];
    let mounts = paths.into_iter().filter(|path| Path::new(path).exists()).map(Mount::same).collect();
    host().open(slot, &Layout { mounts, ..Layout::default() }).expect("a box opens")
}

/// Limits that a quick test wants: 1 s, 64 MiB. Wall time is generous: the tests' machine may be busy.
pub(crate) fn limits() -> Limits {
    Limits {
        cpu: at_most(1_000),
        wall: at_most(20_000),
        memory: 64 << 20,
        output: 1 << 20,
        stack: 64 << 20,
        ..Limits::default()
    }
}

/// What a program did and printed.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) stdout: String,
}

impl Done {
    pub(crate) fn status(&self) -> sandbox::Status {
        self.outcome.status()
    }
}

pub(crate) fn run(sandbox: &mut Sandbox, program: &Sealed, limits: Limits) -> Done {
    let mut stdout = Vec::new();
    let spec = Spec { exe: Some(program), argv: vec!["main".into()], limits, ..spec(&mut stdout) };
    let outcome = sandbox.run(spec).expect("the box works");
    Done { outcome, stdout: String::from_utf8_lossy(&stdout).into_owned() }
}

/// A command by its path inside the box.
pub(crate) fn command(sandbox: &mut Sandbox, argv: &[&str]) -> Done {
    let mut stdout = Vec::new();
    let spec = Spec { argv: argv.iter().map(Into::into).collect(), ..spec(&mut stdout) };
    let outcome = sandbox.run(spec).expect("the box works");
    Done { outcome, stdout: String::from_utf8_lossy(&stdout).into_owned() }
}

pub(crate) fn spec(stdout: &mut Vec<u8>) -> Spec<'_> {
    Spec::new(Vec::new(), stdout, limits())
}
