//! Who is asking: the session behind the cookie.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{AppendHeaders, IntoResponseParts};
use problem::Hash;
use store::user::{Role, User};
use store::{Db, UserId};

use crate::App;
use crate::error::Error;

/// How long a session lasts.
const LIFETIME: Duration = Duration::from_hours(30 * 24);

/// A user, or nobody in particular.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewer(Option<Arc<User>>);

impl Viewer {
    pub(crate) fn guest() -> Self {
        Self::default()
    }

    pub(crate) fn user(&self) -> Option<&User> {
        self.0.as_deref()
    }

    /// The user, or the answer that sends a guest to the login page.
    pub(crate) fn known(&self) -> Result<&User, Error> {
        self.user().ok_or(Error::LoginNeeded)
    }

    pub(crate) fn is_at_least(&self, role: Role) -> bool {
        self.user().is_some_and(|user| user.role >= role)
    }

    /// Of a request to the interface for programs: whose token it sends, or else as [`Viewer::of`]. A token that is none
    /// makes a guest, whatever cookie is beside it; what a browser sends for a proxy (`Basic`) is no token.
    pub(crate) async fn of_program(app: &App, headers: &HeaderMap) -> Result<Self, store::Error> {
        let Some(sent) = headers.get(AUTHORIZATION) else { return Self::of(app, headers).await };
        match sent.to_str().ok() {
            Some(sent) if is_for_a_proxy(sent) => Self::of(app, headers).await,
            Some(sent) => match bearer(sent) {
                Some(token) => Ok(Self(store::token::user_of(&app.db, token).await?.map(Arc::new))),
                None => Ok(Self::guest()),
            },
            None => Ok(Self::guest()),
        }
    }

    /// The viewer whose session the request's cookie names.
    pub(crate) async fn of(app: &App, headers: &HeaderMap) -> Result<Self, store::Error> {
        match token(app, headers) {
            Some(token) => Ok(Self(store::session::user_of(&app.db, token).await?.map(Arc::new))),
            None => Ok(Self::guest()),
        }
    }
}

/// Starts a session and returns the header that gives the browser its token. The token itself is kept nowhere.
pub(crate) async fn log_in(
    app: &App,
    user: UserId,
    headers: &HeaderMap,
) -> Result<impl IntoResponseParts + use<>, Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(Error::internal)?;
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(200).collect();
    store::session::create(&app.db, user, Hash::of(&secret), LIFETIME, &agent).await?;
    set_cookie(app, &hex::encode(secret), LIFETIME)
}

/// Ends the session that the cookie names and takes the cookie away.
pub(crate) async fn log_out(app: &App, headers: &HeaderMap) -> Result<impl IntoResponseParts + use<>, Error> {
    if let Some(token) = token(app, headers) {
        store::session::delete(&app.db, token).await?;
    }
    set_cookie(app, "", Duration::ZERO)
}

/// How tokens of programs begin, so that one that got lost is known for what it is.
const TOKEN: &str = "judge_";

/// A new token of a program, and the hash by which the database knows it.
pub(crate) fn make_token() -> Result<(String, Hash), Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(Error::internal)?;
    Ok((format!("{TOKEN}{}", hex::encode(secret)), Hash::of(&secret)))
}

fn is_for_a_proxy(sent: &str) -> bool {
    let scheme = sent.split(' ').next().unwrap_or_default();
    ["basic", "digest", "negotiate", "ntlm"].iter().any(|theirs| scheme.eq_ignore_ascii_case(theirs))
}

/// `Bearer judge_…`: the hash of the token.
fn bearer(sent: &str) -> Option<Hash> {
    let (scheme, token) = sent.split_once(' ')?;
    let digits = token.trim().strip_prefix(TOKEN).filter(|_| scheme.eq_ignore_ascii_case("bearer"))?;
    let mut secret = [0; 32];
    hex::decode_to_slice(digits, &mut secret).ok()?;
    Some(Hash::of(&secret))
}

/// With the prefix the browser itself sees to it that the cookie came over TLS, from this host, for all paths.
fn cookie_name(app: &App) -> &'static str {
    if app.secure { "__Host-judge" } else { "judge" }
}

fn set_cookie(app: &App, value: &str, lifetime: Duration) -> Result<impl IntoResponseParts + use<>, Error> {
    let secure = if app.secure { "; Secure" } else { "" };
    let (name, seconds) = (cookie_name(app), lifetime.as_secs());
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    Ok(AppendHeaders([(SET_COOKIE, HeaderValue::try_from(cookie).map_err(Error::internal)?)]))
}

/// The hash of the token in the session cookie: what the database knows it by.
fn token(app: &App, headers: &HeaderMap) -> Option<Hash> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    let mut pairs =
        cookies.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == cookie_name(app))?;
    let mut secret = [0; 32];
    hex::decode_to_slice(value, &mut secret).ok()?;
    Some(Hash::of(&secret))
}

/// Removes what is over: sessions, and failures to log in that no longer count.
pub(crate) async fn sweep(db: &Db) -> Result<(), store::Error> {
    store::session::delete_expired(db).await?;
    store::login_attempt::delete_older(db, crate::account::login::WINDOW).await?;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use time::OffsetDateTime;

    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_made_and_nothing_else_is() {
        let (token, hash) = make_token().unwrap();
        assert_eq!(bearer(&format!("Bearer {token}")), Some(hash));
        assert_eq!(bearer(&format!("bearer  {token}")), Some(hash));
        let digits = token.strip_prefix(TOKEN).unwrap();
        for bad in ["", "Bearer", &token, &format!("Basic {token}"), &format!("Bearer {digits}")] {
            assert_eq!(bearer(bad), None, "{bad:?}");
        }
        assert_eq!(bearer(&format!("Bearer {token}0")), None);
    }

    pub(crate) fn viewer(id: i64, role: Role) -> Viewer {
        Viewer(Some(Arc::new(User {
            id: UserId(id),
            name: format!("user{id}"),
            role,
            created_at: OffsetDateTime::UNIX_EPOCH,
            must_change_password: false,
        })))
    }
}
