//! `/login`.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::user::User;

use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, client, password, viewer};

/// How long a failure counts.
pub(crate) const WINDOW: Duration = Duration::from_mins(15);
/// Failures for one name.
const FOR_A_NAME: u64 = 10;
/// Failures from one address: more than for a name, because a whole classroom has one address.
const FROM_AN_ADDRESS: u64 = 50;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    next: String,
}

#[derive(Deserialize)]
pub(crate) struct Login {
    name: String,
    password: String,
    /// Where to go then: a path of this site.
    #[serde(default)]
    next: String,
}

pub(crate) async fn form(frame: Frame, Query(wanted): Query<Wanted>) -> Page<Show> {
    Page(Show { frame, name: String::new(), next: wanted.next, error: None })
}

pub(crate) async fn login(
    State(app): State<Arc<App>>,
    frame: Frame,
    request: Parts,
    Form(login): Form<Login>,
) -> Result<Response, Error> {
    let user = checked(&app, &client::address(&request), &login.name, login.password).await?;
    let Some(user) = user else {
        let error = Some("No user has this name and this password.");
        let page = Page(Show { frame, name: login.name, next: login.next, error });
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let cookie = viewer::log_in(&app, user.id, &request.headers).await?;
    Ok((cookie, Redirect::to(local(&login.next))).into_response())
}

/// The user of that name, if the password is right. Counts failures by name and by address; a known and an unknown
/// name take the same work.
///
/// A failure of the name is noted before the password is looked at and taken back if it is right: a burst of guesses
/// at the same moment cannot slip past the count.
pub(crate) async fn checked(
    app: &App,
    address: &str,
    name: &str,
    password: String,
) -> Result<Option<User>, Error> {
    let (by_name, by_address) = (format!("name:{}", name.to_lowercase()), format!("address:{address}"));
    refuse_after(app, &by_name, FOR_A_NAME).await?;
    refuse_after(app, &by_address, FROM_AN_ADDRESS).await?;
    store::login_attempt::record(&app.db, &by_name).await?;
    let (user, hash) = store::user::password_hash(&app.db, name).await?.unzip();
    if password::matches(password, hash).await? {
        store::login_attempt::forget(&app.db, &by_name).await?;
        return Ok(user);
    }
    store::login_attempt::record(&app.db, &by_address).await?;
    Ok(None)
}

async fn refuse_after(app: &App, key: &str, most: u64) -> Result<(), Error> {
    let failures = store::login_attempt::recent_failures(&app.db, key, WINDOW).await?;
    if failures < most { Ok(()) } else { Err(Error::TooMany { wait: WINDOW }) }
}

/// The login page that leads back to `place` afterwards.
pub(crate) fn address(place: &str) -> String {
    let Ok(place) = askama::filters::urlencode_strict(place);
    format!("/login?next={place}")
}

/// `next` if it is a path of this site: not `//host`, nor what browsers read as that.
fn local(next: &str) -> &str {
    let second = next.as_bytes().get(1);
    let path =
        next.starts_with('/') && !matches!(second, Some(b'/' | b'\\')) && !next.contains(char::is_control);
    if path { next } else { "/" }
}

#[derive(Template)]
#[template(path = "account/login.html")]
pub(crate) struct Show {
    frame: Frame,
    name: String,
    next: String,
    error: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_followed() {
        assert_eq!(local("/problems/aplusb?x=1"), "/problems/aplusb?x=1");
        for bad in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "evil", "/\t/evil.example"]
        {
            assert_eq!(local(bad), "/", "{bad:?}");
        }
    }
}
