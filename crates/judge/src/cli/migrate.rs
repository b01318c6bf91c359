use super::{Answer, Context, database};
use crate::report::say;

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        store::migrate(db).await?;
        say!("The schema is up to date.")?;
        Ok(Answer::Yes)
    })
}
