-- The content of a blob may be outside of the database, when it outgrows that: in a folder, or in an S3-compatible store.

drop trigger blob_is_immutable on blob;

alter table blob
    -- Where the content is; its name there is made of the hash.
    add column place text not null default 'postgres'
        constraint blob_place check (place in ('postgres', 'folder', 's3')),
    alter column packed drop not null,
    add constraint blob_packed_in_its_place check ((place = 'postgres') = (packed is not null));

-- A blob may move, out of the table and into it. Nothing else of it changes.
create trigger blob_is_immutable before update on blob for each row
    when ((new.hash, new.size, new.created_at) is distinct from (old.hash, old.size, old.created_at)
        or new.place = old.place)
    execute function forbid_update();
