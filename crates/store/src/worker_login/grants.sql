-- What the logins of workers may do in this database, whatever they could before. {group} is the role of all of them.
-- Columns are named one by one where not all of a table is a worker's business: a new one is closed until it stands here.

revoke all on all tables in schema public from {group};
revoke all on all sequences in schema public from {group};
revoke all on all functions in schema public from {group}, public;

-- Everybody may do these unless told otherwise. Who does not own the database gets a warning only: it is looked at after.
revoke create on schema public from public;
revoke temporary on database {database} from public;
grant connect on database {database} to {group};
grant usage on schema public to {group};
grant execute on function worker_group(), worker_login() to {group};
grant execute on function known_runs(bigint, integer, bytea[]) to {group};

-- The version of the schema.
grant select on _sqlx_migrations to {group};

-- What to judge: manifests and files, which are named by hash.
grant select on problem_version, blob to {group};
grant select (id, source, example) on submission to {group};
grant select (id, version_id, source, input, limits) on custom_run to {group};

-- The queue: what to take, what stands still, and of the rest what tells whose fault a failure is.
grant select (
    id, submission_id, version_id, user_id, problem_id, language, class, turn, state, attempt, errors, losses, worker,
    claimable_at, tests_done, internal_error, verdict, finished_at, custom_run_id
) on judging to {group};
grant select (id, problem_id, version_id, language, worker) on pause to {group};

-- Results.
grant update (
    state, phase, tests_done, tests_total, verdict, score, max_score, groups, compile_log, reason, internal_error, attempt,
    errors, losses, worker, toolchain, program_hash, cpu_us, memory_bytes, claimable_at, started_at, finished_at
) on judging to {group};
grant select, insert, delete on run to {group};
grant update (wait_us, window_us, steal_us, pressure_us, canary, key) on run to {group};
grant update (wall_us, exit_code, signal, stdout, stdout_bytes, stderr, stderr_cut) on custom_run to {group};
-- Of custom runs nothing stays, whoever is there to remove them.
grant execute on function forget_custom_runs(), custom_runs_gone(uuid[]) to {group};

-- What these rest on.
grant update (
    host, kernel, grade, judge_box, core, limits, compile_cpu_us, compile_wall_us, compile_memory_bytes
) on judging to {group};
grant update (noise) on run to {group};

-- Failures of its own, and what it sets aside for them.
grant select, insert, delete on failure to {group};
grant insert (problem_id, version_id, language, worker, reason, origin) on pause to {group};

-- Itself.
grant select, insert, update, delete on worker to {group};
grant usage on sequence worker_registration to {group};
