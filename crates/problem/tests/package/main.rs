//! Whole packages through the reader's public face.

mod builder;
mod checked_in;
mod faults;
mod fps;
mod hostile;
mod icpc;
mod points;
mod polygon;
mod promises;
mod reading;
mod statement;
