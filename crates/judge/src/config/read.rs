//! Reading the file: what is wrong is said with its line, and what was probably meant.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::Config;

/// Why there are no settings to work with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{}: {source}; name another file with --config", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    /// One line for each fault: `judge.toml:3: …`.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
    /// The variable's value may hold a password and is not repeated.
    #[error("environment variable {0}: {1}")]
    Environment(&'static str, String),
}

pub(super) fn file(path: &Path) -> Result<Config, Error> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    let mut config = text_of(path, &text)?;
    config.resolve_paths(path.parent().unwrap_or(Path::new("")));
    config.file = Some(path.to_owned());
    Ok(config)
}

fn text_of(path: &Path, text: &str) -> Result<Config, Error> {
    let place = |at: usize| format!("{}:{}", path.display(), line(text, at));
    let fault = |error: &toml::de::Error, what: String| match error.span() {
        Some(span) => Error::Faults(vec![format!("{}: {what}", place(span.start))]),
        None => Error::Faults(vec![format!("{}: {what}", path.display())]),
    };
    let tree = DeTable::parse(text).map_err(|error| fault(&error, error.message().replace('\n', " ")))?;
    let unknown = unknown_keys(tree.get_ref());
    if !unknown.is_empty() {
        return Err(Error::Faults(
            unknown.into_iter().map(|(at, what)| format!("{}: {what}", place(at))).collect(),
        ));
    }
    toml::from_str(text).map_err(|error| {
        let setting = error.span().and_then(|span| setting_at(tree.get_ref(), text, &span));
        fault(&error, format!("{}{}", setting.unwrap_or_default(), error.message().replace('\n', " ")))
    })
}

/// From 1.
fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// All keys that the settings do not have, with their offsets, in the order of the file.
fn unknown_keys(tree: &DeTable<'_>) -> Vec<(usize, String)> {
    let known = toml::Table::try_from(Config::default()).expect("the defaults have string keys only");
    let mut faults = Vec::new();
    for (section, value) in tree {
        let name: &str = section.get_ref();
        let at = section.span().start;
        match (known.get(name).and_then(toml::Value::as_table), value.get_ref()) {
            (Some(keys), DeValue::Table(table)) => faults.extend(unknown_in(name, keys, table, &known)),
            (Some(_), _) => faults.push((at, format!("{name} is a section; write [{name}]"))),
            (None, _) => faults.push((at, unknown_section(name, &known))),
        }
    }
    faults.sort();
    faults
}

fn unknown_in(
    section: &str,
    keys: &toml::Table,
    table: &DeTable<'_>,
    known: &toml::Table,
) -> Vec<(usize, String)> {
    let strange = table.keys().filter(|key| !keys.contains_key(key.get_ref().as_ref()));
    strange
        .map(|key| {
            let name: &str = key.get_ref();
            let hint = nearest(name, keys.keys()).map(|near| format!("did you mean {near}?"));
            let hint = hint.or_else(|| home_of(name, known)).unwrap_or_else(|| all_of(keys));
            (key.span().start, format!("[{section}] has no key {name}; {hint}"))
        })
        .collect()
}

fn unknown_section(name: &str, known: &toml::Table) -> String {
    let hint = nearest(name, known.keys()).map(|near| format!("did you mean [{near}]?"));
    let hint = hint.or_else(|| home_of(name, known)).unwrap_or_else(|| all_of(known));
    format!("there is no section or key {name}; {hint}")
}

/// The section that has this key.
fn home_of(key: &str, known: &toml::Table) -> Option<String> {
    let mut sections =
        known.iter().filter(|(_, keys)| keys.as_table().is_some_and(|keys| keys.contains_key(key)));
    sections.next().map(|(section, _)| format!("it belongs below [{section}]"))
}

fn all_of(keys: &toml::Table) -> String {
    format!("it has {}", keys.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
}

fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let far = 2.max(name.len() / 3);
    let distances = candidates.map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate));
    distances.filter(|(distance, _)| *distance <= far).min().map(|(_, candidate)| candidate)
}

