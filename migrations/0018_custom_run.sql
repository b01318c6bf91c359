-- Custom runs: somebody's program on somebody's input, compared with nothing and kept for less than an hour. And tokens,
-- by which programs ask in a user's name.

-- A custom run waits, is claimed, given back and lost like everything else that is judged: so it has a judging of its own,
-- which is of no submission. What is only its own stands here.
create table custom_run (
    id uuid primary key,
    user_id bigint not null references users on delete cascade,
    -- Whose limits it has, and whose files are put beside the source. Null: it is of no problem.
    problem_id bigint references problem,
    version_id bigint,
    language text not null,
    -- Bytes, as they were sent. What may be sent is far less than this.
    source bytea not null constraint custom_run_source check (octet_length(source) between 1 and 16777216),
    input bytea not null constraint custom_run_input check (octet_length(input) <= 16777216),
    -- Limits of a problem version, as a manifest has them, and here this run's own.
    limits jsonb not null,
    created_at timestamptz not null default now(),
    -- From then on nobody is shown it, and whoever sweeps next removes it: with what came of it, and with its judging.
    expires_at timestamptz not null,
    -- What came of it besides the verdict, when it was run. Of what it printed the start, as it was written.
    wall_us bigint,
    exit_code integer,
    signal integer,
    stdout bytea,
    -- All that it printed.
    stdout_bytes bigint,
    stderr bytea,
    stderr_cut boolean,
    constraint custom_run_version foreign key (problem_id, version_id) references problem_version (problem_id, id),
    constraint custom_run_of_a_version check ((problem_id is null) = (version_id is null)),
    -- Those who sweep do so each half minute, so within the hour all is gone.
    constraint custom_run_goes check (expires_at <= created_at + interval '59 minutes'),
    constraint custom_run_is_whole check (num_nonnulls(wall_us, stdout, stdout_bytes, stderr, stderr_cut) in (0, 5))
)
-- Every row goes soon after it came: what is left of it on disk is to be used again at once.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50,
    toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 50);

create index custom_run_of_user on custom_run (user_id);
create index custom_run_by_end on custom_run (expires_at);

-- When somebody began custom runs, for a minute: what limits how many they begin. Apart from these, so that whoever gives
-- one up has begun it all the same. Unlogged: losing it in a crash costs nothing.
create unlogged table custom_run_start (
    user_id bigint not null,
    at timestamptz not null default now()
);

create index custom_run_start_of_user on custom_run_start (user_id, at);

alter table judging
    alter column submission_id drop not null,
    alter column version_id drop not null,
    alter column problem_id drop not null,
    add column custom_run_id uuid references custom_run on delete cascade,
    add constraint judging_of_one_thing check (num_nonnulls(submission_id, custom_run_id) = 1),
    add constraint judging_of_a_custom_run check ((custom_run_id is null) = (class <> 2) and not (valid and class = 2)),
    add constraint judging_on_a_version check (custom_run_id is not null or num_nonnulls(version_id, problem_id) = 2);

create unique index judging_custom_run on judging (custom_run_id) where custom_run_id is not null;
-- Judgings are deleted now: whoever deletes one looks who refers to it.
create index rejudging_of_former on rejudging_submission (former_id);

-- Nothing that hangs on one keeps it from going.
alter table run drop constraint run_judging_id_fkey,
    add constraint run_judging_id_fkey foreign key (judging_id) references judging on delete cascade;
alter table failure drop constraint failure_judging_id_fkey,
    add constraint failure_judging_id_fkey foreign key (judging_id) references judging on delete cascade;

create or replace function judging_placed() returns trigger language plpgsql as $$
begin
    if new.custom_run_id is null then
        select s.user_id, s.problem_id, s.language into new.user_id, new.problem_id, new.language
        from submission s where s.id = new.submission_id;
    else
        select c.user_id, c.problem_id, c.version_id, c.language
            into new.user_id, new.problem_id, new.version_id, new.language
        from custom_run c where c.id = new.custom_run_id;
    end if;
    new.turn := greatest(0,
        (select min(turn) from judging where state = 'queued' and class = new.class),
        (select max(turn) + 1 from judging where state = 'queued' and class = new.class and user_id = new.user_id));
    return new;
end
$$;

create or replace function judging_changed() returns trigger language plpgsql as $$
begin
    if new.custom_run_id is null then
        perform pg_notify('judging', new.submission_id::text);
    else
        perform pg_notify('custom_run', new.custom_run_id::text);
    end if;
    return null;
end
$$;

-- By the owner's rights: workers sweep, too, and see no custom run but those that they have in hand.
create function forget_custom_runs() returns bigint
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from custom_run_start where at < now() - interval '1 minute';
    with held as materialized (
        -- What is being finished goes the next time.
        select c.id from judging j join custom_run c on c.id = j.custom_run_id
        where c.expires_at <= now() for update of j skip locked
    ), gone as (delete from custom_run using held where custom_run.id = held.id returning 1)
    select count(*) from gone;
$$;

alter table custom_run enable row level security;
-- A worker's login: what it has in hand. Read after the claim, by a statement that sees it.
create policy worker_reads on custom_run for select using (exists (
    select from judging j where j.custom_run_id = custom_run.id and j.state = 'running'
        and j.worker = (select worker_login())));
create policy worker_writes on custom_run for update using (exists (
    select from judging j where j.custom_run_id = custom_run.id and j.state = 'running'
        and j.worker = (select worker_login())));

create table token (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    -- For its owner to know it by.
    name text not null constraint token_name check (name ~ '\S' and length(name) <= 60),
    -- SHA-256: the token itself is shown once and kept nowhere.
    token_hash bytea not null constraint token_hash_key unique
        constraint token_hash check (octet_length(token_hash) = 32),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    constraint token_name_of_user unique (user_id, name)
);
