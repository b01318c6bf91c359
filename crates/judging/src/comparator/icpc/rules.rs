//! How output and answer are compared, with tolerances as the exact decimals that the setter wrote.

use problem::comparison::Icpc;

use super::tolerance::Tolerance;
use crate::comparator::scanner::Scanner;

#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) case_sensitive: bool,
    pub(crate) space_sensitive: bool,
    pub(crate) tolerance: Option<Tolerance>,
}

impl From<Icpc> for Rules {
    fn from(comparison: Icpc) -> Self {
        let (absolute, relative) = (comparison.absolute.and_then(exact), comparison.relative.and_then(exact));
        let any = absolute.is_some() || relative.is_some();
        Self {
            case_sensitive: comparison.case_sensitive,
            space_sensitive: comparison.space_change_sensitive,
            tolerance: any.then(|| Tolerance::new(absolute.as_ref(), relative.as_ref())),
        }
    }
}

/// The shortest decimal that is read as this double: of 17 digits and fewer, the one that was written.
fn exact(tolerance: f64) -> Option<Scanner> {
    Scanner::of(&format!("{tolerance:e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_the_decimal_that_was_written() {
        for written in ["1e-6", "0.1", "0.000123456789", "5", "0"] {
            let rules = Rules::from(Icpc::parse(&["float_absolute_tolerance", written]).unwrap());
            let accepts = |got: &str| {
                let tolerance = rules.tolerance.as_ref().unwrap();
                tolerance.accepts(&Scanner::of("0").unwrap(), &Scanner::of(got).unwrap())
            };
            assert!(accepts(written));
            assert!(
                !accepts(&(format!("{:.20}", written.parse::<f64>().unwrap()) + "1")),
                "a hair above {written}"
            );
        }
    }
}
