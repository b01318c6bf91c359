//! The difference between the expected output and the program's own, line by line.

use std::time::Duration;

use similar::{ChangeTag, InlineChange, TextDiff};

/// Both texts come from strangers: comparing stops here and shows what it has.
const PATIENCE: Duration = Duration::from_millis(100);
/// Most lines that are shown.
const LINES: usize = 200;
/// Equal lines shown around a change.
const CONTEXT: usize = 3;
/// Bytes of a line that are shown.
const WIDTH: usize = 400;

pub(crate) struct Diff {
    pub(crate) lines: Vec<Line>,
    /// Says that lines were left out, if so.
    pub(crate) cut: Option<String>,
}

pub(crate) struct Line {
    /// A class: `gone`, `come`, `same`, `skip-lines`.
    pub(crate) class: &'static str,
    pub(crate) parts: Vec<Part>,
}

pub(crate) struct Part {
    pub(crate) changed: bool,
    pub(crate) text: String,
}

impl Diff {
    /// `None` where the texts are the same.
    pub(crate) fn between(expected: &str, own: &str) -> Option<Self> {
        let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(expected, own);
        let groups = diff.grouped_ops(CONTEXT);
        if groups.is_empty() {
            return None;
        }
        let deadline = std::time::Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        for group in &groups {
            if !lines.is_empty() {
                lines.push(Line::skipped());
            }
            let changes = group.iter().flat_map(|op| diff.iter_inline_changes_deadline(op, Some(deadline)));
            lines.extend(changes.take(LINES + 1 - lines.len().min(LINES)).map(|change| Line::of(&change)));
        }
        let cut = (lines.len() > LINES).then(|| format!("Only the first {LINES} lines of the difference."));
        lines.truncate(LINES);
        Some(Self { lines, cut })
    }
}

impl Line {
    fn of(change: &InlineChange<'_, str>) -> Self {
        let class = match change.tag() {
            ChangeTag::Delete => "gone",
            ChangeTag::Insert => "come",
            ChangeTag::Equal => "same",
        };
        let mut room = WIDTH;
        let strings = change.iter_strings_lossy().map(|(changed, text)| (changed, text.into_owned()));
        let parts =
            strings.map_while(|(changed, text)| fitting(&text, &mut room).map(|text| Part { changed, text }));
        Self { class, parts: parts.collect() }
    }

    fn skipped() -> Self {
        Self { class: "skip-lines", parts: vec![Part { changed: false, text: "⋯".to_owned() }] }
    }
}

/// What of `text` still fits its line, with a mark where it was cut; nothing once the line is full.
fn fitting(text: &str, room: &mut usize) -> Option<String> {
    if *room == 0 {
        return None;
    }
    let text = text.trim_end_matches(['\n', '\r']);
    if text.len() <= *room {
        *room -= text.len();
        return Some(text.to_owned());
    }
    let end = text.floor_char_boundary(*room);
    *room = 0;
    Some(format!("{}…", &text[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(diff: &Diff) -> Vec<String> {
        let part = |part: &Part| if part.changed { format!("[{}]", part.text) } else { part.text.clone() };
        let line =
            |line: &Line| format!("{} {}", line.class, line.parts.iter().map(part).collect::<String>());
        diff.lines.iter().map(line).collect()
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert!(Diff::between("1\n2\n", "1\n2\n").is_none());
    }

    #[test]
    fn the_changed_part_of_a_line_is_marked() {
        let diff = Diff::between("the answer is 42\n", "the answer is 41\n").unwrap();
        assert_eq!(shown(&diff), ["gone the answer is [42]", "come the answer is [41]"]);
    }

    #[test]
    fn far_lines_are_left_out() {
        let numbers =
            |skip: u32| (0..100).filter(|n| *n != skip).map(|n| format!("{n}\n")).collect::<String>();
        let lines = shown(&Diff::between(&numbers(200), &numbers(50)).unwrap());
        assert_eq!(lines, ["same 47", "same 48", "same 49", "gone 50", "same 51", "same 52", "same 53"]);
    }

    #[test]
    fn a_hostile_pair_is_cut_in_lines_width_and_time() {
        let many =
            |word: &str| (0..50_000).map(|n| format!("{word}{}\n", n * 7919 % 50_021)).collect::<String>();
        let start = std::time::Instant::now();
        let diff = Diff::between(&many("a"), &many("b")).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert!(diff.lines.len() <= LINES && diff.cut.is_some());
        let wide = Diff::between(&"x".repeat(100_000), &"y".repeat(100_000)).unwrap();
        assert!(
            wide.lines
                .iter()
                .all(|line| line.parts.iter().map(|part| part.text.len()).sum::<usize>() <= WIDTH + 3)
        );
    }
}
