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
        let setting =
            error.span().and_then(|span| setting_at(tree.get_ref(), text, &span)).unwrap_or_default();
        // It names the value.
        let hidden = setting.ends_with(HIDDEN) && error.message().starts_with("invalid type");
        let message = if hidden { "write a text in quotes" } else { error.message() };
        fault(&error, format!("{setting}{}", message.replace('\n', " ")))
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
    let mut faults = Vec::new();
    for (key, value) in table {
        let (name, at): (&str, _) = (key.get_ref(), key.span().start);
        let inner = format!("{section}.{name}");
        match (keys.get(name), value.get_ref()) {
            (Some(toml::Value::Table(keys)), DeValue::Table(table)) => {
                faults.extend(unknown_in(&inner, keys, table, known));
            }
            (Some(toml::Value::Table(_)), _) => {
                faults.push((at, format!("{inner} is a section; write [{inner}]")));
            }
            (Some(_), _) => {}
            (None, _) => {
                let hint = nearest(name, keys.keys()).map(|near| format!("did you mean {near}?"));
                let hint = hint.or_else(|| home_of(name, known)).unwrap_or_else(|| all_of(keys));
                faults.push((at, format!("[{section}] has no key {name}; {hint}")));
            }
        }
    }
    faults
}

fn unknown_section(name: &str, known: &toml::Table) -> String {
    let hint = nearest(name, known.keys()).map(|near| format!("did you mean [{near}]?"));
    let hint = hint.or_else(|| home_of(name, known)).unwrap_or_else(|| all_of(known));
    format!("there is no section or key {name}; {hint}")
}

/// The section that has this key.
fn home_of(key: &str, known: &toml::Table) -> Option<String> {
    sections(known).find_map(|(section, keys)| {
        let is_here = keys.get(key).is_some_and(|value| !value.is_table());
        is_here.then(|| format!("it belongs below [{section}]"))
    })
}

/// All of them, with those inside others.
fn sections(known: &toml::Table) -> impl Iterator<Item = (String, &toml::Table)> {
    let outer = known.iter().filter_map(|(name, keys)| Some((name.clone(), keys.as_table()?)));
    outer.flat_map(|(name, keys)| {
        let inner = keys.iter().filter_map(|(key, keys)| Some((key, keys.as_table()?)));
        let inner: Vec<_> = inner.map(|(key, keys)| (format!("{name}.{key}"), keys)).collect();
        std::iter::once((name, keys)).chain(inner)
    })
}

fn all_of(keys: &toml::Table) -> String {
    format!("it has {}", keys.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
}

fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let far = 2.max(name.len() / 3);
    let distances = candidates.map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate));
    distances.filter(|(distance, _)| *distance <= far).min().map(|(_, candidate)| candidate)
}

/// What may hold a password is not repeated.
const SECRET: [&str; 3] = ["url", "access_key", "secret_key"];
const HIDDEN: &str = "…: ";

/// `[web] listen = "foo": ` for a fault in that value.
fn setting_at(tree: &DeTable<'_>, text: &str, span: &Range<usize>) -> Option<String> {
    for (section, value) in tree {
        if let Some(setting) = setting_in(section.get_ref(), value.get_ref().as_table()?, text, span) {
            return Some(setting);
        }
    }
    None
}

fn setting_in(section: &str, table: &DeTable<'_>, text: &str, span: &Range<usize>) -> Option<String> {
    for (key, value) in table {
        let key: &str = key.get_ref();
        if let Some(inner) = value.get_ref().as_table() {
            let found = setting_in(&format!("{section}.{key}"), inner, text, span);
            if found.is_some() {
                return found;
            }
        } else if value.span().start <= span.start && span.end <= value.span().end {
            let shown = format!("{}: ", &text[value.span()]);
            let shown = if SECRET.contains(&key) { HIDDEN } else { &shown };
            return Some(format!("[{section}] {key} = {shown}"));
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
        let bad = |text: &str, words: &[&str]| {
            let fault = faults(text);
            assert!(words.iter().all(|word| fault.contains(word)) && !fault.contains('\n'), "{fault}");
        };
        bad("[web]\nlisten = \"foo\"\n", &["judge.toml:2: [web] listen = \"foo\": ", "socket address"]);
        bad("[web]\nupload_limit = \"12Q\"\n", &["judge.toml:2: [web] upload_limit = \"12Q\": not a size"]);
        bad("[worker]\nlease = \"1s\"\n", &["judge.toml:2: [worker] lease = \"1s\": too short"]);
        bad("[worker]\nlease = 20\n", &["judge.toml:2: [worker] lease = 20: ", "string"]);
        bad("[worker]\nslots = -1\n", &["judge.toml:2: [worker] slots = -1: "]);
        for (key, value) in [
            ("kept", "1h"),
            ("kept", "4s"),
            ("time", "0s"),
            ("time", "2h"),
            ("memory", "3M"),
            ("input", "17M"),
        ] {
            let told = format!("judge.toml:2: [runs] {key} = \"{value}\": cannot be; ");
            bad(&format!("[runs]\n{key} = \"{value}\"\n"), &[&told]);
        }
        bad("[runs]\ninput = \"1T\"\n", &["0 to 16M can"]);
        bad("[log]\nformat = \"xml\"\n", &["judge.toml:2: [log] format = \"xml\": ", "text"]);
        bad("[log]\nlevel = \"loud\"\n", &["judge.toml:2: [log] level = \"loud\": not a log level"]);
        bad("[web\n", &["judge.toml:1: "]);
        bad("web = 3\n", &["judge.toml:1: web is a section"]);
    }

    #[test]
    fn a_section_in_a_section_is_looked_at_as_the_others_are() {
        let unknown = |text| faults(text).trim_start_matches("judge.toml:").to_owned();
        assert_eq!(
            unknown("[blobs.s3]\nbuket = \"b\"\n"),
            "2: [blobs.s3] has no key buket; did you mean bucket?"
        );
        assert_eq!(
            unknown("[blobs]\ns3 = { bucket = \"b\", lease = 3 }\n"),
            "2: [blobs.s3] has no key lease; it belongs below [worker]"
        );
        assert_eq!(
            unknown("[blobs]\nendpoint = \"b\"\n"),
            "2: [blobs] has no key endpoint; it belongs below [blobs.s3]"
        );
        assert_eq!(unknown("[blobs]\ns3 = \"b\"\n"), "2: blobs.s3 is a section; write [blobs.s3]");
        assert!(unknown("[blobs.s3]\nregion = 3\n").starts_with("2: [blobs.s3] region = 3: "));
        assert!(unknown("[blobs]\nplace = \"disk\"\n").contains("there are postgres, folder and s3"));
        assert!(!unknown("[blobs.s3]\nsecret_key = 12345\n").contains("12345"));
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
        let text = "[database]\nfolder = \"data\"\n[problems]\nsamples = \"/srv/problems\"\n[blobs]\nfolder = \"blobs\"\n";
        std::fs::write(&path, text).unwrap();
        let config = file(&path).unwrap();
        assert_eq!(config.database.folder, Some(folder.path().join("data")));
        assert_eq!(config.problems.samples, Some(PathBuf::from("/srv/problems")));
        assert_eq!(config.blobs.folder, Some(folder.path().join("blobs")));
    }
}
