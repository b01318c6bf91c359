//! Small C programs, kept from one run of the tests to the next: compiling takes most of a test's time, and nearly all
//! of it where the machine is emulated.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use sandbox::Sealed;

const ARGUMENTS: [&str; 6] = ["-std=gnu17", "-O1", "-w", "-static", "-pthread", "-o"];

/// A static program.
pub(crate) fn c(source: impl AsRef<[u8]>) -> Sealed {
    let source = source.as_ref();
    let kept = kept(source);
    let program = fs::read(&kept).unwrap_or_else(|_| {
        let program = compiled(source);
        keep(&kept, &program);
        program
    });
    Sealed::from_bytes("main", &program).expect("sealed")
}

fn compiled(source: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, program) = (folder.path().join("main.c"), folder.path().join("main"));
    fs::write(&file, source).expect("written");
    let out = Command::new("gcc").args(ARGUMENTS).args([&program, &file]).output().expect("gcc is installed");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    fs::read(program).expect("gcc made a program")
}

/// The file in which the program is kept, named by all that it is made of.
fn kept(source: &[u8]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (ARGUMENTS, source).hash(&mut hasher);
    let compiler = fs::metadata("/usr/bin/gcc").and_then(|compiler| compiler.modified());
    compiler.expect("gcc is installed").hash(&mut hasher);
    folder().join(format!("{:016x}", hasher.finish()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("sandbox-programs")
}

/// Under its name only when it is whole: others may look at the same time. Where the tree cannot be written, the next
/// test compiles it again.
fn keep(kept: &Path, program: &[u8]) {
    let half = folder().join(format!("{}-{:?}", std::process::id(), std::thread::current().id()));
    let _ = fs::create_dir_all(folder())
        .and_then(|()| fs::write(&half, program))
        .and_then(|()| fs::rename(&half, kept));
}
