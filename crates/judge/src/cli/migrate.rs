use super::{Answer, Context, database};
use crate::report::say;

pub(super) const HELP: &str = "\
Run it as the owner of the tables, once for all machines; workers' logins get what they need, too.
Stop older judges first, or after: they see another schema and stop by themselves.";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        let db = database::reach(context, 1).await?;
        let done = store::migrate(&db).await;
        db.close().await;
        done?;
        say!("The schema is up to date.")?;
        Ok(Answer::Yes)
    })
}
