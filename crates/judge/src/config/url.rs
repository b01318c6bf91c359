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

    /// The same database for somebody else, at `host` (with or without a port) where one is given. With the password.
    pub(crate) fn for_login(&self, role: &str, password: &str, host: Option<&str>) -> String {
        let (scheme, _, place, query) = self.parts();
        let (own_host, name) = place.split_once('/').unwrap_or((place, ""));
        // Over a socket nothing was said of encryption that holds for a network.
        let of_place = |key: &str| ["host", "port", "hostaddr", "sslmode"].contains(&key) && host.is_some();
        let kept = query.split('&').filter(|part| {
            let key = part.split('=').next().unwrap_or_default();
            let dropped = ["user", "password"].contains(&key) || own_host.is_empty() && of_place(key);
            !part.is_empty() && !dropped
        });
        let query = kept.collect::<Vec<_>>().join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{scheme}://{role}:{password}@{}/{name}{mark}{query}", host.unwrap_or(own_host))
    }

    /// Nothing that another machine could reach: a socket, or this machine's own address.
    pub(crate) fn is_local(&self) -> bool {
        let (_, _, place, query) = self.parts();
        let named = query.split('&').find_map(|part| part.strip_prefix("host="));
        let host = named.unwrap_or(place.split_once('/').map_or(place, |(host, _)| host));
        let loops = ["localhost", "127.", "[::1]", "/", "%2F"];
        host.is_empty() || loops.iter().any(|start| host.starts_with(start))
    }

    /// Scheme, `user:password`, `host:port/database`, and what stands behind the question mark.
    fn parts(&self) -> (&str, Option<&str>, &str, &str) {
        let (address, query) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
        let (login, place) =
            rest.rsplit_once('@').map_or((None, rest), |(login, place)| (Some(login), place));
        (scheme, login, place, query)
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
        let (scheme, login, place, query) = self.parts();
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

    fn url(text: &str) -> DatabaseUrl {
        text.parse().unwrap()
    }

    #[test]
    fn a_login_has_the_same_database_at_the_same_place_or_where_it_is_said() {
        let own = |text, host| url(text).for_login("w", "pw", host);
        assert_eq!(own("postgres://judge:s3cret@db:5433/judge", None), "postgres://w:pw@db:5433/judge");
        assert_eq!(
            own("postgres://db/judge?user=me&password=s3cret&sslmode=require", None),
            "postgres://w:pw@db/judge?sslmode=require"
        );
        assert_eq!(
            own("postgres://judge@localhost/judge?sslmode=require", Some("db.example")),
            "postgres://w:pw@db.example/judge?sslmode=require"
        );
        let socket = "postgres:///postgres?host=/run&port=5432&user=judge&sslmode=disable";
        assert_eq!(own(socket, Some("10.0.0.1:5433")), "postgres://w:pw@10.0.0.1:5433/postgres");
        assert_eq!(own(socket, None), "postgres://w:pw@/postgres?host=/run&port=5432&sslmode=disable");
    }

    #[test]
    fn what_only_this_machine_reaches_is_known() {
        for local in [
            "postgres:///judge?host=/run",
            "postgres://me@localhost:5432/judge",
            "postgres://127.0.0.1/j",
            "postgres:///j",
        ] {
            assert!(url(local).is_local(), "{local}");
        }
        for far in [
            "postgres://me:pw@db.example/judge",
            "postgres:///judge?host=db.example",
            "postgres://10.0.0.1/j",
        ] {
            assert!(!url(far).is_local(), "{far}");
        }
    }

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
