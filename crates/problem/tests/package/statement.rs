//! Statements: what setters write comes out well, and what attackers write comes out harmless.

mod html;
mod tex;

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ammonia::Builder;
use problem::statement::math::{self, Display};
use problem::statement::{Source, render};
use problem::version::Markup;

fn page(markdown: &str) -> String {
    let source = Source { markup: Markup::Markdown, text: markdown, language: "en" };
    render(&source, &|path| path.ends_with(".png").then(|| format!("/assets/{path}")))
}

/// Fails on any tag or attribute that has no business on our page, and on tags that are not closed. It reads what the
/// sanitiser wrote: attributes in double quotes, text escaped.
fn assert_harmless(html: &str, source: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let from = &rest[start + 1..];
        let end = tag_end(from).unwrap_or_else(|| panic!("a tag without an end: {source:?} -> {html}"));
        assert_tag(&from[..end], &mut open, source, html);
        rest = &from[end + 1..];
    }
    assert_eq!(open, [""; 0], "{source:?} -> {html}");
    assert_eq!(READER.clean(html).to_string(), html, "{source:?}");
}

/// The `>` that is in no attribute.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quoted = false;
    tag.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    })
}

const TAGS: &str = " a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption \
    figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td th thead \
    tr u ul var math mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover \
    munderover mtable mtr mtd menclose ";
const ATTRIBUTES: &str = " href title span id src alt width height start colspan rowspan scope class lang rel accent \
    accentunder columnspan depth display displaystyle fence largeop linethickness lspace mathvariant maxsize minsize \
    movablelimits rspace scriptlevel separator stretchy symmetric ";

/// Takes out nothing that is in the lists: what it changes, a browser would have read otherwise than it was written.
static READER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut reader = Builder::empty();
    reader
        .tags(TAGS.split_whitespace().collect())
        .tag_attributes(HashMap::new())
        .generic_attributes(ATTRIBUTES.split_whitespace().collect())
        .link_rel(None);
    reader
});

fn assert_tag(tag: &str, open: &mut Vec<String>, source: &str, html: &str) {
    if let Some(name) = tag.strip_prefix('/') {
        assert_eq!(open.pop().as_deref(), Some(name), "{source:?} -> {html}");
        return;
    }
    let name = tag.split([' ', '/']).next().unwrap_or_default();
    assert!(TAGS.contains(&format!(" {name} ")), "tag {name:?}: {source:?} -> {html}");
    if !matches!(name, "br" | "hr" | "img" | "col") {
        open.push(name.to_owned());
    }
    let mut rest = &tag[name.len()..];
    while let Some((attribute, after)) = rest.trim_start_matches([' ', '/']).split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap_or_else(|| panic!("{source:?} -> {html}"));
        assert!(
            ATTRIBUTES.contains(&format!(" {attribute} ")),
            "attribute {attribute:?}: {source:?} -> {html}"
        );
        if matches!(attribute, "href" | "src") {
            let fine = ["/assets/", "#statement-", "http://", "https://", "mailto:"];
            assert!(fine.iter().any(|start| value.starts_with(start)), "{value}: {source:?} -> {html}");
            assert!(attribute == "href" || value.starts_with("/assets/"), "{value}: {source:?} -> {html}");
        }
        rest = after;
    }
    assert_eq!(rest.trim_matches([' ', '/']), "", "{source:?} -> {html}");
}

#[test]
fn markdown_becomes_html_below_the_title() {
    let html =
        page("# Input\n\nTwo *integers*, **one** ~~line~~.\n\n###### Deep\n\n```cpp\nint x<y>;\n```\n");
    assert!(html.contains("<h2>Input</h2>"), "{html}");
    assert!(html.contains("<em>integers</em>, <strong>one</strong> <del>line</del>"), "{html}");
    assert!(html.contains("<h6>Deep</h6>"), "{html}");
    assert!(html.contains("<pre><code>int x&lt;y&gt;;\n</code></pre>"), "{html}");
    assert_harmless(&html, "markdown");
}

