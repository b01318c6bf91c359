//! What lies between `\begin` and `\end`.

use super::page::Inside;
use super::reader::{Formula, Reader, Scope};
use super::table;
use crate::statement::escape;
use crate::statement::math::Display;

#[derive(Clone, Copy)]
enum Environment {
    /// Only what is in it; the arguments, as those of a command that is nothing, are not.
    Plain(&'static str),
    /// An element with a class, holding paragraphs.
    Block(&'static str, &'static str),
    List(&'static str),
    /// A table, with these arguments before its columns.
    Table(&'static str),
    Figure(&'static str),
    /// As it is written.
    Verbatim(&'static str),
    /// What the renderer of formulae calls it, if it has to know.
    Equation(&'static str),
    /// Nothing that we can draw.
    Drawing,
    Comment,
    Document,
}

use Environment::{Block, Comment, Document, Drawing, Equation, Figure, List, Plain, Table, Verbatim};

fn environment(name: &str) -> Option<Environment> {
    Some(match name.trim_end_matches('*') {
        "document" => Document,
        "problem" | "tutorial" => Plain("mmmmm"),
        "example" | "examples" | "Sample" | "small" | "large" | "Large" | "footnotesize" | "scriptsize"
        | "tiny" | "normalsize" | "sloppypar" | "samepage" | "threeparttable" | "landscape" | "math" => {
            Plain("")
        }
        "minipage" => Plain("om"),
        "multicols" | "spacing" | "adjustbox" => Plain("m"),
        "subfigure" | "subtable" => Plain("om"),
        "center" | "centering" => Block("div", "center"),
        "flushright" => Block("div", "right"),
        "flushleft" => Block("div", ""),
        "quote" | "quotation" | "verse" => Block("blockquote", ""),
        "itemize" | "compactitem" => List("ul"),
        "enumerate" | "compactenum" => List("ol"),
        "description" => List("dl"),
        "tabular" if name.ends_with('*') => Table("mo"),
        "tabular" | "longtable" => Table("o"),
        "tabularx" | "tabulary" => Table("mo"),
        "figure" | "table" => Figure("o"),
        "wrapfigure" | "wraptable" => Figure("omom"),
        "floatingfigure" | "SCfigure" => Figure("om"),
        "verbatim" | "Verbatim" | "BVerbatim" | "alltt" | "lstlisting" => Verbatim("o"),
        "minted" => Verbatim("om"),
        "equation" | "displaymath" => Equation(""),
        "align" | "flalign" => Equation("align*"),
        "eqnarray" => Equation("eqnarray*"),
        "gather" => Equation("gather*"),
        "multline" => Equation("multline"),
        "array" => Equation("array"),
        "tikzpicture" | "picture" | "forest" | "pspicture" => Drawing,
        "comment" | "filecontents" => Comment,
        _ => return None,
    })
}

impl Reader<'_> {
    pub(super) fn begin(&mut self) {
        let name = self.words();
        let Some(environment) = environment(&name) else {
            self.complain(&format!("\\begin{{{name}}} is not known: what is in it is shown as it is"));
            self.push(Scope::Environment(name));
            return;
        };
        match environment {
            Verbatim(arguments) => self.verbatim(&name, arguments),
            Equation(inner) => self.formula_environment(&name, inner),
            Drawing => {
                self.complain(&format!("what \\begin{{{name}}} draws is not shown: give a picture"));
                self.leave_out(&name);
            }
            Comment => self.leave_out(&name),
            Document => self.begin_document(),
            other => {
                self.push(Scope::Environment(name));
                self.begin_here(other);
            }
        }
    }

    /// Those that end with their own `\end`, after their scope has begun.
    fn begin_here(&mut self, environment: Environment) {
        match environment {
            Plain(arguments) => self.skip(arguments),
            Block(tag, class) => self.page.open(tag, class, Inside::Paragraphs),
            List(tag) => {
                self.skip("o");
                self.page.open(tag, "", Inside::List);
            }
            Table(arguments) => {
                self.skip(arguments);
                let columns = table::columns(&self.words());
                self.page.open("table", "", Inside::Table(table::Table::new(columns)));
            }
            Figure(arguments) => {
                self.skip(arguments);
                self.page.open("figure", "", Inside::Paragraphs);
            }
            _ => {}
        }
    }

    pub(super) fn end(&mut self) {
        let name = self.words();
        if name == "document" {
            self.stop();
        } else if !self.close_environment(&name) {
            self.complain(&format!("\\end{{{name}}} ends nothing that is open"));
        }
    }

    fn verbatim(&mut self, name: &str, arguments: &str) {
        self.skip_brackets_and_groups(arguments);
        let end = format!("\\end{{{name}}}");
        let Some(text) = self.input.raw_until(&end) else {
            self.complain(&format!("\\begin{{{name}}} has no {end}"));
            self.push(Scope::Environment(name.to_owned()));
            return;
        };
        // What stands behind \begin in its line is no line of it.
        let text = text.strip_prefix('\n').unwrap_or(text).trim_end();
        let text = escape::text(text);
        self.page.whole(&format!("<pre><code>{text}\n</code></pre>\n"));
    }

    /// Arguments of what is read as it is written: a blank or an end of a line before them is the text's own.
    fn skip_brackets_and_groups(&mut self, arguments: &str) {
        for argument in arguments.chars() {
            match argument {
                'o' => {
                    let _options = self.optional();
                }
                _ => {
                    let _group = self.input.raw_group();
                }
            }
        }
    }

    fn formula_environment(&mut self, name: &str, inner: &str) {
        let line = self.input.line();
        let formula = self.formula_until_end(name);
        let source = match inner {
            "" => formula,
            inner => format!("\\begin{{{inner}}}{formula}\\end{{{inner}}}"),
        };
        self.put_formula(Formula { source, display: Display::Block, line });
    }

    fn leave_out(&mut self, name: &str) {
        if self.input.raw_until(&format!("\\end{{{name}}}")).is_none() {
            let _left_out = self.formula_until_end(name);
        }
    }

    pub(super) fn item(&mut self) {
        let label = self.optional();
        let Some(list) = self.page.list() else {
            self.page.end_paragraph();
            return;
        };
        self.page.close_to(list + 1);
        let described = self.page.blocks[list].tag == "dl";
        if !described {
            self.page.open_here("li", "", Inside::Item);
            if let Some(label) = label {
                self.input.put_back(super::input::Token::Space);
                self.read_as_group(label);
            }
            return;
        }
        let label = label.unwrap_or_default();
        self.read_as_group(label);
        self.enter_then(|reader| reader.page.open_here("dd", "", Inside::Item));
        self.page.open_here("dt", "", Inside::Line);
    }
}
