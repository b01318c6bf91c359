-- Who judges, and in which languages. Nothing of this is needed to claim: it is there to be shown, and to offer
-- only languages that somebody can judge.

create table worker (
    name text primary key,
    host text not null,
    slots integer not null constraint worker_slots check (slots > 0),
    -- Isolation: full or practice, as `judge doctor` says it.
    grade text not null,
    kernel text not null,
    -- [{"language": id, "name": for people, "version": first line that the toolchain prints}]
    toolchains jsonb not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
);
