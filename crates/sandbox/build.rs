//! Makes the hostile corpus part of the library: `tests/hostile/` compiled into one static program, and the files and
//! tables beside it. So the self-test of an installed judge needs no compiler and no file.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const FOLDER: &str = "tests/hostile";
/// The programs' own warnings are part of what they do; sections apart, so that what no program uses goes.
const COMPILE: [&str; 7] =
    ["-std=gnu17", "-O1", "-w", "-pthread", "-ffunction-sections", "-fdata-sections", "-c"];
const LINK: [&str; 5] = ["-std=gnu17", "-static", "-pthread", "-s", "-Wl,--gc-sections"];

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed={FOLDER}");
    for variable in ["CC", "OBJCOPY"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let folder = fs::canonicalize(FOLDER)?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        files.push(entry?.path());
    }
    files.sort();
    let tables: Vec<&PathBuf> = files.iter().filter(|file| has_ending(file, "toml")).collect();
    let attacked = for_commands(&tables)?;
    let programs: Vec<&PathBuf> =
        files.iter().filter(|file| has_ending(file, "c") && !attacked.contains(&name(file))).collect();
    link(&out, &programs, &folder)?;
    let others =
        files.iter().filter(|file| !["toml", "h", "md"].iter().any(|ending| has_ending(file, ending)));
    fs::write(out.join("corpus.rs"), corpus(&out, &tables, &others.collect::<Vec<_>>())?)?;
    Ok(())
}

/// Names of the rows whose file is only read, by the command that the table names.
fn for_commands(tables: &[&PathBuf]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for table in tables {
        let rows: toml::Table =
            fs::read_to_string(table)?.parse().map_err(|error| format!("{}: {error}", table.display()))?;
        names.extend(
            rows.iter().filter(|(_, row)| row.get("command").is_some()).map(|(name, _)| name.clone()),
        );
    }
    Ok(names)
}

/// One program of many: the first word of its command line says which.
fn link(out: &Path, programs: &[&PathBuf], folder: &Path) -> Result<()> {
    let share = programs.len().div_ceil(thread::available_parallelism()?.get()).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> =
            programs.chunks(share).map(|part| scope.spawn(|| compile(out, part, folder))).collect();
        parts.into_iter().try_for_each(|part| part.join().map_err(|_| "compiling panicked")?)
    })?;
    let choice = out.join("choice.c");
    fs::write(&choice, choose(programs))?;
    let objects = programs.iter().map(|program| object(out, program).into_os_string());
    let mut words: Vec<OsString> = LINK.map(OsString::from).into();
    words.extend(["-o".into(), out.join("attack").into(), choice.into()]);
    words.extend(objects);
    compiler(out, &words)
}

/// Objects whose `main` has the row's name, since it takes a linker one `main`, and C a `main` to return 0 by itself.
fn compile(out: &Path, programs: &[&PathBuf], folder: &Path) -> Result<()> {
    let mut words: Vec<OsString> = COMPILE.map(OsString::from).into();
    words.extend(["-I".into(), folder.into()]);
    words.extend(programs.iter().map(|program| program.as_os_str().to_owned()));
    compiler(out, &words)?;
    for program in programs {
        let renamed = format!("main={}", symbol(program));
        let words = ["--redefine-sym".into(), renamed.into(), object(out, program).into_os_string()];
        tool("OBJCOPY", "objcopy", out, &words).map_err(|error| format!("{error}; install binutils"))?;
    }
    Ok(())
}

/// The C text that finds the program.
fn choose(programs: &[&PathBuf]) -> String {
    let mut text = "#include <stdio.h>\n#include <string.h>\n".to_owned();
    let mut rows = String::new();
    for program in programs {
        let (name, symbol) = (name(program), symbol(program));
        let _ = writeln!(text, "int {symbol}();");
        let _ = writeln!(rows, "    if (!strcmp(*words, \"{name}\")) return {symbol}(count, words);");
    }
    rows.push_str("    if (!strcmp(*words, \"nothing\")) return 0;\n");
    text + "int main(int count, char **words) {\n" + &rows + "    puts(\"no such row\");\n    return 99;\n}\n"
}

/// The Rust text that `attack` includes.
fn corpus(out: &Path, tables: &[&PathBuf], files: &[&PathBuf]) -> Result<String> {
    let mut text = format!("const PROGRAM: &[u8] = include_bytes!({:?});\n", out.join("attack"));
    writeln!(text, "const TABLES: &[(&str, &str)] = &[")?;
    for table in tables {
        writeln!(text, "    ({:?}, include_str!({table:?})),", name(table))?;
    }
    writeln!(text, "];\nconst FILES: &[(&str, &[u8])] = &[")?;
    for file in files {
        let full_name = file.file_name().unwrap_or_default();
        writeln!(text, "    ({full_name:?}, include_bytes!({file:?})),")?;
    }
    Ok(text + "];\n")
}

fn compiler(out: &Path, words: &[OsString]) -> Result<()> {
    tool("CC", "cc", out, words).map_err(|error| {
        format!("{error}\nThe self-test's programs need a C compiler with a static C library: install gcc and libc6-dev (on Fedora glibc-static), or name one as CC").into()
    })
}

/// Runs a tool, which `variable` may name, in the folder for what is made.
fn tool(variable: &str, usual: &str, folder: &Path, words: &[OsString]) -> Result<()> {
    let program = env::var_os(variable).unwrap_or_else(|| usual.into());
    let shown = program.to_string_lossy();
    let out = Command::new(&program).args(words).current_dir(folder).output();
    let out = out.map_err(|error| format!("cannot run {shown}: {error}"))?;
    if out.status.success() {
        return Ok(());
    }
    Err(format!("{shown} failed ({}):\n{}", out.status, String::from_utf8_lossy(&out.stderr)).into())
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|found| found == ending)
}

/// Of the row.
fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn symbol(program: &Path) -> String {
    format!("row_{}", name(program).replace('-', "_"))
}

fn object(out: &Path, program: &Path) -> PathBuf {
    out.join(name(program)).with_extension("o")
}
