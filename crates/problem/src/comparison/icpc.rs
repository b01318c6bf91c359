//! The arguments of the package format's default output validator (2025-09, "Default output validator specification").

use super::BadArgument;
use crate::package::decimal;

/// How outputs are compared. Without any argument: token by token, letters in either case, blanks as they come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Icpc {
    /// `A` and `a` differ.
    pub case_sensitive: bool,
    /// Blanks must be the same, byte for byte.
    pub space_change_sensitive: bool,
    /// Numbers may differ by this much of the answer.
    pub relative: Option<f64>,
    /// Numbers may differ by this much.
    pub absolute: Option<f64>,
}

impl Icpc {
    /// Reads the arguments as the validator gets them.
    pub fn parse<S: AsRef<str>>(args: &[S]) -> Result<Self, BadArgument> {
        let mut comparison = Self::default();
        let mut set: Vec<&str> = Vec::new();
        let mut args = args.iter().map(AsRef::as_ref);
        while let Some(arg) = args.next() {
            match arg {
                "case_sensitive" => comparison.case_sensitive = true,
                "space_change_sensitive" => comparison.space_change_sensitive = true,
                "float_relative_tolerance" | "float_absolute_tolerance" | "float_tolerance" => {
                    comparison.tolerate(arg, tolerance(arg, args.next())?);
                    set.push(arg);
                }
                _ => return Err(BadArgument::Unknown(arg.to_owned())),
            }
        }
        once(&set)?;
        Ok(comparison)
    }

    fn tolerate(&mut self, arg: &str, tolerance: f64) {
        if arg != "float_absolute_tolerance" {
            self.relative = Some(tolerance);
        }
        if arg != "float_relative_tolerance" {
            self.absolute = Some(tolerance);
        }
    }
}

fn tolerance(arg: &str, number: Option<&str>) -> Result<f64, BadArgument> {
    let number = number.ok_or_else(|| BadArgument::NoNumber(arg.to_owned()))?;
    let value = decimal(number).filter(|value| *value >= 0.0);
    value.ok_or_else(|| BadArgument::BadNumber(arg.to_owned(), number.to_owned()))
}

/// The specification: none more than once, and `float_tolerance` alone.
fn once(set: &[&str]) -> Result<(), BadArgument> {
    let twice = set.iter().enumerate().find(|(i, arg)| set[..*i].contains(arg));
    if let Some((_, arg)) = twice {
        return Err(BadArgument::Twice((*arg).to_owned()));
    }
    let other = set.iter().find(|arg| **arg != "float_tolerance");
    match other {
        Some(other) if set.contains(&"float_tolerance") => Err(BadArgument::Both((*other).to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Icpc, String> {
        let args: Vec<&str> = args.split_whitespace().collect();
        Icpc::parse(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_set_what_they_say() {
        assert_eq!(parse(""), Ok(Icpc::default()));
        let both = Icpc { relative: Some(1e-6), absolute: Some(1e-6), ..Icpc::default() };
        assert_eq!(parse("float_tolerance 1e-6"), Ok(both));
        let all = Icpc {
            case_sensitive: true,
            space_change_sensitive: true,
            relative: Some(0.5),
            absolute: Some(0.0),
        };
        let text =
            "float_absolute_tolerance 0 case_sensitive float_relative_tolerance .5 space_change_sensitive";
        assert_eq!(parse(text), Ok(all));
    }

    #[test]
    fn bad_arguments_are_told() {
        for (args, reason) in [
            ("case_sensitiv", "not an argument"),
            ("float_tolerance", "needs a number"),
            ("float_tolerance case_sensitive", "decimal number"),
            ("float_tolerance -1e-6", "decimal number"),
            ("float_tolerance nan", "decimal number"),
            ("float_tolerance inf", "decimal number"),
            ("float_tolerance 1e400", "decimal number"),
            ("float_tolerance 0x1p-3", "decimal number"),
            ("float_tolerance 1 float_tolerance 1", "twice"),
            ("float_relative_tolerance 1 float_relative_tolerance 2", "twice"),
            ("float_tolerance 1 float_absolute_tolerance 1", "beside"),
            ("1e-6", "not an argument"),
        ] {
            let told = parse(args).unwrap_err();
            assert!(told.contains(reason), "{args}: {told}");
        }
    }

    #[test]
    fn a_tolerance_too_small_for_a_double_is_zero() {
        assert_eq!(parse("float_absolute_tolerance 1e-400").unwrap().absolute, Some(0.0));
    }
}
