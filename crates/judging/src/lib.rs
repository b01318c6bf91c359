//! Source and problem version to verdict, telling each step. Blocking; knows nothing of users, SQL or HTTP.
//!
//! The way of a judging, a file a phase: `source` names the files, `stubs` are what the setter adds to them, `compile`
//! makes a `program` in a box, `execute` runs it on a case in another with what it is `given`, beside an interactor in a
//! third or pass after pass, `validate` decides the output, in one more where the setter's program does it, `again` has
//! all that repeated where the time is in doubt, `tally` says which cases count and what they come to, and `judge` holds
//! it together. A [`Slot`] keeps the boxes, a [`Cache`] what was compiled and the inputs in use, and [`Toolchains`] are the
//! languages of `problem::language` that this machine has. Where outputs are handed in, `answers` stands for all of these
//! but `validate` and the last two, and `questions` for that, too, where they answer some. What was run before need not be
//! run again: `key` says what a run hangs on, and `known` asks for it. `custom` compiles and runs in the same way what
//! nobody judges.
//!
//! Three kinds of failure are three kinds of value. What the contestant's program does is a verdict; what the setter's
//! does is the verdict JE with the setter's file named; what we do is an [`Error`], and the judging is tried again.

mod again;
mod alone;
mod answers;
mod cache;
mod cases;
mod command;
mod comparator;
mod compile;
mod custom;
mod error;
mod example;
mod execute;
mod given;
mod glob;
mod grade;
mod java;
mod judge;
mod key;
mod known;
mod lru;
mod passing;
mod program;
mod questions;
#[cfg(test)]
mod random;
mod recipes;
mod slot;
mod source;
mod stubs;
mod tally;
mod timing;
mod toolchain;
mod validate;
mod warm;
mod words;

pub use alone::{Alone, run_alone, self_test};
pub use cache::Cache;
pub use comparator::{Comparator, Judgement};
pub use compile::{Spent, compiles};
pub use custom::{CustomRan, CustomTask, Printed, run_custom};
pub use error::Error;
pub use example::judge_example;
pub use judge::{CaseResult, Event, EventSink, Judged, Stop, Task, judge};
pub use known::Known;
pub use program::{file_size, stack, writable_bytes};
pub use recipes::make;
pub use slot::Slot;
pub use source::Source;
pub use timing::find_time_limit;
pub use toolchain::{Looked, Missing, Toolchain, Toolchains};
pub use validate::{InputTrial, OutputTrial, Said};
pub use warm::warm;
