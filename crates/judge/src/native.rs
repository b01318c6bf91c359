//! Running a program that is compiled already.

use std::fs::File;
use std::io;

use sandbox::{Host, Layout, Limits, Mount, Sealed, Spec, Stdin};

use crate::report::run::Ran;

/// Where a dynamic program finds its loader and libraries.
const LIBRARIES: [&str; 4] = ["/usr", "/lib", "/lib64", "/bin"];
/// Kept of standard error.
const STDERR: usize = 64 << 10;

/// ELF's magic number.
pub(crate) fn is_program(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// One run of `program` in a box that sees this host's libraries and nothing else of it. Gives what it wrote, too.
///
/// # Errors
/// Ours in all cases.
pub(crate) fn run(
    host: &Host,
    program: &[u8],
    stdin: Option<File>,
    limits: Limits,
) -> Result<Ran, sandbox::Error> {
    let sealed = Sealed::from_bytes("program", program);
    let sealed = sealed.map_err(copied("copy the program"))?;
    let stdin = match stdin {
        None => Stdin::Empty,
        // A program that runs under the file's own user could change the file itself.
        Some(file) => {
            let sealed = Sealed::from_reader("stdin", file).and_then(|sealed| sealed.open());
            Stdin::File(sealed.map_err(copied("copy the standard input"))?)
        }
    };
    let mut stdout = Vec::new();
    let spec = Spec {
        exe: Some(&sealed),
        stdin,
        stderr_bytes: STDERR,
        ..Spec::new(vec!["program".into()], &mut stdout, limits)
    };
    let layout = Layout { writable_bytes: judging::writable_bytes(host.grade()), ..layout() };
    let outcome = host.open(0, &layout)?.run(spec)?;
    Ok(Ran { status: outcome.status(), outcome, stdout, reason: String::new() })
}

/// A box in which dynamic programs of this host start.
pub(crate) fn layout() -> Layout {
    let there = LIBRARIES.into_iter().filter(|path| std::path::Path::new(path).exists());
    Layout { mounts: there.map(Mount::same).collect(), ..Layout::default() }
}

fn copied(what: &'static str) -> impl FnOnce(io::Error) -> sandbox::Error {
    move |source| sandbox::Error::Io { what, source }
}
