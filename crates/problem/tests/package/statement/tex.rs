//! TeX of Polygon's and Kattis' statements.

use std::time::{Duration, Instant};

use problem::statement::{Source, check, render};
use problem::version::Markup;

use super::{ATTACKS, Dice, WORDS, assert_harmless};

fn source<'a>(text: &'a str, language: &'a str) -> Source<'a> {
    Source { markup: Markup::Tex, text, language }
}

fn page(tex: &str) -> String {
    render(&source(tex, "en"), &|path| path.ends_with(".png").then(|| format!("/assets/{path}")))
}

/// The messages of [`check`], where `a.png` lies beside the statement.
fn told(tex: &str) -> Vec<String> {
    let trouble = check(&source(tex, "en"), &|path| path == "a.png");
    trouble.iter().map(|trouble| format!("{}: {}", trouble.line, trouble.message)).collect()
}

/// Fails unless each TeX becomes its HTML, line ends apart, and is harmless.
fn expect(pairs: &[(&str, &str)]) {
    for (tex, wanted) in pairs {
        let html = page(tex);
        assert_harmless(&html, tex);
        assert_eq!(html.replace('\n', ""), *wanted, "{tex}");
    }
}

#[test]
fn text_is_in_paragraphs_with_emphasis_that_ends_with_its_group() {
    expect(&[
        ("One\ntwo.\n\nThree.", "<p>Onetwo.</p><p>Three.</p>".replace("Onetwo", "One two").as_str()),
        (
            "a {\\bf b} c \\textbf{d \\textit{e}} f",
            "<p>a <strong>b</strong> c <strong>d <em>e</em></strong> f</p>",
        ),
        ("\\emph{a \\emph{b}} {\\it c\\/}", "<p><em>a</em> b <em>c</em></p>"),
        ("\\t{x} \\texttt{a\\_b} {\\tt c}", "<p><code>x</code> <code>a_b</code> <code>c</code></p>"),
        ("{\\bf a\n\nb}", "<p><strong>a</strong></p><p><strong>b</strong></p>"),
        (
            "\\textsc{A} \\underline{b} \\sout{c}",
            "<p><span class=\"small-caps\">A</span> <u>b</u> <s>c</s></p>",
        ),
        ("x\\textsuperscript{2} \\textsubscript{i}", "<p>x<sup>2</sup> <sub>i</sub></p>"),
        ("\\textbf a{\\Large b}\\small c", "<p><strong>a</strong>bc</p>"),
        ("a\\\\b\\\\[2mm] c \\\\\n\nd", "<p>a<br>b<br>c</p><p>d</p>"),
        ("a % no\nb%\n  c", "<p>a bc</p>"),
        ("\\noindent a\\vspace{2mm}\\hskip 2.5mm plus 1fil b\\parindent=0pt c", "<p>a b c</p>"),
        ("\\begin{small}a\\end{small}", "<p>a</p>"),
    ]);
}

#[test]
fn signs_are_those_that_tex_prints() {
    expect(&[
        ("``a'' `b' it's", "<p>“a” ‘b’ it’s</p>"),
        ("1--2 --- 3-4 \"--- x", "<p>1–2 — 3-4 — x</p>"),
        ("<<а>> ,,b''", "<p>«а» „b”</p>"),
        ("a~b \\{\\}\\$\\&\\#\\%\\_", "<p>a&nbsp;b {}$&amp;#%_</p>"),
        ("\\'e\\\"{o}\\v{s}\\c c\\~n\\'{\\i}\\^{}\\~{} \\aa\\ss{}\\l", "<p>éöšçñí^~ åßł</p>"),
        ("\\t{a--b ``c'' <<}", "<p><code>a--b ``c'' &lt;&lt;</code></p>"),
        ("\\ldots\\dots \\textbackslash{}\\textless\\copyright", "<p>……\\&lt;©</p>"),
        ("a\\,b\\ c\\-d\\quad e", "<p>a\u{2009}b cd\u{2003}e</p>"),
    ]);
}