#[test]
fn tables_align_by_class_and_never_by_style() {
    let html = page("|a|b|c|d|\n|:-|:-:|-:|-|\n|1|2|$x$|4|\n");
    assert!(html.contains(
        "<th class=\"left\">a</th><th class=\"center\">b</th><th class=\"right\">c</th><th>d</th>"
    ));
    assert!(
        html.contains("<td class=\"right\"><math display=\"inline\"><mi>x</mi></math></td><td>4</td>"),
        "{html}"
    );
    assert!(!html.contains("style"), "{html}");
}

#[test]
fn footnotes_link_within_their_own_names() {
    let html = page("Text[^1].\n\n[^1]: Note.\n");
    assert!(html.contains("href=\"#statement-1\""), "{html}");
    assert!(html.contains("id=\"statement-1\""), "{html}");
}

#[test]
fn formulae_are_mathml_in_line_and_on_their_own() {
    let html = page("Given $1 \\le n \\le 10^5$:\n\n$$\\sum_{i=1}^n a_i$$\n");
    assert!(html.contains("<p>Given <math display=\"inline\"><mn>1</mn><mo>≤</mo><mi>n</mi>"), "{html}");
    assert!(html.contains("<span class=\"math-block\"><math display=\"block\">"), "{html}");
    assert_harmless(&html, "formulae");
}

#[test]
fn formulae_that_cannot_be_set_show_their_source() {
    for source in ["\\unknown{x}", "x^2^3", "a < b & c", "\\def\\a{\\a\\a}\\a", "\\char`é"] {
        let html = page(&format!("${source}$"));
        let shown = source.replace('&', "&amp;").replace('<', "&lt;");
        assert!(html.contains(&format!("<code class=\"math-source\">{shown}</code>")), "{html}");
    }
}

#[test]
fn words_in_formulae_are_read_as_tex_reads_them() {
    let html = math::render(r"\text{50\% of\ a\_b~c}\ x", Display::Inline);
    assert!(
        html.contains("<mtext>50% of a_b&nbsp;c</mtext><mspace width=\"0.333em\"></mspace><mi>x</mi>"),
        "{html}"
    );
}

#[test]
fn pictures_come_from_beside_the_statement_only() {
    let html = page(
        "![ok](a.png) ![space](<b c.png> \"title\") ![gone](x.gif) ![far](https://e.org/a.png) ![up](../a.png)\n\n\
         <img src=\"./d.png\" width=\"50%\" alt=\"raw\"> <img src=//e.org/a.png alt=scheme> <img src=data:image/png;base64,x>",
    );
    assert!(html.contains("<img src=\"/assets/a.png\" alt=\"ok\">"), "{html}");
    assert!(html.contains("src=\"/assets/b c.png\""), "{html}");
    assert!(html.contains("<img src=\"/assets/d.png\" width=\"50%\" alt=\"raw\">"), "{html}");
    assert!(html.contains("<img alt=\"gone\">") && html.contains("<img alt=\"far\">"), "{html}");
    assert_eq!(html.matches("src=").count(), 3, "{html}");
    assert_harmless(&html, "pictures");
}

#[test]
fn links_lead_to_the_web_to_assets_or_into_the_statement() {
    let html = page(
        "[a](https://e.org) [b](mailto:x@y.z) [c](#d) [e](f.png) [g](other) [h](javascript:alert(1)) <i@j.k>",
    );
    assert!(html.contains("<a href=\"https://e.org\" rel=\"noopener nofollow\">a</a>"), "{html}");
    assert!(html.contains("href=\"#statement-d\"") && html.contains("href=\"/assets/f.png\""), "{html}");
    assert!(html.contains("<a rel=\"noopener nofollow\">g</a>"), "{html}");
    assert!(html.contains("<a rel=\"noopener nofollow\">h</a>"), "{html}");
    assert_harmless(&html, "links");
}

