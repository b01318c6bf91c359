//! Logs go to standard error: standard output belongs to the answers.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

use crate::config::{Environment, Log, LogFormat};

/// Set once logs are being written by a service: its failure is one of them.
static SERVICE: AtomicBool = AtomicBool::new(false);

/// Who reads the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Whoever watches over `judge up`: as the settings say.
    Service,
    /// Whoever typed a command: warnings only, as text.
    Command,
}

/// Call it once. `RUST_LOG` wins over the settings.
pub(crate) fn start(settings: &Log, reader: Reader, environment: &Environment) {
    let level = match reader {
        Reader::Service => &settings.level.0,
        Reader::Command => "warn",
    };
    // The pool tells of every connection that it replaces, and the client of S3 of every one that it refuses, of which we
    // tell once.
    let settled = format!("sqlx=error,rustls_platform_verifier=off,{level}");
    let filter = environment.get("RUST_LOG").unwrap_or(&settled);
    let colour = io::stderr().is_terminal() && !environment.contains_key("NO_COLOR");
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::builder().parse_lossy(filter))
        .with_span_events(FmtSpan::NONE)
        .with_ansi(colour)
        .with_writer(io::stderr);
    match (reader, settings.format) {
        (Reader::Service, LogFormat::Json) => lines.json().init(),
        _ => lines.with_target(false).init(),
    }
    SERVICE.store(reader == Reader::Service, Ordering::Relaxed);
}

/// Says, once, why the program ends: with all reasons on one line.
pub(crate) fn failure(error: &anyhow::Error) {
    if SERVICE.load(Ordering::Relaxed) {
        tracing::error!("{error:#}");
    } else {
        eprintln!("judge: {error:#}");
    }
}
