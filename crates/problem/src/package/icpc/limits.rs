//! The section `limits` of `problem.yaml`, and the two other places of a time limit.

use super::edition::Edition;
use crate::limits::{Limits, Margins, Origin};
use crate::package::Given;
use crate::package::faults::Faults;
use crate::package::schema::{At, Section, decimal};

/// More than a judge can promise; also keeps the units from overflowing.
const MOST_SECONDS: u64 = 3_600;
const MOST_BYTES: u64 = 1 << 40;

/// What the format's homes give where a package is silent.
const MEMORY: u64 = 2 << 30;

/// A time limit and the place that sets it.
pub(super) struct Time {
    pub(super) seconds: f64,
    pub(super) file: &'static str,
    pub(super) line: u32,
}

/// Reads the section. `elsewhere` are time limits of other files, the strongest first; `given` is for what none sets.
pub(super) fn read(
    mut section: Section<'_>,
    edition: Edition,
    elsewhere: Vec<Time>,
    given: &Given,
) -> Limits {
    let mut limits = Limits { memory_bytes: given.memory_bytes.unwrap_or(MEMORY), ..Limits::default() };
    sizes(&mut section, &mut limits);
    let margins = margins(&mut section, edition);
    let said = section.take("time_limit").is_some();
    let own = section.number("time_limit", "a number of seconds above 0", |seconds| seconds > 0.0);
    let own = own.map(|at| Time { seconds: at.value, file: "problem.yaml", line: at.line });
    let set: Vec<Time> = own.into_iter().chain(elsewhere).collect();
    if set.is_empty() && !said {
        limits.margins = Some(margins);
        unset(&mut limits, given, section.faults);
    }
    time(&mut limits, &set, section.faults);
    section.finish(edition.strictness());
    limits
}

/// No file sets a time limit.
fn unset(limits: &mut Limits, given: &Given, faults: &Faults) {
    if let Some(time_ms) = given.time_ms {
        limits.time_ms = time_ms;
        limits.time_origin = Origin::Explicit;
        limits.margins = None;
        return;
    }
    let message = format!(
        "sets no time limit: judge problem import finds one by running the accepted submissions; elsewhere {} s are given",
        limits.time_ms / 1_000
    );
    faults.warn("problem.yaml", message);
}

fn sizes(section: &mut Section<'_>, limits: &mut Limits) {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    for (key, unit, limit) in [
        ("memory", MIB, &mut limits.memory_bytes),
        ("output", MIB, &mut limits.output_bytes),
        ("code", KIB, &mut limits.code_bytes),
        ("compilation_memory", MIB, &mut limits.compile_memory_bytes),
        ("validation_memory", MIB, &mut limits.validation_memory_bytes),
        ("validation_output", MIB, &mut limits.validation_output_bytes),
    ] {
        scaled(section, key, unit, MOST_BYTES / unit, limit);
    }
    for (key, limit) in [
        ("compilation_time", &mut limits.compile_time_ms),
        ("validation_time", &mut limits.validation_time_ms),
    ] {
        scaled(section, key, 1_000, MOST_SECONDS, limit);
    }
}

fn scaled(section: &mut Section<'_>, key: &'static str, unit: u64, most: u64, limit: &mut u64) {
    match section.whole(key, 1) {
        Some(At { value, line }) if value > most => {
            section.wrong(line, format!("limits.{key} is more than this judge can give: at most {most}"));
        }
        Some(At { value, .. }) => *limit = value * unit,
        None => {}
    }
}

