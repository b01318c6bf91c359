//! Headers that every answer carries.

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

/// Nothing inline, nothing from elsewhere, no frames: what a page may load is ours or is not loaded.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
     connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// For a page that shows a PDF of ours: browsers' viewers count as a plugin, as a frame, or as both.
pub(crate) fn policy_with_pdf() -> String {
    format!("{POLICY}; object-src 'self'; frame-src 'self'")
}

const EVERYWHERE: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// A page depends on who asks, so no shared cache keeps it; `no-cache` rather than `no-store`, which would make
/// Back lose what was typed.
const PAGE: HeaderValue = HeaderValue::from_static("private, no-cache");

pub(crate) async fn put(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in EVERYWHERE {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(PAGE);
    response
}
