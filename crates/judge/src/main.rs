//! The binary: wiring only. Each subcommand is a file of `cli/`.

mod bench;
mod check;
mod cli;
mod config;
mod doctor;
mod log;
mod machine;
mod native;
mod password;
mod postgres;
mod report;
mod selftest;
mod serve;
mod up;
mod work;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match cli.run() {
        Ok(cli::Answer::Yes) => ExitCode::SUCCESS,
        Ok(cli::Answer::No) => ExitCode::from(1),
        Err(error) => {
            log::failure(&error);
            ExitCode::from(2)
        }
    }
}
