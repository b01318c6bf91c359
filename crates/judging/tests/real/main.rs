//! Judging with the real sandbox and real compilers.

mod alone;
mod caching;
mod common;
mod compiling;
mod judgings;
mod languages;
mod matrix;
mod validators;
mod verdicts;
