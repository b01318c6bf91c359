-- Submissions, their judgings, and the runs of these. The table of judgings is also the queue.

create table submission (
    id bigint generated always as identity primary key,
    user_id bigint not null references users,
    problem_id bigint not null references problem,
    language text not null,
    -- Bytes, not text: what was sent is kept as it was sent. Problems cap it far lower than this.
    source bytea not null constraint submission_source check (octet_length(source) between 1 and 16777216),
    -- Names one showing of the form. A form that is posted twice is one submission. Unique within the user, so
    -- that nobody can block somebody else's.
    form_key uuid not null,
    created_at timestamptz not null default now(),
    constraint submission_form_key unique (user_id, form_key)
);

create index submission_of_user on submission (user_id, id);
create index submission_of_problem on submission (problem_id, id);

create trigger submission_is_immutable before update on submission
    for each row execute function forbid_update();

create table judging (
    id bigint generated always as identity primary key,
    submission_id bigint not null references submission,
    version_id bigint not null references problem_version,
    -- 1, 2, 3 … within the submission.
    number integer not null,
    -- The one whose verdict counts. The others stay to be seen.
    valid boolean not null,
    -- Class, served in this order: 0 somebody waits for it, 1 rejudging.
    priority smallint not null,
    state text not null default 'queued' constraint judging_state check (state in ('queued', 'running', 'done')),
    phase text constraint judging_phase check (phase in ('compiling', 'running')),
    tests_done integer not null default 0,
    -- 0 until a worker has counted them.
    tests_total integer not null default 0,
    verdict text constraint judging_verdict check
        (verdict in ('AC', 'PA', 'WA', 'PE', 'TLE', 'ILE', 'MLE', 'OLE', 'RE', 'CE', 'JE', 'SK')),
    score double precision,
    compile_log text not null default '',
    -- For the contestant; for the jury only where the verdict is JE.
    reason text not null default '',
    -- What went wrong on our side, one line an attempt; for the jury.
    internal_error text,
    -- How often it was taken by a worker. With the id it is the claim: every write of a result names both, so a
    -- worker that was given up and wakes again changes nothing.
    attempt integer not null default 0,
    -- Who has it, or had it last.
    worker text,
    -- Compiler or interpreter and its version, as the worker told it.
    toolchain text,
    -- Hash of the compiled program.
    program_hash bytea,
    -- Largest over the runs: CPU time in microseconds, memory in bytes.
    cpu_us bigint,
    memory_bytes bigint,
    -- Queued: when the worker that failed on it last may have it again (any other may at once).
    -- Running: the end of the lease; from then on any worker may have it.
    claimable_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    -- Of the last attempt.
    started_at timestamptz,
    finished_at timestamptz,
    constraint judging_number unique (submission_id, number),
    constraint judging_phase_when_running check ((state = 'running') = (phase is not null)),
    constraint judging_verdict_when_done check ((state = 'done') = (verdict is not null)),
    constraint judging_finish_when_done check ((state = 'done') = (finished_at is not null))
)
-- A judging is updated a dozen times in its life: room on its page keeps these updates off the indexes.
with (fillfactor = 70);

create unique index judging_valid on judging (submission_id) where valid;

-- The queue in the order in which it is served. Its predicate names only the state, and its columns never change:
-- progress and lease renewals touch no index. Running ones are in it because an expired lease is claimed likewise;
-- there are never more of them than slots.
create index judging_queue on judging (priority, id) where state <> 'done';
create index judging_running on judging (id) where state = 'running';
create index judging_of_version on judging (version_id);

-- The payload is an id and the wake-up a hint: who gets it reads the rows; who misses it polls.
create function judging_changed() returns trigger language plpgsql as $$
begin
    perform pg_notify('judging', new.submission_id::text);
    return null;
end
$$;

create function judging_queued() returns trigger language plpgsql as $$
begin
    perform pg_notify('queued', new.id::text);
    return null;
end
$$;

create trigger judging_made after insert on judging for each row execute function judging_changed();

-- Not on claimable_at: renewing a lease shows nothing new to anybody.
create trigger judging_moved
    after update of state, phase, tests_done, tests_total, compile_log, verdict, valid on judging
    for each row execute function judging_changed();

create trigger judging_enqueued after insert on judging
    for each row when (new.state = 'queued') execute function judging_queued();

create trigger judging_requeued after update of state on judging
    for each row when (new.state = 'queued' and old.state <> 'queued') execute function judging_queued();

create table run (
    judging_id bigint not null references judging,
    -- The attempt that made it. Only those of the judging's last attempt count, so two workers that both believed
    -- to have the judging never mix their results.
    attempt integer not null,
    position integer not null,
    -- The test case's full name, `secret/group1/03`.
    name text not null,
    sample boolean not null,
    verdict text not null constraint run_verdict check
        (verdict in ('AC', 'PA', 'WA', 'PE', 'TLE', 'ILE', 'MLE', 'OLE', 'RE', 'CE', 'JE', 'SK')),
    cpu_us bigint not null,
    wall_us bigint not null,
    memory_bytes bigint not null,
    exit_code integer,
    signal integer,
    oom_kills bigint not null,
    reason text not null,
    team_message text not null,
    judge_message text not null,
    -- Of a sample case only, cut; bytes as written.
    output bytea,
    stderr text not null,
    primary key (judging_id, attempt, position)
);
