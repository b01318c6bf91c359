//! `grading` of `problem.yaml`, in packages before 2023: what a problem's points are, and in old ones what groups and
//! cases give where they say nothing themselves.

use super::edition::Edition;
use super::legacy_groups::Legacy;
use crate::package::schema::Section;
use crate::package::yaml::Value;

#[derive(Clone, Debug, Default)]
pub(super) struct Grading {
    /// `objective: min`
    pub(super) lowest_wins: bool,
    /// What every group inherits.
    pub(super) defaults: Legacy,
}

pub(super) fn read(section: &mut Section<'_>, edition: Edition) -> Grading {
    let mut grading = Grading::default();
    if edition == Edition::Current {
        return grading;
    }
    let Some(entry) = section.take("grading") else { return grading };
    if !matches!(entry.node.value, Value::Map(_)) {
        section.doubtful(entry.line, "grading is ignored: it must be a map, such as {objective: max}");
        return grading;
    }
    let mut inner = section.section("grading");
    if let Some(objective) = inner.text("objective") {
        match objective.value.as_str() {
            "max" => {}
            "min" => grading.lowest_wins = true,
            other => {
                inner.wrong(objective.line, format!("grading.objective must be max or min; it is {other:?}"));
            }
        }
    }
    inner.boolean("show_test_data_groups");
    inner.take("custom_scoring");
    grading.defaults = Legacy::of_problem(&mut inner);
    inner.finish(edition.strictness());
    grading
}
