//! The box on the real kernel.

mod common;
mod hostile;
mod runs;
mod traces;
