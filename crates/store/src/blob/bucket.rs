//! Blobs in a bucket of an S3-compatible store, below a prefix: `ab/abcdef….zst`.

use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{ClientOptions, GetResult, ObjectStore, ObjectStoreExt, RetryConfig};
use problem::Hash;
use tokio_stream::StreamExt;
use uuid::Uuid;

use super::outside::{Found, MARKER, MOST_PACKED, hash_of, name_of, not_ours};
use crate::{Error, Result};

/// How long a store is asked again before it counts as away: whoever waits for a page shall hear of it.
const PATIENCE: Duration = Duration::from_secs(10);
/// For a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// For the next bytes of an answer.
const SILENCE: Duration = Duration::from_secs(20);
/// For the largest blob over a slow line.
const WHOLE: Duration = Duration::from_secs(300);
/// How names of objects begin that were written to see whether one can.
const PROBE: &str = "probe-";
/// Characters of what a store answers.
const TOLD: usize = 300;

/// A bucket, and who may use it.
#[derive(Clone, PartialEq, Eq)]
pub struct S3 {
    pub bucket: String,
    /// `https://s3.example:9000`; `None`: Amazon's own.
    pub endpoint: Option<String>,
    pub region: String,
    /// Before the names of all blobs; may be empty.
    pub prefix: String,
    pub access_key: String,
    pub secret_key: String,
    /// Of a key that is lent for a while.
    pub session_token: Option<String>,
}

/// Without the keys.
impl std::fmt::Debug for S3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("S3")
            .field("bucket", &self.bucket)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

pub(super) struct Bucket {
    store: AmazonS3,
    prefix: Path,
    at: String,
    endpoint: Option<String>,
}

/// Without the client, which has the keys.
impl std::fmt::Debug for Bucket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Bucket").field(&self.at()).finish()
    }
}

impl Bucket {
    /// Nothing is asked of the store yet. [`Error::Invalid`] where the settings cannot be.
    pub(super) fn new(settings: &S3) -> Result<Self> {
        // The client has no cryptography of its own. Whoever comes second finds the same one there.
        rustls::crypto::ring::default_provider().install_default().ok();
        let S3 { bucket, endpoint, prefix, .. } = settings;
        let unusable = |what: &str, error: &dyn std::fmt::Display| {
            Error::Invalid(format!("[blobs.s3] {what} cannot be used: {error}"))
        };
        let store = builder(settings).build().map_err(|error| unusable(bucket, &error))?;
        let prefix = Path::parse(prefix).map_err(|error| unusable(prefix, &error))?;
        let slash = if prefix.as_ref().is_empty() { "" } else { "/" };
        let at = format!("s3://{bucket}{slash}{prefix}");
        Ok(Self { store, prefix, at, endpoint: endpoint.clone() })
    }

    pub(super) fn at(&self) -> String {
        match &self.endpoint {
            Some(endpoint) => format!("{} at {endpoint}", self.at),
            None => self.at.clone(),
        }
    }

    pub(super) fn at_blob(&self, hash: Hash) -> String {
        format!("{}/{}", self.at, name_of(hash))
    }

    fn path(&self, name: &str) -> Path {
        Path::from_iter(self.prefix.parts().chain(Path::from(name).parts()))
    }

    fn failed(&self, error: &object_store::Error) -> Error {
        Error::Place { at: self.at(), why: told(error) }
    }