#[test]
fn headings_lists_and_quotations_have_their_elements() {
    expect(&[
        (
            "\\section*{In $x$}a\\subsection{B}c",
            "<h2>In <math display=\"inline\"><mi>x</mi></math></h2><p>a</p><h3>B</h3><p>c</p>",
        ),
        ("a\n\\InputFile\nb\n\\OutputFile c", "<p>a</p><h2>Input</h2><p>b</p><h2>Output</h2><p>c</p>"),
        (
            "\\begin{itemize}\n\\item a\n\\item {\\bf b}\n\n c\n\\end{itemize} d",
            "<ul><li>a</li><li><strong>b</strong><p>c</p></li></ul><p>d</p>",
        ),
        (
            "\\begin{enumerate}[label=\\alph*)]\\item a\\begin{itemize}\\item b\\end{itemize}\\item c\\end{enumerate}",
            "<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>",
        ),
        (
            "\\begin{description}\\item[a] b\\item[c]d\\end{description}",
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>",
        ),
        ("\\begin{itemize}\\item[--] a\\end{itemize}", "<ul><li>– a</li></ul>"),
        (
            "\\begin{center}\\bf a\\end{center}b",
            "<div class=\"center\"><p><strong>a</strong></p></div><p>b</p>",
        ),
        (
            "\\begin{flushright}a\\end{flushright}\\begin{quote}b\\end{quote}",
            "<div class=\"right\"><p>a</p></div><blockquote><p>b</p></blockquote>",
        ),
        ("\\paragraph{A.} b", "<p><strong>A.</strong> b</p>"),
    ]);
    let russian = render(&source("\\InputFile a \\Note b", "ru"), &|_| None);
    assert_eq!(russian.replace('\n', ""), "<h2>Входные данные</h2><p>a</p><h2>Примечание</h2><p>b</p>");
}

#[test]
fn tables_have_columns_lines_and_wide_cells() {
    expect(&[
        (
            "\\begin{tabular}{|l|c|r|}\\hline a & b & c \\\\ \\hline\n1 & & $x$ \\\\\n\\hline\\end{tabular}",
            "<table><tbody><tr><td class=\"left\">a</td><td class=\"center\">b</td><td class=\"right\">c</td></tr>\
             <tr><td class=\"left\">1</td><td></td><td class=\"right\"><math display=\"inline\"><mi>x</mi></math></td></tr></tbody></table>",
        ),
        (
            "\\begin{tabular}{ll}\\multicolumn{2}{|c|}{\\bf a}\\\\ \\cline{1-2} b&{\\it c}\\end{tabular}",
            "<table><tbody><tr><td class=\"center\" colspan=\"2\"><strong>a</strong></td></tr>\
             <tr><td class=\"left\">b</td><td class=\"left\"><em>c</em></td></tr></tbody></table>",
        ),
        (
            "\\begin{tabular}{cc}\\multirow{2}{*}{a}&b\\\\&c\\end{tabular}",
            "<table><tbody><tr><td class=\"center\" rowspan=\"2\">a</td><td class=\"center\">b</td></tr>\
             <tr><td class=\"center\">c</td></tr></tbody></table>",
        ),
        (
            "\\begin{tabular}{l}a\\&b\\begin{tabular}{r}c\\end{tabular}\\end{tabular}",
            "<table><tbody><tr><td class=\"left\">a&amp;b<table><tbody><tr><td class=\"right\">c</td></tr></tbody></table></td></tr></tbody></table>",
        ),
        (
            "\\bf\\begin{tabular}{lll}\\it a&b\\\\\\tt c&d\\end{tabular}e",
            "<table><tbody><tr><td class=\"left\"><strong><em>a</em></strong></td><td class=\"left\"><strong>b</strong></td></tr>\
             <tr><td class=\"left\"><strong><code>c</code></strong></td><td class=\"left\"><strong>d</strong></td></tr></tbody></table>\
             <p><strong>e</strong></p>",
        ),
        ("AT&T", "<p>AT&amp;T</p>"),
    ]);
}

#[test]
fn what_is_verbatim_stays_so() {
    expect(&[
        (
            "\\begin{verbatim}\na  {\\bf b}\n%<c>\n\\end{verbatim}d",
            "<pre><code>a  {\\bf b}%&lt;c&gt;</code></pre><p>d</p>",
        ),
        ("\\begin{lstlisting}[language=C++]\nint x;\n\\end{lstlisting}", "<pre><code>int x;</code></pre>"),
        ("\\begin{minted}{c}\nint $x$;\n\\end{minted}", "<pre><code>int $x$;</code></pre>"),
        (
            "\\verb|a_$b$| \\verb+<c>+ \\lstinline{d}",
            "<p><code>a_$b$</code> <code>&lt;c&gt;</code> <code>d</code></p>",
        ),
        ("\\begin{comment}a\\end{comment}b", "<p>b</p>"),
    ]);
}

