//! The versions of the ICPC package format, and what differs between them here.

use crate::fault::Severity;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::package) enum Edition {
    /// `legacy`, and packages that say nothing.
    Legacy,
    /// `legacy-icpc`: a subset of legacy.
    LegacyIcpc,
    /// `2023-07` and its draft: the new folders, with keys of both worlds.
    Draft,
    /// `2025-09`.
    Current,
}

/// What `problem_format_version` may say.
pub(super) const VERSIONS: [&str; 7] =
    ["2025-09", "2025-09-draft", "draft", "2023-07", "2023-07-draft", "legacy-icpc", "legacy"];

impl Edition {
    pub(super) fn of(version: &str) -> Option<Self> {
        match version {
            "legacy" => Some(Self::Legacy),
            "legacy-icpc" => Some(Self::LegacyIcpc),
            "2023-07" | "2023-07-draft" => Some(Self::Draft),
            "2025-09" | "2025-09-draft" | "draft" => Some(Self::Current),
            _ => None,
        }
    }

    /// How bad it is not to follow the format to the letter. Old packages were made by many hands and tools.
    pub(super) fn strictness(self) -> Severity {
        if self == Self::Current { Severity::Error } else { Severity::Warning }
    }

    /// `statement` or `problem_statement`, `output_validator` or `output_validators` …
    pub(super) fn new_names(self) -> bool {
        matches!(self, Self::Draft | Self::Current)
    }
}
