//! Judging with the real sandbox and real compilers.

mod again;
mod alone;
mod caching;
mod common;
mod compiling;
mod custom;
mod dmoj_python;
mod given;
mod hostile;
mod interactive;
mod judgings;
mod languages;
mod matrix;
mod passes;
mod points;
mod protocols;
mod recipes;
mod reuse;
mod stubs;
mod validators;
mod verdicts;
