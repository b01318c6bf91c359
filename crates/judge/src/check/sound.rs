//! Whether a package's tests and validators are sound, apart from its submissions.

use std::collections::{BTreeMap, BTreeSet};

use judging::{InputTrial, OutputTrial, Slot};
use problem::version::{InputValidator, Markup, ValidatorTest, Wants};
use problem::{Blobs, Fault, Package, TestCase, Verdict, Version, statement};

/// Everything that is wrong, and what looks like a mistake.
pub(super) fn faults(slot: &mut Slot, package: &Package) -> Vec<Fault> {
    let mut faults = Vec::new();
    let version = &package.version;
    without_samples(version, &mut faults);
    unused(package, &mut faults);
    repeated(version, &mut faults);
    statements(package, &mut faults);
    if let Err(error) = programs(slot, package, &mut faults) {
        faults.push(Fault::error("", format!("the judge could not run the package's validators: {error}")));
    }
    faults
}

/// What its validators say, each made ready once.
fn programs(slot: &mut Slot, package: &Package, faults: &mut Vec<Fault>) -> Checked {
    let input_trials = input_trials(slot, package)?;
    let output_trial = OutputTrial::prepare(slot, &package.version, package)?;
    inputs(slot, (&package.version, &input_trials), faults)?;
    own_tests(slot, package, (&input_trials, &output_trial), faults)?;
    junk(slot, package, &output_trial, faults)
}

fn without_samples(version: &Version, faults: &mut Vec<Fault>) {
    let shown = version.tests.cases().iter().any(|case| case.sample) || !version.talks.is_empty();
    // Questions are all in the statement.
    if !shown && !version.has_questions() {
        faults.push(Fault::warning("", "has no sample: contestants see no example of input and output"));
    }
}

/// Names told of unused files, and of repeated cases.
const MOST_TOLD: usize = 20;

fn unused(package: &Package, faults: &mut Vec<Fault>) {
    // Of some the reader has said why.
    let known: BTreeSet<&str> = package.warnings.iter().map(|fault| fault.file.as_str()).collect();
    let files = package.unused.iter().filter(|file| !known.contains(file.trim_end_matches('/')));
    tell_unused(&files.collect::<Vec<_>>(), faults);
}

fn tell_unused(files: &[&String], faults: &mut Vec<Fault>) {
    let told = |file: &&String| match file.strip_suffix('/') {
        Some(_) => Fault::warning(*file, "nothing in it is used"),
        None => Fault::warning(*file, "is not used"),
    };
    faults.extend(files.iter().take(MOST_TOLD).map(told));
    if let Some(more) = files.len().checked_sub(MOST_TOLD + 1) {
        faults.push(Fault::warning("", format!("{} more files and folders are not used", more + 1)));
    }
}

/// A case that is there twice in one group tests nothing more.
fn repeated(version: &Version, faults: &mut Vec<Fault>) {
    let mut found = Vec::new();
    for group in version.tests.groups() {
        let mut firsts = BTreeMap::new();
        for case in group.own_cases() {
            let first = *firsts.entry(case.content()).or_insert(&case.name);
            if *first != case.name {
                found.push(Fault::warning(&case.name, format!("has the same input and answer as {first}")));
            }
        }
    }
    let more = found.len().saturating_sub(MOST_TOLD);
    faults.extend(found.into_iter().take(MOST_TOLD));
    if more > 0 {
        faults
            .push(Fault::warning("", format!("{more} more tests have the same input and answer as another")));
    }
}

/// What of the statements cannot be shown. Of Markdown the reader has told it.
fn statements(package: &Package, faults: &mut Vec<Fault>) {
    let written = package.version.statements.iter();
    for (language, text) in written.filter(|(_, text)| text.markup != Markup::Markdown) {
        let Ok(bytes) = package.read(text.source) else { continue };
        let source = String::from_utf8_lossy(&bytes);
        let source = statement::Source { markup: text.markup, text: &source, language };
        let has = |path: &str| package.version.assets.contains_key(path);
        for trouble in statement::check(&source, &has) {
            let fault = Fault::warning(format!("statement in {language}"), trouble.message);
            faults.push(fault.at(trouble.line));
        }
    }
}

type Checked = Result<(), judging::Error>;

/// The package's input validators, ready to be tried.
fn input_trials<'a>(slot: &mut Slot, package: &'a Package) -> Result<Vec<InputTrial<'a>>, judging::Error> {
    let validators = package.version.input_validators.iter();
    validators.map(|one| InputTrial::prepare(slot, &package.version, package, one)).collect()
}

