//! Addresses of databases, which may hold a password.

use std::fmt;
use std::str::FromStr;

/// Where the database is. Printed without its password, whoever prints it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DatabaseUrl(String);

impl DatabaseUrl {
    /// With the password: for connecting only.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl FromStr for DatabaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err("not a Postgres address; write postgres://user@host:5432/name".to_owned());
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (address, query) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
        let (login, place) =
            rest.rsplit_once('@').map_or((None, rest), |(login, place)| (Some(login), place));
        write!(f, "{scheme}://")?;
        if let Some(login) = login {
            let user = login.split_once(':').map_or(login, |(user, _)| user);
            write!(f, "{user}@")?;
        }
        let query: Vec<&str> = query.split('&').filter(|part| !part.starts_with("password=")).collect();
        let query = query.join("&");
        write!(f, "{place}{}{query}", if query.is_empty() { "" } else { "?" })
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_printed() {
        for (url, shown) in [
            ("postgres://judge:s3cret@db.example/judge", "postgres://judge@db.example/judge"),
            (
                "postgres://judge:s3:cr@et@db/judge?sslmode=require",
                "postgres://judge@db/judge?sslmode=require",
            ),
            (
                "postgresql:///judge?host=/run&password=s3cret&user=me",
                "postgresql:///judge?host=/run&user=me",
            ),
            ("postgres://db/judge", "postgres://db/judge"),
        ] {
            let url: DatabaseUrl = url.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("s3"));
        }
    }
}
