//! `/queue`: what waits, what runs, who works and what stands still; for the jury.

pub(crate) mod pause;
pub(crate) mod show;
