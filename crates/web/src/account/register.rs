//! `/register`.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::user::{Password, Role};

use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, password, viewer};

#[derive(Deserialize)]
pub(crate) struct Register {
    name: String,
    password: String,
}

pub(crate) async fn form(frame: Frame) -> Page<Show> {
    Page(Show { frame, name: String::new(), errors: Errors::default() })
}

pub(crate) async fn register(
    State(app): State<Arc<App>>,
    frame: Frame,
    headers: HeaderMap,
    Form(Register { name, password }): Form<Register>,
) -> Result<Response, Error> {
    let mut errors = Errors { name: objection(&name), password: password::objection(&password, &name) };
    if errors.none() {
        let hash = password::hash_in_turn(password).await?;
        match store::user::create(&app.db, &name, &hash, Role::Contestant, Password::Chosen).await {
            Ok(id) => {
                return Ok((viewer::log_in(&app, id, &headers).await?, Redirect::to("/")).into_response());
            }
            Err(store::Error::Conflict { .. }) => {
                errors.name = Some(format!("Somebody has the name {name} already. Choose another."));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Page(Show { frame, name, errors })).into_response())
}

/// The same rule guards the table: `users_name_form`.
fn objection(name: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if let Some(odd) = name.chars().find(|c| !allowed(*c)) {
        let odd = if odd == ' ' { "A space".to_owned() } else { format!("“{odd}”") };
        return Some(format!("{odd} cannot be in a name. Letters A to Z, digits, “-”, “_” and “.” can."));
    }
    let length = name.len();
    (!(3..=32).contains(&length)).then(|| format!("The name has {length} characters; 3 to 32 are needed."))
}

#[derive(Default)]
struct Errors {
    name: Option<String>,
    password: Option<String>,
}

impl Errors {
    fn none(&self) -> bool {
        self.name.is_none() && self.password.is_none()
    }
}

#[derive(Template)]
#[template(path = "account/register.html")]
pub(crate) struct Show {
    frame: Frame,
    name: String,
    errors: Errors,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_name_is_told_what_is_bad_about_it() {
        assert!(objection("ada lovelace").unwrap().starts_with("A space cannot"));
        assert!(objection("zoë").unwrap().starts_with("“ë”"));
        assert!(objection("ab").unwrap().contains("2 characters"));
        assert!(objection(&"a".repeat(33)).unwrap().contains("33 characters"));
        assert_eq!(objection("Ada_L.1815-x"), None);
    }
}