#[test]
fn pictures_are_files_beside_the_statement() {
    let html = page(
        "\\begin{figure}[h]\\centering\\includegraphics[width=0.5\\textwidth]{a.png}\\caption{See $x$}\\end{figure}",
    );
    assert!(
        html.contains("<figure>") && html.contains("<img src=\"/assets/a.png\" alt=\"a.png\" width=\"50%\">"),
        "{html}"
    );
    assert!(html.contains("<figcaption>See <math"), "{html}");
    assert!(page("\\includegraphics{pics/a}").contains("src=\"/assets/pics/a.png\""), "the ending is found");
    let only =
        |tex: &str| render(&source(tex, "en"), &|path| (path == "a.png").then(|| "/assets/a.png".to_owned()));
    assert!(only("\\includegraphics{a.eps}").contains("src=\"/assets/a.png\""), "and so is another format");
    let html = page("\\illustration{.4}{b.png}{A \\emph{b}}c");
    assert!(html.contains("<img src=\"/assets/b.png\" alt=\"b.png\" width=\"40%\">"), "{html}");
    assert!(
        html.contains("<figcaption>A <em>b</em></figcaption>") && html.contains("</figure>\n<p>c</p>"),
        "{html}"
    );
    for far in ["../a.gif", "https://e.org/a.gif", "/etc/passwd.gif", "gone.gif"] {
        let html = only(&format!("\\includegraphics{{{far}}}"));
        assert_eq!(html.trim(), format!("<p><img alt=\"{far}\"></p>"));
    }
    assert_eq!(
        told("a\n\\includegraphics{a}\n\\includegraphics{b.png}"),
        ["3: shows \"b.png\", which is not beside the statement"]
    );
}

#[test]
fn links_and_footnotes_lead_where_those_of_markdown_do() {
    expect(&[
        (
            "\\url{https://e.org/a_b%20c}",
            "<p><a href=\"https://e.org/a_b%20c\" rel=\"noopener nofollow\">https://e.org/a_b%20c</a></p>",
        ),
        (
            "\\href{https://e.org/\\#a}{b {\\bf c}} d",
            "<p><a href=\"https://e.org/#a\" rel=\"noopener nofollow\">b <strong>c</strong></a> d</p>",
        ),
        ("\\href{javascript:alert(1)}{b}", "<p><a rel=\"noopener nofollow\">b</a></p>"),
        (
            "a\\footnote{b {\\it c}}",
            "<p>a<sup class=\"footnote-reference\"><a href=\"#statement-1\" rel=\"noopener nofollow\">1</a></sup></p>\
             <div class=\"footnote-definition\" id=\"statement-1\"><sup class=\"footnote-definition-label\">1</sup> b <em>c</em></div>",
        ),
    ]);
}

#[test]
fn formulae_are_those_of_markdown() {
    for (tex, wanted) in [
        ("$a_i$ and \\(b\\)", "<mi>b</mi>"),
        ("\\[x < y\\]", "<math display=\"block\">"),
        ("$$x$$", "<math display=\"block\">"),
        ("\\begin{equation}\\label{e}x\\end{equation}", "<math display=\"block\"><mi>x</mi></math>"),
        ("\\begin{align*}a &= b\\\\c &= d\\end{align*}", "menv-alignlike"),
        ("\\begin{eqnarray}a &=& b\\end{eqnarray}", "<mtable"),
        ("$f = \\begin{cases}1 & x\\\\0 & y\\end{cases}$", "menv-cases"),
        ("\\newcommand{\\R}{\\mathbb{R}}\\def\\abs#1{|#1|}$\\abs{x} \\in \\R$", "<mi>ℝ</mi>"),
        ("\\DeclareMathOperator{\\lcm}{lcm}$\\lcm(a)$", "<mi>lcm</mi>"),
        (
            "$a \\leqslant b \\dots 10\\,000 \\text{ if } \\mbox{or} \\bmod \\lfloor x \\rfloor$",
            "<mtext>&nbsp;if&nbsp;</mtext>",
        ),
        ("{\\bf $x$}", "<strong><math"),
    ] {
        let html = page(tex);
        assert!(html.contains(wanted) && !html.contains("math-source"), "{tex}: {html}");
        assert_eq!(told(tex), [""; 0], "{tex}");
        assert_harmless(&html, tex);
    }
}

