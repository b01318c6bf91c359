//! The problem's title in each language: of `problem.yaml`, else of the statements themselves.

use std::collections::BTreeMap;

use super::edition::Edition;
use super::metadata::{FILE, Metadata, Names};
use super::statements::Statements;
use crate::fault::Fault;
use crate::package::reading::Reading;
use crate::package::schema::At;

/// Never empty; `fallback` where the package has no name at all.
pub(super) fn read(
    reading: &Reading,
    metadata: &Metadata,
    statements: &Statements,
    fallback: &str,
) -> BTreeMap<String, String> {
    let titles = Titles { reading, metadata, statements };
    titles.check();
    let mut found = titles.named();
    // A title in TeX is for a page of TeX: the name that the package gives has none.
    for (tag, title) in &statements.titles {
        found.entry(tag.clone()).or_insert_with(|| title.clone());
    }
    if found.is_empty() {
        if metadata.readable {
            titles.fault(Fault::error(FILE, "name is missing: give the problem a title"));
        }
        found.insert(titles.first().to_owned(), fallback.to_owned());
    }
    found
}

struct Titles<'a> {
    reading: &'a Reading,
    metadata: &'a Metadata,
    statements: &'a Statements,
}

impl Titles<'_> {
    fn fault(&self, fault: Fault) {
        self.reading.faults.add(Fault { severity: self.reading.edition.strictness(), ..fault });
    }

    fn spoken(&self) -> impl Iterator<Item = &String> {
        self.statements.sources.keys()
    }

    /// The language of a name in no particular one.
    fn first(&self) -> &str {
        if self.spoken().any(|tag| tag == "en") { "en" } else { self.spoken().next().map_or("en", |tag| tag) }
    }

    fn named(&self) -> BTreeMap<String, String> {
        let trimmed = |name: &At<String>| name.value.trim().to_owned();
        match &self.metadata.names {
            Names::Each(names) => names.iter().map(|(tag, name)| (tag.clone(), trimmed(name))).collect(),
            Names::One(name) => BTreeMap::from([(self.first().to_owned(), trimmed(name))]),
            Names::None => BTreeMap::new(),
        }
    }

    fn check(&self) {
        match &self.metadata.names {
            Names::None => {}
            Names::One(name) => {
                self.not_empty(self.first(), name);
                let legacy = matches!(self.reading.edition, Edition::Legacy | Edition::LegacyIcpc);
                if !legacy && (self.spoken().count() > 1 || self.first() != "en") {
                    let message = "name must be a map from language to name, unless English is the only one";
                    self.fault(Fault::error(FILE, message).at(name.line));
                }
            }
            Names::Each(names) => self.check_each(names),
        }
    }

    fn check_each(&self, names: &BTreeMap<String, At<String>>) {
        let any = self.spoken().next().is_some();
        for (tag, name) in names {
            self.not_empty(tag, name);
            if any && !self.spoken().any(|spoken| spoken == tag) {
                let message = format!("name has {tag}, in which there is no statement");
                self.fault(Fault::error(FILE, message).at(name.line));
            }
        }
        let line = names.values().map(|name| name.line).min().unwrap_or(1);
        for tag in self.spoken().filter(|tag| !names.contains_key(*tag)) {
            let message = format!("name lacks {tag}, in which there is a statement");
            self.fault(Fault::error(FILE, message).at(line));
        }
    }

    fn not_empty(&self, tag: &str, name: &At<String>) {
        if name.value.trim().is_empty() {
            self.reading.faults.error_at(FILE, name.line, format!("name is empty in {tag}"));
        }
    }
}

/// What a TeX statement calls its problem: `%% plainproblemname: NAME`, else `\problemname{NAME}`.
pub(super) fn of_tex(text: &str) -> Option<String> {
    let plain = text.lines().find_map(|line| {
        let comment = line.trim_start().strip_prefix('%')?.trim_start_matches(['%', ' ', '\t']);
        Some(comment.strip_prefix("plainproblemname:")?.trim().to_owned())
    });
    let in_tex = || {
        let start = text.find("\\problemname{")? + "\\problemname{".len();
        let mut depth = 1;
        let end = text[start..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        })?;
        Some(text[start..start + end].split_whitespace().collect::<Vec<_>>().join(" "))
    };
    plain.or_else(in_tex).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tex_names_its_problem() {
        for (text, name) in [
            ("%% plainproblemname: A+B \n\\problemname{$A+B$}\n", Some("A+B")),
            ("x\n\\problemname{The {\\bf big}\n one}\n", Some("The {\\bf big} one")),
            ("\\problemname{}\ntext", None),
            ("\\problemname{never closed", None),
            ("% plainproblemnames\n", None),
        ] {
            assert_eq!(of_tex(text).as_deref(), name, "{text}");
        }
    }
}
