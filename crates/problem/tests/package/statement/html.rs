//! Statements that are HTML already.

use std::time::{Duration, Instant};

use problem::statement::{Source, check, render};
use problem::version::Markup;

use super::{ATTACKS, Dice, WORDS, assert_harmless};

fn page(html: &str) -> String {
    let source = Source { markup: Markup::Html, text: html, language: "en" };
    render(&source, &|path| path.ends_with(".png").then(|| format!("/assets/{path}")))
}

#[test]
fn what_a_statement_needs_stays_and_the_rest_goes() {
    for (html, wanted) in [
        (
            "<html><head><title>T</title><style>p{}</style></head><body onload=x><h1>A</h1><p class=x>b<br/>c</body></html>",
            "<h2>A</h2><p>b<br>c</p>",
        ),
        ("<h2 id=submit>A</h2><H3>B</H3><h6>C</h6>", "<h3>A</h3><h4>B</h4><h6>C</h6>"),
        (
            "<table border=1><tr><td align=center>a<td rowspan=2>b</table>",
            "<table><tbody><tr><td>a</td><td rowspan=\"2\">b</td></tr></tbody></table>",
        ),
        ("<pre>a $b$\n</pre><tt>c</tt> <font color=red>d</font>", "<pre>a $b$</pre><code>c</code> d"),
        (
            "<img src=a.png><img src='/b.png'><img src=\"https://e.org/c.png\" alt=c>",
            "<img src=\"/assets/a.png\"><img><img alt=\"c\">",
        ),
        ("<!-- a --><script>b</script>c<form><input value=d><button>e</button></form>", "ce"),
        ("<iframe src=x>a</iframe><object data=b>c</object>d", "d"),
        ("1 < 2 &amp; 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"),
    ] {
        let clean = page(html);
        assert_harmless(&clean, html);
        assert_eq!(clean.replace('\n', ""), wanted, "{html}");
    }
}

#[test]
fn formulae_are_found_where_text_is() {
    for (html, formulae) in [
        ("<p>$$$1 \\le n$$$ and $$$$$$x$$$$$$</p>", 2),
        ("\\(a\\) \\[b\\] $c$ $$d$$", 4),
        ("$a &lt; b$", 1),
        ("costs $5 and $6, \\$7", 0),
        ("<pre>$a$</pre><code>$b$</code><a title='$c$'>d</a>", 0),
        ("$a <b>c</b> d$", 0),
        ("$ and \\ and \\( and $$", 0),
    ] {
        let clean = page(html);
        assert_harmless(&clean, html);
        assert_eq!(clean.matches("<math").count(), formulae, "{html}: {clean}");
        assert!(!clean.contains("math-source"), "{clean}");
    }
    assert!(page("$a &lt; b$").contains("<mo>&lt;</mo>"));
    assert_eq!(page("costs \\$7"), "costs $7");
}

#[test]
fn missing_pictures_are_told() {
    let source = Source {
        markup: Markup::Html,
        text: "a\n<img src='a.png'>\n<IMG class=x src=b%20c.png>\n$\\no{x}$",
        language: "en",
    };
    let told: Vec<_> = check(&source, &|path| path == "a.png")
        .into_iter()
        .map(|trouble| (trouble.line, trouble.message))
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0], (3, "shows \"b%20c.png\", which is not beside the statement".to_owned()));
    assert_eq!(told[1].0, 4);
}

#[test]
fn attacks_come_out_harmless() {
    for attack in ATTACKS {
        for other in ATTACKS {
            let both = format!("{attack}<td>{other}</td><p title='{attack}'>${other}$");
            assert_harmless(&page(&both), &both);
        }
    }
    let mut dice = Dice(5);
    for _ in 0..1_000 {
        let piece = |dice: &mut Dice| {
            if dice.roll(2) == 0 { WORDS[dice.roll(WORDS.len())] } else { ATTACKS[dice.roll(ATTACKS.len())] }
        };
        let text: String = (0..8).map(|_| piece(&mut dice)).collect();
        assert_harmless(&page(&text), &text);
    }
}

#[test]
fn pages_made_to_be_slow_are_not() {
    let start = Instant::now();
    for piece in [
        "<",
        "<a",
        "<!--",
        "$",
        "$a ",
        "\\(",
        "<title>",
        "</",
        "<img src=",
        "<p>",
        "<pre>",
        "$$$x",
        "&lt;",
        "<h1>",
        "'",
        "<a title='",
    ] {
        assert!(
            !page(&piece.repeat((1 << 17) / piece.len())).is_empty() || piece.starts_with('<'),
            "{piece}"
        );
    }
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}
