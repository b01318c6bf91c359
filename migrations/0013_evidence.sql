-- What a judging rests on, so that anybody can ask later whether it was right, and run it again.

alter table submission
    -- SHA-256.
    add column source_hash bytea not null generated always as (sha256(source)) stored;

-- Of the machine that gave the verdict, as it was then: workers are taken off their table and come back as others. Null
-- of what was judged before there were these columns, and of what no worker could finish.
alter table judging
    add column host text,
    add column kernel text,
    -- Isolation: full or practice.
    add column grade text,
    -- SHA-256 of judge-box, the program that makes the boxes.
    add column judge_box bytea,
    -- To which its runs were pinned, as the kernel numbers them.
    add column core integer,
    -- Limits of the problem in the submission's language, with the time limit's origin, as a manifest has them.
    add column limits jsonb,
    -- Of the compiler; null where nothing was compiled, as of a program that was kept from before.
    add column compile_cpu_us bigint,
    add column compile_wall_us bigint,
    add column compile_memory_bytes bigint;

alter table run
    -- CPU time of each time that it was run, in that order: several where the time was in doubt. cpu_us is the one that
    -- counts. Empty where it was not run.
    add column times_us bigint[] not null default '{}',
    -- What it had, in this language. Null where it was not run.
    add column time_limit_us bigint,
    add column memory_limit_bytes bigint,
    -- Why its time may be more than it is on a quiet machine, in words. Empty: nothing is known to have disturbed it.
    add column noise text not null default '';

update run set times_us = array[cpu_us] where wall_us > 0;
