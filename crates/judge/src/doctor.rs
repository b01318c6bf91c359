//! What this machine can do, what is missing and what brings it.

mod blobs;
pub(crate) mod workers;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sandbox::Grade;
use sandbox::attack::Report;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::machine::{self, Machine};
use crate::postgres::Binaries;
use crate::report;
use crate::selftest::{self, Tested};

const INSTALL: &str = "apt-get install ";

/// Everything that was looked at.
#[derive(Debug, Serialize)]
pub(crate) struct Diagnosis {
    /// Programs can be judged here.
    pub ok: bool,
    /// `full`, `practice` or `refused`.
    pub grade: String,
    /// Brings what is missing and Debian has.
    pub install: Option<String>,
    pub findings: Vec<Finding>,
    /// What the hostile programs came to, when they were tried now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Report>,
    /// Of the database, where it answers.
    pub workers: Option<Vec<workers::Line>>,
}

/// Whether the boxes are tried with hostile programs, or what was found last is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelfTest {
    Now,
    Last,
}

#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub what: String,
    pub state: State,
    pub detail: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Ok,
    /// Not to be had here; the rest works.
    Missing,
    /// Without it nothing can be judged.
    Bad,
}

impl Finding {
    fn ok(what: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Ok, detail: detail.into(), remedy: None }
    }

    fn missing(what: impl Into<String>, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Missing, detail: detail.into(), remedy: Some(remedy.into()) }
    }

    fn bad(what: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Bad, detail: detail.into(), remedy: None }
    }
}

/// Looks at everything. Takes seconds: it compiles and runs a program in each language.
pub(crate) fn diagnose(context: &Context, self_test: SelfTest) -> Diagnosis {
    let mut findings = vec![settings(context), Finding::ok("kernel", machine::kernel()), seccomp()];
    let mut grade = Grade::Refused;
    let mut attack = None;
    match Machine::detect(context) {
        Ok(machine) => {
            grade = machine.host.grade();
            findings.extend(boxes(&machine));
            match self_test {
                SelfTest::Last => findings.push(last_self_test(&machine, context)),
                SelfTest::Now => {
                    let (finding, report) = attacked(&machine, context);
                    findings.push(finding);
                    attack = report;
                }
            }
            findings.extend(languages(machine));
        }
        Err(error) => findings.push(Finding::bad("boxes", format!("{error:#}"))),
    }
    findings.extend([database(context), data_folder(context)]);
    findings.extend(blobs::find(context));
    let (found, workers) = workers::find(context);
    findings.extend(found);
    let ok = findings.iter().all(|finding| finding.state != State::Bad);
    let install = install_all(&findings);
    Diagnosis { ok, grade: grade.to_string(), install, findings, attack, workers }
}

const SELF_TEST: &str = "self-test";
const ATTACK: &str = "judge doctor --attack";

fn attacked(machine: &Machine, context: &Context) -> (Finding, Option<Report>) {
    match Tested::now(machine, context, &CancellationToken::new()) {
        Ok(Some(tested)) => (of_tested(&tested, tested.words()), Some(tested.report)),
        Ok(None) => (Finding::bad(SELF_TEST, "was stopped"), None),
        Err(error) => (Finding::bad(SELF_TEST, format!("{error:#}")), None),
    }
}

fn last_self_test(machine: &Machine, context: &Context) -> Finding {
    let Some(last) = Tested::last(context) else {
        return Finding::missing(SELF_TEST, "was not done yet; a worker does it when it starts", ATTACK);
    };
    match selftest::key(machine) {
        Ok(key) if key == last.key => {
            of_tested(&last, format!("{}, {} ago", last.words(), report::coarse(last.age())))
        }
        Ok(_) => Finding::missing(
            SELF_TEST,
            "was done with another kernel, judge, toolchain, user or limits; a worker repeats it when it starts",
            ATTACK,
        ),
        Err(error) => Finding::bad(SELF_TEST, format!("{error:#}")),
    }
}

