//! The stylesheet, the script, the icon and the maths font: embedded, named by content, cached for a year.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/static"]
struct Static;

/// Digits of the hash in a URL: enough to tell two releases apart.
const DIGITS: usize = 12;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The URL of an embedded file, `/static/app-0123456789ab.css`; it changes with the content.
pub(crate) fn url(file: &str) -> String {
    match (Static::get(file), file.rsplit_once('.')) {
        (Some(found), Some((stem, ending))) => format!("/static/{stem}-{}.{ending}", digits(&found)),
        _ => format!("/static/{file}"),
    }
}

fn digits(file: &EmbeddedFile) -> String {
    let mut digits = hex::encode(file.metadata.sha256_hash());
    digits.truncate(DIGITS);
    digits
}

/// `GET /static/{file}`, with the hash in the name or, as the stylesheet names the font, without.
pub(crate) async fn serve(Path(name): Path<String>) -> Response {
    let Some((file, ending)) = find(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type(&ending))),
        (header::CACHE_CONTROL, FOR_EVER),
    ];
    (headers, Body::from(file.data)).into_response()
}

/// A name without a hash is served only when it carries its version itself, as the font's does: all else would
/// be cached for a year under a name that does not change.
fn find(name: &str) -> Option<(EmbeddedFile, String)> {
    let (stem, ending) = name.rsplit_once('.')?;
    if ending == "woff2" {
        return Some((Static::get(name)?, ending.to_owned()));
    }
    let (plain, hash) = stem.rsplit_once('-')?;
    let file = Static::get(&format!("{plain}.{ending}"))?;
    (hash == digits(&file)).then(|| (file, ending.to_owned()))
}

fn media_type(ending: &str) -> &'static str {
    match ending {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_finds_its_file_and_a_stale_hash_finds_nothing() {
        let url = url("app.css");
        let name = url.strip_prefix("/static/").unwrap();
        assert!(find(name).is_some(), "{name}");
        assert!(find("app-000000000000.css").is_none());
        assert!(find("app.css").is_none());
        assert!(find("README-.md").is_none());
        assert!(find("../Cargo.toml").is_none());
    }
}
