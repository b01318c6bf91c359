//! Compiles small programs on the host and runs them in boxes.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use sandbox::{Host, Layout, Limits, Mount, Outcome, Sandbox, Sealed, Spec, Stdin};

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

/// A static C program.
pub(crate) fn c(source: &str) -> Sealed {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, program) = (dir.path().join("main.c"), dir.path().join("main"));
    std::fs::write(&file, source).expect("written");
    let out = Command::new("gcc")
        .args(["-std=gnu17", "-O1", "-w", "-static", "-pthread", "-o"])
        .args([&program, &file])
        .output()
        .expect("gcc is installed");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Sealed::from_bytes("main", &std::fs::read(program).expect("gcc made a program")).expect("sealed")
}

/// Limits that a quick test wants: 1 s, 64 MiB. Wall time is generous: the tests' machine may be busy.
pub(crate) fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(1),
        wall: Duration::from_secs(20),
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
    Spec {
        argv: Vec::new(),
        env: Vec::new(),
        exe: None,
        files: Vec::new(),
        directories: Vec::new(),
        stdin: Stdin::Empty,
        descriptors: Vec::new(),
        stdout,
        stderr_bytes: 4096,
        limits: limits(),
    }
}
