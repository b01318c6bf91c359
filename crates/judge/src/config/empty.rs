//! Optional settings are written as `""` when they are not set: the file shows every key.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use store::blob::Place;

use super::DatabaseUrl;
use super::blobs::Secret;

pub(super) trait Setting {
    fn written(&self) -> String;
}

impl Setting for String {
    fn written(&self) -> String {
        self.clone()
    }
}

impl Setting for PathBuf {
    fn written(&self) -> String {
        self.to_string_lossy().into_owned()
    }
}

impl Setting for DatabaseUrl {
    fn written(&self) -> String {
        self.to_string()
    }
}

impl Setting for Place {
    fn written(&self) -> String {
        self.to_string()
    }
}

impl Setting for Secret {
    fn written(&self) -> String {
        self.to_string()
    }
}

pub(super) fn serialize<T: Setting, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.as_ref().map(Setting::written).unwrap_or_default())
}

pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    match String::deserialize(from)?.as_str() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(D::Error::custom),
    }
}
