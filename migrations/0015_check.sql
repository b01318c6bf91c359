-- A version's own submissions, judged by the workers to see whether they do what is promised of them.

alter table submission
    -- Which of the version's own submissions it is, by its path. What it is stands in the manifest, so `source` is empty.
    -- Null: somebody sent it. Its judgings are never valid: they count for nobody, and no list of submissions has them.
    add column version_id bigint,
    add column example text,
    add constraint submission_of_version foreign key (problem_id, version_id) references problem_version (problem_id, id),
    add constraint submission_example unique (version_id, example),
    add constraint submission_example_has_a_version check ((version_id is null) = (example is null)),
    drop constraint submission_source,
    add constraint submission_source check (
        case when example is null then octet_length(source) between 1 and 16777216 else octet_length(source) = 0 end);
