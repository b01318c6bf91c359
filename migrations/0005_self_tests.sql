-- Whether a worker's boxes hold, and what of its machine it does not offer. A worker whose self-test failed takes no job
-- and offers no language; it is there to be seen, with what failed.

-- Workers that run say all of this when they register, which they do when their row is gone.
delete from worker;
alter table worker
    -- Of judge-box, the program that makes the boxes: the first digits of its hash.
    add column judge_box text not null,
    -- {"rows": how many hostile programs were tried, "seconds": that took, "failed": [one line each]}
    add column self_test jsonb not null,
    add column self_test_at timestamptz not null,
    -- [{"language": id, "name": for people, "why": what its own self-test met}]
    add column refused jsonb not null;
