//! Pictures, by the names that TeX knows them by.

use super::input::{Token, Written};
use super::page::{Inside, Style};
use super::reader::{Reader, Scope};
use crate::statement::escape;
use crate::statement::picture::{self, Image};

/// Of files that a page can show.
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "svg", "gif", "webp"];

impl Reader<'_> {
    pub(super) fn caption(&mut self) {
        let _star = self.input.take(&Token::Char('*'));
        let _short = self.optional();
        self.enter();
        self.page.open("figcaption", "", Inside::Line);
    }

    pub(super) fn picture(&mut self) {
        let _star = self.input.take(&Token::Char('*'));
        let options = self.optional().map(|tokens| Written::of(&tokens)).unwrap_or_default();
        let name = self.address();
        self.show(&name, width(&options));
    }

    /// `\illustration{0.3}{file}{caption}`: a share of the page's width.
    pub(super) fn illustration(&mut self) {
        let share = self.words();
        let name = self.address();
        let caption = self.argument();
        self.push(Scope::Group);
        self.input.put_back(Token::Close);
        self.read_as_group(caption);
        self.input.put_back(Token::command("caption"));
        self.page.open("figure", "", Inside::Paragraphs);
        self.show(&name, percent(&share));
    }

    fn show(&mut self, name: &str, width: Option<String>) {
        self.write_title();
        let file = self.find(name);
        self.images.push(Image {
            target: name.to_owned(),
            asset: file.clone().or_else(|| picture::asset(name)),
            line: self.input.line(),
        });
        let address = escape::attribute(&file.unwrap_or_else(|| name.to_owned()).replace('%', "%25"));
        let name = escape::attribute(name);
        let width = width.map(|width| format!(" width=\"{width}\"")).unwrap_or_default();
        let is_picture = PICTURES.contains(&ending(&address).to_ascii_lowercase().as_str());
        let html = if is_picture || ending(&address).is_empty() {
            format!("<img src=\"{address}\" alt=\"{name}\"{width}>")
        } else {
            format!("<a href=\"{address}\">{name}</a>")
        };
        let style = Style { link: None, mono: false, ..self.style.clone() };
        self.page.element(&html, &style);
    }

    /// The file beside the statement that is meant: TeX adds the ending by itself, and a drawing may lie there in another
    /// format for pages.
    fn find(&self, name: &str) -> Option<String> {
        let path = name.strip_prefix("./").unwrap_or(name);
        let has = |path: &str| (self.around.has_asset)(path);
        let with =
            |stem: &str| PICTURES.iter().map(|ending| format!("{stem}.{ending}")).find(|path| has(path));
        if PICTURES.contains(&ending(path)) && has(path) {
            return Some(path.to_owned());
        }
        let stem = path.strip_suffix(&format!(".{}", ending(path)));
        with(path).or_else(|| stem.and_then(with)).or_else(|| {
            let drawing = if has(path) { path.to_owned() } else { format!("{path}.pdf") };
            has(&drawing).then_some(drawing)
        })
    }
}

fn ending(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Of `width=0.5\textwidth`, `width=6cm`: as HTML has it.
fn width(options: &str) -> Option<String> {
    let length = options.split(',').find_map(|option| {
        let (name, length) = option.split_once('=')?;
        (name.trim() == "width").then(|| length.trim())
    })?;
    let digits = length.len() - length.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (number, unit) = length.split_at(digits);
    let unit = unit.trim();
    if unit.starts_with('\\') {
        return percent(if number.is_empty() { "1" } else { number });
    }
    // Pixels of CSS in one of each.
    let pixels = match unit {
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "in" => 96.0,
        "pt" | "bp" => 96.0 / 72.0,
        "px" => 1.0,
        "em" => 16.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    let pixels = (number * pixels).round();
    (1.0..=4000.0).contains(&pixels).then(|| format!("{pixels}"))
}

fn percent(share: &str) -> Option<String> {
    let share: f64 = share.trim().parse().ok()?;
    (share > 0.0 && share <= 1.0).then(|| format!("{}%", (share * 100.0).round()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_shares_or_pixels() {
        for (options, wanted) in [
            ("width=0.5\\textwidth", Some("50%")),
            ("scale=2, width = \\linewidth", Some("100%")),
            ("width=2.54cm,height=1cm", Some("96")),
            ("width=120pt", Some("160")),
            ("width=1e9cm", None),
            ("width=3\\textwidth", None),
            ("scale=0.5", None),
            ("width=\"onload=", None),
        ] {
            assert_eq!(width(options).as_deref(), wanted, "{options}");
        }
    }
}
