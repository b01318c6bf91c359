-- Workers keep what they compiled for custom runs in memory, and it goes with these.

-- By the owner's rights: a worker sees no custom run but those that it has in hand, and learns of others that they are gone
-- when it knows their ids.
create function custom_runs_gone(ids uuid[]) returns setof uuid
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select asked.id from unnest(ids) as asked (id)
    where not exists (select from custom_run c where c.id = asked.id and c.expires_at > now());
$$;
