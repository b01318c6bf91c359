-- What a worker on a machine of its own may see. Each has a login, a role of the cluster that `judge worker add` makes; what
-- it may touch at all is granted to a group of them, by code that runs after each migration. Here is which rows that means.
-- Who owns the tables, as the pages do, is bound by none of this, and pays nothing for it.

-- Roles belong to all databases of a cluster, and names of roles are short: so a hash of the database's name is in them.
create function worker_group() returns text language sql stable parallel safe
    return 'judge_worker_' || left(encode(sha256(convert_to(current_database()::text, 'UTF8')), 'hex'), 8);

-- The worker whose login this session is; null for everybody else. Of the session, not of the current role: that one can be
-- set. One expression of Postgres' own functions, which costs a policy next to nothing.
create function worker_login() returns text language sql stable parallel safe
    return case when starts_with(session_user::text, worker_group() || '_')
        then substr(session_user::text, length(worker_group()) + 2) end;

-- In policies a call is written as a subquery: asked once a statement, not once a row.

alter table judging enable row level security;
-- What nobody has is there for all to claim; which columns can be read is a matter of grants.
create policy worker_reads on judging for select using ((select worker_login()) is not null);
-- Its own, and those that it may take: queued ones, and those whose lease has ended. What is done stays as it is.
create policy worker_moves on judging for update
    using (state = 'queued' or (state = 'running' and (worker = (select worker_login()) or claimable_at <= now())))
    -- It takes a judging for itself, gives one back, or gives up what no attempt is left of.
    with check (worker = (select worker_login()) or state = 'queued' or verdict = 'JE');

alter table run enable row level security;
-- Those that its own claim made, and those that go when it takes a judging.
create policy worker_reads on run for select using (exists (
    select from judging j where j.id = run.judging_id and j.state <> 'done'
        and (j.worker = (select worker_login()) or j.state = 'queued' or j.claimable_at <= now())));
create policy worker_drops on run for delete using (exists (
    select from judging j where j.id = run.judging_id and j.state <> 'done'
        and (j.worker = (select worker_login()) or j.state = 'queued' or j.claimable_at <= now())));
create policy worker_writes on run for insert with check (exists (
    select from judging j where j.id = run.judging_id and j.attempt = run.attempt and j.state = 'running'
        and j.worker = (select worker_login())));
create policy worker_adds on run for update using (exists (
    select from judging j where j.id = run.judging_id and j.attempt = run.attempt and j.state = 'running'
        and j.worker = (select worker_login())));

alter table submission enable row level security;
-- Those that it judges or may take. The source comes with the claim, in one statement, which does not see yet that it has it.
create policy worker_reads on submission for select using (exists (
    select from judging j where j.submission_id = submission.id and j.state <> 'done'
        and (j.worker = (select worker_login()) or j.state = 'queued' or j.claimable_at <= now())));

alter table worker enable row level security;
create policy worker_itself on worker using (name = (select worker_login()));

alter table failure enable row level security;
create policy worker_reads on failure for select using ((select worker_login()) is not null);
-- Of its own claim, or of one whose lease has ended; as it was before the statement that tells it.
create policy worker_tells on failure for insert with check (exists (
    select from judging j where j.id = failure.judging_id and j.attempt = failure.attempt and j.worker = failure.worker
        and j.state = 'running' and (j.worker = (select worker_login()) or j.claimable_at <= now())));
-- They are kept for a week.
create policy worker_forgets on failure for delete
    using ((select worker_login()) is not null and at < now() - interval '7 days');

alter table pause enable row level security;
create policy worker_reads on pause for select using ((select worker_login()) is not null);
-- What people decided is theirs to end, and to begin.
create policy worker_sets_aside on pause for insert
    with check ((select worker_login()) is not null and origin = 'judge' and user_id is null);
