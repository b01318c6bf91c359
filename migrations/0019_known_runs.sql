-- What is known of runs is looked for where it can be: in the last judgings of the same submission, and of those that the
-- same user sent with the same source. That is a few steps along indexes however often a program was judged; an index over
-- the runs' keys had as many entries for each key as there were judgings, and was a third of what a run costs to write.

drop index run_key;

create index submission_of_source on submission (user_id, source_hash, id);

-- What is known of runs with these keys, for whoever has this claim: first what former attempts at the judging came to,
-- and, unless it is to be fresh, what the same user's judgings did that are over, of each the newest.
--
-- By the owner's rights: a worker with a login of its own reads what others ran only in this way, and for its own claim.
-- That they are the same user's is in the key as well; here it bounds what a worker that lies about keys can do.
--
-- Plans are made while the tables are small, and kept; these would be scans then, and stay so while they grow.
create or replace function known_runs(claimed bigint, claimed_attempt integer, keys bytea[]) returns setof run
    language plpgsql stable security definer
    set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
declare
    mine record;
begin
    select j.fresh, s.id as submission, s.user_id, s.problem_id, s.source_hash, s.language into mine
        from judging j join submission s on s.id = j.submission_id
        where j.id = claimed and j.attempt = claimed_attempt and j.state = 'running'
            and coalesce(worker_login(), j.worker) = j.worker;
    if not found then
        return;
    end if;
    if claimed_attempt > 1 then
        return query select distinct on (r.key) r.* from run r
            where r.judging_id = claimed and r.attempt < claimed_attempt and r.key = any (keys)
            order by r.key, r.attempt desc;
    end if;
    if not mine.fresh then
        return query select distinct on (r.key) r.* from (
            select former.id, former.attempt from (
                select j.id, j.attempt, j.verdict from judging j
                where j.submission_id = mine.submission and j.state = 'done' order by j.number desc limit 4
            ) former where former.verdict not in ('JE', 'SK')
            union all
            select j.id, j.attempt from (
                select s.id from submission s
                where s.user_id = mine.user_id and s.source_hash = mine.source_hash and s.id <> mine.submission
                order by s.id desc limit 4
            ) same join judging j on j.submission_id = same.id and j.valid
            where j.state = 'done' and j.verdict not in ('JE', 'SK')
            union all
            -- Answers are sent in one archive, of which some may be as they were.
            select j.id, j.attempt from (
                select s.id from submission s
                where s.user_id = mine.user_id and s.problem_id = mine.problem_id and s.language = mine.language
                    and s.id <> mine.submission and mine.language = 'answers'
                order by s.id desc limit 4
            ) sent join judging j on j.submission_id = sent.id and j.valid
            where j.state = 'done' and j.verdict not in ('JE', 'SK')
        ) former join run r on r.judging_id = former.id and r.attempt = former.attempt
        where r.key = any (keys)
        order by r.key, r.judging_id desc;
    end if;
end
$$;
