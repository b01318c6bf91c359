//! What contestants must know of a problem before they write a line, in a few words each.

use ::problem::Version;
use ::problem::version::{Kind, NamedFiles, Passes};

/// How the problem differs from one that reads a file, writes a file, and is right or wrong.
pub(super) fn facts(version: &Version) -> Vec<String> {
    let points = version.scoring.as_ref().map(|scoring| match &scoring.max {
        _ if scoring.lowest_wins => "the fewer points the better".to_owned(),
        Some(max) => format!("up to {max} points"),
        None => "as many points as you can get".to_owned(),
    });
    let answers = (version.kind == Kind::Answers).then(|| match version.has_questions() {
        true => "questions: you send one text with a line for each, such as “1: A” or “2: [A, C]”".to_owned(),
        false => "output only: you send answers, no program".to_owned(),
    });
    let looked_at = version.static_validator.as_ref().map(|_| "your source is judged, too".to_owned());
    let (talks, files) = (interaction(version), files(&version.named_files));
    let facts = [answers, talks, passes(version.passes), files, looked_at, points];
    facts.into_iter().flatten().collect()
}

fn interaction(version: &Version) -> Option<String> {
    let interactor = version.interactor.as_ref()?;
    Some(match interactor.processes {
        0 | 1 => "interactive".to_owned(),
        copies => format!("interactive, with {copies} copies of your program at once"),
    })
}

fn passes(passes: Passes) -> Option<String> {
    match passes {
        Passes::One => None,
        Passes::Next { most } => Some(format!("run up to {most} times a test")),
        Passes::Twice => Some("run twice a test".to_owned()),
        Passes::Joined => Some("two copies run at once, the first writes what the second reads".to_owned()),
    }
}

fn files(files: &NamedFiles) -> Option<String> {
    match (&files.input, &files.output) {
        (None, None) => None,
        (Some(input), None) => Some(format!("reads {input}")),
        (None, Some(output)) => Some(format!("writes {output}")),
        (Some(input), Some(output)) => Some(format!("reads {input}, writes {output}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ::problem::Program;
    use ::problem::version::{Interactor, InteractorProtocol, Points, Scoring};

    use super::*;

    #[test]
    fn plain_problems_have_nothing_to_say_and_others_say_what_they_are() {
        let plain = Version::new("a".parse().unwrap());
        assert!(facts(&plain).is_empty());
        let program = Program { path: String::new(), language: "cpp".to_owned(), files: BTreeMap::new() };
        let protocol = InteractorProtocol::Icpc;
        let named = NamedFiles { input: Some("a.in".to_owned()), output: Some("a.out".to_owned()) };
        let max = Some(Points::from(100));
        let special = Version {
            kind: Kind::Answers,
            static_validator: Some(program.clone()),
            interactor: Some(Interactor { program, protocol, args: Vec::new(), processes: 2 }),
            passes: Passes::Next { most: 3 },
            named_files: named,
            scoring: Some(Scoring { max, ..Scoring::default() }),
            ..plain
        };
        assert_eq!(
            facts(&special),
            [
                "output only: you send answers, no program",
                "interactive, with 2 copies of your program at once",
                "run up to 3 times a test",
                "reads a.in, writes a.out",
                "your source is judged, too",
                "up to 100 points",
            ]
        );
    }
}