#[test]
fn styles_of_contests_are_known() {
    let polygon = "\\begin{problem}{Title}{standard input}{standard output}{1 second}{256 megabytes}\n\nText.\n\n\\InputFile\nA.\n\n\
        \\OutputFile\nB.\n\n\\Examples\n\n\\begin{example}\n\\exmpfile{example.01}{example.01.a}%\n\\end{example}\n\n\\Note\nC.\n\n\\end{problem}\n";
    expect(&[(polygon, "<p>Text.</p><h2>Input</h2><p>A.</p><h2>Output</h2><p>B.</p><h2>Note</h2><p>C.</p>")]);
    let kattis = "%% plainproblemname: Sum\n\\problemname{Sum}\n\\illustration{0.3}{a.png}{C}\nText.\n\n\\section*{Input}\nA.\n\\nextsample\n";
    let html = page(kattis);
    assert!(
        html.contains("<figcaption>C</figcaption>")
            && html.ends_with("<p>Text.</p>\n<h2>Input</h2>\n<p>A.</p>\n"),
        "{html}"
    );
    let document = "\\documentclass[a4paper]{article}\\usepackage[utf8]{inputenc}\\newcommand{\\x}{y}\\setlength{\\parindent}{0pt}\n\
        junk\\begin{document}a \\x\\end{document} rest";
    expect(&[(document, "<p>a y</p>")]);
    let html = page("\\Examples\n\\begin{example}\n\\exmp{1 2\n<3>}{4\\_}%\n\\end{example}");
    assert!(
        html.starts_with("<h2>Examples</h2>")
            && html.contains("<pre>1 2\n&lt;3&gt;</pre></td><td><pre>4_</pre>"),
        "{html}"
    );
}

#[test]
fn what_is_not_known_is_told_once_with_its_line_and_its_words_stay() {
    let text = "a\n\\foo{b} \\foo{c}\n\\begin{bar}d\\end{bar}\n$\\baz{x}$ \\begin{tikzpicture}e\\end{tikzpicture}\\end{q}";
    assert_eq!(
        told(text),
        [
            "2: \\foo is not known: what is in its braces is shown as it is",
            "3: \\begin{bar} is not known: what is in it is shown as it is",
            "4: what \\begin{tikzpicture} draws is not shown: give a picture",
            "4: \\end{q} ends nothing that is open",
            "4: the formula \"\\\\baz{x}\" cannot be set: its source is shown",
        ]
    );
    let html = page(text);
    assert!(html.starts_with("<p>a b c d <code class=\"math-source\">\\baz{x}</code>"), "{html}");
    assert_eq!(told("\\section*{A} \\textbf{b} $x$ \\begin{center}c\\end{center}"), [""; 0]);
    assert_eq!(told("$x\n\ny"), ["1: a formula has no end in its paragraph"]);
}

#[test]
fn broken_texts_lose_nothing_that_is_readable() {
    for text in [
        "read \\textbf{me",
        "read} me}",
        "\\begin{itemize} read me",
        "\\begin{tabular}{l} read & me",
        "\\end{center} read me",
        "\\item read me",
        "\\begin{center}\\begin{itemize}\\item read me\\end{center}\\end{itemize}",
        "{\\begin{center}read} me\\end{center}",
        "\\footnote{read me",
        "\\begin{verbatim} read me",
        "\\section{read me",
        "\\url{read me",
        "\\\\\\\\ read me & \\\\",
    ] {
        let html = page(text);
        assert!(html.contains("read") && html.contains("me") || html.contains("read me"), "{text}: {html}");
        assert_harmless(&html, text);
    }
}

