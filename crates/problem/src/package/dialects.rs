//! Files whose ending does not say enough.

/// Whether a `.py` is in Python 2, in which old packages are written and for which there is no interpreter any more: it
/// says so in its first line, or has what Python 3 does not understand.
pub(super) fn is_python_2(source: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(source) else { return false };
    match text.lines().next().filter(|line| line.starts_with("#!")) {
        Some(line) if line.contains("python2") || line.contains("pypy2") => true,
        Some(line) if line.contains("python3") || line.contains("pypy3") => false,
        _ => has_old_words(text),
    }
}

/// Whether a `.pl` is in Prolog, not in Perl: its clauses have heads.
pub(super) fn is_prolog(source: &[u8]) -> bool {
    let text = String::from_utf8_lossy(source);
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.starts_with(['%', '#']))
        .any(|line| line.starts_with(":- ") || line.ends_with(":-"))
}

/// `print "x"` as a statement, or `raw_input()` that nobody defines.
fn has_old_words(text: &str) -> bool {
    let prints = |line: &str| {
        let rest = line.trim_start().strip_prefix("print").map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with(['"', '\'', '%']) || rest.starts_with(">>"))
    };
    let defined = ["def raw_input", "raw_input =", "raw_input="].iter().any(|own| text.contains(own));
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    code().any(prints) || (code().any(|line| line.contains("raw_input()")) && !defined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_python_2_are_told_from_those_of_python_3() {
        for old in [
            "#!/usr/bin/env python2\nprint(1)\n",
            "n = int(raw_input())\n",
            "for i in range(3):\n    print \"Case %d\" % i\n",
            "import sys\nprint >> sys.stderr, 1\n",
        ] {
            assert!(is_python_2(old.as_bytes()), "{old}");
        }
        for new in [
            "#!/usr/bin/env python3\nraw_input()\n",
            "print(\"x\")\n",
            "print (1)\n",
            "raw_input = input\nprint(raw_input())\n",
            "try:\n    raw_input = input\nexcept NameError: pass\nraw_input()\n",
            "printer = 'x'\n",
            "n = input()  # was raw_input()\n# print \"x\"\n",
            "",
        ] {
            assert!(!is_python_2(new.as_bytes()), "{new}");
        }
        assert!(!is_python_2(b"\xff raw_input()"));
    }

    #[test]
    fn sources_of_prolog_are_told_from_those_of_perl() {
        for prolog in ["main :-\n\twrite(1), nl.\n", ":- initialization(main).\nmain :- write(1).\n"] {
            assert!(is_prolog(prolog.as_bytes()), "{prolog}");
        }
        for perl in [
            "use strict;\nprint \"a:-\";\n",
            "my $x = $y ? 1 :-1;\n",
            "# main :- nothing\n",
            "# Usage:-\n",
            "",
        ] {
            assert!(!is_prolog(perl.as_bytes()), "{perl}");
        }
    }
}
