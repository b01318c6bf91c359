//! The shape that stands for a verdict, and how far a judging is.

use problem::Verdict;

/// The symbol of the sprite in `part/sprite.html`; verdicts of one kind share one.
pub(crate) fn symbol(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac => "ac",
        Verdict::Pa => "pa",
        Verdict::Wa | Verdict::Pe => "wa",
        Verdict::Tle | Verdict::Ile => "tle",
        Verdict::Mle | Verdict::Ole => "mle",
        Verdict::Re => "re",
        Verdict::Ce => "ce",
        Verdict::Je => "je",
        Verdict::Sk => "sk",
    }
}

/// The class that brings a verdict's colour.
pub(crate) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac => "v-ac",
        Verdict::Pa => "v-pa",
        Verdict::Wa => "v-wa",
        Verdict::Pe => "v-pe",
        Verdict::Tle => "v-tle",
        Verdict::Ile => "v-ile",
        Verdict::Mle => "v-mle",
        Verdict::Ole => "v-ole",
        Verdict::Re => "v-re",
        Verdict::Ce => "v-ce",
        Verdict::Je => "v-je",
        Verdict::Sk => "v-sk",
    }
}

/// The shape alone; words stand beside it.
pub(crate) fn svg(verdict: Verdict) -> String {
    let (class, symbol) = (class(verdict), symbol(verdict));
    format!("<svg class=\"mark {class}\" aria-hidden=\"true\"><use href=\"#m-{symbol}\"/></svg>")
}

/// The ring of a judging that is not done, filled by `done` of `total`.
pub(crate) fn ring(done: u32, total: u32) -> String {
    let percent = if total == 0 { 0 } else { u64::from(done.min(total)) * 100 / u64::from(total) };
    format!(
        "<svg class=\"mark v-wait\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><use href=\"#m-wait\"/>\
         <circle cx=\"8\" cy=\"8\" r=\"6.2\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.6\" \
         pathLength=\"100\" stroke-dasharray=\"{percent} 100\" transform=\"rotate(-90 8 8)\"/></svg>"
    )
}

/// How far a judging is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Queued,
    Compiling,
    Running { done: u32, total: u32 },
    Done(Verdict),
}

impl Standing {
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Done(_))
    }

    pub(crate) fn mark(self) -> String {
        match self {
            Self::Queued | Self::Compiling => ring(0, 1),
            Self::Running { done, total } => ring(done, total),
            Self::Done(verdict) => svg(verdict),
        }
    }

    /// In a few words: `queued`, `compiling`, `test 3 of 20`, `wrong answer`.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Queued => "queued".to_owned(),
            Self::Compiling => "compiling".to_owned(),
            Self::Running { total: 0, .. } => "running".to_owned(),
            Self::Running { done, total } => format!("test {} of {total}", (done + 1).min(total)),
            Self::Done(verdict) => verdict.words().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_a_shape_in_the_sprite_and_a_colour_in_the_stylesheet() {
        let sprite = include_str!("../../../web/templates/part/sprite.html");
        let style = include_str!("../../../web/static/app.css");
        for verdict in Verdict::ALL {
            assert!(sprite.contains(&format!("id=\"m-{}\"", symbol(verdict))), "{verdict}");
            assert!(style.contains(&format!(".{}", class(verdict))), "{verdict}");
        }
    }

    #[test]
    fn a_ring_fills_and_never_overflows() {
        assert!(ring(5, 20).contains("stroke-dasharray=\"25 100\""));
        assert!(ring(30, 20).contains("stroke-dasharray=\"100 100\""));
        assert!(ring(0, 0).contains("stroke-dasharray=\"0 100\""));
    }

    #[test]
    fn a_standing_says_which_test_is_running() {
        assert_eq!(Standing::Running { done: 2, total: 20 }.words(), "test 3 of 20");
        assert_eq!(Standing::Running { done: 20, total: 20 }.words(), "test 20 of 20");
        assert_eq!(Standing::Done(Verdict::Tle).words(), "time limit exceeded");
    }
}