/// `[web] listen = "foo": ` for a fault in that value. An address may hold a password and is not repeated.
fn setting_at(tree: &DeTable<'_>, text: &str, span: &Range<usize>) -> Option<String> {
    for (section, value) in tree {
        for (key, value) in value.get_ref().as_table()? {
            if value.span().start <= span.start && span.end <= value.span().end {
                let (section, key) = (section.get_ref(), key.get_ref());
                let shown = if key == "url" { "…" } else { &text[value.span()] };
                return Some(format!("[{section}] {key} = {shown}: "));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> String {
        text_of(Path::new("judge.toml"), text).unwrap_err().to_string()
    }

    #[test]
    fn the_example_file_shows_every_key_with_its_default() {
        let example = include_str!("../../../../judge.toml");
        let shown: String =
            example.lines().map(|line| format!("{}\n", line.strip_prefix("#:").unwrap_or(line))).collect();
        let shown = shown.parse::<toml::Table>().unwrap();
        assert_eq!(shown, toml::Table::try_from(Config::default()).unwrap());
        assert_eq!(text_of(Path::new("judge.toml"), example).unwrap(), Config::default());
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest_known_one() {
        let text = "[web]\n\nlisen = \"127.0.0.1:80\"\n[worker]\nslot = 3\n";
        let expected = "judge.toml:3: [web] has no key lisen; did you mean listen?\n\
                        judge.toml:5: [worker] has no key slot; did you mean slots?";
        assert_eq!(faults(text), expected);
    }

    #[test]
    fn a_key_in_the_wrong_section_is_sent_home() {
        assert_eq!(
            faults("[web]\ncache_size = \"1G\"\n"),
            "judge.toml:2: [web] has no key cache_size; it belongs below [worker]"
        );
        assert_eq!(
            faults("listen = \"127.0.0.1:80\"\n"),
            "judge.toml:1: there is no section or key listen; it belongs below [web]"
        );
        assert_eq!(faults("[wep]\n"), "judge.toml:1: there is no section or key wep; did you mean [web]?");
    }

    #[test]
    fn a_bad_value_is_named_with_its_key() {
        let bad = |text, words: &[&str]| {
            let fault = faults(text);
            assert!(words.iter().all(|word| fault.contains(word)) && !fault.contains('\n'), "{fault}");
        };
        bad("[web]\nlisten = \"foo\"\n", &["judge.toml:2: [web] listen = \"foo\": ", "socket address"]);
        bad("[web]\nupload_limit = \"12Q\"\n", &["judge.toml:2: [web] upload_limit = \"12Q\": not a size"]);
        bad("[worker]\nlease = \"1s\"\n", &["judge.toml:2: [worker] lease = \"1s\": too short"]);
        bad("[worker]\nlease = 20\n", &["judge.toml:2: [worker] lease = 20: ", "string"]);
        bad("[worker]\nslots = -1\n", &["judge.toml:2: [worker] slots = -1: "]);
        bad("[log]\nformat = \"xml\"\n", &["judge.toml:2: [log] format = \"xml\": ", "text"]);
        bad("[log]\nlevel = \"loud\"\n", &["judge.toml:2: [log] level = \"loud\": not a log level"]);
        bad("[web\n", &["judge.toml:1: "]);
        bad("web = 3\n", &["judge.toml:1: web is a section"]);
    }

    #[test]
    fn a_bad_address_is_not_repeated() {
        let fault = faults("[database]\nurl = \"mysql://me:s3cret@db\"\n");
        assert!(fault.starts_with("judge.toml:2: [database] url = …: not a Postgres address"), "{fault}");
    }

    #[test]
    fn relative_paths_are_meant_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        std::fs::write(&path, "[database]\nfolder = \"data\"\n[problems]\nsamples = \"/srv/problems\"\n")
            .unwrap();
        let config = file(&path).unwrap();
        assert_eq!(config.database.folder, Some(folder.path().join("data")));
        assert_eq!(config.problems.samples, Some(PathBuf::from("/srv/problems")));
    }
}
