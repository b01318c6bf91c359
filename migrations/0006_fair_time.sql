-- Whether times mean the same on every core and in every minute: what a worker's cores do with work that is always the
-- same, and what disturbed each run.

alter table worker
    -- {"slots": [{"slot", "core", "alone" and "busy": {"compute", "cache", "memory": {"cpu" and "wall": {"median_us",
    -- "spread"}}}}]}: each slot while the others have nothing to do, and while all do the same. Null of a worker that takes
    -- no job. Kept as a whole: people look at it, nothing is chosen by it.
    add column calibration jsonb,
    add column calibrated_at timestamptz,
    add constraint worker_calibration_has_its_time check ((calibration is null) = (calibrated_at is null));

-- Columns, not one document: runs are looked for by each of them. Null: it was not told, as of a case that was skipped.
alter table run
    -- How long the program was ready to go on while its core was busy with others.
    add column wait_us bigint,
    -- Of the stretch of time, mostly 50 ms or more, in which the run lies; known only after it, so written with the
    -- verdict. What a hypervisor took of the slot's core, in steps of 10 ms.
    add column steal_us bigint,
    -- How long somebody on the machine was waiting for a core.
    add column pressure_us bigint,
    -- How long that stretch was: what the two figures are parts of.
    add column window_us bigint,
    -- How long work that is always the same took on the slot's core around the run, as a multiple of what it takes there
    -- on a quiet machine. Null when it was not tried within a few seconds.
    add column canary double precision;
