//! What a submission form brings, in either encoding that forms have.

use ::problem::package::without_cr;
use axum::Form;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use serde::Deserialize;
use uuid::Uuid;

use crate::error::Error;

/// A form as it was sent, nothing checked yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent {
    pub(crate) form_key: Option<Uuid>,
    pub(crate) language: String,
    /// What is in the text area.
    text: Vec<u8>,
    /// Name and content of the chosen file, if one was chosen.
    file: Option<(String, Vec<u8>)>,
    /// What a custom run is to read, where the form has that.
    input: Option<Vec<u8>>,
}

/// As scripts send it, who have no file to choose.
#[derive(Deserialize)]
struct Plain {
    #[serde(default)]
    form_key: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    source: String,
    input: Option<String>,
}

impl Sent {
    pub(crate) async fn read(request: Request) -> Result<Self, Error> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("multipart/") {
            return Self::from_parts(multipart(request).await?).await;
        }
        let Form(plain) = Form::<Plain>::from_request(request, &()).await.map_err(refused)?;
        Ok(Self {
            form_key: plain.form_key.parse().ok(),
            language: plain.language,
            text: plain.source.into_bytes(),
            file: None,
            input: plain.input.map(String::into_bytes),
        })
    }

    async fn from_parts(mut form: Multipart) -> Result<Self, Error> {
        let mut sent = Self::default();
        while let Some(field) = form.next_field().await? {
            let file_name = field.file_name().unwrap_or_default().to_owned();
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await?.to_vec();
            match name.as_str() {
                "form_key" => sent.form_key = Uuid::try_parse_ascii(&bytes).ok(),
                "language" => sent.language = String::from_utf8_lossy(&bytes).into_owned(),
                "source" => sent.text = bytes,
                "input" => sent.input = Some(bytes),
                // A form without a chosen file sends an empty one without a name.
                "file" if !file_name.is_empty() => sent.file = Some((file_name, bytes)),
                _ => {}
            }
        }
        Ok(sent)
    }

    /// What to judge: the file if one was chosen, else the text, whose line ends every browser turns into CR LF.
    pub(crate) fn source(&self) -> Vec<u8> {
        match &self.file {
            Some((_, content)) => content.clone(),
            None => without_cr(&self.text),
        }
    }

    /// What a custom run is to read.
    pub(crate) fn input(&self) -> Vec<u8> {
        self.input.as_deref().map(without_cr).unwrap_or_default()
    }

    /// The same, to be shown in its text area again.
    pub(crate) fn typed_input(&self) -> Option<String> {
        self.input.as_ref().map(|_| String::from_utf8_lossy(&self.input()).into_owned())
    }

    /// Where the source came from, to begin a sentence with: `main.cpp` or `The source`.
    pub(crate) fn origin(&self) -> &str {
        self.file.as_ref().map_or("The source", |(name, _)| name)
    }

    /// The text area's text, to be shown in it again.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&without_cr(&self.text)).into_owned()
    }
}

/// The parts of a form with a file; asked for by hand where something is decided before anything is read.
pub(crate) async fn multipart(request: Request) -> Result<Multipart, Error> {
    Multipart::from_request(request, &()).await.map_err(|error| Error::BadRequest(error.body_text()))
}

fn refused(rejection: axum::extract::rejection::FormRejection) -> Error {
    match rejection.status() {
        axum::http::StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge { limit: 0 },
        _ => Error::BadRequest(rejection.body_text()),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    async fn sent(kind: &str, body: &str) -> Sent {
        let request =
            Request::post("/").header(CONTENT_TYPE, kind).body(Body::from(body.to_owned())).unwrap();
        Sent::read(request).await.unwrap()
    }

    fn parts(parts: &[(&str, &str)]) -> String {
        let part = |(head, body): &(&str, &str)| {
            format!("--x\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
        };
        parts.iter().map(part).collect::<String>() + "--x--\r\n"
    }

    #[tokio::test]
    async fn a_text_loses_the_carriage_returns_that_its_browser_added() {
        let body = parts(&[
            ("name=\"language\"", "cpp"),
            ("name=\"source\"", "a\r\nb\rc\r\n"),
            ("name=\"file\"; filename=\"\"", ""),
        ]);
        let sent = sent("multipart/form-data; boundary=x", &body).await;
        assert_eq!((sent.language.as_str(), sent.source().as_slice()), ("cpp", b"a\nb\rc\n".as_slice()));
        assert_eq!(sent.origin(), "The source");
    }

    #[tokio::test]
    async fn a_chosen_file_goes_before_the_text_byte_by_byte() {
        let body = parts(&[("name=\"source\"", "text"), ("name=\"file\"; filename=\"main.cpp\"", "a\r\nb")]);
        let sent = sent("multipart/form-data; boundary=x", &body).await;
        assert_eq!((sent.source().as_slice(), sent.origin()), (b"a\r\nb".as_slice(), "main.cpp"));
        assert_eq!(sent.text(), "text");
    }

    #[tokio::test]
    async fn a_script_may_send_the_simple_encoding() {
        let key = "0190163d-8694-739b-aea5-966c26f8ad91";
        let body = format!("language=python3&source=print%281%29&form_key={key}");
        let sent = sent("application/x-www-form-urlencoded", &body).await;
        assert_eq!((sent.language.as_str(), sent.source().as_slice()), ("python3", b"print(1)".as_slice()));
        assert_eq!(sent.form_key, Some(key.parse().unwrap()));
    }
}