/// What a time limit is computed from. The format's defaults differ by its version.
fn margins(section: &mut Section<'_>, edition: Edition) -> Margins {
    let above_0 = |number: f64| number > 0.0;
    let resolution = section.number("time_resolution", "a number of seconds above 0", above_0);
    let mut factors = section.section("time_multipliers");
    let mut factor =
        |key| factors.number(key, "a number from 1 to 1000", |factor| (1.0..=1_000.0).contains(&factor));
    let mut accepted = factor("ac_to_time_limit");
    let mut slow = factor("time_limit_to_tle");
    factors.finish(edition.strictness());
    let mut defaults = (2.0, 1.5);
    if !edition.new_names() {
        defaults = (5.0, 2.0);
    }
    if edition != Edition::Current {
        let wanted = |factor: f64| factor > 0.0 && factor <= 1_000.0;
        accepted = section.number("time_multiplier", "a number above 0", wanted).or(accepted);
        slow = section.number("time_safety_margin", "a number above 0", wanted).or(slow);
    }
    // In range: they were checked above.
    let thousandths = |factor: Option<At<f64>>, default: f64| {
        (factor.map_or(default, |at| at.value) * 1_000.0).round().max(1.0) as u32
    };
    let resolution_ms = resolution.and_then(|at| milliseconds(at.value).ok()).map_or(1_000, |(ms, _)| ms);
    Margins {
        accepted_thousandths: thousandths(accepted, defaults.0),
        slow_thousandths: thousandths(slow, defaults.1),
        resolution_ms,
    }
}

fn time(limits: &mut Limits, given: &[Time], faults: &Faults) {
    let Some(chosen) = given.first() else { return };
    for other in given.iter().filter(|other| (other.seconds - chosen.seconds).abs() > 1e-9) {
        let message = format!(
            "sets a time limit of {} s, but {} sets {} s: keep one",
            other.seconds, chosen.file, chosen.seconds
        );
        faults.error_at(other.file, other.line, message);
    }
    match milliseconds(chosen.seconds) {
        Ok((time_ms, exact)) => {
            limits.time_ms = time_ms;
            limits.time_origin = Origin::Explicit;
            if !exact {
                let message = format!("the time limit is rounded to {time_ms} ms, the judge's precision");
                faults.warn_at(chosen.file, chosen.line, message);
            }
        }
        Err(reason) => faults.error_at(chosen.file, chosen.line, reason),
    }
}

/// The time in whole milliseconds, at least one, and whether that is all of it.
fn milliseconds(seconds: f64) -> Result<(u64, bool), String> {
    if seconds > MOST_SECONDS as f64 {
        return Err(format!("the time limit is more than this judge can give: at most {MOST_SECONDS} s"));
    }
    let exact = seconds * 1_000.0;
    let rounded = exact.round().max(1.0);
    // In range: it was compared above.
    Ok((rounded as u64, (rounded - exact).abs() < 1e-6))
}

/// DOMjudge's `.timelimit`: one line of seconds.
pub(super) fn dot_timelimit(text: &str, faults: &Faults) -> Option<Time> {
    seconds(text.trim(), ".timelimit", 1, faults)
}

