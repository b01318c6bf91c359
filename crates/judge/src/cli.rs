//! The command line.

mod bench;
mod blobs;
mod check;
mod compare;
pub(crate) mod database;
mod doctor;
mod export;
mod import;
mod list;
mod migrate;
mod package;
mod queue;
mod rejudge;
mod replay;
mod run;
mod serve;
mod source;
mod submission;
mod test;
mod up;
mod user;
mod work;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{CommandFactory, Parser, Subcommand};

use crate::config::{self, Config, Environment};
use crate::log::{self, Reader};

const AFTER_HELP: &str = "\
Exit status: 0 the answer is yes, 1 it is no (a program failed, a package does not hold), \
2 the command could not be carried out.";

/// An online judge: pages, database, worker and sandbox in one program.
#[derive(Debug, Parser)]
#[command(name = "judge", version, after_help = AFTER_HELP, max_term_width = 110)]
pub(crate) struct Cli {
    /// Settings; judge.toml documents each key [default: ./judge.toml, else /etc/judge/judge.toml]
    #[arg(long, global = true, value_name = "FILE", env = "JUDGE_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything on this machine: database, pages and a worker
    #[command(after_help = up::HELP)]
    Up,
    /// Serve the pages only, on the database that is configured
    #[command(after_help = serve::HELP)]
    Serve,
    /// Judge submissions only, from the database that is configured
    #[command(after_help = work::HELP)]
    Work,
    /// Bring the database's schema up to date
    #[command(after_help = migrate::HELP)]
    Migrate,
    /// Give workers on other machines logins of their own, and see what all workers do
    #[command(subcommand)]
    Worker(worker::Command),
    /// Run one program in one box and say what it did
    #[command(after_help = run::HELP)]
    Run(run::Args),
    /// Judge one source against a problem package, without a server
    #[command(after_help = test::HELP)]
    Test(test::Args),
    /// Check, import, export and list problems
    #[command(subcommand)]
    Problem(Problem),
    /// Judge submissions again beside what counts; look at what would change, then apply it, or drop it
    #[command(subcommand, after_help = rejudge::HELP)]
    Rejudge(rejudge::Command),
    /// Show what waits and what runs; pause and resume a problem, a language, a worker
    #[command(subcommand, after_help = queue::HELP)]
    Queue(queue::Command),
    /// Judge what was judged once more, here, and tell whether and where it differs
    #[command(after_help = replay::HELP)]
    Replay(replay::Args),
    /// Show submissions with what their judgings rest on
    #[command(subcommand)]
    Submission(submission::Command),
    /// Look after the files of problems, and move them to a folder, a bucket, or the database
    #[command(subcommand, after_help = blobs::HELP)]
    Blobs(blobs::Command),
    /// Add and change users
    #[command(subcommand)]
    User(user::Command),
    /// Tell what this machine can do, what is missing and how to get it
    #[command(after_help = doctor::HELP)]
    Doctor(doctor::Args),
    /// Compare an output with an answer as a judge would, without a server
    #[command(after_help = compare::HELP)]
    Compare(compare::Args),
    /// Measure what this machine's boxes cost, and how fast outputs are compared
    #[command(subcommand)]
    Bench(bench::Command),
}

#[derive(Debug, Subcommand)]
enum Problem {
    /// Read packages and judge everything below submissions/ against its folder's name
    #[command(after_help = check::HELP)]
    Check(check::Args),
    /// Import a package as the newest version of its problem
    #[command(after_help = import::HELP)]
    Import(import::Args),
    /// Write a problem's version as a package for another judge
    #[command(after_help = export::HELP)]
    Export(export::Args),
    /// Write a package of any format as one of the ICPC format, without a database
    #[command(after_help = export::CONVERT_HELP)]
    Convert(export::ConvertArgs),
    /// List the problems of the database
    List(list::Args),
}

/// What a command found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// An exit status that the command documents.
    Status(u8),
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// What every command may need to know.
#[derive(Clone)]
pub(crate) struct Context {
    pub config: Config,
    pub environment: Environment,
}

impl Cli {
    /// # Errors
    /// Why the command could not be carried out.
    pub(crate) fn run(self) -> anyhow::Result<Answer> {
        let environment = config::environment();
        let config = Config::load(self.config.as_deref(), &environment)?;
        let reader = match self.command {
            Command::Up | Command::Serve | Command::Work => Reader::Service,
            _ => Reader::Command,
        };
        log::start(&config.log, reader, &environment);
        let context = Context { config, environment };
        match self.command {
            Command::Up => up::run(&context),
            Command::Serve => serve::run(&context),
            Command::Work => work::run(&context),
            Command::Migrate => migrate::run(&context),
            Command::Worker(command) => worker::run(&command, &context),
            Command::Run(args) => run::run(&args, &context),
            Command::Test(args) => test::run(&args, &context),
            Command::Problem(Problem::Check(args)) => check::run(&args, &context),
            Command::Problem(Problem::Import(args)) => import::run(&args, &context),
            Command::Problem(Problem::Export(args)) => export::run(&args, &context),
            Command::Problem(Problem::Convert(args)) => export::convert(&args, &context),
            Command::Problem(Problem::List(args)) => list::run(&args, &context),
            Command::Rejudge(command) => rejudge::run(&command, &context),
            Command::Queue(command) => queue::run(&command, &context),
            Command::Replay(args) => replay::run(&args, &context),
            Command::Submission(command) => submission::run(&command, &context),
            Command::Blobs(command) => blobs::run(&command, &context),
            Command::User(command) => user::run(&command, &context),
            Command::Doctor(args) => doctor::run(&args, &context),
            Command::Compare(args) => compare::run(&args),
            Command::Bench(command) => bench::run(&command, &context),
        }
    }
}

/// Says what is wrong with a command line, or the help that it asked for; what to end with.
pub(crate) fn misread(error: &clap::Error) -> ExitCode {
    // Whoever does not hear it sees the status.
    let _ = error.print();
    let asked = Cli::command().ignore_errors(true).try_get_matches();
    let compares = asked.is_ok_and(|asked| asked.subcommand_name() == Some("compare"));
    let status = if compares && error.use_stderr() { compare::REFUSED.into() } else { error.exit_code() };
    u8::try_from(status).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Runs `work` on as many threads as there are cores.
fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start threads")?;
    let done = runtime.block_on(work);
    // A thread that still compiles or waits for a database that is gone is not waited for.
    runtime.shutdown_background();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_argument_says_what_it_is() {
        fn walk(command: &clap::Command) {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
            }
            command.get_subcommands().for_each(walk);
        }
        walk(&Cli::command());
    }
}
