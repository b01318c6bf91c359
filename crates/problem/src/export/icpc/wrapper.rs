//! Programs that speak another judge's protocol: a source beside them lets them answer as this format asks.

use crate::version::{InteractorProtocol, PointsAre, Program, Protocol};

const VALIDATOR: &str = include_str!("wrapper.c");
const INPUT_VALIDATOR: &str = include_str!("wrapper_input.c");

/// What the source distinguishes.
const HOMES: [&str; 11] = [
    "TESTLIB",
    "PLAIN",
    "CMS",
    "DMOJ",
    "DMOJ_TALK",
    "DMOJ_TESTLIB",
    "DMOJ_COCI",
    "DMOJ_PEG",
    "HUSTOJ",
    "HUSTOJ_PERCENT",
    "QDUOJ",
];

/// How a program is called at home: `order` has i for the input, o for the output (of an interactor: the file that it
/// writes), a for the answer, n for a file of nothing.
struct Home {
    name: &'static str,
    order: &'static str,
    points: &'static str,
}

fn home(name: &'static str, order: &'static str) -> Option<Home> {
    Some(Home { name, order, points: "ABSOLUTE" })
}

fn testlib(points: PointsAre) -> Option<Home> {
    let points = match points {
        PointsAre::Points => "ABSOLUTE",
        PointsAre::Percent => "PERCENT",
        PointsAre::Share => "SHARE",
        PointsAre::ShareOrPercent => "SHARE_OR_PERCENT",
    };
    Some(Home { name: "TESTLIB", order: "ioa", points })
}

/// Name and text of the source, in a language that the program is written in; `None` where there is no such way.
pub(super) fn of_validator(program: &Program, protocol: Protocol, scoring: bool) -> Option<(String, String)> {
    let home = match protocol {
        Protocol::Testlib { points } => testlib(points),
        Protocol::Plain => home("PLAIN", "ioa"),
        Protocol::Cms => home("CMS", "iao"),
        Protocol::Dmoj => home("DMOJ", "ioa"),
        Protocol::DmojTestlib => home("DMOJ_TESTLIB", "ioa"),
        Protocol::DmojCoci => home("DMOJ_COCI", "ioa"),
        Protocol::DmojPeg => home("DMOJ_PEG", "aoi"),
        Protocol::Hustoj => home("HUSTOJ", "iao"),
        Protocol::HustojPercent => home("HUSTOJ_PERCENT", "iao"),
        Protocol::Qduoj => home("QDUOJ", "io"),
        Protocol::Icpc | Protocol::DmojPython | Protocol::Lemon | Protocol::Syzoj => None,
    }?;
    source(program, &home, "0", scoring)
}

/// The same of an interactor.
pub(super) fn of_interactor(
    program: &Program,
    protocol: InteractorProtocol,
    scoring: bool,
) -> Option<(String, String)> {
    let home = match protocol {
        InteractorProtocol::Testlib { points } => testlib(points),
        InteractorProtocol::Dmoj => home("DMOJ_TALK", "ia"),
        InteractorProtocol::DmojCoci => home("DMOJ_COCI", "ia"),
        InteractorProtocol::DmojTestlib => home("DMOJ_TESTLIB", "ina"),
        InteractorProtocol::Icpc | InteractorProtocol::DmojPython | InteractorProtocol::Cms { .. } => None,
    }?;
    source(program, &home, "1", scoring)
}

/// The same of an input validator that accepts by the exit code `accepts`.
pub(super) fn of_input_validator(program: &Program, accepts: u8) -> Option<(String, String)> {
    let name = file_name(program)?;
    Some((name, format!("#define ACCEPTS {accepts}\n{INPUT_VALIDATOR}")))
}

fn source(program: &Program, home: &Home, talks: &str, scoring: bool) -> Option<(String, String)> {
    let mut text = String::new();
    let mut define = |name: &str, value: &str| text.push_str(&format!("#define {name} {value}\n"));
    for (i, name) in HOMES.iter().enumerate() {
        define(name, &(i + 1).to_string());
    }
    for (i, name) in ["ABSOLUTE", "PERCENT", "SHARE", "SHARE_OR_PERCENT"].iter().enumerate() {
        define(name, &(i + 1).to_string());
    }
    define("HOME", home.name);
    define("ORDER", &format!("\"{}\"", home.order));
    define("POINTS", home.points);
    define("TALKS", talks);
    define("SCORING", if scoring { "1" } else { "0" });
    Some((file_name(program)?, text + VALIDATOR))
}

/// One that none of the program's files has. `None` where the program is in another language.
fn file_name(program: &Program) -> Option<String> {
    let ending = match program.language.as_str() {
        "c" => "c",
        "cpp" => "cpp",
        _ => return None,
    };
    let names = (1..).map(|number| match number {
        1 => format!("icpc_protocol.{ending}"),
        number => format!("icpc_protocol{number}.{ending}"),
    });
    names.into_iter().find(|name| !program.files.contains_key(name))
}
