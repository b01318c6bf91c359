//! `#include "…"` of C and C++ sources.

use std::collections::BTreeMap;

use super::names;
use super::reading::Reading;
use super::testlib;
use crate::blob::Hash;

/// The path that a line includes, if it includes one of the program's own.
pub(super) fn quoted(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    let (path, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(path)
}

/// The path that a line includes, from wherever.
pub(super) fn any(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (path, _) = rest
        .strip_prefix('<')
        .and_then(|rest| rest.split_once('>'))
        .or_else(|| rest.strip_prefix('"')?.split_once('"'))?;
    Some(path.trim())
}

/// Tells headers that some judges bring themselves and this package leaves to them.
pub(super) fn tell_missing(reading: &Reading, path: &str, text: &str, files: &BTreeMap<String, Hash>) {
    if !matches!(names::split_extension(path).1, "c" | "cc" | "cpp" | "cxx" | "h" | "hpp") {
        return;
    }
    for (line, at) in text.lines().zip(1_u32..) {
        let Some(name) = quoted(line).filter(|name| *name != testlib::NAME && !files.contains_key(*name))
        else {
            continue;
        };
        let message = format!(
            "includes {name}, which is not in the package: put it beside, unless every judging machine has it"
        );
        reading.faults.warn_at(path, at, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_files_are_quoted() {
        assert_eq!(quoted("#include \"testlib.h\""), Some("testlib.h"));
        assert_eq!(quoted("  #  include\"../params.h\" // x"), Some("../params.h"));
        for line in ["#include <vector>", "// #include \"x\"", "#include \"x", "#define include \"x\""] {
            assert_eq!(quoted(line), None, "{line}");
        }
    }
}
