//! What each command is to a page.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::reader::Reader;
use super::words::Title;

#[derive(Clone, Copy)]
pub(super) enum Font {
    Bold,
    Italic,
    /// Upright in what is italic.
    Emphasis,
    Mono,
    SmallCaps,
    Underlined,
    Struck,
    Raised,
    Lowered,
    /// No longer any of them.
    Plain,
}

#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// Nothing that a page shows, and so are its arguments: `s` a star, `o` in brackets, `m` a group, `d` a length.
    Nothing(&'static str),
    /// Only its arguments of that form are nothing; what follows is shown.
    Text(&'static str),
    /// To the end of the group.
    Switch(Font),
    /// What follows.
    Styled(Font),
    /// A heading, with its level below the page's title.
    Heading(u8),
    /// A heading without words of its own.
    Title(Title),
    Do(fn(&mut Reader<'_>)),
}

use Meaning::{Do, Heading, Nothing, Styled, Switch, Text};

pub(super) fn meaning(name: &str) -> Option<Meaning> {
    MEANINGS.get(name).copied()
}

static MEANINGS: LazyLock<HashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let nothing = NOTHING
        .iter()
        .flat_map(|(arguments, names)| names.split_whitespace().map(move |name| (name, Nothing(arguments))));
    let text = TEXT.iter().map(|(name, text)| (*name, Text(text)));
    let titles = Title::ALL.iter().flat_map(|title| {
        title.commands().split_whitespace().map(move |name| (name, Meaning::Title(*title)))
    });
    nothing.chain(text).chain(titles).chain(OTHERS).collect()
});

/// Form of the arguments, names.
const NOTHING: [(&str, &str); 11] = [
    (
        "",
        "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge sf upshape mdseries \
         rmfamily sffamily textnormal textrm textsf textup textmd mbox hbox vbox fbox framebox relax leavevmode noindent indent \
         centering raggedright raggedleft smallskip medskip bigskip vfill hfill hfil vfil newpage clearpage pagebreak \
         nopagebreak linebreak nolinebreak goodbreak sloppy fussy protect xspace ensuremath hline toprule midrule bottomrule maketitle \
         tableofcontents appendix null strut nobreak allowbreak break unskip ignorespaces columnbreak nextsample remainingsamples \
         ! / - @ selectfont boldmath unboldmath displaystyle textstyle limits nolimits \
         nonumber notag frenchspacing nonfrenchspacing flushleft hss vss long global outer phantomsection makeatletter \
         makeatother obeylines texttildelow",
    ),
    (
        "m",
        "label ref eqref pageref problemname input include usetikzlibrary bibliography bibliographystyle pagestyle \
           thispagestyle hyphenation graphicspath phantom hphantom vphantom color pagecolor cline cmidrule date author title \
           pagenumbering stepcounter refstepcounter addtocounter arraybackslash captionsetup lstset hypersetup geometry \
           setmainfont newlength setstretch linespread selectlanguage nocite index plainproblemname theoremstyle",
    ),
    ("sm", "vspace hspace"),
    (
        "om",
        "documentclass usepackage RequirePackage documentstyle rowcolor cellcolor columncolor setdefaultlanguage setotherlanguage cite",
    ),
    ("mm", "setlength addtolength setcounter newtheorem fontfamily rowcolors tikzset fontsize"),
    ("omm", "rule"),
    ("mmm", "definecolor titleformat"),
    ("mo", "newcounter"),
    ("momm", "newenvironment renewenvironment"),
    (
        "d",
        "vskip hskip kern parindent parskip baselineskip tabcolsep textwidth textheight topmargin oddsidemargin \
           evensidemargin hangindent rightskip leftskip penalty lineskip itemsep parsep topsep columnsep",
    ),
    ("mmmmm", "problemheader"),
];

const TEXT: [(&str, &str); 83] = [
    ("{", "{"),
    ("}", "}"),
    ("$", "$"),
    ("&", "&"),
    ("#", "#"),
    ("%", "%"),
    ("_", "_"),
    (" ", " "),
    (",", "\u{2009}"),
    (":", "\u{2005}"),
    (";", "\u{2005}"),
    ("|", "‖"),
    ("quad", "\u{2003}"),
    ("qquad", "\u{2003}\u{2003}"),
    ("enspace", "\u{2002}"),
    ("thinspace", "\u{2009}"),
    ("nobreakspace", "\u{a0}"),
    ("space", " "),
    ("textbackslash", "\\"),
    ("backslash", "\\"),
    ("textasciitilde", "~"),
    ("textasciicircum", "^"),
    ("textasciigrave", "`"),
    ("textless", "<"),
    ("textgreater", ">"),
    ("textbar", "|"),
    ("textunderscore", "_"),
    ("textbraceleft", "{"),
    ("textbraceright", "}"),
    ("textdollar", "$"),
    ("textquotedbl", "\""),
    ("textquotesingle", "'"),
    ("textquoteleft", "‘"),
    ("textquoteright", "’"),
    ("textquotedblleft", "“"),
    ("textquotedblright", "”"),
    ("lq", "‘"),
    ("rq", "’"),
    ("guillemotleft", "«"),
    ("guillemotright", "»"),
    ("guillemetleft", "«"),
    ("guillemetright", "»"),
    ("glqq", "„"),
    ("grqq", "“"),
    ("quotedblbase", "„"),
    ("ldots", "…"),
    ("dots", "…"),
    ("textellipsis", "…"),
    ("cdots", "⋯"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textbullet", "•"),
    ("textperiodcentered", "·"),
    ("S", "§"),
    ("P", "¶"),
    ("copyright", "©"),
    ("textcopyright", "©"),
    ("textregistered", "®"),
    ("texttrademark", "™"),
    ("pounds", "£"),
    ("euro", "€"),
    ("texteuro", "€"),
    ("textdegree", "°"),
    ("degree", "°"),
    ("textnumero", "№"),
    ("No", "№"),
    ("TeX", "TeX"),
    ("LaTeX", "LaTeX"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("ss", "ß"),
    ("i", "ı"),
    ("j", "ȷ"),
    ("dh", "ð"),
    ("th", "þ"),
];

const OTHERS: [(&str, Meaning); 82] = [
    ("bf", Switch(Font::Bold)),
    ("bfseries", Switch(Font::Bold)),
    ("it", Switch(Font::Italic)),
    ("itshape", Switch(Font::Italic)),
    ("sl", Switch(Font::Italic)),
    ("slshape", Switch(Font::Italic)),
    ("em", Switch(Font::Emphasis)),
    ("tt", Switch(Font::Mono)),
    ("ttfamily", Switch(Font::Mono)),
    ("sc", Switch(Font::SmallCaps)),
    ("scshape", Switch(Font::SmallCaps)),
    ("normalfont", Switch(Font::Plain)),
    ("rm", Switch(Font::Plain)),
    ("bgroup", Do(|reader| reader.open_group())),
    ("begingroup", Do(|reader| reader.open_group())),
    ("egroup", Do(|reader| reader.close_group())),
    ("endgroup", Do(|reader| reader.close_group())),
    ("textbf", Styled(Font::Bold)),
    ("textit", Styled(Font::Italic)),
    ("textsl", Styled(Font::Italic)),
    ("emph", Styled(Font::Emphasis)),
    ("t", Styled(Font::Mono)),
    ("texttt", Styled(Font::Mono)),
    ("textsc", Styled(Font::SmallCaps)),
    ("underline", Styled(Font::Underlined)),
    ("uline", Styled(Font::Underlined)),
    ("sout", Styled(Font::Struck)),
    ("st", Styled(Font::Struck)),
    ("textsuperscript", Styled(Font::Raised)),
    ("textsubscript", Styled(Font::Lowered)),
    ("chapter", Heading(2)),
    ("section", Heading(2)),
    ("subsection", Heading(3)),
    ("subsubsection", Heading(4)),
    ("paragraph", Do(|reader| reader.run_in_heading())),
    ("subparagraph", Do(|reader| reader.run_in_heading())),
    ("par", Do(|reader| reader.paragraph())),
    ("endgraf", Do(|reader| reader.paragraph())),
    ("\\", Do(|reader| reader.line_end())),
    ("newline", Do(|reader| reader.line_end())),
    ("tabularnewline", Do(|reader| reader.line_end())),
    ("cr", Do(|reader| reader.line_end())),
    ("hrule", Do(|reader| reader.rule())),
    ("hrulefill", Do(|reader| reader.rule())),
    ("(", Do(|reader| reader.inline_formula())),
    ("[", Do(|reader| reader.block_formula())),
    ("begin", Do(|reader| reader.begin())),
    ("end", Do(|reader| reader.end())),
    ("item", Do(|reader| reader.item())),
    ("verb", Do(|reader| reader.verb())),
    ("lstinline", Do(|reader| reader.verb())),
    ("mintinline", Do(|reader| reader.mint())),
    ("url", Do(|reader| reader.url())),
    ("path", Do(|reader| reader.url())),
    ("nolinkurl", Do(|reader| reader.url())),
    ("href", Do(|reader| reader.href())),
    ("footnote", Do(|reader| reader.footnote())),
    ("thanks", Do(|reader| reader.footnote())),
    ("includegraphics", Do(|reader| reader.picture())),
    ("includesvg", Do(|reader| reader.picture())),
    ("epsfbox", Do(|reader| reader.picture())),
    ("illustration", Do(|reader| reader.illustration())),
    ("caption", Do(|reader| reader.caption())),
    ("exmp", Do(|reader| reader.example())),
    ("exmpfile", Do(|reader| reader.example_file())),
    ("multicolumn", Do(|reader| reader.wide_cell())),
    ("multirow", Do(|reader| reader.tall_cell())),
    ("newcommand", Do(|reader| reader.new_command())),
    ("renewcommand", Do(|reader| reader.new_command())),
    ("DeclareRobustCommand", Do(|reader| reader.new_command())),
    ("providecommand", Do(|reader| reader.provide_command())),
    ("def", Do(|reader| reader.def())),
    ("gdef", Do(|reader| reader.def())),
    ("edef", Do(|reader| reader.def())),
    ("xdef", Do(|reader| reader.def())),
    ("let", Do(|reader| reader.let_be())),
    ("DeclareMathOperator", Do(|reader| reader.math_operator())),
    ("centerline", Do(|reader| reader.centered())),
    ("textcolor", Do(|reader| reader.without_argument())),
    ("colorbox", Do(|reader| reader.without_argument())),
    ("raisebox", Do(|reader| reader.without_argument())),
    ("parbox", Do(|reader| reader.without_argument())),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_one_meaning() {
        let count = NOTHING.iter().map(|(_, names)| names.split_whitespace().count()).sum::<usize>()
            + TEXT.len()
            + Title::ALL.iter().map(|title| title.commands().split_whitespace().count()).sum::<usize>()
            + OTHERS.len();
        assert_eq!(MEANINGS.len(), count, "a command is in two tables");
    }
}
