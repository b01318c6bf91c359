//! A version in few lines, for packages whose reading is written down beside them.

use std::fmt::Write as _;

use problem::version::{
    Aggregation, CaseLimits, Kind, OutputValidator, Passes, Rules, TestCase, TestGroup, TestNode, Version,
};
use problem::{Package, Verdict};

/// Everything but hashes. Lines of warnings come last.
pub(crate) fn outline(package: &Package) -> String {
    let version = &package.version;
    let mut out = String::new();
    let mut line = |text: String| {
        if !text.is_empty() {
            // Writing to a String does not fail.
            let _ = writeln!(out, "{text}");
        }
    };
    line(format!("{} {} {:?}", package.format, version.slug, version.names));
    for (language, statement) in &version.statements {
        line(format!("statement {language} {:?}", statement.markup));
    }
    line(list("assets", version.assets.keys()));
    line(list("attachments", version.attachments.keys()));
    line(list("tags", &version.tags));
    facts(version).into_iter().for_each(&mut line);
    group(&version.tests, "", &mut line);
    for recipe in &package.recipes {
        let (program, args) = (&recipe.program, &recipe.args);
        line(format!("make {:?} of {} by {} {}", recipe.makes, recipe.case, program.path, args.join(" ")));
    }
    for example in &version.submissions {
        let verdicts =
            |verdicts: &[Verdict]| verdicts.iter().map(Verdict::to_string).collect::<Vec<_>>().join(" ");
        let expected = example.expected.as_ref().map_or("anything".to_owned(), |expected| {
            format!("{} ({})", verdicts(&expected.permitted), verdicts(&expected.required))
        });
        line(format!(
            "submission {} {:?}: {expected}",
            example.path,
            example.language.as_deref().unwrap_or("")
        ));
    }
    package.warnings.iter().for_each(|warning| line(format!("warning {warning}")));
    out
}

fn list<T: std::fmt::Display>(what: &str, items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { String::new() } else { format!("{what} {}", items.join(" ")) }
}

fn facts(version: &Version) -> Vec<String> {
    let limits = &version.limits;
    let mut facts = vec![format!(
        "limits {} ms ({:?}) {} KiB",
        limits.time_ms,
        limits.time_origin,
        limits.memory_bytes >> 10
    )];
    for (language, own) in &limits.languages {
        facts.push(format!(
            "limits of {language} {} % time {} % memory",
            own.time_percent, own.memory_percent
        ));
    }
    if version.kind != Kind::Program {
        facts.push("output only".to_owned());
    }
    facts.push(match &version.output_validator {
        OutputValidator::Default { args } => format!("default {}", args.join(" ")).trim_end().to_owned(),
        OutputValidator::Native { comparison } => format!("native {}", comparison.family()),
        OutputValidator::Program { program, protocol, args } => {
            format!("checker {} ({protocol:?}) {} {}", named(program), args.join(" "), program.language)
        }
        OutputValidator::Every { programs, args } => {
            let named: Vec<String> = programs.iter().map(named).collect();
            format!("checkers {} {}", named.join(" and "), args.join(" "))
        }
        OutputValidator::Interactor => "decided by the interactor".to_owned(),
    });
    if let Some(interactor) = &version.interactor {
        let (program, processes) = (named(&interactor.program), interactor.processes);
        facts.push(format!("interactor {program} ({:?}) with {processes}", interactor.protocol));
    }
    for validator in &version.input_validators {
        facts.push(format!("input validator {} accepts by {}", named(&validator.program), validator.accepts));
    }
    if version.passes != Passes::One {
        facts.push(format!("passes {:?}", version.passes));
    }
    if let (Some(input), output) = (&version.named_files.input, &version.named_files.output) {
        facts.push(format!("reads {input} writes {}", output.as_deref().unwrap_or("-")));
    }
    for (language, files) in &version.stubs.files {
        facts.push(list(&format!("beside {language}"), files.keys()));
    }
    facts.push(list("before", version.stubs.before.keys()));
    facts.push(list("after", version.stubs.after.keys()));
    facts.push(list("languages", version.languages.iter().flatten()));
    facts.extend(version.scoring.as_ref().map(|scoring| {
        let max = scoring.max.map_or("no bound".to_owned(), |max| max.to_string());
        format!("points {max}{}", if scoring.floor { ", cut" } else { "" })
    }));
    facts
}

fn named(program: &problem::Program) -> String {
    let files: Vec<&str> = program.files.keys().map(String::as_str).collect();
    format!("{} [{}]", program.path, files.join(" "))
}

fn group(group: &TestGroup, indent: &str, line: &mut impl FnMut(String)) {
    line(format!("{indent}{}/{}", group.name, rules(&group.rules)));
    let indent = format!("{indent}  ");
    for child in &group.children {
        match child {
            TestNode::Group(inner) => self::group(inner, &indent, line),
            TestNode::Case(one) => line(format!("{indent}{}", case(one))),
        }
    }
}

fn rules(rules: &Rules) -> String {
    let mut text = String::new();
    if let Some(max) = rules.max {
        let _ = write!(text, " {max}");
    }
    if rules.aggregation != Aggregation::Sum {
        let _ = write!(text, " {:?}", rules.aggregation);
    }
    for requirement in &rules.requires {
        let _ = write!(text, " needs {} {:?}", requirement.group, requirement.what);
    }
    if rules.on_reject != problem::version::OnReject::Continue {
        let _ = write!(text, " stops {:?}", rules.on_reject);
    }
    if rules.uncounted {
        text.push_str(" uncounted");
    }
    text
}

fn case(case: &TestCase) -> String {
    let mut text = case.name.clone();
    if case.sample {
        text.push_str(" sample");
    }
    if let Some(points) = case.points {
        let _ = write!(text, " {points}");
    }
    let CaseLimits { time_ms, memory_bytes } = case.limits;
    if let Some(time_ms) = time_ms {
        let _ = write!(text, " {time_ms} ms");
    }
    if let Some(bytes) = memory_bytes {
        let _ = write!(text, " {} KiB", bytes >> 10);
    }
    if !case.validator_args.is_empty() {
        let _ = write!(text, " [{}]", case.validator_args.join(" "));
    }
    if let Some(question) = &case.question {
        let _ = write!(text, " asks {question:?}");
    }
    if let Some(command) = &case.command {
        let _ = write!(text, " by {command}");
    }
    text
}
