-- Problems and their immutable versions; every file is a blob named by its hash.

-- A verdict is a function of content, so content may never change under its name. Rows of these tables are
-- deleted or kept, not edited.
create function forbid_update() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % never change', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;

create table blob (
    -- SHA-256 of the content before packing.
    hash bytea primary key constraint blob_hash check (octet_length(hash) = 32),
    -- Bytes before packing. The cap keeps a row far below Postgres' own limit of 1 GiB a value, in memory too.
    size bigint not null constraint blob_size check (size between 0 and 268435456),
    -- One zstd frame.
    packed bytea not null,
    created_at timestamptz not null default now()
);

-- Packed already: Postgres would only burn CPU on trying again.
alter table blob alter column packed set storage external;

create trigger blob_is_immutable before update on blob for each row execute function forbid_update();

create table problem (
    id bigint generated always as identity primary key,
    slug text not null constraint problem_slug_key unique
        constraint problem_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'),
    -- False hides it from contestants.
    visible boolean not null default true,
    -- The version that new submissions are judged on. Null only inside the transaction that makes the first one.
    current_version_id bigint,
    created_at timestamptz not null default now()
);

create table problem_version (
    id bigint generated always as identity primary key,
    problem_id bigint not null references problem,
    -- 1, 2, 3 … within the problem, for people.
    number integer not null,
    hash bytea not null,
    -- json, not jsonb: the hash is of exactly these bytes, and jsonb would reorder the keys.
    manifest json not null,
    -- The title that lists show, out of the manifest, so that a list of problems need not parse megabytes.
    name text not null,
    created_at timestamptz not null default now(),
    -- Null for what the judge imported itself.
    created_by bigint references users on delete set null,
    constraint problem_version_number unique (problem_id, number),
    constraint problem_version_content unique (problem_id, hash),
    -- For the reference from problem, which must stay inside the problem.
    constraint problem_version_owner unique (problem_id, id),
    constraint problem_version_hash check (hash = sha256(convert_to(manifest::text, 'UTF8')))
);

alter table problem add constraint problem_current_version
    foreign key (id, current_version_id) references problem_version (problem_id, id);

-- created_by is left out: it goes with its user.
create trigger problem_version_is_immutable
    before update of id, problem_id, number, hash, manifest, name, created_at on problem_version
    for each row execute function forbid_update();

-- Which blobs a version needs: they cannot be deleted under it, and an unused blob can be told from a used one.
create table problem_version_blob (
    version_id bigint not null references problem_version,
    hash bytea not null references blob,
    primary key (version_id, hash)
);

create index problem_version_blob_hash on problem_version_blob (hash);

create trigger problem_version_blob_is_immutable before update on problem_version_blob
    for each row execute function forbid_update();
