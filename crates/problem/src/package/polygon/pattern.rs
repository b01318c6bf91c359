//! Paths of tests: patterns as for C's `printf`, with the test's number.

/// `tests/%02d` and 7 give `tests/07`. `None` where the pattern has no place for a number, or other places.
pub(super) fn fill(pattern: &str, number: usize) -> Option<String> {
    let mut filled = String::new();
    let mut rest = pattern;
    let mut places = 0;
    while let Some((before, after)) = rest.split_once('%') {
        filled.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            filled.push('%');
            rest = after;
            continue;
        }
        let (width, after) = after.split_once('d')?;
        let digits = width.strip_prefix('0').unwrap_or(width);
        let least: usize =
            if digits.is_empty() { 0 } else { digits.parse().ok().filter(|least| *least < 20)? };
        filled.push_str(&format!("{number:0least$}"));
        places += 1;
        rest = after;
    }
    filled.push_str(rest);
    (places == 1).then_some(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled_with_the_number() {
        for (pattern, number, path) in [
            ("tests/%02d", 7, "tests/07"),
            ("tests/%02d", 123, "tests/123"),
            ("tests/%03d.a", 7, "tests/007.a"),
            ("tests/%d.in", 7, "tests/7.in"),
            ("100%%/%02d", 7, "100%/07"),
        ] {
            assert_eq!(fill(pattern, number).as_deref(), Some(path));
        }
        for bad in ["tests/01", "", "%s", "%02", "%99d", "%02d/%02d", "%-2d", "%x%d"] {
            assert_eq!(fill(bad, 7), None, "{bad}");
        }
    }
}
