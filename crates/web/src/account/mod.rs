//! Registering, logging in and out, and one's own account.

pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod register;
pub(crate) mod show;
pub(crate) mod tokens;
