//! An element's text.

use std::io;

use super::feed::Flaw;

/// What `&name;` stands for: a character by its number, or one of the five that XML itself knows.
pub(super) fn entity(name: &str) -> io::Result<String> {
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    });
    // U+0000 and the like are no characters of XML, and some tests have them all the same.
    if let Some(character) = number.and_then(char::from_u32) {
        return Ok(character.into());
    }
    let known = match name {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        _ => {
            let name: String = name.chars().take(40).collect();
            return Err(Flaw::error(format!(
                "has &{name};, an entity that is not XML's own: entities are not defined here"
            )));
        }
    };
    Ok(known.to_owned())
}
