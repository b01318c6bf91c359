//! What DMOJ's judge offers to checkers and graders in Python.

/// Name and text of the module that whoever calls one puts beside it: the modules that they import, and what callers share.
pub const OFFERED: (&str, &str) = ("dmoj_offered.py", include_str!("dmoj_offered.py"));
