-- The queue: classes, a fair share for everybody, claims as a walk along one index; what stands still, and what failed.

alter table judging rename column priority to class;

alter table judging
    -- Of the submission, which never changes: here, so that a claim reads one table only.
    add column user_id bigint,
    add column problem_id bigint,
    add column language text,
    -- Within a class those with the least turn are served first. A user's queued judgings have turns one after the
    -- other, from the least that is queued in the class when they come: so whoever sends a hundred waits for them
    -- beside the others, not before them.
    add column turn bigint not null default 0,
    -- Attempts that ended with an error of ours, and those whose worker was not heard of any more. An attempt that was
    -- given back in good order is neither.
    add column errors integer not null default 0,
    add column losses integer not null default 0;

update judging j set
    class = case j.class when 0 then 1 else 3 end,
    user_id = s.user_id, problem_id = s.problem_id, language = s.language,
    losses = case j.state when 'queued' then j.attempt when 'running' then j.attempt - 1 else 0 end
from submission s where s.id = j.submission_id;

alter table judging
    alter column user_id set not null,
    alter column problem_id set not null,
    alter column language set not null,
    -- 0 live contest, 1 practice, 2 custom run, 3 rejudge, 4 verification.
    add constraint judging_class check (class between 0 and 4);

drop index judging_queue;

-- The queue in the order in which it is served. None of its columns ever changes, and its predicate names only the
-- state: progress and lease renewals touch no index.
create index judging_queue on judging (class, turn, id) where state = 'queued';
create index judging_queue_of_user on judging (user_id, class, turn) where state = 'queued';
-- What was done lately: how long a judging takes, and whether a worker that fails has been right since.
create index judging_finished on judging (finished_at) where state = 'done';

-- Two who insert at the same moment for one user get the same turn: neither is worse off than before.
create function judging_placed() returns trigger language plpgsql as $$
begin
    select s.user_id, s.problem_id, s.language into new.user_id, new.problem_id, new.language
    from submission s where s.id = new.submission_id;
    new.turn := greatest(0,
        (select min(turn) from judging where state = 'queued' and class = new.class),
        (select max(turn) + 1 from judging where state = 'queued' and class = new.class and user_id = new.user_id));
    return new;
end
$$;

create trigger judging_placed before insert on judging for each row execute function judging_placed();

-- Each start of a worker has a number. Of two processes of one name the later is the worker: the other one claims
-- nothing any more, and what it still holds goes back to the queue.
create sequence worker_registration;

alter table worker add column registration bigint not null default nextval('worker_registration');

-- What stands still: nothing of it is claimed, and nothing of it is lost.
create table pause (
    id bigint generated always as identity primary key,
    problem_id bigint references problem,
    version_id bigint references problem_version,
    language text,
    -- No reference: a worker that stops takes its row along, and its pause stays.
    worker text,
    reason text not null,
    -- Who decided it: people, or the judge itself after repeated internal errors.
    origin text not null constraint pause_origin check (origin in ('jury', 'judge')),
    -- Null: the judge itself, the command line, or a user who is gone.
    user_id bigint references users on delete set null,
    created_at timestamptz not null default now(),
    constraint pause_of_one_thing check (
        num_nonnulls(problem_id, version_id, language, worker) = 1
        or (num_nonnulls(language, worker) = 2 and num_nonnulls(problem_id, version_id) = 0)),
    constraint pause_of_thing unique nulls not distinct (problem_id, version_id, language, worker)
);

create function pause_ended() returns trigger language plpgsql as $$
begin
    perform pg_notify('queued', '');
    return null;
end
$$;

create trigger pause_ended after delete on pause for each statement execute function pause_ended();

-- Attempts that came to an error of ours, for a week: what the guilty part is found by.
create table failure (
    judging_id bigint not null references judging,
    attempt integer not null,
    version_id bigint not null references problem_version,
    user_id bigint not null references users,
    language text not null,
    worker text not null,
    error text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (judging_id, attempt)
);

create index failure_by_time on failure (at);
