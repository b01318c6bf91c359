//! One target of `targets.rs`, named by the environment variable `TARGET`, under libFuzzer: `make fuzz`.

#![no_main]

mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<targets::Target> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    let names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    let known = targets::TARGETS.iter().find(|(known, _)| *known == name);
    known.unwrap_or_else(|| panic!("TARGET must be one of {}", names.join(", "))).1
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
