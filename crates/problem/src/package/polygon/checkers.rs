//! `assets`: the checker, the interactor and the validators, all of them written with testlib.

use super::Polygon;
use super::resources::Resources;
use super::sources::program;
use crate::comparison::Comparison;
use crate::package::reading::Reading;
use crate::package::xml::Element;
use crate::version::{InputValidator, Interactor, InteractorProtocol, OutputValidator, PointsAre, Protocol};

fn asset<'a>(polygon: &Polygon<'a>, name: &str) -> Option<&'a Element> {
    polygon.problem.child("assets")?.child(name)
}

/// What the checker's `quitp` means.
fn points(polygon: &Polygon<'_>) -> PointsAre {
    let judging = polygon.problem.child("judging");
    let percent = judging.and_then(|judging| judging.attribute("treat-points-from-checker-as-percent"));
    if percent == Some("true") { PointsAre::Percent } else { PointsAre::Points }
}

/// testlib's own checkers are native. Polygon names them, and has their source in the package besides.
pub(super) fn output_validator(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    resources: &Resources,
) -> OutputValidator {
    // A package without its checker is refused; what stands here then is never seen.
    let none = OutputValidator::Interactor;
    let Some(checker) = asset(polygon, "checker") else {
        if asset(polygon, "interactor").is_none() {
            reading.faults.error(polygon.file, "has no checker: add assets/checker");
        }
        return none;
    };
    let name = checker.attribute("name").unwrap_or_default();
    if name.starts_with("std::")
        && let Ok(comparison) = Comparison::testlib(name)
    {
        return OutputValidator::Native { comparison };
    }
    if let Some(kind) = checker.attribute("type").filter(|kind| *kind != "testlib") {
        let message = format!("the checker is of type {kind}: only those of type testlib are run");
        polygon.wrong(reading, checker, message);
    }
    let protocol = Protocol::Testlib { points: points(polygon) };
    let program = program(reading, polygon, checker, "checker", resources);
    program.map_or(none, |program| OutputValidator::Program { program, protocol, args: Vec::new() })
}

pub(super) fn interactor(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    resources: &Resources,
) -> Option<Interactor> {
    let element = asset(polygon, "interactor")?;
    let program = program(reading, polygon, element, "interactor", resources)?;
    let protocol = InteractorProtocol::Testlib { points: points(polygon) };
    Some(Interactor { program, protocol, args: Vec::new(), processes: 1 })
}

pub(super) fn input_validators(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    resources: &Resources,
) -> Vec<InputValidator> {
    let mut validators = Vec::new();
    let Some(assets) = polygon.problem.child("assets") else { return validators };
    for element in assets.listed("validators", "validator").chain(assets.all("validator")) {
        let program = program(reading, polygon, element, "validator", resources);
        validators.extend(program.map(|program| InputValidator { program, accepts: 0, args: Vec::new() }));
    }
    validators
}
