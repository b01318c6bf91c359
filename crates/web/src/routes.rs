//! The one table of routes.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get, post};

use crate::account::{login, logout, register, show as account, tokens};
use crate::custom_run::{api, create as custom, events as run_events, show as run};
use crate::problem::{
    asset, cases, changes, check, edit, files, list as problems, new, package, show as problem,
    upload as preview, versions,
};
use crate::queue::{pause, show as queue};
use crate::rejudging::{
    decide, events as rejudging_events, list as rejudgings, new as plan, show as rejudging,
};
use crate::submission::{create, events, list as submissions, rejudge, show as submission, source};
use crate::{App, assets, health};

type Row = (&'static str, MethodRouter<Arc<App>>);

/// Most bytes of a form without a file.
const FORM: usize = 64 << 10;
/// Most bytes of a form with a statement in it, every byte of which may be sent as three.
const STATEMENT: usize = 3 << 20;
/// What surrounds the file in a form with one.
const AROUND_A_FILE: u64 = 64 << 10;

/// Path and handlers of every page.
pub(crate) fn table(app: &App) -> Vec<Row> {
    let upload = DefaultBodyLimit::max((app.upload_bytes + AROUND_A_FILE).try_into().unwrap_or(usize::MAX));
    let statement = DefaultBodyLimit::max(STATEMENT);
    let source_form = DefaultBodyLimit::max(create::BODY_BYTES);
    let with_input = DefaultBodyLimit::max(custom::body_bytes(app));
    vec![
        ("/", get(problems::list)),
        ("/register", get(register::form).post(register::register)),
        ("/login", get(login::form).post(login::login)),
        ("/logout", post(logout::logout)),
        ("/account", get(account::show).post(account::change_password)),
        ("/account/tokens", post(tokens::create)),
        ("/account/tokens/{id}/revoke", post(tokens::revoke)),
        ("/problems/new", get(new::form).post(new::upload).layer(upload)),
        ("/uploads/{id}", get(preview::show).post(preview::save)),
        ("/uploads/{id}/discard", post(preview::discard)),
        ("/problems/{slug}", get(problem::show)),
        ("/problems/{slug}/assets/{*path}", get(asset::asset)),
        ("/problems/{slug}/attachments/{*path}", get(files::attachment)),
        ("/problems/{slug}/statements/{file}", get(files::statement)),
        ("/problems/{slug}/versions", get(versions::versions)),
        ("/problems/{slug}/versions/{number}/current", post(versions::make_current)),
        ("/problems/{slug}/versions/{number}/package", get(package::show)),
        ("/problems/{slug}/versions/{number}/package.zip", get(package::archive)),
        ("/problems/{slug}/versions/{number}/check", get(check::show).post(check::start)),
        ("/problems/{slug}/versions/{number}/check/events", get(check::events)),
        ("/problems/{slug}/changes", get(changes::changes)),
        ("/problems/{slug}/edit", get(edit::form).post(edit::save).layer(statement)),
        ("/problems/{slug}/tests", get(cases::list).post(cases::save).layer(upload)),
        ("/problems/{slug}/tests/{*name}", get(cases::one)),
        ("/problems/{slug}/submissions", post(create::create).layer(source_form)),
        ("/problems/{slug}/runs", post(custom::create).layer(with_input)),
        ("/queue", get(queue::show)),
        ("/queue/pauses", post(pause::create)),
        ("/queue/pauses/{id}/end", post(pause::end)),
        ("/runs/{id}", get(run::show)),
        ("/runs/{id}/discard", post(run::discard)),
        ("/runs/{id}/events", get(run_events::events)),
        ("/submissions", get(submissions::list)),
        ("/submissions/{id}", get(submission::show)),
        ("/submissions/{id}/events", get(events::events)),
        ("/submissions/{id}/source", get(source::source)),
        ("/submissions/{id}/rejudge", post(rejudge::rejudge)),
        ("/rejudgings", get(rejudgings::list).post(plan::plan)),
        ("/rejudgings/new", get(plan::form)),
        ("/rejudgings/{id}", get(rejudging::show)),
        ("/rejudgings/{id}/events", get(rejudging_events::events)),
        ("/rejudgings/{id}/apply", post(decide::apply)),
        ("/rejudgings/{id}/drop", post(decide::discard)),
        ("/rejudgings/{id}/undo", post(decide::undo)),
        ("/api/v1/runs", post(api::create).layer(with_input)),
        ("/api/v1/runs/{id}", get(api::show).delete(api::discard)),
    ]
}

pub(crate) fn pages(app: &App) -> Router<Arc<App>> {
    let add = |router: Router<Arc<App>>, (path, handlers): Row| router.route(path, handlers);
    table(app).into_iter().fold(Router::new(), add).layer(DefaultBodyLimit::max(FORM))
}

/// What needs neither a viewer nor, but for `/health`, a database.
pub(crate) fn files() -> Router<Arc<App>> {
    Router::new().route("/health", get(health::health)).route("/static/{file}", get(assets::serve))
}
