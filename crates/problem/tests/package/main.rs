//! Whole packages through the reader's public face.

mod builder;
mod checked_in;
mod cms;
mod dmoj;
mod export;
mod faults;
mod forms;
mod fps;
mod habits;
mod homes;
mod hostile;
mod hydro;
mod icpc;
mod library_checker;
mod outline;
mod points;
mod polygon;
mod promises;
mod reading;
mod statement;
mod tarball;
mod testlib;
