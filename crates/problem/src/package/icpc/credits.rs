//! Who made the problem, where it comes from, and what may be done with it.

use super::edition::Edition;
use crate::package::schema::Section;
use crate::package::yaml::{Node, Value};
use crate::version::Credits;

/// Those that the format knows.
pub(crate) const LICENSES: [&str; 7] =
    ["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];

pub(super) fn read(section: &mut Section<'_>, edition: Edition) -> Credits {
    let authors = authors(section, edition);
    let source = source(section, edition);
    let license = license(section, edition);
    let owner = section.text("rights_owner");
    let license_line = license.as_ref().map_or(1, |(_, line)| *line);
    match (license.as_ref().map(|(name, _)| name.as_str()), owner) {
        (Some("public domain"), Some(owner)) => {
            section.wrong(owner.line, "rights_owner must not be set: the license is public domain");
        }
        (None | Some("unknown" | "public domain"), _) | (_, Some(_)) => {}
        (Some(name), None) if authors.is_empty() && source.is_none() => {
            let message =
                format!("the license {name} needs an owner: add rights_owner, an author or a source");
            section.doubtful(license_line, message);
        }
        _ => {}
    }
    Credits { authors, source, license: license.map(|(name, _)| name) }
}

fn license(section: &mut Section<'_>, edition: Edition) -> Option<(String, u32)> {
    let mut license = section.text("license")?;
    let plain = license.value.trim().to_lowercase();
    if edition != Edition::Current && LICENSES.contains(&plain.as_str()) {
        license.value = plain;
    }
    if !LICENSES.contains(&license.value.as_str()) {
        let message = format!("license must be one of {}; it is {:?}", LICENSES.join(", "), license.value);
        if edition == Edition::Current {
            section.wrong(license.line, message);
        } else {
            section.doubtful(license.line, message);
        }
    }
    Some((license.value, license.line))
}

/// From `credits`, and in old packages from `author`.
fn authors(section: &mut Section<'_>, edition: Edition) -> Vec<String> {
    let mut authors = Vec::new();
    if edition != Edition::Current
        && let Some(listed) = section.texts("author")
    {
        let people = listed.iter().flat_map(|author| author.value.split([',', '&']));
        let people = people.flat_map(|part| part.split(" and ")).map(|person| person.trim().to_owned());
        authors.extend(people.filter(|person| !person.is_empty()));
    }
    let whole = section.take("credits");
    match whole.map(|entry| &entry.node.value) {
        None => {}
        Some(Value::Scalar(person)) => authors.push(name_of(person)),
        Some(Value::List(persons)) if edition != Edition::Current => {
            authors.extend(persons.iter().filter_map(|item| person(section, item)));
        }
        Some(_) => {
            let mut credits = section.section("credits");
            if let Some(entry) = credits.take("authors") {
                authors.extend(people(&credits, &entry.node));
            }
            for key in ["contributors", "testers", "translators", "packagers", "acknowledgements"] {
                credits.take(key);
            }
            credits.finish(edition.strictness());
        }
    }
    authors
}

/// A person or a list of them.
fn people(section: &Section<'_>, node: &Node) -> Vec<String> {
    match &node.value {
        Value::List(items) => items.iter().filter_map(|item| person(section, item)).collect(),
        _ => person(section, node).into_iter().collect(),
    }
}

fn person(section: &Section<'_>, node: &Node) -> Option<String> {
    let name = named(node).map(name_of);
    if name.is_none() && !is_blank(node) {
        section.wrong(node.line, "a person must be `Full Name <mail>` or a map with name");
    }
    name
}

/// A text, or the text under `name`.
fn named(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar(text) => Some(text),
        Value::Map(entries) => {
            let name = entries.iter().find(|entry| entry.key == "name")?;
            if let Value::Scalar(text) = &name.node.value { Some(text) } else { None }
        }
        _ => None,
    }
}

/// Of a form that nobody has filled in: `- `, or `name:` and `url:`.
fn is_blank(node: &Node) -> bool {
    match &node.value {
        Value::Null => true,
        Value::Map(entries) => entries.iter().all(|entry| entry.node.value == Value::Null),
        _ => false,
    }
}

/// Without the mail address, which is not for everybody.
fn name_of(person: &str) -> String {
    person.split('<').next().unwrap_or(person).trim().to_owned()
}

fn source(section: &mut Section<'_>, edition: Edition) -> Option<String> {
    if edition != Edition::Current {
        section.text("source_url");
    }
    let entry = section.take("source")?;
    let items = match &entry.node.value {
        Value::List(items) => items.iter().collect(),
        _ => vec![&entry.node],
    };
    let names: Vec<String> = items.into_iter().filter_map(|item| source_name(section, item)).collect();
    let names: Vec<String> = names.into_iter().filter(|name| !name.trim().is_empty()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn source_name(section: &Section<'_>, node: &Node) -> Option<String> {
    let name = named(node).map(str::to_owned);
    if name.is_none() && !is_blank(node) {
        section.wrong(node.line, "a source must be a text or a map with name and url");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::faults::Faults;
    use crate::package::yaml;

    fn read_credits(text: &str, edition: Edition) -> (Credits, Vec<String>) {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let credits = read(&mut Section::top("problem.yaml", &node, &faults), edition);
        (credits, faults.sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn people_and_sources_are_read_in_all_their_forms() {
        let text = "credits:\n  authors:\n  - Ada Lovelace <ada@example.org>\n  - {name: Alan, orcid: 1}\n  testers: X\n\
                    source:\n- {name: NWERC 2024, url: 'https://example.org'}\n- SWERC\nlicense: cc by-sa\n";
        let (credits, told) = read_credits(text, Edition::Current);
        assert_eq!(told, [""; 0]);
        assert_eq!(credits.authors, ["Ada Lovelace", "Alan"]);
        assert_eq!(credits.source.as_deref(), Some("NWERC 2024, SWERC"));
        assert_eq!(credits.license.as_deref(), Some("cc by-sa"));
        assert_eq!(read_credits("credits: A B <c@d>", Edition::Current).0.authors, ["A B"]);
        let legacy = read_credits("author: A, B and C Andrews & D", Edition::Legacy).0;
        assert_eq!(legacy.authors, ["A", "B", "C Andrews", "D"]);
    }

    #[test]
    fn licenses_and_owners_must_fit_together() {
        for (text, line) in [
            ("license: gpl\nrights_owner: me\n", 1),
            ("license: public domain\nrights_owner: me\n", 2),
            ("name: x\nlicense: cc0\n", 2),
            ("credits: {authors: [[x]]}\n", 1),
            ("source: {url: x}\n", 1),
        ] {
            let (_, told) = read_credits(text, Edition::Current);
            assert_eq!(told.len(), 1, "{text}: {told:?}");
            assert!(told[0].starts_with(&format!("problem.yaml:{line}:")), "{told:?}");
        }
    }
}
