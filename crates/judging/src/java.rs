//! Reads Java sources just far enough: which class is public, which one has `main`.

/// What one source file declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    package: String,
    /// Its public top-level type, after which the compiler wants the file to be named.
    pub(crate) public: Option<String>,
    /// Top-level types with a `static void main(String…)`.
    mains: Vec<String>,
}

impl Unit {
    pub(crate) fn read(source: &str) -> Self {
        let mut reader = Reader::default();
        Tokens { rest: source }.for_each(|token| reader.token(token));
        reader.unit
    }

    /// The class to run, with its package: the public one, else `Main`, else the first that has `main`.
    pub(crate) fn main(&self) -> Option<String> {
        let named = |wanted: &str| self.mains.iter().find(|name| *name == wanted);
        let public = self.public.as_deref().and_then(named);
        let name = public.or_else(|| named("Main")).or_else(|| self.mains.first())?;
        Some(if self.package.is_empty() { name.clone() } else { format!("{}.{name}", self.package) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Sign(char),
}

/// Comments, strings and numbers' inner workings left out.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            if let Some(after) = after_comment(self.rest).or_else(|| after_literal(self.rest)) {
                self.rest = after;
            } else if is_name(first) {
                let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Token::Word(word));
            } else {
                self.rest = &self.rest[first.len_utf8()..];
                return Some(Token::Sign(first));
            }
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn after_comment(text: &str) -> Option<&str> {
    if let Some(line) = text.strip_prefix("//") {
        return Some(line.split_once('\n').map_or("", |(_, rest)| rest));
    }
    let block = text.strip_prefix("/*")?;
    Some(block.split_once("*/").map_or("", |(_, rest)| rest))
}

/// Past a string, a text block or a character.
fn after_literal(text: &str) -> Option<&str> {
    let (mark, body) =
        ["\"\"\"", "\"", "'"].into_iter().find_map(|mark| Some((mark, text.strip_prefix(mark)?)))?;
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if let Some(rest) = body[at..].strip_prefix(mark) {
            return Some(rest);
        } else if c == '\n' && mark.len() == 1 {
            return Some(&body[at..]);
        }
    }
    Some("")
}

/// Follows the braces.
#[derive(Default)]
struct Reader<'a> {
    unit: Unit,
    braces: usize,
    parentheses: usize,
    /// The words since the last declaration ended, outside parentheses.
    words: Vec<&'a str>,
    /// The top-level type that we are in or about to enter.
    current: Option<&'a str>,
    /// We are between the parentheses of a `static void main`.
    main: bool,
    string: bool,
}

impl<'a> Reader<'a> {
    fn token(&mut self, token: Token<'a>) {
        match token {
            Token::Word(word) if self.parentheses > 0 => self.string |= word == "String",
            Token::Word(word) => self.word(word),
            Token::Sign('(') => self.open(),
            Token::Sign(')') => self.close(),
            Token::Sign('{') => {
                self.braces += 1;
                self.end_of_declaration();
            }
            Token::Sign('}') => {
                self.braces = self.braces.saturating_sub(1);
                self.end_of_declaration();
            }
            Token::Sign(';') => self.end_of_declaration(),
            Token::Sign(_) => {}
        }
    }

    fn word(&mut self, word: &'a str) {
        let kind = self.words.last().copied();
        let names_type = matches!(kind, Some("class" | "interface" | "enum" | "record"));
        if self.braces == 0 && names_type {
            self.current = Some(word);
            if self.words.contains(&"public") {
                self.unit.public.get_or_insert_with(|| word.to_owned());
            }
        }
        self.words.push(word);
    }

    fn open(&mut self) {
        let has = |word| self.words.contains(&word);
        if self.parentheses == 0 {
            self.main =
                self.braces == 1 && has("static") && has("void") && self.words.last() == Some(&"main");
            self.string = false;
        }
        self.parentheses += 1;
    }

    fn close(&mut self) {
        self.parentheses = self.parentheses.saturating_sub(1);
        if self.parentheses == 0 && self.main && self.string {
            self.unit.mains.extend(self.current.map(str::to_owned));
        }
    }

    /// Braces inside parentheses belong to annotations and lambdas and end nothing.
    fn end_of_declaration(&mut self) {
        if self.parentheses > 0 {
            return;
        }
        if self.braces == 0 && self.words.first() == Some(&"package") {
            self.unit.package = self.words[1..].join(".");
        }
        self.words.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main(source: &str) -> Option<String> {
        Unit::read(source).main()
    }

    #[test]
    fn the_class_with_main_is_found_whatever_stands_around_it() {
        let plain =
            "class A { int x; } class B { static int y = 3; public static void main(String[] args) { } }";
        assert_eq!(main(plain).as_deref(), Some("B"));
        let package = "/* package no; */ package a.b . c;\nimport java.util.*;\n@SuppressWarnings({\"x\"}) public final class Été<T extends Comparable<T>> extends Object { final static public void main(final String... a) throws Exception {} }";
        assert_eq!(main(package).as_deref(), Some("a.b.c.Été"));
        let hidden = "class A { String s = \"class X { static void main(String[] a) {}\"; char q = '\"'; char b = '{'; // static void main(String\n } class B { String t = \"\"\"\n } } \\\"\"\" static void main(String[] a)\n \"\"\"; static void main(String[] a) {} }";
        assert_eq!(main(hidden).as_deref(), Some("B"));
        assert_eq!(main("interface I { static void main(String[] a) {} }").as_deref(), Some("I"));
        assert_eq!(main("record R(int x) { public static void main(String a[]) {} }").as_deref(), Some("R"));
        assert_eq!(
            main("enum E { A(1), B(2) { int f() { return 1; } }; public static void main(String[] a) {} }")
                .as_deref(),
            Some("E")
        );
    }

    #[test]
    fn of_several_classes_with_main_the_public_one_runs_then_the_one_called_main() {
        let m = "{ public static void main(String[] a) {} }";
        assert_eq!(main(&format!("class A {m} public class B {m} class Main {m}")).as_deref(), Some("B"));
        assert_eq!(main(&format!("class A {m} class Main {m}")).as_deref(), Some("Main"));
        assert_eq!(main(&format!("class A {m} class C {m}")).as_deref(), Some("A"));
    }

    #[test]
    fn what_only_looks_like_main_is_not_it() {
        for none in [
            "class A { void main(String[] a) {} }",
            "class A { static int main(String[] a) {} }",
            "class A { static void main(int a) {} }",
            "class A { static void f() { main(String.valueOf(1)); } }",
            "class A { static class In { public static void main(String[] a) {} } }",
            "",
            "}}}} ((( \"",
        ] {
            assert_eq!(main(none), None, "{none}");
        }
    }

    #[test]
    fn the_public_type_gives_the_file_its_name() {
        assert_eq!(
            Unit::read("import java.io.*; class A {} public abstract class Sol {}").public.as_deref(),
            Some("Sol")
        );
        assert_eq!(Unit::read("class A { public class Inner {} }").public, None);
        assert_eq!(Unit::read("public @interface Note {}").public.as_deref(), Some("Note"));
    }
}
