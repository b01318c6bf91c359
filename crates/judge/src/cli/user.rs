use crate::report::say;
use std::io::{self, BufRead};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use store::Db;
use store::user::{Password, Role, User};

use super::{Answer, Context, database};
use crate::password::one_time;
use crate::report::{self, table};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a user; prints a one-time password, which must be changed at the first login
    #[command(
        after_help = "Examples:\n  judge user add ada\n  judge user add grace --role setter\n  pass judge/alan | judge user add alan --role jury --password-stdin"
    )]
    Add {
        /// 3 to 32 of a-z, A-Z, 0-9, _ . -
        name: String,
        /// contestant, setter, jury or admin
        #[arg(long, default_value = "contestant")]
        role: Role,
        #[command(flatten)]
        password: Given,
    },
    /// List the users
    List {
        /// One JSON list on standard output
        #[arg(long)]
        json: bool,
    },
    /// Give a user another password; prints a one-time password, and ends all sessions of the user
    Password {
        /// Who
        name: String,
        #[command(flatten)]
        password: Given,
    },
    /// Give a user another role
    Role {
        /// Who
        name: String,
        /// contestant, setter, jury or admin
        role: Role,
    },
}

#[derive(Debug, Args)]
pub(super) struct Given {
    /// Take the password from the first line of standard input; it stays until the user changes it
    #[arg(long)]
    password_stdin: bool,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        match command {
            Command::Add { name, role, password } => add(db, name, *role, password).await?,
            Command::List { json } => list(db, *json).await?,
            Command::Password { name, password } => change(db, name, password).await?,
            Command::Role { name, role } => {
                let user = existing(db, name).await?;
                store::user::set_role(db, user.id, *role).await?;
                say!("{} is {role} now.", user.name)?;
            }
        }
        Ok(Answer::Yes)
    })
}

async fn add(db: &Db, name: &str, role: Role, given: &Given) -> anyhow::Result<()> {
    let (password, kind) = given.take()?;
    let hash = web::password::hash(&password)?;
    match store::user::create(db, name, &hash, role, kind).await {
        Ok(_) => say!("{name} is {role}.{}", told(&password, kind))?,
        Err(store::Error::Conflict { .. }) => bail!("there is a user {name} already"),
        Err(store::Error::Invalid(_)) => {
            bail!("{name:?} cannot be a name: 3 to 32 of a-z, A-Z, 0-9, _ . - are allowed")
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

async fn change(db: &Db, name: &str, given: &Given) -> anyhow::Result<()> {
    let user = existing(db, name).await?;
    let (password, kind) = given.take()?;
    store::user::set_password(db, user.id, &web::password::hash(&password)?, kind).await?;
    say!("The password of {} is changed.{}", user.name, told(&password, kind))?;
    Ok(())
}

async fn existing(db: &Db, name: &str) -> anyhow::Result<User> {
    let user = store::user::by_name(db, name).await?;
    user.with_context(|| format!("there is no user {name}; see: judge user list"))
}

async fn list(db: &Db, json: bool) -> anyhow::Result<()> {
    let users = store::user::list(db).await?;
    if json {
        return Ok(report::json(&users.iter().map(line).collect::<Vec<_>>())?);
    }
    let mut table = table::new(&["name", "role", "password"]);
    for user in &users {
        let password = if user.must_change_password { "must be changed" } else { "" };
        table.add_row([user.name.as_str(), user.role.word(), password]);
    }
    table::print(table)?;
    Ok(())
}

fn line(user: &User) -> serde_json::Value {
    serde_json::json!({
        "id": user.id.0,
        "name": user.name,
        "role": user.role,
        "must_change_password": user.must_change_password,
    })
}

impl Given {
    fn take(&self) -> anyhow::Result<(String, Password)> {
        if !self.password_stdin {
            return Ok((one_time()?, Password::Given));
        }
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).context("cannot read the password from standard input")?;
        let password = line.trim_end_matches(['\r', '\n']);
        let (shortest, longest) = (web::password::SHORTEST, web::password::LONGEST);
        if !(shortest..=longest).contains(&password.chars().count()) {
            bail!("a password has {shortest} to {longest} characters");
        }
        Ok((password.to_owned(), Password::Chosen))
    }
}

fn told(password: &str, kind: Password) -> String {
    match kind {
        Password::Given => format!(" One-time password, shown only now: {password}"),
        Password::Chosen => String::new(),
    }
}
