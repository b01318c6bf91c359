//! Hydro's own comparisons.

use std::io;

use problem::comparison::Hydro;

use super::bytes::Class;
use super::judgement::Judgement;
use super::lines::{self, Breaks, End, Lines};
use super::text::Text;

pub(super) async fn judge(kind: Hydro, answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    static BLANKS: Class = Class::of(b" \t\r");
    static CR: Class = Class::of(b"\r");
    let lines = match kind {
        Hydro::Default => Lines { breaks: Breaks::Lf, blanks: &BLANKS, end: End::LastFilled },
        Hydro::Strict => Lines { breaks: Breaks::Lf, blanks: &CR, end: End::Lines },
    };
    lines::judge(answer, output, &lines).await
}
