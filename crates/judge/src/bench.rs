//! The programs whose runs are timed, and what is told of the times.

pub(crate) mod compare;
pub(crate) mod judging;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use sandbox::bench::{Subject, Times};
use sandbox::{Host, Layout, Limits, Mount, Sealed, Spec, Status};
use serde::Serialize;

use crate::{machine, native};

const NOOP: &str = "int main(void) { return 0; }\n";
const AB: &str =
    "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n";
const ENDLESS: &str = "int main(void) { for (volatile unsigned i = 0;; i++); }\n";
const PYTHON: &str = "print(sum(map(int, input().split())))";
const INPUT: &[u8] = b"1 2\n";
const OUTPUT: &[u8] = b"3\n";

/// How a program is made, and what it prints.
struct Source {
    name: &'static str,
    compiler: &'static str,
    ending: &'static str,
    text: &'static str,
    flags: &'static [&'static str],
    output: &'static [u8],
}

/// The first is the one whose steps are timed.
const SOURCES: [Source; 3] = [
    c("noop", NOOP),
    Source { name: "ab", compiler: "/usr/bin/g++", ending: "cpp", text: AB, flags: &[], output: OUTPUT },
    Source {
        name: "ab_static",
        compiler: "/usr/bin/g++",
        ending: "cpp",
        text: AB,
        flags: &["-static"],
        output: OUTPUT,
    },
];

/// A static C program that prints nothing.
const fn c(name: &'static str, text: &'static str) -> Source {
    Source { name, compiler: "/usr/bin/gcc", ending: "c", text, flags: &["-static"], output: b"" }
}

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub grade: String,
    pub kernel: String,
    pub runs: usize,
    #[serde(flatten)]
    pub programs: BTreeMap<&'static str, Timed>,
    pub steps: BTreeMap<&'static str, Cost>,
    pub overshoot: Overshoot,
}

/// CPU time beyond the limit of a program that never ends.
#[derive(Debug, Serialize)]
pub(crate) struct Overshoot {
    pub idle: Cost,
    /// With a busy thread for each core.
    pub busy: Cost,
}

/// One program's costs.
#[derive(Debug, Serialize)]
pub(crate) struct Timed {
    pub bare: Cost,
    #[serde(rename = "box")]
    pub boxed: Cost,
    pub bare_paused: Cost,
    pub paused: Cost,
    pub slots2: Cost,
    /// Box to bare, medians.
    pub ratio: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cost {
    pub median_us: f64,
    pub p95_us: f64,
}

impl Cost {
    fn of(times: &[Duration]) -> Self {
        let mut times: Vec<f64> = times.iter().map(|time| time.as_nanos() as f64 / 1000.0).collect();
        times.sort_by(f64::total_cmp);
        let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
        Self { median_us: at(50).copied().unwrap_or(0.0), p95_us: at(95).copied().unwrap_or(0.0) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} / {:.0}", self.median_us, self.p95_us)
    }
}

impl Timed {
    fn of(times: &Times) -> Self {
        let (bare, boxed) = (Cost::of(&times.bare), Cost::of(&times.boxed));
        Self {
            bare,
            boxed,
            bare_paused: Cost::of(&times.bare_paused),
            paused: Cost::of(&times.paused),
            slots2: Cost::of(&times.slots2),
            ratio: boxed.median_us / bare.median_us,
        }
    }
}

/// A program that is there twice: as a file, to be started bare, and sealed, for the box.
struct Compiled<'a> {
    name: &'static str,
    file: &'a Path,
    sealed: Sealed,
    layout: Layout,
    output: &'static [u8],
}

