//! The arguments of DMOJ's checkers: `name=value`, `name value`, or the value alone of the first that a checker has.

use super::BadArgument;
use super::family::{Dmoj, Family};

/// A DMOJ checker with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DmojRules {
    Standard,
    Easy,
    /// Numbers may be off by 10 to the power of minus `precision`.
    Floats {
        precision: i32,
        mode: ErrorMode,
    },
    Identical(Presentation),
    LineCount,
    /// `points` of each line of the answer.
    LineMatches {
        points: Vec<u64>,
        lines: Lines,
    },
    RStripped(Lines),
    Sorted(SplitOn),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorMode {
    /// Either is enough.
    Default,
    Absolute,
    Relative,
}

/// Which lines matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    All,
    /// Empty ones (`rstripped`), or those that one text has and the other has not (`linematches`), do not.
    Some,
}

/// Whether an output that differs in blanks only is told so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presentation {
    Told,
    Untold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitOn {
    Lines,
    Whitespace,
}

/// Whether the test data are bytes rather than text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Yes,
    /// The answer's line ends become LF, and its last line gets one.
    No,
}

/// The arguments, by name.
struct Args<'a> {
    family: Dmoj,
    known: &'static [&'static str],
    given: Vec<(&'static str, &'a str)>,
}

/// What every checker's case may say.
const BINARY: &str = "binary_data";

pub(super) fn parse(family: Dmoj, args: &[String]) -> Result<(DmojRules, Binary), BadArgument> {
    let args = Args::read(family, args)?;
    let mode = |args: &Args, default| args.error_mode().map(|mode| mode.unwrap_or(default));
    let rules = match family {
        Dmoj::Standard => DmojRules::Standard,
        Dmoj::Easy => DmojRules::Easy,
        Dmoj::Floats => {
            DmojRules::Floats { precision: args.precision()?, mode: mode(&args, ErrorMode::Default)? }
        }
        Dmoj::FloatsAbs => DmojRules::Floats { precision: args.precision()?, mode: ErrorMode::Absolute },
        Dmoj::FloatsRel => DmojRules::Floats { precision: args.precision()?, mode: ErrorMode::Relative },
        Dmoj::Identical => DmojRules::Identical(match args.truth("pe_allowed")? {
            Some(false) => Presentation::Untold,
            _ => Presentation::Told,
        }),
        Dmoj::LineCount => args.truth("feedback").map(|_| DmojRules::LineCount)?,
        Dmoj::LineMatches => DmojRules::LineMatches {
            points: args.points()?,
            lines: args.lines("filler_lines_required", Some(false))?,
        },
        Dmoj::RStripped => DmojRules::RStripped(args.lines("filter_new_line", Some(true))?),
        Dmoj::Sorted => DmojRules::Sorted(args.split_on()?),
        Dmoj::Unordered => DmojRules::Sorted(SplitOn::Whitespace),
    };
    let binary = if args.truth(BINARY)? == Some(true) { Binary::Yes } else { Binary::No };
    Ok((rules, binary))
}

/// The names that a checker's arguments have, the one first that may go without.
fn known(family: Dmoj) -> &'static [&'static str] {
    match family {
        Dmoj::Floats => &["precision", "error_mode", BINARY],
        Dmoj::FloatsAbs | Dmoj::FloatsRel => &["precision", BINARY],
        Dmoj::Identical => &["pe_allowed", BINARY],
        Dmoj::LineCount => &["feedback", BINARY],
        Dmoj::LineMatches => &["point_distribution", "filler_lines_required", BINARY],
        Dmoj::RStripped => &["filter_new_line", BINARY],
        Dmoj::Sorted => &["split_on", BINARY],
        Dmoj::Standard | Dmoj::Easy | Dmoj::Unordered => &[BINARY],
    }
}

