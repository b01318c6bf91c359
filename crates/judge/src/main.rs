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
mod replay;
mod report;
mod selftest;
mod serve;
mod up;
mod work;

use std::io;
use std::process::ExitCode;

use clap::Parser;

/// What a shell says of a command that SIGPIPE ended.
const READER_GONE: u8 = 141;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cli::misread(&error),
    };
    match cli.run() {
        Ok(cli::Answer::Yes) => ExitCode::SUCCESS,
        Ok(cli::Answer::No) => ExitCode::from(1),
        Ok(cli::Answer::Status(status)) => ExitCode::from(status),
        Err(error) if nobody_reads(&error) => ExitCode::from(READER_GONE),
        Err(error) => {
            log::failure(&error);
            ExitCode::from(2)
        }
    }
}

/// Whoever was told the answer had read enough of it: `judge … | head`.
fn nobody_reads(error: &anyhow::Error) -> bool {
    let io = |cause: &(dyn std::error::Error + 'static)| {
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        json.or_else(|| cause.downcast_ref::<io::Error>().map(io::Error::kind))
    };
    error.chain().any(|cause| io(cause) == Some(io::ErrorKind::BrokenPipe))
}
