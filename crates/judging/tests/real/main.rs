//! Judging with the real sandbox and real compilers.

mod again;
mod alone;
mod caching;
mod common;
mod compiling;
mod custom;
mod dmoj_python;
mod exported;
mod given;
mod hostile;
mod interactive;
mod judgings;
mod languages;
mod matrix;
mod on_source;
mod passes;
mod points;
mod protocols;
mod recipes;
mod reuse;
mod scripts;
mod stubs;
mod validators;
mod verdicts;
