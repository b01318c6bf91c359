//! In which language a statement is shown.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Query};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use serde::Deserialize;

/// What the reader asked for, by `?lang=` or by what their browser says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// By the address; it is kept in addresses that follow.
    pub(crate) chosen: Option<String>,
    /// The most wanted first.
    accepted: Vec<String>,
}

#[derive(Deserialize)]
struct Asked {
    lang: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Wanted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let asked = Query::<Asked>::try_from_uri(&parts.uri).ok();
        let header = parts.headers.get(ACCEPT_LANGUAGE).and_then(|header| header.to_str().ok());
        let chosen = asked.and_then(|Query(asked)| asked.lang);
        Ok(Self { chosen, accepted: accepted(header.unwrap_or_default()) })
    }
}

impl Wanted {
    /// Of these tags the wanted one: else English, else the first; `None` of none.
    pub(crate) fn of<'t>(&self, tags: &[&'t str]) -> Option<&'t str> {
        let wishes = self.chosen.iter().chain(&self.accepted).map(String::as_str).chain(["en"]);
        let mut found = wishes.filter_map(|wish| matching(wish, tags));
        found.next().or_else(|| tags.first().copied())
    }
}

/// The very tag, else one of the same language.
fn matching<'t>(wish: &str, tags: &[&'t str]) -> Option<&'t str> {
    let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let same = tags.iter().find(|tag| tag.eq_ignore_ascii_case(wish));
    same.or_else(|| tags.iter().find(|tag| language(tag) == language(wish))).copied()
}

/// The tags of an `Accept-Language`, by their weight (RFC 9110, 12.5.4).
fn accepted(header: &str) -> Vec<String> {
    let mut tags: Vec<(u32, &str)> = header.split(',').take(32).filter_map(weighed).collect();
    // Stable: of equal weight, as they were written.
    tags.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    tags.into_iter().map(|(_, tag)| tag.to_owned()).collect()
}

/// In thousandths.
fn weighed(range: &str) -> Option<(u32, &str)> {
    let (tag, rest) = range.split_once(';').unwrap_or((range, ""));
    let weight: f32 = match rest.trim().strip_prefix("q=") {
        Some(weight) => weight.trim().parse().ok().filter(|weight| (0.0..=1.0).contains(weight))?,
        None => 1.0,
    };
    let tag = tag.trim();
    // A star wants nothing in particular.
    let wanted = weight > 0.0 && !tag.is_empty() && tag != "*";
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
    wanted.then_some(((weight * 1000.0) as u32, tag))
}

/// The language's own name for itself; of one that we have no name for, the tag.
pub(crate) fn name(tag: &str) -> &str {
    let language = tag.split('-').next().unwrap_or_default();
    NAMES.iter().find(|(known, _)| *known == tag || *known == language).map_or(tag, |(_, name)| name)
}

const NAMES: [(&str, &str); 45] = [
    ("ar", "العربية"),
    ("az", "Azərbaycanca"),
    ("be", "Беларуская"),
    ("bg", "Български"),
    ("bn", "বাংলা"),
    ("bs", "Bosanski"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("et", "Eesti"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("hy", "Հայերեն"),
    ("id", "Bahasa Indonesia"),
    ("is", "Íslenska"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ka", "ქართული"),
    ("kk", "Қазақша"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("lv", "Latviešu"),
    ("mk", "Македонски"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("nn", "Norsk nynorsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sr", "Српски"),
    ("sv", "Svenska"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(lang: Option<&str>, header: &str, tags: &[&'static str]) -> Option<&'static str> {
        Wanted { chosen: lang.map(str::to_owned), accepted: accepted(header) }.of(tags)
    }

    #[test]
    fn the_address_then_the_browser_then_english_then_the_first_decides() {
        let tags = ["de", "en", "pt-BR"];
        for (lang, header, wanted) in [
            (Some("de"), "en", "de"),
            (Some("xx"), "pt", "pt-BR"),
            (Some("PT-br"), "", "pt-BR"),
            (None, "de-AT;q=0.7, pt;q=0.8, *;q=0.9", "pt-BR"),
            (None, "fr, de;q=0", "en"),
            (None, "", "en"),
            (None, ";;q=, q=1,, de;q=7", "en"),
            (Some("../../x"), "\"", "en"),
        ] {
            assert_eq!(chosen(lang, header, &tags), Some(wanted), "{lang:?} {header}");
        }
        assert_eq!(chosen(None, "en", &["sv", "uk"]), Some("sv"));
        assert_eq!(chosen(None, "en", &[]), None);
    }

    #[test]
    fn languages_call_themselves_by_their_own_names() {
        assert_eq!([name("ru"), name("pt-BR"), name("tlh")], ["Русский", "Português", "tlh"]);
    }
}