/// Compiles the programs, then times `runs` runs of each.
///
/// # Errors
/// A compiler or interpreter that is not there or does not work, and ours.
pub(crate) fn run(host: &Host, runs: usize) -> anyhow::Result<Report> {
    let folder = tempfile::tempdir().context("cannot make a folder for the programs")?;
    let input = Sealed::from_bytes("input", INPUT).context("cannot seal the input")?;
    let files = SOURCES.each_ref().map(|source| folder.path().join(source.name));
    let compiled = SOURCES.iter().zip(&files).map(|(source, file)| compile(host, source, file));
    let compiled: Vec<_> = compiled.collect::<anyhow::Result<_>>()?;
    let mut programs = BTreeMap::new();
    for one in &compiled {
        let timed = sandbox::bench::time(host, &one.subject(&input), runs);
        programs.insert(one.name, Timed::of(&timed.with_context(|| format!("cannot time {}", one.name))?));
    }
    let timed = sandbox::bench::time(host, &python(&input, &libraries()), runs);
    programs.insert("python", Timed::of(&timed.context("cannot time python")?));
    let steps = sandbox::bench::steps(host, &compiled[0].subject(&input), runs)?;
    let steps = steps.iter().map(|(name, times)| (*name, Cost::of(times))).collect();
    let overshoot = overshoot(host, &folder.path().join("endless"), &input, runs)?;
    Ok(Report {
        grade: host.grade().to_string(),
        kernel: machine::kernel(),
        runs,
        programs,
        steps,
        overshoot,
    })
}

fn overshoot(host: &Host, file: &Path, input: &Sealed, runs: usize) -> anyhow::Result<Overshoot> {
    let endless = compile(host, &c("endless", ENDLESS), file)?;
    // A tenth of a second each, and more beside busy threads.
    let runs = runs.min(50);
    let over =
        sandbox::bench::overshoot(host, &endless.subject(input), runs).context("cannot time the limit")?;
    Ok(Overshoot { idle: Cost::of(&over.idle), busy: Cost::of(&over.busy) })
}

impl Compiled<'_> {
    fn subject<'a>(&'a self, input: &'a Sealed) -> Subject<'a> {
        Subject {
            bare: vec![self.file.into()],
            argv: vec![self.name.into()],
            exe: Some(&self.sealed),
            layout: &self.layout,
            input,
            output: self.output,
        }
    }
}

fn python<'a>(input: &'a Sealed, layout: &'a Layout) -> Subject<'a> {
    let argv = ["/usr/bin/python3", "-c", PYTHON].map(Into::into).to_vec();
    Subject { bare: argv.clone(), argv, exe: None, layout, input, output: OUTPUT }
}

/// With the loader's cache, which a program that is started bare has as well.
fn libraries() -> Layout {
    let mut layout = native::layout();
    let cache = Path::new("/etc/ld.so.cache");
    layout.mounts.extend(cache.exists().then(|| Mount::same(cache)));
    layout
}

/// In a box, as all that is compiled here.
fn compile<'a>(host: &Host, source: &Source, file: &'a Path) -> anyhow::Result<Compiled<'a>> {
    let &Source { name, compiler, ending, text, flags, output } = source;
    let source = format!("main.{ending}");
    let sealed = Sealed::from_bytes(&source, text.as_bytes()).context("cannot seal a source")?;
    let fixed = [compiler, "-O2", "-o", "program", &source];
    let argv = fixed.iter().chain(flags).map(Into::into).collect();
    let limits = Limits {
        cpu: Duration::from_secs(20),
        wall: Duration::from_mins(1),
        memory: 1 << 30,
        ..Limits::default()
    };
    let mut nothing = Vec::new();
    let spec = Spec { files: vec![(source, &sealed)], ..Spec::new(argv, &mut nothing, limits) };
    let outcome = host.open(0, &libraries())?.run(spec)?;
    let said = String::from_utf8_lossy(&outcome.stderr);
    anyhow::ensure!(
        outcome.status() == Status::Ok,
        "{compiler} cannot compile {name} here: {:?} {said}",
        outcome.end
    );
    let program = outcome
        .leftovers
        .read("program", 64 << 20)?
        .with_context(|| format!("{compiler} left no program"))?;
    fs::write(file, &program).and_then(|()| fs::set_permissions(file, Permissions::from_mode(0o755)))?;
    let layout = if flags.is_empty() { libraries() } else { Layout::default() };
    Ok(Compiled { name, file, sealed: Sealed::from_bytes(name, &program)?, layout, output })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_95th_percentile_are_those_of_the_sorted_times() {
        let times: Vec<_> = (1..=100).rev().map(Duration::from_micros).collect();
        let cost = Cost::of(&times);
        assert_eq!((cost.median_us, cost.p95_us), (51.0, 96.0));
        assert_eq!(Cost::of(&[]).median_us, 0.0);
    }
}
