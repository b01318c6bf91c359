-- Points: what a run gives, what each group of tests came to, and what the best would have been.

alter table run
    -- Where its case stands first. Null: a pass-fail problem, or it was not run.
    add column points double precision;

alter table judging
    -- Of the version that was judged, so that lists need not read manifests. Null: pass-fail, or without bound.
    add column max_score double precision,
    -- [{"name", "verdict", "score", "max", "cases": positions of runs, "counts", "reason"}], each group before those in
    -- it; empty of a pass-fail problem. Kept as a whole: it is written once, with the verdict, and shown as it is.
    add column groups jsonb not null default '[]';
