//! Whether times mean the same on every core and in every minute.
//!
//! A program's CPU time hangs on more than the program: on the core's speed of the moment, on what its neighbours do to
//! the caches they share, on a hypervisor that gives the core to somebody else. None of that can be taken out of a figure
//! again, but it can be seen. [`Calibration`] tells, now and then, what each slot's core does alone and beside busy
//! neighbours. A [`Sampler`] looks at what goes on around the runs of a slot, and [`Noise`] is what that comes to for one of
//! them.

mod calibration;
mod kernels;
mod noise;
mod sampler;
pub(crate) mod topology;

pub use calibration::{Calibration, Kernel, Slot, Speed, Speeds, Timing};
pub use noise::Noise;
pub use sampler::{Ran, Sampler};

pub(crate) use calibration::{canary, measure};