const PIECES: [&str; 44] = [
    "\n\n",
    "\\\\",
    "&",
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "{",
    "}",
    "[",
    "]",
    "%",
    "~",
    "#1",
    "|",
    "\\begin{tabular}{|c|",
    "\\begin{tabular}{ll}",
    "\\end{tabular}",
    "\\multicolumn{2}{c}{",
    "\\multirow{2}{*}{",
    "\\begin{itemize}",
    "\\item",
    "\\item[",
    "\\end{itemize}",
    "\\begin{description}",
    "\\end{description}",
    "\\begin{figure}",
    "\\caption{",
    "\\includegraphics[width=1cm]{",
    "\\illustration{1}{a.png}{",
    "\\footnote{",
    "\\url{",
    "\\href{javascript:alert(1)}{",
    "\\verb|",
    "\\begin{verbatim}",
    "\\end{verbatim}",
    "\\exmp{",
    "\\bf",
    "\\t{",
    "\\def\\x#1{\\x{#1}",
    "\\newcommand{\\y}[1]{",
    "\\section{",
    "\\begin{align}",
];

#[test]
fn attacks_and_random_texts_come_out_harmless() {
    for attack in ATTACKS {
        for context in [
            attack.to_owned(),
            format!("\\t{{{attack}}}"),
            format!("\\href{{{attack}}}{{{attack}}}\\url{{{attack}}}"),
            format!(
                "\\includegraphics{{{attack}}}\\illustration{{{attack}}}{{a\" onerror=\"x.png}}{{{attack}}}"
            ),
            format!(
                "\\begin{{tabular}}{{{attack}}}{attack}&\\multicolumn{{{attack}}}{{c}}{{{attack}}}\\end{{tabular}}"
            ),
            format!(
                "\\begin{{verbatim}}{attack}\\end{{verbatim}}\\verb|{attack}|\\exmp{{{attack}}}{{{attack}}}"
            ),
            format!(
                "\\newcommand{{\\x}}[1]{{#1{attack}}}\\x{{{attack}}}\\footnote{{{attack}}}$\\x{{{attack}}}$"
            ),
            format!("\\begin{{{attack}}}{attack}\\end{{{attack}}}\\section{{{attack}}}"),
        ] {
            assert_harmless(&page(&context), &context);
        }
    }
    let mut dice = Dice(11);
    for _ in 0..2_000 {
        let mut text = String::new();
        for _ in 0..1 + dice.roll(16) {
            text += match dice.roll(4) {
                0 => WORDS[dice.roll(WORDS.len())],
                1 => ATTACKS[dice.roll(ATTACKS.len())],
                _ => PIECES[dice.roll(PIECES.len())],
            };
        }
        assert_harmless(&page(&text), &text);
        told(&text);
    }
}

#[test]
fn texts_made_to_be_slow_or_endless_are_not() {
    let start = Instant::now();
    for piece in [
        "{",
        "}",
        "\\textbf{",
        "\\begin{center}",
        "\\begin{itemize}\\item ",
        "\\begin{tabular}{c}",
        "\\footnote{",
        "\\url{",
        "\\verb|",
        "\\verb+\n",
        "\\begin{verbatim}",
        "$",
        "${",
        "$$x\n\n",
        "\\(",
        "\\[{",
        "&",
        "\\\\",
        "\\item[",
        "\\exmp{",
        "\\section{",
        "\\href{a}{",
        "\\begin{quote}x\n\n",
        "{\\bf a}\n\n",
        "\\def\\a{\\a\\a}\\a ",
        "\\def\\a#1{\\a{#1#1}}\\a{x}",
        "\\newcommand{\\b}[9]{#1#1#2}\\b",
        "\\multicolumn{999999999}{c}{x}&",
        "\\multirow{999999999}{*}{x}\\\\",
        "\\'",
        "\\begin{",
        "\\end{",
        "\\let\\a\\b\\let\\b\\a\\a ",
        "\\begin{tabular}{*{99}{*{99}{c}}}",
        "\\includegraphics[",
        "<",
        "\"",
        "%",
        "\\",
        "\\x{",
        "\\item",
        "&x",
        "é\\'é",
        "\\hskip 1",
    ] {
        for times in [300, (1 << 15) / piece.len()] {
            let text = piece.repeat(times);
            let began = Instant::now();
            let html = page(&text);
            assert!(html.len() < 16 << 20, "{piece}: {} bytes", html.len());
            told(&text);
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "{piece} {times} times: {:?}",
                began.elapsed()
            );
        }
    }
    let long = "x".repeat(2 << 20);
    assert!(page(&long).starts_with("<pre><code>"));
    assert_eq!(told(&long), ["1: is longer than 1 MiB: it is shown as it is written"]);
    println!("{:?}", start.elapsed());
}
