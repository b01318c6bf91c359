//! The site as a browser meets it, over a real database.

mod accounts;
mod checking;
mod editing;
mod exports;
mod live;
mod points;
mod queue;
mod rejudging;
mod rights;
mod site;
mod statements;
mod submitting;
mod uploads;
mod walk;