    /// `None`: it is not there.
    async fn open(&self, name: &str) -> Result<Option<GetResult>> {
        match self.store.get(&self.path(name)).await {
            Err(object_store::Error::NotFound { source, .. }) if is_no_bucket(&*source) => {
                Err(Error::Place { at: self.at(), why: "there is no such bucket".to_owned() })
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            found => Ok(Some(found.map_err(|error| self.failed(&error))?)),
        }
    }

    /// `None`: it is not there.
    pub(super) async fn read(&self, hash: Hash) -> Result<Option<Vec<u8>>> {
        let Some(found) = self.open(&name_of(hash)).await? else { return Ok(None) };
        if found.meta.size > MOST_PACKED {
            return Err(Error::Damaged { hash });
        }
        Ok(Some(found.bytes().await.map_err(|error| self.failed(&error))?.into()))
    }

    pub(super) async fn write(&self, hash: Hash, packed: Vec<u8>) -> Result<()> {
        let put = self.store.put(&self.path(&name_of(hash)), packed.into()).await;
        put.map(drop).map_err(|error| self.failed(&error))
    }

    pub(super) async fn remove(&self, names: &[String]) -> Result<()> {
        let paths: Vec<_> = names.iter().map(|name| Ok(self.path(name))).collect();
        let mut removed = self.store.delete_stream(Box::pin(tokio_stream::iter(paths)));
        while let Some(one) = removed.next().await {
            match one {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(self.failed(&error)),
            }
        }
        Ok(())
    }

    /// All that is ours: blobs, and what was left of trying to write.
    pub(super) async fn list(&self) -> Result<Vec<Found>> {
        let mut found = Vec::new();
        let mut listed = self.store.list(Some(&self.prefix));
        while let Some(object) = listed.next().await {
            let object = object.map_err(|error| self.failed(&error))?;
            let Some(parts) = object.location.prefix_match(&self.prefix) else { continue };
            let name = Path::from_iter(parts).to_string();
            let hash = hash_of(&name);
            if hash.is_some() || name.starts_with(PROBE) {
                found.push(Found { name, hash });
            }
        }
        Ok(found)
    }

    /// Whether it answers, lets us read, and has any of these, which should be there, or is marked by hand.
    pub(super) async fn look(&self, samples: &[Hash]) -> Result<()> {
        for name in samples.iter().map(|hash| name_of(*hash)).chain([MARKER.to_owned()]) {
            if self.open(&name).await?.is_some() {
                return Ok(());
            }
        }
        Err(Error::Place { at: self.at(), why: not_ours() })
    }

    /// Whether it can be written and read, and what was written be removed.
    pub(super) async fn probe(&self) -> Result<()> {
        let name = format!("{PROBE}{}", Uuid::now_v7());
        let failed = |error| self.failed(&error);
        self.store.put(&self.path(&name), "tried".into()).await.map_err(failed)?;
        let read = async { self.store.get(&self.path(&name)).await?.bytes().await };
        let read = read.await.map_err(failed);
        self.remove(&[name]).await?;
        match &read?[..] {
            b"tried" => Ok(()),
            _ => Err(Error::Place { at: self.at(), why: "what is written does not read back".to_owned() }),
        }
    }
}

fn builder(settings: &S3) -> AmazonS3Builder {
    let plain = settings.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
    let client = ClientOptions::new()
        .with_allow_http(plain)
        .with_connect_timeout(CONNECT)
        .with_read_timeout(SILENCE)
        .with_timeout(WHOLE);
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&settings.bucket)
        .with_region(&settings.region)
        .with_access_key_id(&settings.access_key)
        .with_secret_access_key(&settings.secret_key)
        .with_client_options(client)
        .with_retry(RetryConfig { retry_timeout: PATIENCE, ..RetryConfig::default() })
        // Not every store knows how to remove many at once.
        .with_disable_bulk_delete(true);
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    if let Some(token) = &settings.session_token {
        builder = builder.with_token(token);
    }
    builder
}

/// What lies at the bottom of an error, and of an answer only its code and message.
fn told(error: &object_store::Error) -> String {
    let mut bottom: &dyn std::error::Error = error;
    while let Some(source) = bottom.source() {
        bottom = source;
    }
    let text = bottom.to_string().replace('\n', " ");
    match (element(&text, "Code"), element(&text, "Message")) {
        (Some(code), Some(message)) => format!("{code}: {message}"),
        _ => text.chars().take(TOLD).collect(),
    }
}

fn is_no_bucket(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut chain = std::iter::successors(Some(error), |error| error.source());
    chain.any(|error| element(&error.to_string(), "Code") == Some("NoSuchBucket"))
}

fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>")).map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(endpoint: &str) -> S3 {
        S3 {
            bucket: "judge".to_owned(),
            endpoint: Some(endpoint.to_owned()),
            region: "us-east-1".to_owned(),
            prefix: "some/blobs".to_owned(),
            access_key: "AKIA".to_owned(),
            secret_key: "s3cret".to_owned(),
            session_token: Some("t0ken".to_owned()),
        }
    }

    #[test]
    fn keys_are_printed_by_nobody() {
        let bucket = Bucket::new(&settings("http://127.0.0.1:1")).unwrap();
        for shown in [format!("{:?}", settings("http://127.0.0.1:1")), format!("{bucket:?}"), bucket.at()] {
            assert!(!shown.contains("s3cret") && !shown.contains("t0ken"), "{shown}");
        }
        assert_eq!(bucket.at(), "s3://judge/some/blobs at http://127.0.0.1:1");
    }

    #[tokio::test]
    async fn a_store_that_nobody_reaches_is_told_with_its_address_and_the_reason() {
        let bucket = Bucket::new(&settings("http://127.0.0.1:1")).unwrap();
        let error = bucket.read(Hash::of(b"a")).await.unwrap_err();
        let text = error.to_string();
        assert!(text.contains("s3://judge/some/blobs at http://127.0.0.1:1"), "{text}");
        assert!(text.contains("Connection refused") && !text.contains("s3cret"), "{text}");
        assert!(!error.is_unavailable(), "the database is there");
    }

    #[test]
    fn of_an_answer_code_and_message_are_told() {
        let answer = "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
        let error = object_store::Error::Generic { store: "S3", source: answer.into() };
        assert_eq!(told(&error), "AccessDenied: Access Denied");
    }
}