impl<'a> Args<'a> {
    fn read(family: Dmoj, args: &'a [String]) -> Result<Self, BadArgument> {
        let mut read = Self { family, known: known(family), given: Vec::new() };
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            let (name, value) = match arg.split_once('=') {
                Some((name, value)) => (read.name(name)?, value),
                None => match read.name(arg) {
                    Ok(name) => (name, args.next().ok_or_else(|| no_value(name))?),
                    Err(_) if read.bare(arg) => (read.known[0], arg),
                    Err(unknown) => return Err(unknown),
                },
            };
            if read.get(name).is_some() {
                return Err(BadArgument::Twice(name.to_owned()));
            }
            read.given.push((name, value));
        }
        Ok(read)
    }

    /// A value may stand without its name where it cannot be mistaken for one.
    fn bare(&self, arg: &str) -> bool {
        match self.known[0] {
            "precision" | "point_distribution" => {
                arg.starts_with(|c: char| c.is_ascii_digit() || "-[".contains(c))
            }
            "split_on" => split_on(arg).is_some(),
            _ => false,
        }
    }

    fn name(&self, written: &str) -> Result<&'static str, BadArgument> {
        let plain = written.trim_start_matches("--").replace('-', "_");
        self.known.iter().copied().find(|name| *name == plain).ok_or_else(|| BadArgument::NotOf {
            family: Family::Dmoj(self.family),
            name: written.to_owned(),
            known: self.known.join(", "),
        })
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value.trim())
    }

    /// The value of `name` as `read` understands it.
    fn value<T>(
        &self,
        name: &'static str,
        wanted: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, BadArgument> {
        let bad = |value: &str| BadArgument::Value { name: name.to_owned(), wanted, value: value.to_owned() };
        self.get(name).map(|value| read(value).ok_or_else(|| bad(value))).transpose()
    }

    fn precision(&self) -> Result<i32, BadArgument> {
        let read = |text: &str| text.parse().ok().filter(|places: &i32| places.abs() <= 400);
        Ok(self.value("precision", "a whole number of decimal places", read)?.unwrap_or(6))
    }

    fn error_mode(&self) -> Result<Option<ErrorMode>, BadArgument> {
        self.value("error_mode", "default, absolute or relative", |text| match text {
            "default" => Some(ErrorMode::Default),
            "absolute" => Some(ErrorMode::Absolute),
            "relative" => Some(ErrorMode::Relative),
            _ => None,
        })
    }

    fn truth(&self, name: &'static str) -> Result<Option<bool>, BadArgument> {
        self.value(name, "true or false", |text| match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        })
    }

    fn lines(&self, name: &'static str, some: Option<bool>) -> Result<Lines, BadArgument> {
        Ok(if self.truth(name)? == some { Lines::Some } else { Lines::All })
    }

    /// `[3, 3, 4]`, `3,3,4`
    fn points(&self) -> Result<Vec<u64>, BadArgument> {
        let wanted = "a list of points, one a line of the answer, not all 0";
        let read = |text: &str| {
            let list = text.trim_start_matches('[').trim_end_matches(']');
            let points: Option<Vec<u32>> = list.split(',').map(|one| one.trim().parse().ok()).collect();
            points.filter(|points| points.iter().any(|&one| one > 0))
        };
        let points = self.value("point_distribution", wanted, read)?.unwrap_or_else(|| vec![1]);
        Ok(points.into_iter().map(u64::from).collect())
    }

    fn split_on(&self) -> Result<SplitOn, BadArgument> {
        Ok(self.value("split_on", "lines or whitespace", split_on)?.unwrap_or(SplitOn::Lines))
    }
}

fn split_on(text: &str) -> Option<SplitOn> {
    match text {
        "lines" => Some(SplitOn::Lines),
        "whitespace" => Some(SplitOn::Whitespace),
        _ => None,
    }
}

fn no_value(name: &str) -> BadArgument {
    BadArgument::Value { name: name.to_owned(), wanted: "followed by its value", value: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(family: Dmoj, args: &str) -> Result<DmojRules, String> {
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        parse(family, &args).map(|(rules, _)| rules).map_err(|error| error.to_string())
    }

    #[test]
    fn an_argument_is_written_in_any_of_three_ways() {
        let four = Ok(DmojRules::Floats { precision: 4, mode: ErrorMode::Default });
        for args in ["precision=4", "precision 4", "--precision=4", "4"] {
            assert_eq!(read(Dmoj::Floats, args), four, "{args}");
        }
        let both = DmojRules::Floats { precision: 2, mode: ErrorMode::Relative };
        assert_eq!(read(Dmoj::Floats, "2 error_mode=relative"), Ok(both));
        assert_eq!(read(Dmoj::Sorted, "whitespace"), Ok(DmojRules::Sorted(SplitOn::Whitespace)));
        let lines = DmojRules::LineMatches { points: vec![3, 3, 4], lines: Lines::Some };
        assert_eq!(read(Dmoj::LineMatches, "[3,3,4] filler_lines_required=False"), Ok(lines));
    }

    #[test]
    fn what_is_not_given_has_the_checkers_default() {
        assert_eq!(
            read(Dmoj::FloatsAbs, ""),
            Ok(DmojRules::Floats { precision: 6, mode: ErrorMode::Absolute })
        );
        assert_eq!(read(Dmoj::Identical, ""), Ok(DmojRules::Identical(Presentation::Told)));
        assert_eq!(read(Dmoj::RStripped, ""), Ok(DmojRules::RStripped(Lines::All)));
        assert_eq!(read(Dmoj::RStripped, "filter_new_line=true"), Ok(DmojRules::RStripped(Lines::Some)));
        assert_eq!(read(Dmoj::Sorted, ""), Ok(DmojRules::Sorted(SplitOn::Lines)));
        let args = ["binary_data=true".to_owned()];
        assert_eq!(parse(Dmoj::Identical, &args).unwrap().1, Binary::Yes);
    }

    #[test]
    fn bad_arguments_are_told_with_what_there_is() {
        for (family, args, reason) in [
            (Dmoj::Floats, "precison=4", "it has precision, error_mode, binary_data"),
            (Dmoj::Floats, "precision=x", "a whole number of decimal places; it is \"x\""),
            (Dmoj::Floats, "precision", "followed by its value"),
            (Dmoj::Floats, "4 5", "precision is given twice"),
            (Dmoj::FloatsAbs, "error_mode=relative", "dmoj-floatsabs has no argument \"error_mode\""),
            (Dmoj::Sorted, "split_on=words", "lines or whitespace"),
            (Dmoj::LineMatches, "point_distribution=0", "not all 0"),
            (Dmoj::Standard, "6", "it has binary_data"),
            (Dmoj::Identical, "pe_allowed=maybe", "true or false"),
        ] {
            let told = read(family, args).unwrap_err();
            assert!(told.contains(reason), "{args}: {told}");
        }
    }
}
