//! The older `config.ini`: the number of tests, then a line for each with input, output, seconds, points and KiB between
//! bars.

use super::tests::{Case, Subtask};
use crate::package::faults::Faults;
use crate::package::schema::decimal;

/// Each test is a subtask of its own.
pub(super) fn read(text: &str, path: &str, faults: &Faults) -> Vec<Subtask> {
    let mut lines = text.lines().zip(1_u32..);
    let count = lines.next().and_then(|(line, _)| line.trim().parse::<usize>().ok());
    let Some(count) = count else {
        faults.error_at(path, 1, "must begin with the number of tests");
        return Vec::new();
    };
    let rest: Vec<(&str, u32)> = lines.filter(|(line, _)| !line.trim().is_empty()).collect();
    if rest.len() != count {
        faults.error_at(path, 1, format!("says that there are {count} tests, and lists {}", rest.len()));
    }
    rest.into_iter().filter_map(|(line, number)| subtask(line, number, path, faults)).collect()
}

fn subtask(text: &str, line: u32, path: &str, faults: &Faults) -> Option<Subtask> {
    let parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let wrong = |what: &str| {
        faults.error_at(path, line, format!("must be `input|output|seconds|points|KiB`: {what}"));
        None::<f64>
    };
    let (Some(input), Some(output)) = (parts.first(), parts.get(1)) else {
        wrong("there is no output");
        return None;
    };
    let number = |at: usize, most: f64, what: &str| match parts.get(at).filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => decimal(text).filter(|number| *number > 0.0 && *number <= most).or_else(|| wrong(what)),
    };
    let seconds = number(2, 3_600.0, "the seconds are no number from 0 to 3600");
    let kib = number(4, 1e9, "the KiB are no number");
    let points =
        parts.get(3).filter(|text| **text != "0").and_then(|_| number(3, 1e6, "the points are no number"));
    let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    let case = Case { input: named(input), output: named(output), line, ..Case::default() };
    Some(Subtask {
        score: points,
        // In range: both were compared.
        time_ms: seconds.map(|seconds| ((seconds * 1_000.0) as u64).max(1)),
        memory_bytes: kib.map(|kib| ((kib * 1_024.0) as u64).max(1)),
        cases: vec![case],
        line,
        ..Subtask::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;

    fn told(text: &str) -> (Vec<Subtask>, Vec<String>) {
        let faults = Faults::default();
        let subtasks = read(text, "config.ini", &faults);
        (subtasks, faults.sorted().iter().map(Fault::to_string).collect())
    }

    #[test]
    fn each_line_is_a_subtask_of_one_test() {
        let (subtasks, told) = told("2\r\n1.in|1.out|1|40|65536\r\n2.in|2.out|0.5|60|\r\n");
        assert_eq!(told, [""; 0]);
        assert_eq!(subtasks.len(), 2);
        assert_eq!(
            (subtasks[0].score, subtasks[0].time_ms, subtasks[0].memory_bytes),
            (Some(40.0), Some(1_000), Some(64 << 20))
        );
        assert_eq!((subtasks[1].time_ms, subtasks[1].memory_bytes), (Some(500), None));
        assert_eq!(subtasks[1].cases[0].input.as_deref(), Some("2.in"));
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_line() {
        let (_, told) = told("3\n1.in\n2.in|2.out|x|1\n");
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].starts_with("config.ini:1: says that there are 3 tests, and lists 2"), "{told:?}");
        assert!(told[1].starts_with("config.ini:2:") && told[2].starts_with("config.ini:3:"), "{told:?}");
        assert!(self::told("").1[0].contains("must begin with the number"));
    }
}
