//! `[blobs]`: where the files of problems are.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use store::blob::{Place, Settings};

use super::empty;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Blobs {
    /// `None`: what is named, else Postgres.
    #[serde(with = "empty")]
    pub place: Option<Place>,
    #[serde(with = "empty")]
    pub folder: Option<PathBuf>,
    pub s3: S3,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct S3 {
    #[serde(with = "empty")]
    pub bucket: Option<String>,
    #[serde(with = "empty")]
    pub endpoint: Option<String>,
    pub region: String,
    pub prefix: String,
    #[serde(with = "empty")]
    pub access_key: Option<Secret>,
    #[serde(with = "empty")]
    pub secret_key: Option<Secret>,
    /// Of the environment only: it holds for hours.
    #[serde(skip)]
    pub session_token: Option<Secret>,
}

/// What nobody prints.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Default for S3 {
    fn default() -> Self {
        Self {
            bucket: None,
            endpoint: None,
            region: "us-east-1".to_owned(),
            prefix: String::new(),
            access_key: None,
            secret_key: None,
            session_token: None,
        }
    }
}

/// Why the settings do not say where blobs are.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unclear {
    #[error(
        "[blobs] folder and [blobs.s3] bucket are both set: say with [blobs] place which of them new files go to"
    )]
    Two,
    #[error("[blobs] place is {0}, and {1} is not set")]
    Unset(Place, &'static str),
    #[error("[blobs.s3] bucket is set without {0}: set it, or {1} in the environment")]
    Keyless(&'static str, &'static str),
    #[error(
        "[blobs.s3] endpoint {0:?} is no address: write https://s3.example, or http:// where nobody listens in"
    )]
    Endpoint(String),
}

impl Blobs {
    /// What the store has to know.
    pub(crate) fn settings(&self) -> Result<Settings, Unclear> {
        let absolute = |folder: &PathBuf| std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        let (folder, s3) = (self.folder.as_ref().map(absolute), self.s3.settings()?);
        let place = match (self.place, &folder, &s3) {
            (Some(Place::Folder), None, _) => return Err(Unclear::Unset(Place::Folder, "[blobs] folder")),
            (Some(Place::S3), _, None) => return Err(Unclear::Unset(Place::S3, "[blobs.s3] bucket")),
            (Some(place), ..) => place,
            (None, Some(_), Some(_)) => return Err(Unclear::Two),
            (None, Some(_), None) => Place::Folder,
            (None, None, Some(_)) => Place::S3,
            (None, None, None) => Place::Postgres,
        };
        Ok(Settings { place, folder, s3 })
    }
}

impl S3 {
    /// `set` looks a variable up.
    pub(super) fn take_environment<'a>(&mut self, set: impl Fn(&str) -> Option<&'a String>) {
        let secret = |name| set(name).cloned().map(Secret);
        let Self { access_key, secret_key, session_token, .. } = self;
        for (key, name) in
            [(access_key, ACCESS_KEY), (secret_key, SECRET_KEY), (session_token, SESSION_TOKEN)]
        {
            *key = secret(name).or(key.take());
        }
    }

    fn settings(&self) -> Result<Option<store::blob::S3>, Unclear> {
        let Some(bucket) = self.bucket.clone() else { return Ok(None) };
        let key = |key: &Option<Secret>, words, name| {
            key.as_ref().map(|secret| secret.0.clone()).ok_or(Unclear::Keyless(words, name))
        };
        let is_address = |endpoint: &str| endpoint.starts_with("https://") || endpoint.starts_with("http://");
        if let Some(endpoint) = self.endpoint.as_deref().filter(|endpoint| !is_address(endpoint)) {
            return Err(Unclear::Endpoint(endpoint.to_owned()));
        }
        Ok(Some(store::blob::S3 {
            bucket,
            endpoint: self.endpoint.clone(),
            region: self.region.clone(),
            prefix: self.prefix.clone(),
            access_key: key(&self.access_key, "access_key", ACCESS_KEY)?,
            secret_key: key(&self.secret_key, "secret_key", SECRET_KEY)?,
            session_token: self.session_token.as_ref().map(|token| token.0.clone()),
        }))
    }
}

const ACCESS_KEY: &str = "AWS_ACCESS_KEY_ID";
const SECRET_KEY: &str = "AWS_SECRET_ACCESS_KEY";
const SESSION_TOKEN: &str = "AWS_SESSION_TOKEN";

#[cfg(test)]
mod tests {
    use super::*;

    fn blobs(text: &str) -> Blobs {
        toml::from_str(text).unwrap()
    }

    const BUCKET: &str = "[s3]\nbucket = \"judge\"\naccess_key = \"AKIA\"\nsecret_key = \"s3cret\"\n";

    #[test]
    fn new_files_go_where_it_is_said_or_to_the_only_place_that_is_named() {
        let place = |text: &str| blobs(text).settings().map(|settings| settings.place);
        assert_eq!(place(""), Ok(Place::Postgres));
        assert_eq!(place("folder = \"/srv\""), Ok(Place::Folder));
        assert_eq!(place(BUCKET), Ok(Place::S3));
        assert_eq!(place("place = \"postgres\"\nfolder = \"/srv\""), Ok(Place::Postgres));
        assert_eq!(place(&format!("folder = \"/srv\"\n{BUCKET}")), Err(Unclear::Two));
        assert_eq!(place(&format!("place = \"folder\"\nfolder = \"/srv\"\n{BUCKET}")), Ok(Place::Folder));
        for (word, key) in [("folder", "[blobs] folder"), ("s3", "[blobs.s3] bucket")] {
            let error = place(&format!("place = \"{word}\"")).unwrap_err().to_string();
            assert!(error.contains(key), "{error}");
        }
        assert!(
            toml::from_str::<Blobs>("place = \"disk\"").unwrap_err().to_string().contains("postgres, folder")
        );
    }

    #[test]
    fn a_bucket_needs_both_keys_which_the_environment_may_bring_and_nobody_prints() {
        let environment = |name: &str| -> Option<&'static String> {
            static SECRET: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "of the day".to_owned());
            (name == SECRET_KEY).then(|| &*SECRET)
        };
        let mut half = blobs("[s3]\nbucket = \"judge\"\naccess_key = \"AKIA\"\n");
        let error = half.settings().unwrap_err().to_string();
        assert!(error.contains("secret_key") && error.contains(SECRET_KEY), "{error}");
        half.s3.take_environment(environment);
        assert_eq!(half.settings().unwrap().s3.unwrap().secret_key, "of the day");
        let mut whole = blobs(BUCKET);
        assert_eq!(whole.settings().unwrap().s3.unwrap().secret_key, "s3cret");
        whole.s3.take_environment(environment);
        assert_eq!(whole.settings().unwrap().s3.unwrap().secret_key, "of the day", "the environment wins");
        let shown = format!("{whole:?} {:?} {}", whole.settings(), toml::to_string(&blobs(BUCKET)).unwrap());
        assert!(!shown.contains("s3cret") && !shown.contains("of the day"), "{shown}");
    }

    #[test]
    fn an_endpoint_is_an_address() {
        let wrong = blobs(&format!("{BUCKET}endpoint = \"s3.example:9000\"\n")).settings().unwrap_err();
        assert!(wrong.to_string().contains("https://"), "{wrong}");
    }
}
