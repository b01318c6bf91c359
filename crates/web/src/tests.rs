//! The site as a browser meets it, over a real database.

mod accounts;
mod checking;
mod custom_runs;
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
mod tokens;
mod uploads;
mod walk;
