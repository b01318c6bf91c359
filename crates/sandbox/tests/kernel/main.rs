//! The box on the real kernel.

mod common;
mod fair;
mod hostile;
mod joined;
mod programs;
mod runs;
mod traces;
