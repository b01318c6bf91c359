//! The box on the real kernel.

mod common;
mod hostile;
mod joined;
mod runs;
mod traces;