#[test]
fn marks_for_samples_are_left_out() {
    let html = page("Text\n\n{{nextsample}}\n\nMore\n\n  {{remainingsamples}}\n");
    assert_eq!(html, "<p>Text</p>\n<p>More</p>\n");
}

#[test]
fn byte_order_marks_and_crlf_do_not_show() {
    assert_eq!(page("\u{feff}# A\r\n\r\nb\r\nc\r\n"), "<h2>A</h2>\n<p>b\nc</p>\n");
}

const ATTACKS: [&str; 44] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//e.org/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<img src=a.png onerror=alert(1) style=position:fixed>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<a href=\"java\nscript:alert(1)\">x</a>",
    "<a href=\" javascript:alert(1)\">x</a>",
    "<a href=\"&#106;avascript:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](vbscript:x)",
    "![x](javascript:alert(1))",
    "![x](a.png \"\\\" onerror=\\\"alert(1)\")",
    "![\" onerror=\"alert(1)](a.png)",
    "![$\\text{\" onerror=\"alert(1)}$](a.png)",
    "[x](https://e.org \"\\\"><script>alert(1)</script>\")",
    "<iframe src=https://e.org></iframe>",
    "<object data=x></object><embed src=x>",
    "<form action=https://e.org><input name=password><button>Log in</button></form>",
    "<style>body{display:none}</style>",
    "<link rel=stylesheet href=//e.org/x.css>",
    "<meta http-equiv=refresh content=0;url=//e.org>",
    "<base href=//e.org/>",
    "<p style=\"position:fixed;inset:0\">x</p>",
    "<div id=submit class=\"button danger\" data-x=1>x</div>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
    "<template><script>alert(1)</script></template>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<details open ontoggle=alert(1)>x</details>",
    "<div title=\"\n\n$\\text{\" onmouseover=alert(1) x=\"}$\n\n\">x</div>",
    "$\\operatorname{<script>alert(1)</script>}$",
    "$\\text{<img src=x onerror=alert(1)>}$",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\unknown{<img src=x onerror=alert(1)>}$",
    "$$\\color{red;background:url(//e.org)}x$$",
    "$\\text{</mtext></math><script>alert(1)</script>}$",
    "`<script>`<script>alert(1)</script>",
    "<a name=x href='#\" onclick=\"alert(1)'>x</a>",
];

#[test]
fn attacks_come_out_harmless_alone_and_together() {
    for attack in ATTACKS {
        for context in [
            attack.to_owned(),
            format!("> - {attack}"),
            format!("|a|\n|-|\n|{attack}|\n"),
            format!("# {attack}"),
        ] {
            assert_harmless(&page(&context), &context);
        }
        for other in ATTACKS {
            let both = format!("{attack}{other}\n\n{other}\n{attack}");
            assert_harmless(&page(&both), &both);
        }
    }
}

#[test]
fn nobody_can_forge_the_mark_of_a_formula() {
    // The mark of a text holds that text's own hash; with another text's it is only text.
    let mark = page("$x$ and `formula`").replace("<math", "");
    let forged = page(&format!("<p title=\"formula00n0;\">formula00n0;</p> {mark} $y$"));
    assert_harmless(&forged, "forged");
    assert!(forged.contains("formula00n0;"));
}

/// A small generator, so that a failure can be had again: the same numbers in the same order.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % sides as u64).expect("a small number")
    }
}

