-- Packages that somebody has uploaded and not saved yet: they look first what would change.

create table upload (
    id uuid primary key,
    user_id bigint not null references users on delete cascade,
    -- How it was read, in words.
    format text not null,
    -- As that of problem_version, with which it is compared; its files are blobs already.
    manifest json not null,
    -- [{"place", "message"}]: what the setter should look at.
    warnings jsonb not null,
    -- Limits that the package leaves to whoever brings it.
    asks_time boolean not null,
    asks_memory boolean not null,
    created_at timestamptz not null default now()
);

create index upload_of_user on upload (user_id, created_at);
create index upload_by_age on upload (created_at);

-- Blobs that no version needs yet: they go with the last upload that does.
create table upload_blob (
    upload_id uuid not null references upload on delete cascade,
    hash bytea not null references blob,
    primary key (upload_id, hash)
);

create index upload_blob_hash on upload_blob (hash);
