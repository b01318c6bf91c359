//! Passwords that are given to people.

use anyhow::anyhow;

/// No letter that is taken for another one. 32 of them: five bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// 80 random bits, to be typed once: `k3fa-9mzq-…`.
///
/// # Errors
/// The system gives no random bytes.
pub(crate) fn one_time() -> anyhow::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| anyhow!("the system gives no random bytes: {error}"))?;
    let letters = random.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    Ok(letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_time_passwords_differ_and_are_long_enough_to_log_in_with() {
        let [one, two] = [one_time().unwrap(), one_time().unwrap()];
        assert_ne!(one, two);
        assert_eq!(one.len(), 19);
        assert!(one.len() >= web::password::SHORTEST);
    }
}
