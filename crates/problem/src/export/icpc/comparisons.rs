//! Comparisons of other judges: as arguments of the format's own where that comes close.

use super::Draft;
use crate::comparison::{
    Binary, Cms, Comparison, Dmoj, DmojRules, ErrorMode, Family, Foreign, Hydro, Lines, Rules, SplitOn,
    Testlib,
};

/// What is told of one that is written as another.
struct Near {
    args: Vec<String>,
    /// In what it differs; `None`: in nothing that an honest output has.
    but: Option<&'static str>,
}

fn near(args: &[&str], but: Option<&'static str>) -> Option<Near> {
    Some(Near { args: args.iter().map(|arg| (*arg).to_owned()).collect(), but })
}

const BREAKS: &str = "line breaks count as any blanks";
const ONE: &str = "how a number is written is not looked at";

/// Whether it may give a part of a case's points.
pub(super) fn is_partial(comparison: &Comparison) -> bool {
    matches!(
        comparison.family(),
        Family::Dmoj(Dmoj::LineCount | Dmoj::LineMatches)
            | Family::Testlib(Testlib::Pointscmp)
            | Family::Cms(Cms::RealPrecision)
    )
}

/// The program that compares as the format's own comparison cannot.
pub(super) const PROGRAM: &str = include_str!("compare.py");

/// The arguments by which [`PROGRAM`] does it; `None`: it does not know this one either, or need not.
pub(super) fn program(comparison: &Comparison) -> Option<Vec<String>> {
    let text = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let lines = |lines| if lines == Lines::All { "all" } else { "some" };
    let (binary, mut args) = match comparison.rules().ok()? {
        Rules::Foreign(Foreign::Testlib(Testlib::Uncmp)) => (Binary::Yes, text(&["uncmp"])),
        Rules::Foreign(Foreign::Cms(Cms::RealPrecision)) => (Binary::Yes, text(&["real-precision"])),
        Rules::Foreign(Foreign::Dmoj { rules, binary }) => {
            let args = match rules {
                DmojRules::Easy => text(&["easy"]),
                DmojRules::LineCount => text(&["linecount"]),
                DmojRules::RStripped(which) => text(&["rstripped", lines(which)]),
                DmojRules::Sorted(SplitOn::Lines) => text(&["sorted-lines"]),
                DmojRules::Sorted(SplitOn::Whitespace) => text(&["sorted-words"]),
                DmojRules::LineMatches { points, lines: which } => {
                    let mut args = text(&["linematches", lines(which)]);
                    args.extend(points.iter().map(u64::to_string));
                    args
                }
                _ => return None,
            };
            (binary, args)
        }
        _ => return None,
    };
    if binary == Binary::Yes {
        args.push("bytes".to_owned());
    }
    Some(args)
}

/// Arguments of the format's own comparison that come closest; what differs is told.
pub(super) fn write(draft: &mut Draft<'_>, comparison: &Comparison, field: &str) -> Vec<String> {
    let name = comparison.family();
    match of(comparison) {
        Some(Near { args, but }) => {
            let but = but.map_or(String::new(), |but| format!(": {but}"));
            let told =
                format!("{name} is written as the format's own comparison with {:?}{but}", args.join(" "));
            draft.lose(field, told);
            args
        }
        None => {
            let why = format!(
                "{name} has no like in the format, whose own comparison stands in its place: write an output validator"
            );
            draft.misjudge(field, why);
            vec!["case_sensitive".to_owned()]
        }
    }
}

fn of(comparison: &Comparison) -> Option<Near> {
    match comparison.rules().ok()? {
        Rules::Icpc(_) => Some(Near { args: comparison.args().to_vec(), but: None }),
        Rules::Foreign(Foreign::Testlib(checker)) => of_testlib(checker),
        Rules::Foreign(Foreign::Dmoj { rules, .. }) => of_dmoj(&rules),
        Rules::Foreign(Foreign::Cms(Cms::WhiteDiff)) => near(&["case_sensitive"], Some(BREAKS)),
        Rules::Foreign(Foreign::Cms(Cms::RealPrecision)) => None,
        Rules::Foreign(Foreign::Hydro(Hydro::Default) | Foreign::Hustoj) => {
            near(&["case_sensitive"], Some(BREAKS))
        }
        Rules::Foreign(Foreign::Hydro(Hydro::Strict)) => {
            near(&["case_sensitive", "space_change_sensitive"], None)
        }
    }
}

fn of_testlib(checker: Testlib) -> Option<Near> {
    let both = |tolerance| near(&["case_sensitive", "float_tolerance", tolerance], None);
    let absolute = |tolerance| near(&["case_sensitive", "float_absolute_tolerance", tolerance], None);
    match checker {
        Testlib::Wcmp => near(&["case_sensitive"], None),
        Testlib::Icmp | Testlib::Ncmp | Testlib::Hcmp => near(&["case_sensitive"], Some(ONE)),
        Testlib::Casewcmp | Testlib::Casencmp | Testlib::Caseicmp => near(&["case_sensitive"], Some(BREAKS)),
        Testlib::Lcmp => near(&["case_sensitive"], Some(BREAKS)),
        Testlib::Fcmp => near(
            &["case_sensitive", "space_change_sensitive"],
            Some("the end of the last line has to be there, too"),
        ),
        Testlib::Yesno | Testlib::Nyesno => near(&[], None),
        Testlib::Rcmp => absolute("1.5e-6"),
        Testlib::Acmp => absolute("1e-6"),
        Testlib::Rncmp => absolute("1.5e-5"),
        Testlib::Dcmp | Testlib::Rcmp6 => both("1e-6"),
        Testlib::Rcmp4 => both("1e-4"),
        Testlib::Rcmp9 => both("1e-9"),
        Testlib::Uncmp | Testlib::Pointscmp => None,
    }
}

fn of_dmoj(rules: &DmojRules) -> Option<Near> {
    match rules {
        DmojRules::Standard => near(&["case_sensitive"], Some(BREAKS)),
        DmojRules::Identical(_) => near(&["case_sensitive", "space_change_sensitive"], None),
        DmojRules::Floats { precision, mode } => {
            let key = match mode {
                ErrorMode::Default => "float_tolerance",
                ErrorMode::Absolute => "float_absolute_tolerance",
                ErrorMode::Relative => "float_relative_tolerance",
            };
            near(&["case_sensitive", key, &format!("1e{}", -precision)], Some(BREAKS))
        }
        DmojRules::Easy
        | DmojRules::LineCount
        | DmojRules::LineMatches { .. }
        | DmojRules::RStripped(_)
        | DmojRules::Sorted(_) => None,
    }
}
