//! Whole packages through the reader's public face.

mod builder;
mod checked_in;
mod faults;
mod fps;
mod hostile;
mod icpc;
mod points;
mod promises;
mod polygon;
mod reading;
mod statement;
