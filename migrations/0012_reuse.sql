-- Results of runs that are taken over where nothing has changed.

alter table judging
    -- Everything is run, though the same was run before.
    add column fresh boolean not null default false;

alter table run
    -- The hash of all that the result hangs on, among it whose submission it is. Null: the same run might come to
    -- something else (it was close to a limit, the machine was not quiet, we failed), or it is older than this column.
    add column key bytea constraint run_key_is_a_hash check (octet_length(key) = 32),
    -- The judging in which it was run, if that is another one. No foreign key: what is taken over is a copy, so that
    -- judging may go.
    add column reused_from bigint,
    -- What it came to by itself, before points made another verdict of it. Null: the same.
    add column own_verdict text constraint run_own_verdict check
        (own_verdict in ('AC', 'PA', 'WA', 'PE', 'TLE', 'ILE', 'MLE', 'OLE', 'RE', 'CE', 'JE', 'SK')),
    -- What decided it gave besides: {"share": of the case's points, from 0 to 1} or {"points"}.
    add column score jsonb;

-- Only equality is asked, and keys are hashes already. Of a million it has 32 MB, and a hundred are looked up in 0.8 ms
-- where none is known and in 1.2 ms where all are, however often each is there; a B-tree had 56 MB, 1.7 and 2.2 ms.
create index run_key on run using hash (key) where key is not null;

-- What is known of runs with these keys, for whoever has this claim: first what former attempts at the judging came to,
-- and, unless it is to be fresh, what the same user's judgings did that are over. One of each.
--
-- By the owner's rights: a worker with a login of its own reads what others ran only in this way, and for its own claim.
-- That they are the same user's is in the key as well; here it bounds what a worker that lies about keys can do.
create function known_runs(claimed bigint, claimed_attempt integer, keys bytea[]) returns setof run
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    mine record;
begin
    select j.fresh, j.user_id into mine from judging j
        where j.id = claimed and j.attempt = claimed_attempt and j.state = 'running'
            and coalesce(worker_login(), j.worker) = j.worker;
    if not found then
        return;
    end if;
    return query select distinct on (r.key) r.* from run r
        where r.judging_id = claimed and r.attempt < claimed_attempt and r.key = any (keys)
        order by r.key, r.attempt desc;
    if not mine.fresh then
        return query select former.* from unnest(keys) as wanted (key) cross join lateral (
            select r.* from run r join judging j on j.id = r.judging_id
            where r.key = wanted.key and j.state = 'done' and j.verdict not in ('JE', 'SK')
                and j.attempt = r.attempt and j.user_id = mine.user_id
            limit 1
        ) as former;
    end if;
end
$$;