/// Every input validator accepts the input of every case.
fn inputs(
    slot: &mut Slot,
    (version, trials): (&Version, &[InputTrial<'_>]),
    faults: &mut Vec<Fault>,
) -> Checked {
    for trial in trials {
        for case in version.cases().into_iter().filter(|case| !case.on_source) {
            let args = input_args(trial.validator(), (&case.input_args, &case.input_args_of), &case.args);
            if let Some(why) = trial.refuses(slot, case.input, &args)? {
                let path = &trial.validator().program.path;
                faults.push(Fault::error(&case.name, format!("is refused by {path}. {why}")));
            }
        }
    }
    Ok(())
}

/// Those of the validator for this case, then the submission's.
fn input_args(
    validator: &InputValidator,
    (all, own): (&[String], &BTreeMap<String, Vec<String>>),
    args: &[String],
) -> Vec<String> {
    own.get(&validator.program.path).map_or(all, Vec::as_slice).iter().chain(args).cloned().collect()
}

/// What the package brings to try its validators on.
fn own_tests(
    slot: &mut Slot,
    package: &Package,
    (inputs, outputs): (&[InputTrial<'_>], &OutputTrial<'_>),
    faults: &mut Vec<Fault>,
) -> Checked {
    for test in &package.version.validator_tests {
        let mut outcome = |output, wanted| outcome(slot, (package, outputs), (test, output), wanted);
        let wrong = match test.wants {
            Wants::InvalidInput => accepted_by_all(slot, inputs, test)?,
            Wants::InvalidAnswer => outcome(test.answer, Verdict::Wa)?,
            Wants::InvalidOutput => outcome(test.output, Verdict::Wa)?,
            Wants::ValidOutput => outcome(test.output, Verdict::Ac)?,
        };
        faults.extend(wrong.map(|message| Fault::error(&test.name, message)));
    }
    Ok(())
}

fn accepted_by_all(
    slot: &mut Slot,
    trials: &[InputTrial<'_>],
    test: &ValidatorTest,
) -> Result<Option<String>, judging::Error> {
    for trial in trials {
        let args = input_args(trial.validator(), (&test.input_args, &test.input_args_of), &test.args);
        if trial.refuses(slot, test.input, &args)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some("is an invalid input, and every input validator accepts it".to_owned()))
}

fn outcome(
    slot: &mut Slot,
    (package, trial): (&Package, &OutputTrial<'_>),
    (test, output): (&ValidatorTest, Option<problem::Hash>),
    wanted: Verdict,
) -> Result<Option<String>, judging::Error> {
    let Some(output) = output.and_then(|hash| package.read(hash).ok()) else { return Ok(None) };
    let answer = test.answer.unwrap_or(test.input);
    let case = TestCase {
        validator_args: test.validator_args.clone(),
        args: test.args.clone(),
        ..TestCase::new(test.name.as_str(), test.input, answer)
    };
    let said = trial.said(slot, &case, &output)?;
    let accepted = matches!(said.verdict, Verdict::Ac | Verdict::Pa);
    Ok(match (wanted, said.verdict) {
        (_, Verdict::Je) => Some(format!("makes the output validator fail. {}", said.reason)),
        (Verdict::Ac, _) if !accepted => Some(format!("must be accepted, and is not. {}", said.reason)),
        (Verdict::Wa, _) if accepted => Some("must be rejected, and is accepted".to_owned()),
        _ => None,
    })
}

/// No output, however odd, makes the setter's own validator fail, and none of these is an answer.
fn junk(slot: &mut Slot, package: &Package, trial: &OutputTrial<'_>, faults: &mut Vec<Fault>) -> Checked {
    let Some(program) = package.version.output_validator.programs().first() else { return Ok(()) };
    let cases = package.version.cases();
    let Some(case) = cases.into_iter().find(|case| !case.sample && !case.on_source) else { return Ok(()) };
    let answer = package.read(case.answer).unwrap_or_default();
    for (what, output) in junk_outputs(&answer) {
        let said = trial.said(slot, case, &output)?;
        match said.verdict {
            Verdict::Je => {
                let message = format!("fails on {what} for {}. {}", case.name, said.reason);
                faults.push(Fault::error(&program.path, message));
                // The same words for all of them help nobody.
                return Ok(());
            }
            Verdict::Ac if output.trim_ascii() != answer.trim_ascii() => {
                faults.push(Fault::warning(&program.path, format!("accepts {what} for {}", case.name)));
            }
            _ => {}
        }
    }
    Ok(())
}

fn junk_outputs(answer: &[u8]) -> [(&'static str, Vec<u8>); 4] {
    let all_bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    [
        ("an empty output", Vec::new()),
        ("bytes that are no text", all_bytes),
        ("a million letters without a blank", vec![b'x'; 1 << 20]),
        ("half of the answer", answer[..answer.len() / 2].to_vec()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::questions::Question;
    use problem::version::{TestGroup, TestNode};

    #[test]
    fn a_problem_without_an_example_is_told_once() {
        let told = |change: fn(&mut TestCase)| {
            let mut case = TestCase::new("secret/1", problem::Hash::of(b"1"), problem::Hash::of(b"2"));
            change(&mut case);
            let mut version = Version::new("a".parse().unwrap());
            version.tests = TestGroup { children: vec![TestNode::Case(case)], ..TestGroup::default() };
            let mut faults = Vec::new();
            without_samples(&version, &mut faults);
            faults.len()
        };
        assert_eq!([told(|_| {}), told(|case| case.sample = true)], [1, 0]);
        assert_eq!(told(|case| case.question = Some(Question::Text)), 0);
    }

    #[test]
    fn of_many_unused_files_the_first_are_told() {
        let files: Vec<String> = (0..MOST_TOLD + 2).map(|n| format!("old/{n}")).collect();
        let mut faults = Vec::new();
        tell_unused(&files.iter().collect::<Vec<_>>(), &mut faults);
        assert_eq!(faults.len(), MOST_TOLD + 1);
        assert!(faults.last().unwrap().message.contains("2 more"), "{faults:?}");
    }
}
