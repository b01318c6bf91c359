//! Passwords: argon2id with the crate's defaults (19 MiB, 2 passes), as PHC strings.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// Fewest characters of a password that a person chooses.
pub const SHORTEST: usize = 10;
/// Most characters: enough for any phrase, and a bound on what is hashed.
pub const LONGEST: usize = 200;

/// Hashing could not be done: no randomness, no memory or no thread. Our failure, never the password's.
#[derive(Debug, thiserror::Error)]
#[error("a password could not be hashed: {0}")]
pub struct Error(String);

/// The PHC string of a password, with a fresh salt. Takes tens of milliseconds of CPU and 19 MiB: call it from a
/// blocking thread, or in a command that has nothing else to do.
pub fn hash(password: &str) -> Result<String, Error> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    hashed.map(|hash| hash.to_string()).map_err(|error| Error(error.to_string()))
}

/// At most so many hashes at once: a burst of logins waits in line and cannot take all cores and memory.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(cores.div_ceil(2))
});

/// Stands in for the hash of a user who does not exist, so that an unknown name costs the same work as a known one.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| hash("no such user").ok());

pub(crate) async fn hash_in_turn(password: String) -> Result<String, Error> {
    in_turn(move || hash(&password)).await?
}

/// Whether `password` is the one behind `hash`; without a hash the same work is done and the answer is no.
pub(crate) async fn matches(password: String, hash: Option<String>) -> Result<bool, Error> {
    in_turn(move || {
        let known = hash.is_some();
        let hash = hash.or_else(|| NOBODY.clone());
        known & hash.is_some_and(|hash| verify(&password, &hash))
    })
    .await
}

fn verify(password: &str, hash: &str) -> bool {
    let parsed = PasswordHash::new(hash);
    parsed.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

async fn in_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let _turn = TURNS.acquire().await.map_err(|error| Error(error.to_string()))?;
    tokio::task::spawn_blocking(work).await.map_err(|error| Error(error.to_string()))
}

/// What is wrong with a password that somebody chose, if anything.
pub(crate) fn objection(password: &str, name: &str) -> Option<String> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Some(format!("The password has {length} characters; at least {SHORTEST} are needed."));
    }
    if length > LONGEST {
        return Some(format!("The password has {length} characters; at most {LONGEST} are taken."));
    }
    if password.to_lowercase() == name.to_lowercase() {
        return Some("The password is your name, which everybody knows. Choose another.".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_only_and_nobody_matches_nothing() {
        let hash = hash("correct horse battery").unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(matches("correct horse battery".into(), Some(hash.clone())).await.unwrap());
        assert!(!matches("correct horse batterY".into(), Some(hash)).await.unwrap());
        assert!(!matches("no such user".into(), None).await.unwrap());
        assert!(!matches("x".into(), Some("not a hash".into())).await.unwrap());
    }

    #[test]
    fn short_endless_and_name_like_passwords_are_objected_to_in_words() {
        assert!(objection("short", "ada").unwrap().contains("5 characters"));
        assert!(objection(&"x".repeat(201), "ada").unwrap().contains("at most 200"));
        assert!(objection("ada.lovelace", "Ada.Lovelace").unwrap().contains("your name"));
        assert_eq!(objection("three unrelated words", "ada"), None);
    }
}