fn of_tested(tested: &Tested, words: String) -> Finding {
    match tested.report.ok {
        true => Finding::ok(SELF_TEST, words),
        false => Finding { remedy: Some(ATTACK.to_owned()), ..Finding::bad(SELF_TEST, words) },
    }
}

fn settings(context: &Context) -> Finding {
    match &context.config.file {
        Some(file) => Finding::ok("settings", file.display().to_string()),
        None => Finding::ok("settings", "defaults; neither ./judge.toml nor /etc/judge/judge.toml is there"),
    }
}

/// The filter itself is tried with the boxes; this tells what the kernel knows.
fn seccomp() -> Finding {
    match fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail") {
        Ok(actions) => Finding::ok("seccomp", actions.trim()),
        Err(_) => Finding::bad(
            "seccomp",
            "this kernel filters no system calls; one with CONFIG_SECCOMP_FILTER is needed",
        ),
    }
}

fn boxes(machine: &Machine) -> Vec<Finding> {
    let found = machine.host.findings().iter();
    found
        .map(|finding| Finding {
            what: finding.what.to_owned(),
            state: if finding.ok { State::Ok } else { State::Missing },
            detail: finding.detail.clone(),
            remedy: finding.remedy.clone(),
        })
        .chain([Finding::ok("grade", machine.host.grade().to_string())])
        .collect()
}

fn languages(mut machine: Machine) -> Vec<Finding> {
    machine.prove(&CancellationToken::new());
    let mut findings: Vec<Finding> =
        machine.offered.iter().map(|found| Finding::ok(&found.language.name, &found.version)).collect();
    if findings.is_empty() {
        findings.push(Finding::bad("languages", "there is none"));
    }
    findings.extend(
        machine
            .refused
            .iter()
            .map(|refused| Finding::missing(&refused.name, &refused.why, "install it again")),
    );
    findings.extend(machine.toolchains.missing().map(|missing| {
        let packages = missing.packages.join(" ");
        Finding::missing(&missing.language.name, &missing.what, format!("{INSTALL}{packages}"))
    }));
    findings
}

fn database(context: &Context) -> Finding {
    let database = &context.config.database;
    if let Some(url) = &database.url {
        return Finding::ok("database", url.to_string());
    }
    match Binaries::find(database.binaries.as_deref(), None) {
        Ok(found) => Finding::ok("Postgres", format!("{} in {}", found.version, found.folder.display())),
        Err(error) => Finding::missing("Postgres", error.to_string(), format!("{INSTALL}postgresql")),
    }
}

fn data_folder(context: &Context) -> Finding {
    let folder = context.config.data_folder(&context.environment);
    let there = folder.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
    let writable = nix::unistd::access(there, nix::unistd::AccessFlags::W_OK).is_ok();
    let shown = folder.display().to_string();
    match writable {
        true => Finding::ok("data folder", shown),
        false => Finding::missing(
            "data folder",
            format!("{shown} cannot be written"),
            "set JUDGE_DATA to a folder of yours",
        ),
    }
}

/// The one command that brings everything that Debian has and this machine has not.
fn install_all(findings: &[Finding]) -> Option<String> {
    let remedies = findings.iter().filter_map(|finding| finding.remedy.as_deref()?.strip_prefix(INSTALL));
    let packages: BTreeSet<&str> = remedies.flat_map(str::split_whitespace).collect();
    let packages: Vec<&str> = packages.into_iter().collect();
    (!packages.is_empty()).then(|| format!("{INSTALL}{}", packages.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_installs_all_that_is_missing() {
        let findings = [
            Finding::ok("C++", "12.2"),
            Finding::missing("Java", "javac", "apt-get install default-jdk-headless"),
            Finding::missing("data folder", "closed", "set JUDGE_DATA"),
            Finding::missing("JavaScript", "node", "apt-get install nodejs"),
        ];
        assert_eq!(install_all(&findings).unwrap(), "apt-get install default-jdk-headless nodejs");
        assert_eq!(install_all(&findings[..1]), None);
    }
}
