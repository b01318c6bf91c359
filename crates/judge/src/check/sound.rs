//! Whether a package's tests and validators are sound, apart from its submissions.

use std::collections::BTreeMap;

use judging::{Slot, validate_input, validate_output};
use problem::version::{InputValidator, Markup, ValidatorTest, Wants};
use problem::{Blobs, Fault, OutputValidator, Package, TestCase, Verdict, Version, statement};

/// Everything that is wrong, and what looks like a mistake.
pub(super) fn faults(slot: &mut Slot, package: &Package) -> Vec<Fault> {
    let mut faults = Vec::new();
    let version = &package.version;
    repeated(version, &mut faults);
    statements(package, &mut faults);
    let checked = inputs(slot, package, &mut faults)
        .and_then(|()| own_tests(slot, package, &mut faults))
        .and_then(|()| junk(slot, package, &mut faults));
    if let Err(error) = checked {
        faults.push(Fault::error("", format!("the judge could not run the package's validators: {error}")));
    }
    faults
}

/// A case that is there twice in one group tests nothing more.
fn repeated(version: &Version, faults: &mut Vec<Fault>) {
    for group in version.tests.groups() {
        let mut firsts = BTreeMap::new();
        for case in group.own_cases() {
            let first = *firsts.entry(case.content()).or_insert(&case.name);
            if *first != case.name {
                faults.push(Fault::warning(&case.name, format!("has the same input and answer as {first}")));
            }
        }
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

/// Every input validator accepts the input of every case.
fn inputs(slot: &mut Slot, package: &Package, faults: &mut Vec<Fault>) -> Checked {
    for validator in &package.version.input_validators {
        for case in package.version.cases() {
            let args = input_args(validator, (&case.input_args, &case.input_args_of), &case.args);
            let place = (&package.version, package as &dyn Blobs);
            if let Some(why) = validate_input(slot, place, validator, case.input, &args)? {
                faults.push(Fault::error(
                    &case.name,
                    format!("is refused by {}. {why}", validator.program.path),
                ));
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
fn own_tests(slot: &mut Slot, package: &Package, faults: &mut Vec<Fault>) -> Checked {
    for test in &package.version.validator_tests {
        let wrong = match test.wants {
            Wants::InvalidInput => accepted_by_all(slot, package, test)?,
            Wants::InvalidAnswer => outcome(slot, package, (test, test.answer), Verdict::Wa)?,
            Wants::InvalidOutput => outcome(slot, package, (test, test.output), Verdict::Wa)?,
            Wants::ValidOutput => outcome(slot, package, (test, test.output), Verdict::Ac)?,
        };
        faults.extend(wrong.map(|message| Fault::error(&test.name, message)));
    }
    Ok(())
}

fn accepted_by_all(
    slot: &mut Slot,
    package: &Package,
    test: &ValidatorTest,
) -> Result<Option<String>, judging::Error> {
    for validator in &package.version.input_validators {
        let args = input_args(validator, (&test.input_args, &test.input_args_of), &test.args);
        let place = (&package.version, package as &dyn Blobs);
        if validate_input(slot, place, validator, test.input, &args)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some("is an invalid input, and every input validator accepts it".to_owned()))
}

fn outcome(
    slot: &mut Slot,
    package: &Package,
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
    let said = validate_output(slot, &package.version, package, &case, &output)?;
    let accepted = matches!(said.verdict, Verdict::Ac | Verdict::Pa);
    Ok(match (wanted, said.verdict) {
        (_, Verdict::Je) => Some(format!("makes the output validator fail. {}", said.reason)),
        (Verdict::Ac, _) if !accepted => Some(format!("must be accepted, and is not. {}", said.reason)),
        (Verdict::Wa, _) if accepted => Some("must be rejected, and is accepted".to_owned()),
        _ => None,
    })
}

/// No output, however odd, makes the setter's own validator fail, and none of these is an answer.
fn junk(slot: &mut Slot, package: &Package, faults: &mut Vec<Fault>) -> Checked {
    let OutputValidator::Program { program, .. } = &package.version.output_validator else { return Ok(()) };
    let Some(case) = package.version.cases().into_iter().find(|case| !case.sample) else { return Ok(()) };
    let answer = package.read(case.answer).unwrap_or_default();
    let half = answer[..answer.len() / 2].to_vec();
    let all_bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    let outputs = [
        ("an empty output", Vec::new()),
        ("bytes that are no text", all_bytes),
        ("a million letters without a blank", vec![b'x'; 1 << 20]),
        ("half of the answer", half),
    ];
    for (what, output) in outputs {
        let said = validate_output(slot, &package.version, package, case, &output)?;
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
