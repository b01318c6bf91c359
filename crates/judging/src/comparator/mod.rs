//! Native comparators: the package format's own and those of other judges, each with its home's verdicts.
//!
//! A [`Comparator`] reads a program's output piece by piece as it comes and the answer by blocks, in constant memory
//! whatever the length of words and lines, and says as soon as the verdict cannot change any more. While the bytes are
//! the same, whole blocks are compared at once; rules are asked only from the first difference on.
//!
//! The package format's comparator (`icpc`) is a machine that the output is pushed through. All others are written as if
//! they could read both texts (`text`) and are suspended where the output has no more bytes yet: `pulled` polls them.
//! Texts are compared as words (`words`), lines (`lines`), bytes (`exact`) or as what they hold (`multiset`).

mod bytes;
mod cms;
mod decimal;
mod dmoj;
mod exact;
mod hustoj;
mod hydro;
mod icpc;
mod judgement;
mod line_ends;
mod lines;
mod multiset;
mod number;
mod place;
mod pulled;
mod scanner;
mod testlib;
mod text;
mod words;

use std::fmt;
use std::io::{self, Read};

use problem::comparison::Rules;

use pulled::Pulled;

pub use judgement::Judgement;
pub(crate) use judgement::quoted;

/// Compares an output, which is pushed, with an answer, which is read.
pub struct Comparator(Kind);

enum Kind {
    Icpc(Box<icpc::Comparator<Box<dyn Read + Send>>>),
    Pulled(Pulled),
}

impl fmt::Debug for Comparator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparator").finish_non_exhaustive()
    }
}

impl Comparator {
    /// `answer` is read as it is needed, by this thread.
    pub fn new(rules: Rules, answer: impl Read + Send + 'static) -> Self {
        let answer = Box::new(answer);
        Self(match rules {
            Rules::Icpc(rules) => Kind::Icpc(Box::new(icpc::Comparator::new(rules.into(), answer))),
            Rules::Foreign(rules) => Kind::Pulled(Pulled::new(rules, answer)),
        })
    }

    /// The next piece of the output.
    ///
    /// # Errors
    /// The answer could not be read.
    pub fn push(&mut self, piece: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            Kind::Icpc(comparator) => comparator.push(piece),
            Kind::Pulled(comparator) => comparator.push(piece),
        }
    }

    /// The output is not accepted, whatever follows.
    pub fn is_refused(&self) -> bool {
        match &self.0 {
            Kind::Icpc(comparator) => comparator.difference().is_some(),
            Kind::Pulled(comparator) => comparator.is_judged(),
        }
    }

    /// The output is at its end.
    ///
    /// # Errors
    /// The answer could not be read.
    pub fn finish(self) -> io::Result<Judgement> {
        match self.0 {
            Kind::Icpc(comparator) => {
                let difference = comparator.finish()?;
                Ok(difference.map_or_else(Judgement::accepted, |it| Judgement::wrong(it.to_string())))
            }
            Kind::Pulled(comparator) => comparator.finish(),
        }
    }
}

#[cfg(test)]
mod tests;