/// A number of seconds above 0 in a file that is no YAML.
pub(super) fn seconds(text: &str, file: &'static str, line: u32, faults: &Faults) -> Option<Time> {
    let seconds = decimal(text).filter(|seconds| *seconds > 0.0);
    if seconds.is_none() {
        let message = format!("the time limit must be a number of seconds above 0; it is {text:?}");
        faults.error_at(file, line, message);
    }
    Some(Time { seconds: seconds?, file, line })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::package::yaml;

    fn read_limits(text: &str, edition: Edition, elsewhere: Vec<Time>) -> (Limits, Vec<String>) {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let section = Section::top("problem.yaml", &node, &faults);
        let limits = read(section, edition, elsewhere, &Given::default());
        (limits, faults.sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_key_of_the_format_is_read_in_its_unit() {
        let text = "time_limit: 1.5\nmemory: 64\noutput: 3\ncode: 5\ncompilation_time: 7\ncompilation_memory: 8\n\
                    validation_time: 9\nvalidation_memory: 10\nvalidation_output: 11\ntime_resolution: 0.5\n\
                    time_multipliers: {ac_to_time_limit: 2, time_limit_to_tle: 1.5}\n";
        let (limits, told) = read_limits(text, Edition::Current, Vec::new());
        assert_eq!(told, [""; 0]);
        let wanted = Limits {
            time_ms: 1_500,
            time_origin: Origin::Explicit,
            memory_bytes: 64 << 20,
            output_bytes: 3 << 20,
            code_bytes: 5 << 10,
            compile_time_ms: 7_000,
            compile_memory_bytes: 8 << 20,
            validation_time_ms: 9_000,
            validation_memory_bytes: 10 << 20,
            validation_output_bytes: 11 << 20,
            languages: BTreeMap::new(),
            margins: None,
        };
        assert_eq!(limits, wanted);
    }

    #[test]
    fn a_missing_time_limit_is_the_default_and_said() {
        let (limits, told) = read_limits("memory: 512\n", Edition::Legacy, Vec::new());
        assert_eq!((limits.time_ms, limits.time_origin), (2_000, Origin::Default));
        assert!(told[0].contains("sets no time limit: judge problem import finds one"), "{told:?}");
    }

    #[test]
    fn what_a_time_limit_is_computed_from_is_kept() {
        let margins = |text: &str, edition| {
            let margins = read_limits(text, edition, Vec::new()).0.margins.unwrap();
            (margins.accepted_thousandths, margins.slow_thousandths, margins.resolution_ms)
        };
        assert_eq!(margins("memory: 1", Edition::Current), (2_000, 1_500, 1_000));
        assert_eq!(margins("memory: 1", Edition::Legacy), (5_000, 2_000, 1_000));
        assert_eq!(margins("time_multiplier: 3\ntime_safety_margin: 1.5", Edition::Legacy).0, 3_000);
        let text =
            "time_multipliers: {ac_to_time_limit: 1.333, time_limit_to_tle: 4}\ntime_resolution: 0.5\n";
        assert_eq!(margins(text, Edition::Draft), (1_333, 4_000, 500));
        assert!(read_limits("time_limit: 1", Edition::Current, Vec::new()).0.margins.is_none());
    }

    #[test]
    fn what_is_given_beside_the_package_is_for_what_it_does_not_set() {
        let faults = Faults::default();
        let given = Given { time_ms: Some(700), memory_bytes: Some(5 << 20), ..Given::default() };
        for (text, time, memory) in [("", 700, 5), ("time_limit: 1\nmemory: 6", 1_000, 6)] {
            let node = yaml::parse(text).unwrap();
            let section = Section::top("problem.yaml", &node, &faults);
            let limits = read(section, Edition::Legacy, Vec::new(), &given);
            assert_eq!((limits.time_ms, limits.memory_bytes >> 20), (time, memory));
        }
        assert_eq!(faults.sorted(), []);
    }

    #[test]
    fn limits_that_cannot_be_honoured_are_faults_with_their_line() {
        let text = "time_limit: 4000\nmemory: 99999999999\ncode: 0\noutput: 1.5\n\
                    compilation_time: 100000\ntime_multipliers: {ac_to_time_limit: 0.5}\nmem: 1\n";
        let (_, told) = read_limits(text, Edition::Current, Vec::new());
        let lines: Vec<&str> = told.iter().map(|fault| fault.split(':').nth(1).unwrap()).collect();
        assert_eq!(lines, ["1", "2", "3", "4", "5", "6", "7"], "{told:#?}");
    }

    #[test]
    fn legacy_keys_are_known_to_legacy_only() {
        let text = "time_limit: 1\ntime_multiplier: 5\ntime_safety_margin: 2\n";
        assert_eq!(read_limits(text, Edition::Legacy, Vec::new()).1, [""; 0]);
        assert_eq!(read_limits(text, Edition::Current, Vec::new()).1.len(), 2);
    }

    #[test]
    fn time_limits_of_several_files_must_agree() {
        let time = |seconds| vec![Time { seconds, file: ".timelimit", line: 1 }];
        let (limits, told) = read_limits("time_limit: 3", Edition::Legacy, time(3.0));
        assert_eq!((limits.time_ms, told.len()), (3_000, 0));
        let (_, told) = read_limits("time_limit: 3", Edition::Legacy, time(4.0));
        assert_eq!(told, [".timelimit:1: sets a time limit of 4 s, but problem.yaml sets 3 s: keep one"]);
        assert_eq!(read_limits("", Edition::Legacy, time(0.25)).0.time_ms, 250);
    }

    #[test]
    fn finer_times_than_milliseconds_are_rounded_and_said() {
        let (limits, told) = read_limits("time_limit: 1.00049", Edition::Current, Vec::new());
        assert_eq!(limits.time_ms, 1_000);
        assert!(told[0].contains("rounded to 1000 ms"), "{told:?}");
        assert_eq!(read_limits("time_limit: 0.0001", Edition::Current, Vec::new()).0.time_ms, 1);
    }
}
