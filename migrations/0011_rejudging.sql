-- Rejudging as a change request: new judgings beside those that count, which take their places all at once, or never.

create table rejudging (
    id bigint generated always as identity primary key,
    -- Open: its judgings are being made, or are there to be looked at. Applied: they count. Dropped: they never will.
    state text not null default 'open' constraint rejudging_state check (state in ('open', 'applied', 'dropped')),
    -- What was asked for, in its words. For people: which submissions it came to stands in rejudging_submission.
    filter jsonb not null
);

-- Who did what with it, when and why; the first step is always the plan.
create table rejudging_step (
    rejudging_id bigint not null references rejudging,
    number integer not null,
    step text not null constraint rejudging_step_word check (step in ('plan', 'apply', 'drop', 'undo')),
    -- A user's name; or, with blanks in it, which no user's name has, an account of a machine: `root on host`.
    who text not null,
    reason text not null,
    at timestamptz not null default now(),
    primary key (rejudging_id, number),
    constraint rejudging_has_a_reason check (step <> 'plan' or reason ~ '\S'),
    constraint rejudging_begins_with_its_plan check ((number = 1) = (step = 'plan'))
);

create trigger rejudging_step_is_immutable before update on rejudging_step
    for each row execute function forbid_update();

create table rejudging_submission (
    rejudging_id bigint not null references rejudging,
    submission_id bigint not null references submission,
    -- The judging that counted when this was planned. It can be applied, and undone, only where nothing else has come
    -- in between.
    former_id bigint not null references judging,
    -- The one beside it.
    judging_id bigint not null references judging constraint rejudging_of_judging unique,
    -- It has taken the former one's place. Before that, and when it was undone, it is for the jury alone to see.
    applied boolean not null default false,
    primary key (rejudging_id, submission_id)
);

create index rejudging_of_submission on rejudging_submission (submission_id);
