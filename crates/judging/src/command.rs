//! Fills the placeholders of `languages.toml`.

use std::ffi::OsString;

/// What stands for what. `{sources}` is an argument of its own and becomes several.
#[derive(Debug, Default)]
pub(crate) struct Filling<'a> {
    values: Vec<(&'a str, String)>,
    sources: &'a [String],
}

/// Largest stack that is asked for: a Java thread can have no more.
const MOST_STACK: u64 = 1000 << 20;
/// Smallest heap that is asked for, in MiB: no run-time starts with less.
const LEAST_HEAP: u64 = 16;

impl<'a> Filling<'a> {
    #[must_use]
    pub(crate) fn with(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    #[must_use]
    pub(crate) fn sources(mut self, sources: &'a [String]) -> Self {
        self.sources = sources;
        self
    }

    /// What follows from a memory limit in bytes, and what a run-time needs of it besides its heap in MiB.
    #[must_use]
    pub(crate) fn memory(self, bytes: u64, reserve_mb: u64) -> Self {
        let heap = (bytes >> 20).saturating_sub(reserve_mb).max(LEAST_HEAP);
        let stack = (bytes / 8 * 7).min(MOST_STACK);
        self.with("memory_mb", (bytes >> 20).to_string())
            .with("heap_mb", heap.to_string())
            .with("stack_mb", (stack >> 20).max(1).to_string())
            .with("stack_kb", (stack >> 10).to_string())
    }

    pub(crate) fn fill(&self, words: &[String]) -> Vec<OsString> {
        let mut filled = Vec::new();
        for word in words {
            if word == "{sources}" {
                filled.extend(self.sources.iter().map(OsString::from));
            } else {
                filled.push(self.word(word).into());
            }
        }
        filled
    }

    /// Goes over the word once: what is filled in is not looked at again.
    fn word(&self, word: &str) -> String {
        let mut filled = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            let value = after.split_once('}').and_then(|(name, after)| Some((self.value(name)?, after)));
            filled.push_str(before);
            match value {
                Some((value, after)) => {
                    filled.push_str(value);
                    rest = after;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use problem::language::Catalog;

    use super::*;

    #[test]
    fn placeholders_are_filled_once_and_the_rest_stays() {
        let sources = ["a.c".to_owned(), "b.c".to_owned()];
        let filling =
            Filling::default().with("main", "{x}").with("x", "no").sources(&sources).memory(256 << 20, 48);
        let words = ["{sources}", "-Xmx{heap_mb}m", "{main}", "{unknown} {", "{stack_kb}"].map(str::to_owned);
        assert_eq!(filling.fill(&words), ["a.c", "b.c", "-Xmx208m", "{x}", "{unknown} {", "229376"]);
    }

    #[test]
    fn a_small_limit_still_gives_a_heap_and_a_large_one_no_impossible_stack() {
        let words = ["{heap_mb} {stack_mb}".to_owned()];
        assert_eq!(Filling::default().memory(32 << 20, 48).fill(&words), ["16 28"]);
        assert_eq!(Filling::default().memory(4 << 30, 48).fill(&words), ["4048 1000"]);
    }

    #[test]
    fn every_placeholder_of_every_language_is_known() {
        for language in Catalog::builtin().all() {
            let place = language.find.as_ref().map_or("", |find| &find.name);
            let filling = Filling::default()
                .with("main", "m")
                .with("program", "p")
                .with(place, "/opt/x")
                .memory(1 << 28, 0);
            let compile = [&language.compile.argv, &language.compile.env, &language.compile.mounts];
            let run = [&language.run.argv, &language.run.env, &language.run.mounts, &language.version];
            for word in compile.into_iter().chain(run).flat_map(|words| filling.fill(words)) {
                let word = word.to_string_lossy();
                let inside = word.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
                let unknown = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                assert!(!inside.clone().any(unknown), "{}: {word:?}", language.id);
            }
        }
    }
}
