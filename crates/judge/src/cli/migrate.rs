use super::{Answer, Context, database};

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        store::migrate(db).await?;
        println!("The schema is up to date.");
        Ok(Answer::Yes)
    })
}
