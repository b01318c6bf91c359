//! Whole packages through the reader's public face.

mod builder;
mod checked_in;
mod cms;
mod dmoj;
mod faults;
mod fps;
mod hostile;
mod icpc;
mod points;
mod polygon;
mod promises;
mod reading;
mod statement;
