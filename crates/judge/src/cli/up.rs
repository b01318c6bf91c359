use super::{Answer, Context};
use crate::up;

pub(super) const HELP: &str = "\
Without [database] url and DATABASE_URL it makes and runs a Postgres cluster of its own below the
data folder (/var/lib/judge as root, else ~/.local/share/judge; JUDGE_DATA names another).
The first start makes the user admin, prints its one-time password, and imports the sample
problems. Stop it with Ctrl-C or SIGTERM.

Examples:
  judge up
  JUDGE_DATA=/srv/judge judge up
  DATABASE_URL=postgres://judge:secret@db.example/judge judge up";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(up::up(context))?;
    Ok(Answer::Yes)
}