const WORDS: [&str; 72] = [
    "x",
    "1",
    "{",
    "}",
    "{a}",
    "_",
    "^",
    "'",
    "&",
    "\\\\",
    "<",
    ">",
    "\"",
    "%",
    "#",
    "$",
    "~",
    " ",
    "(",
    ")",
    "[",
    "]",
    "|",
    "\\",
    "\\{",
    "\\}",
    "\\ ",
    "\\frac",
    "\\sqrt",
    "\\sqrt[",
    "\\left(",
    "\\right)",
    "\\left.",
    "\\text{",
    "\\mathrm",
    "\\operatorname{",
    "\\operatorname*{",
    "\\begin{cases}",
    "\\end{cases}",
    "\\begin{array}{|c|}",
    "\\end{array}",
    "\\begin{align}",
    "\\end{align}",
    "\\hline",
    "\\over",
    "\\choose",
    "\\not",
    "\\color{red}",
    "\\char",
    "\\limits",
    "\\sum",
    "\\href{javascript:alert(1)}{",
    "<script>",
    "</script>",
    "<img src=x onerror=alert(1)>",
    "</math>",
    "<annotation-xml encoding=\"text/html\">",
    "<mglyph>",
    "<style>",
    "</mtext>",
    "&lt;",
    "é",
    "\u{202e}",
    "\u{0}",
    "𝒳",
    "-->",
    "<!--",
    "\\unknown",
    "\\mbox{",
    "\\xrightarrow",
    "\\substack{",
    "\\bmod",
];

#[test]
fn random_formulae_come_out_harmless_and_well_formed() {
    let mut dice = Dice(42);
    let mut set = 0;
    for _ in 0..6_000 {
        let length = 1 + dice.roll(12);
        let source: String = (0..length).map(|_| WORDS[dice.roll(WORDS.len())]).collect();
        let display = if dice.roll(2) == 0 { Display::Inline } else { Display::Block };
        let html = math::render(&source, display);
        assert_harmless(&html, &source);
        set += usize::from(html.contains("<math"));
    }
    assert!(set > 300, "only {set} formulae were set: the test would not see bad MathML");
}

#[test]
fn random_statements_come_out_harmless() {
    const PIECES: [&str; 14] = [
        "\n\n",
        "$",
        "$$",
        "> ",
        "- ",
        "# ",
        "|",
        "`",
        "<div title=\"",
        "\">",
        "![",
        "](a.png)",
        "[",
        "](https://e.org)",
    ];
    let mut dice = Dice(7);
    for _ in 0..1_500 {
        let mut source = String::new();
        for _ in 0..1 + dice.roll(14) {
            source += match dice.roll(3) {
                0 => PIECES[dice.roll(PIECES.len())],
                1 => WORDS[dice.roll(WORDS.len())],
                _ => ATTACKS[dice.roll(ATTACKS.len())],
            };
        }
        assert_harmless(&page(&source), &source);
    }
}

#[test]
fn formulae_without_end_cost_little_and_do_not_end_the_process() {
    let start = Instant::now();
    for piece in [
        "\\sqrt",
        "\\frac1",
        "{",
        "\\sqrt{",
        "\\left(",
        "\\hat",
        "x^",
        "\\text{",
        "\\begin{matrix}",
        "a\\over ",
        "\\not",
        "\\mathbf",
        "[",
        "\\sqrt[",
        "'",
        "\\big(",
        "&",
        "\\\\",
    ] {
        for times in [70, 4_000 / piece.len()] {
            assert_harmless(&math::render(&piece.repeat(times), Display::Block), piece);
        }
        let endless = math::render(&piece.repeat(100_000), Display::Block);
        assert!(endless.starts_with("<span class=\"math-block\"><code class=\"math-source\">"), "{piece}");
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn statements_made_to_be_slow_are_not() {
    let start = Instant::now();
    for (open, close) in [
        ("> ", ""),
        ("- ", ""),
        ("*", "*"),
        ("[", "](x)"),
        ("<div>", "</div>"),
        ("<b>", ""),
        ("<p><b>", ""),
        ("<font>", ""),
        ("![", "](a.png)"),
    ] {
        for times in [300, 20_000] {
            let html = page(&format!("{}x{}", open.repeat(times), close.repeat(times)));
            assert!(html.contains('x'), "{open}");
        }
    }
    let attributes: String = (0..50_000).map(|i| format!(" a{i}=1")).collect();
    for slow in [
        "$x$ ".repeat(50_000),
        "&amp;".repeat(100_000),
        "<a&".repeat(100_000),
        format!("<div{attributes}>x</div>"),
    ] {
        assert!(!page(&slow).is_empty());
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
