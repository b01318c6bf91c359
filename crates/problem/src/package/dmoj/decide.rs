//! What decides the cases: each may name a checker of its own.

use super::checkers::Decider;
use super::config::FILE;
use super::data::Data;
use super::plan::Case;
use crate::comparison::Comparison;
use crate::package::reading::Reading;
use crate::version::{OutputValidator, Version};

/// Remembers what the first case has, which is the problem's.
#[derive(Default)]
pub(super) struct Deciders {
    first: Option<Decider>,
}

impl Deciders {
    /// The case's own comparison, where it is another than the problem's.
    pub(super) fn of(
        &mut self,
        case: &Case,
        reading: &mut Reading,
        data: &mut Data<'_>,
        version: &mut Version,
    ) -> Option<Comparison> {
        if version.output_validator == OutputValidator::Interactor {
            return None;
        }
        let checker = case.settings.checker.as_ref()?;
        match (&self.first, &checker.decider) {
            (None, decider) => {
                self.first = Some(decider.clone());
                if let Some(validator) = validator(decider, reading, data) {
                    allow(version, decider);
                    version.output_validator = validator;
                }
                None
            }
            (Some(first), decider) if first == decider => None,
            (Some(Decider::Native(_)), Decider::Native(comparison)) => Some(comparison.clone()),
            _ => {
                let message = "is decided by another checker than the first case, and one of the two is a program: \
                               a problem has one program for all cases";
                reading.faults.error_at(FILE, checker.line, message);
                None
            }
        }
    }
}

/// `None` where the program cannot be had, which was told.
fn validator(decider: &Decider, reading: &mut Reading, data: &mut Data<'_>) -> Option<OutputValidator> {
    Some(match decider {
        Decider::Native(comparison) => OutputValidator::Native { comparison: comparison.clone() },
        Decider::Program { program, protocol, args } => OutputValidator::Program {
            program: program.program(reading, data)?,
            protocol: *protocol,
            args: args.clone(),
        },
    })
}

/// A program has what the package promises it, and never less than it would have here.
fn allow(version: &mut Version, decider: &Decider) {
    if let Decider::Program { program, .. } = decider {
        let limits = &mut version.limits;
        limits.validation_time_ms = limits.validation_time_ms.max(program.time_ms.unwrap_or(0));
        limits.validation_memory_bytes =
            limits.validation_memory_bytes.max(program.memory_bytes.unwrap_or(0));
    }
}
