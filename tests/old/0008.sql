-- A database as judge 0008 left it, by pg_dump: for tests/migrate.test.mjs, which brings it up to date and goes on with it.
--
-- Users ada (contestant), sue (setter) and jon (jury). Submissions: 1 accepted; 2 wrong, and queued to be judged again;
-- 3 that does not compile, with a second judging that came to a judge error; 4 wrong; 5 with two thirds of the points and
-- 6 with all; 7 in the middle of a judging, by a worker that died; 8 and 9 queued.

--
-- PostgreSQL database dump
--

-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: forbid_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forbid_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'rows of % never change', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;

--
-- Name: judging_changed(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.judging_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform pg_notify('judging', new.submission_id::text);
    return null;
end
$$;

--
-- Name: judging_queued(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.judging_queued() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform pg_notify('queued', new.id::text);
    return null;
end
$$;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: _sqlx_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);

--
-- Name: blob; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blob (
    hash bytea NOT NULL,
    size bigint NOT NULL,
    packed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT blob_hash CHECK ((octet_length(hash) = 32)),
    CONSTRAINT blob_size CHECK (((size >= 0) AND (size <= 268435456)))
);
ALTER TABLE ONLY public.blob ALTER COLUMN packed SET STORAGE EXTERNAL;

--
-- Name: judging; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.judging (
    id bigint NOT NULL,
    submission_id bigint NOT NULL,
    version_id bigint NOT NULL,
    number integer NOT NULL,
    valid boolean NOT NULL,
    priority smallint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    phase text,
    tests_done integer DEFAULT 0 NOT NULL,
    tests_total integer DEFAULT 0 NOT NULL,
    verdict text,
    score double precision,
    compile_log text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    internal_error text,
    attempt integer DEFAULT 0 NOT NULL,
    worker text,
    toolchain text,
    program_hash bytea,
    cpu_us bigint,
    memory_bytes bigint,
    claimable_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    max_score double precision,
    groups jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT judging_finish_when_done CHECK (((state = 'done'::text) = (finished_at IS NOT NULL))),
    CONSTRAINT judging_phase CHECK ((phase = ANY (ARRAY['compiling'::text, 'running'::text]))),
    CONSTRAINT judging_phase_when_running CHECK (((state = 'running'::text) = (phase IS NOT NULL))),
    CONSTRAINT judging_state CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text]))),
    CONSTRAINT judging_verdict CHECK ((verdict = ANY (ARRAY['AC'::text, 'PA'::text, 'WA'::text, 'PE'::text, 'TLE'::text, 'ILE'::text, 'MLE'::text, 'OLE'::text, 'RE'::text, 'CE'::text, 'JE'::text, 'SK'::text]))),
    CONSTRAINT judging_verdict_when_done CHECK (((state = 'done'::text) = (verdict IS NOT NULL)))
)
WITH (fillfactor='70');

--
-- Name: judging_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.judging ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.judging_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: login_attempt; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.login_attempt (
    key text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: problem; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.problem (
    id bigint NOT NULL,
    slug text NOT NULL,
    visible boolean DEFAULT true NOT NULL,
    current_version_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT problem_slug CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'::text))
);

--
-- Name: problem_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.problem ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.problem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: problem_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.problem_version (
    id bigint NOT NULL,
    problem_id bigint NOT NULL,
    number integer NOT NULL,
    hash bytea NOT NULL,
    manifest json NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by bigint,
    CONSTRAINT problem_version_hash CHECK ((hash = sha256(convert_to((manifest)::text, 'UTF8'::name))))
);

--
-- Name: problem_version_blob; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.problem_version_blob (
    version_id bigint NOT NULL,
    hash bytea NOT NULL
);

--
-- Name: problem_version_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.problem_version ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.problem_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.run (
    judging_id bigint NOT NULL,
    attempt integer NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    sample boolean NOT NULL,
    verdict text NOT NULL,
    cpu_us bigint NOT NULL,
    wall_us bigint NOT NULL,
    memory_bytes bigint NOT NULL,
    exit_code integer,
    signal integer,
    oom_kills bigint NOT NULL,
    reason text NOT NULL,
    team_message text NOT NULL,
    judge_message text NOT NULL,
    output bytea,
    stderr text NOT NULL,
    wait_us bigint,
    steal_us bigint,
    pressure_us bigint,
    window_us bigint,
    canary double precision,
    points double precision,
    transcript text DEFAULT ''::text NOT NULL,
    CONSTRAINT run_verdict CHECK ((verdict = ANY (ARRAY['AC'::text, 'PA'::text, 'WA'::text, 'PE'::text, 'TLE'::text, 'ILE'::text, 'MLE'::text, 'OLE'::text, 'RE'::text, 'CE'::text, 'JE'::text, 'SK'::text])))
);

--
-- Name: session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT session_token_hash CHECK ((octet_length(token_hash) = 32))
);

--
-- Name: submission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.submission (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    problem_id bigint NOT NULL,
    language text NOT NULL,
    source bytea NOT NULL,
    form_key uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT submission_source CHECK (((octet_length(source) >= 1) AND (octet_length(source) <= 16777216)))
);

--
-- Name: submission_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.submission ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.submission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id bigint NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT users_name_form CHECK ((name ~ '^[A-Za-z0-9_.-]{3,32}$'::text)),
    CONSTRAINT users_role CHECK ((role = ANY (ARRAY['contestant'::text, 'setter'::text, 'jury'::text, 'admin'::text])))
);

--
-- Name: users_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: worker; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.worker (
    name text NOT NULL,
    host text NOT NULL,
    slots integer NOT NULL,
    grade text NOT NULL,
    kernel text NOT NULL,
    toolchains jsonb NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    judge_box text NOT NULL,
    self_test jsonb NOT NULL,
    self_test_at timestamp with time zone NOT NULL,
    refused jsonb NOT NULL,
    calibration jsonb,
    calibrated_at timestamp with time zone,
    CONSTRAINT worker_calibration_has_its_time CHECK (((calibration IS NULL) = (calibrated_at IS NULL))),
    CONSTRAINT worker_slots CHECK ((slots > 0))
);

--
-- Data for Name: _sqlx_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public._sqlx_migrations (version, description, installed_on, success, checksum, execution_time) FROM stdin;
1	users	2026-11-30 13:03:13.866326+00	t	\\x8bc9387955ca6640946ed0d7a1df6bddb8afbf0c9fc50525b8105d18da462e08745cd002ed28b333c9a0dfc462fb94c5	118776017
2	problems	2026-11-30 13:03:14.083631+00	t	\\x80cc0f86783f640d6e762f4e64f5f9a68f2d3de59e36bc66ea442fbeb5881370bab1d3855e7c8e1a8759a7c90af61f46	166281972
3	judging	2026-11-30 13:03:14.26348+00	t	\\x7f369ae1580c1787e88d3d3e3d47f6c5d47cfb10cce5f54a61de5bf392ba3d41e29a0c9e6c019be8fd7bb832c4129633	164404876
4	workers	2026-11-30 13:03:14.463239+00	t	\\x6ac9914789793eeb8845c66084b5ec868041b1fc9086fbb7154b1e341680a4d0e83dffb47b0e4000420fa66bd3a7ede8	107738551
5	self tests	2026-11-30 13:03:14.587602+00	t	\\xc295110ac7ba2749642120ce9724c692fa682dda6ca358afa2de5545fcef4138d712c005d7b024d401c483687df298a9	95017692
6	fair time	2026-11-30 13:03:14.718719+00	t	\\x5f599dee5c7ccfe7571d2e7ce3380cfb6b9516c8409b1848f2303e9d2b97c1b9c21c583dcff87b1fbc3e171f29ab0032	100061045
7	points	2026-11-30 13:03:14.823861+00	t	\\x97e5e1d1a8429f0d06d272801c24ff8233687d43f1f387003d092e4abeed9f9442e34a39b450b73b10f3c916fae7a7ec	1983866
8	transcript	2026-11-30 13:03:14.835794+00	t	\\x8216135ebd7e216ffd13b0a010cca30f23f8ef0fbb684425babf3a13b535d02ce6a4a626dfe1b72a96f6d400db0c5369	16758527
\.

--
-- Data for Name: blob; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.blob (hash, size, packed, created_at) FROM stdin;
\\x06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7	2	\\x28b52ffd0058110000360a	2026-11-30 13:03:15.501222+00
\\x084c799cd551dd1d8d5c5f9a5d593b2e931f5e36122ee5c793c1d08a19839cc0	3	\\x28b52ffd005819000034320a	2026-11-30 13:03:15.501222+00
\\x1121cfccd5913f0a63fec40a6ffd44ea64f9dc135c66634ba001d10bcf4302a2	2	\\x28b52ffd0058110000330a	2026-11-30 13:03:15.501222+00
\\x2e10fef74d8440973fbc40ca298b340ee1216c806306b4b2c22ce58af3546607	31	\\x28b52ffd0058f90000526561642061206e756d62657220246e242e205072696e742024326e242e0a	2026-11-30 13:03:15.501222+00
\\x4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865	2	\\x28b52ffd0058110000310a	2026-11-30 13:03:15.501222+00
\\x53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3	2	\\x28b52ffd0058110000320a	2026-11-30 13:03:15.501222+00
\\x6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52	3	\\x28b52ffd005819000032310a	2026-11-30 13:03:15.501222+00
\\x792376c209f338959be4cf00c54dbf82662b90516082e23106faec4c43c69e49	4	\\x28b52ffd00582100003530300a	2026-11-30 13:03:15.501222+00
\\x83c02ac2d48c863dab2ccf6870455aadfc2cec073b8db269b517c879d76aa6d9	5	\\x28b52ffd0058290000313030300a	2026-11-30 13:03:15.501222+00
\\xf33a926d6e6c8984b87fdaf07e329df9c53b5c769be79ff52358f2cbd3e7a472	24	\\x28b52ffd0058c100007072696e742832202a20696e7428696e707574282929290a	2026-11-30 13:03:15.501222+00
\.

--
-- Data for Name: judging; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.judging (id, submission_id, version_id, number, valid, priority, state, phase, tests_done, tests_total, verdict, score, compile_log, reason, internal_error, attempt, worker, toolchain, program_hash, cpu_us, memory_bytes, claimable_at, created_at, started_at, finished_at, max_score, groups) FROM stdin;
1	1	1	1	t	0	done	\N	4	4	AC	\N			\N	1	old-worker	Python 3.11.2	\\x101b5aeb850774434361cc754e8e75945820543cfe72a4e9c5bfbe5ab6884fb8	18239	3141632	2026-11-30 13:06:47.348354+00	2026-11-30 13:06:25.574725+00	2026-11-30 13:06:25.629395+00	2026-11-30 13:06:27.425926+00	\N	[]
6	6	2	1	t	0	done	\N	4	4	AC	100			\N	1	old-worker	Python 3.11.2	\\x101b5aeb850774434361cc754e8e75945820543cfe72a4e9c5bfbe5ab6884fb8	15253	3108864	2026-11-30 13:06:54.01672+00	2026-11-30 13:06:33.405194+00	2026-11-30 13:06:33.455685+00	2026-11-30 13:06:34.060205+00	100	[{"max": 1.0, "name": "sample", "cases": [0], "score": 1.0, "counts": false, "reason": "", "verdict": "AC"}, {"max": 100.0, "name": "secret", "cases": [1, 2, 3], "score": 100.0, "counts": true, "reason": "", "verdict": "AC"}]
3	3	1	1	t	0	done	\N	0	0	CE	\N	main.c:1:1: error: expected declaration specifiers or ‘...’ at end of input\n    1 | int main(\n      | ^~~\n	The compiler found errors.	\N	1	old-worker	gcc (Debian 12.2.0-14+deb12u1) 12.2.0	\N	\N	\N	2026-11-30 13:06:49.69312+00	2026-11-30 13:06:29.611612+00	2026-11-30 13:06:29.69312+00	2026-11-30 13:06:30.012859+00	\N	[]
7	7	1	1	t	0	running	running	1	4	\N	\N			\N	1	old-worker	\N	\N	\N	\N	2026-11-30 13:06:59.040163+00	2026-11-30 13:06:37.668085+00	2026-11-30 13:06:37.704231+00	\N	\N	[]
4	4	1	1	t	0	done	\N	1	4	WA	\N		sample/1: Line 1, column 1 (word 1): expected "6", got "-1".	\N	1	old-worker	Python 3.11.2	\\xfdf3aeb53b008a1031380793390977056c5c98f64a2b0736b9616f5972e32169	15068	3145728	2026-11-30 13:06:51.533215+00	2026-11-30 13:06:31.027636+00	2026-11-30 13:06:31.064992+00	2026-11-30 13:06:31.613481+00	\N	[]
8	8	1	1	t	0	queued	\N	0	0	\N	\N			\N	0	\N	\N	\N	\N	\N	2026-11-30 13:06:40.02153+00	2026-11-30 13:06:40.02153+00	\N	\N	\N	[]
9	9	1	1	t	0	queued	\N	0	0	\N	\N			\N	0	\N	\N	\N	\N	\N	2026-11-30 13:06:40.603276+00	2026-11-30 13:06:40.603276+00	\N	\N	\N	[]
10	3	1	2	f	1	done	\N	0	0	JE	\N			Attempt 1 on old-worker: no room	3	old-worker	\N	\N	\N	\N	2026-11-30 13:06:41.339613+00	2026-11-30 13:06:41.339613+00	2026-11-30 13:06:41.339613+00	2026-11-30 13:06:41.339613+00	\N	[]
5	5	2	1	t	0	done	\N	4	4	PA	66.666667		secret/1: Line 1, column 1 (word 1): expected "2", got "0".	\N	1	old-worker	Python 3.11.2	\\x84c85562a1f0cc9caeaef02415de6c5d120839a99464572d9c7c5849dc65f963	19145	3141632	2026-11-30 13:06:52.923849+00	2026-11-30 13:06:32.133455+00	2026-11-30 13:06:32.159592+00	2026-11-30 13:06:32.965659+00	100	[{"max": 1.0, "name": "sample", "cases": [0], "score": 1.0, "counts": false, "reason": "", "verdict": "AC"}, {"max": 100.0, "name": "secret", "cases": [1, 2, 3], "score": 66.66666666666667, "counts": true, "reason": "", "verdict": "WA"}]
2	2	1	1	f	0	done	\N	1	4	WA	\N		sample/1: Line 1, column 1 (word 1): expected "6", got "3".	\N	1	old-worker	Python 3.11.2	\\x30141477b46190713fc4d3fb574ebc94edea052a47affece5a74a4e41a8cc023	20086	3145728	2026-11-30 13:06:48.613043+00	2026-11-30 13:06:28.046908+00	2026-11-30 13:06:28.127864+00	2026-11-30 13:06:28.644323+00	\N	[]
11	2	1	2	t	1	queued	\N	0	0	\N	\N			\N	0	\N	\N	\N	\N	\N	2026-11-30 13:36:34.063608+00	2026-11-30 13:36:34.063608+00	\N	\N	\N	[]
\.

--
-- Data for Name: login_attempt; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.login_attempt (key, at) FROM stdin;
\.

--
-- Data for Name: problem; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.problem (id, slug, visible, current_version_id, created_at) FROM stdin;
1	twice	t	1	2026-11-30 13:03:15.501222+00
2	points	t	2	2026-11-30 13:03:16.208392+00
\.

--
-- Data for Name: problem_version; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.problem_version (id, problem_id, number, hash, manifest, name, created_at, created_by) FROM stdin;
1	1	1	\\xd0948ec486b41d6f491a468cf38437a354648a976b75e98a847055588ca30439	{"slug":"twice","names":{"en":"Twice"},"statements":{"en":"2e10fef74d8440973fbc40ca298b340ee1216c806306b4b2c22ce58af3546607"},"assets":{},"limits":{"time_ms":1000,"time_origin":"explicit","memory_bytes":67108864,"output_bytes":8388608,"code_bytes":131072,"compile_time_ms":60000,"compile_memory_bytes":2147483648,"validation_time_ms":60000,"validation_memory_bytes":2147483648,"validation_output_bytes":8388608},"output_validator":{"default":{"args":[]}},"languages":null,"tests":{"name":"","children":[{"group":{"name":"sample","children":[{"case":{"name":"sample/1","input":"1121cfccd5913f0a63fec40a6ffd44ea64f9dc135c66634ba001d10bcf4302a2","answer":"06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7","sample":true,"description":null,"validator_args":[]}}]}},{"group":{"name":"secret","children":[{"case":{"name":"secret/1","input":"4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865","answer":"53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3","sample":false,"description":null,"validator_args":[]}},{"case":{"name":"secret/2","input":"6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52","answer":"084c799cd551dd1d8d5c5f9a5d593b2e931f5e36122ee5c793c1d08a19839cc0","sample":false,"description":null,"validator_args":[]}},{"case":{"name":"secret/3","input":"792376c209f338959be4cf00c54dbf82662b90516082e23106faec4c43c69e49","answer":"83c02ac2d48c863dab2ccf6870455aadfc2cec073b8db269b517c879d76aa6d9","sample":false,"description":null,"validator_args":[]}}]}}]},"submissions":[{"path":"accepted/twice.py","language":"python3","files":{"twice.py":"f33a926d6e6c8984b87fdaf07e329df9c53b5c769be79ff52358f2cbd3e7a472"},"expected":{"permitted":["AC"],"required":[],"time":"lower"}}],"credits":{"authors":[],"source":null,"license":null},"uuid":"5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58"}	Twice	2026-11-30 13:03:15.501222+00	\N
2	2	1	\\x50137aab49184d089bb15524821dbdec22631fc235ef4ea876756dd828b4ce64	{"slug":"points","names":{"en":"Twice for points"},"statements":{"en":"2e10fef74d8440973fbc40ca298b340ee1216c806306b4b2c22ce58af3546607"},"assets":{},"limits":{"time_ms":1000,"time_origin":"explicit","memory_bytes":67108864,"output_bytes":8388608,"code_bytes":131072,"compile_time_ms":60000,"compile_memory_bytes":2147483648,"validation_time_ms":60000,"validation_memory_bytes":2147483648,"validation_output_bytes":8388608},"output_validator":{"default":{"args":[]}},"languages":null,"tests":{"name":"","children":[{"group":{"name":"sample","children":[{"case":{"name":"sample/1","input":"1121cfccd5913f0a63fec40a6ffd44ea64f9dc135c66634ba001d10bcf4302a2","answer":"06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7","sample":true,"description":null,"validator_args":[]}}],"rules":{"uncounted":true}}},{"group":{"name":"secret","children":[{"case":{"name":"secret/1","input":"4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865","answer":"53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3","sample":false,"description":null,"validator_args":[],"points":33.333333333333336}},{"case":{"name":"secret/2","input":"6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52","answer":"084c799cd551dd1d8d5c5f9a5d593b2e931f5e36122ee5c793c1d08a19839cc0","sample":false,"description":null,"validator_args":[],"points":33.333333333333336}},{"case":{"name":"secret/3","input":"792376c209f338959be4cf00c54dbf82662b90516082e23106faec4c43c69e49","answer":"83c02ac2d48c863dab2ccf6870455aadfc2cec073b8db269b517c879d76aa6d9","sample":false,"description":null,"validator_args":[],"points":33.333333333333336}}],"rules":{"max":100.0}}}]},"submissions":[{"path":"accepted/twice.py","language":"python3","files":{"twice.py":"f33a926d6e6c8984b87fdaf07e329df9c53b5c769be79ff52358f2cbd3e7a472"},"expected":{"permitted":["AC","PA"],"required":[],"time":"lower"}}],"credits":{"authors":[],"source":null,"license":null},"scoring":{"max":100.0},"uuid":"5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a59"}	Twice for points	2026-11-30 13:03:16.208392+00	\N
\.

--
-- Data for Name: problem_version_blob; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.problem_version_blob (version_id, hash) FROM stdin;
1	\\x06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7
1	\\x084c799cd551dd1d8d5c5f9a5d593b2e931f5e36122ee5c793c1d08a19839cc0
1	\\x1121cfccd5913f0a63fec40a6ffd44ea64f9dc135c66634ba001d10bcf4302a2
1	\\x2e10fef74d8440973fbc40ca298b340ee1216c806306b4b2c22ce58af3546607
1	\\x4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865
1	\\x53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3
1	\\x6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52
1	\\x792376c209f338959be4cf00c54dbf82662b90516082e23106faec4c43c69e49
1	\\x83c02ac2d48c863dab2ccf6870455aadfc2cec073b8db269b517c879d76aa6d9
1	\\xf33a926d6e6c8984b87fdaf07e329df9c53b5c769be79ff52358f2cbd3e7a472
2	\\x06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7
2	\\x084c799cd551dd1d8d5c5f9a5d593b2e931f5e36122ee5c793c1d08a19839cc0
2	\\x1121cfccd5913f0a63fec40a6ffd44ea64f9dc135c66634ba001d10bcf4302a2
2	\\x2e10fef74d8440973fbc40ca298b340ee1216c806306b4b2c22ce58af3546607
2	\\x4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865
2	\\x53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3
2	\\x6e2ae11dad0616f66bbb2b6e6556f580bb987fd911d7132aa6bee2bfc7cc7b52
2	\\x792376c209f338959be4cf00c54dbf82662b90516082e23106faec4c43c69e49
2	\\x83c02ac2d48c863dab2ccf6870455aadfc2cec073b8db269b517c879d76aa6d9
2	\\xf33a926d6e6c8984b87fdaf07e329df9c53b5c769be79ff52358f2cbd3e7a472
\.

--
-- Data for Name: run; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.run (judging_id, attempt, "position", name, sample, verdict, cpu_us, wall_us, memory_bytes, exit_code, signal, oom_kills, reason, team_message, judge_message, output, stderr, wait_us, steal_us, pressure_us, window_us, canary, points, transcript) FROM stdin;
1	1	0	sample/1	t	AC	14279	79535	3125248	0	\N	0				\\x360a		61311	0	176327	176325	0.8598116980503249	\N	
1	1	1	secret/1	f	AC	14176	91836	3121152	0	\N	0				\N		76037	0	111602	111624	0.8598116980503249	\N	
1	1	2	secret/2	f	AC	18239	84298	3141632	0	\N	0				\N		64763	0	103570	103569	0.8598116980503249	\N	
1	1	3	secret/3	f	AC	14189	87769	3137536	0	\N	0				\N		73038	0	142448	142446	0.8598116980503249	\N	
2	1	0	sample/1	t	WA	20086	64558	3145728	0	\N	0	Line 1, column 1 (word 1): expected "6", got "3".			\\x330a		43790	0	72445	73027	0.8598116980503249	\N	
4	1	0	sample/1	t	WA	15068	86436	3145728	0	\N	0	Line 1, column 1 (word 1): expected "6", got "-1".			\\x2d310a		70751	0	104177	104176	\N	\N	
5	1	0	sample/1	t	AC	13927	86443	3141632	0	\N	0				\\x360a		71067	0	103981	103981	0.8407919513414431	1	
5	1	1	secret/1	f	WA	14215	56676	3129344	0	\N	0	Line 1, column 1 (word 1): expected "2", got "0".			\N		41694	0	107501	107500	0.8407919513414431	0	
5	1	2	secret/2	f	AC	14407	67348	3125248	0	\N	0				\N		40186	0	142370	142370	0.8407919513414431	33.333333333333336	
5	1	3	secret/3	f	AC	19145	79759	3117056	0	\N	0				\N		59901	0	110408	110406	0.8407919513414431	33.333333333333336	
6	1	0	sample/1	t	AC	15253	75843	3108864	0	\N	0				\\x360a		59876	0	115433	115431	0.8443463589401765	1	
6	1	1	secret/1	f	AC	14603	60305	3100672	0	\N	0				\N		45105	0	130408	130407	0.8443463589401765	33.333333333333336	
6	1	2	secret/2	f	AC	15024	71911	3092480	0	\N	0				\N		56058	0	136286	136286	0.8443463589401765	33.333333333333336	
6	1	3	secret/3	f	AC	14386	84606	3084288	0	\N	0				\N		69452	0	140088	140088	0.8443463589401765	33.333333333333336	
7	1	0	sample/1	t	AC	21078	742849	3182592	0	\N	0				\\x360a		\N	\N	\N	\N	\N	\N	
\.

--
-- Data for Name: session; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.session (token_hash, user_id, user_agent, created_at, last_seen_at, expires_at) FROM stdin;
\\x090fa8e98b4019ea2fabd6b1315d2a412889c08797dd8f8ab1d36d1c2076c5dd	1	node	2026-11-30 13:06:23.993858+00	2026-11-30 13:06:23.993858+00	2100-01-01 00:00:00+00
\\x48371ced12bc6b47d8b53eb042e9a89fdba4504ca2c5af69df8f231412a4b535	2	node	2026-11-30 13:06:34.819602+00	2026-11-30 13:06:34.819602+00	2100-01-01 00:00:00+00
\\x8557f43aab293001c54d24aca7a4061f144fe2edfad37b9240b255b8a40962df	3	node	2026-11-30 13:06:35.83961+00	2026-11-30 13:06:35.83961+00	2100-01-01 00:00:00+00
\.

--
-- Data for Name: submission; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.submission (id, user_id, problem_id, language, source, form_key, created_at) FROM stdin;
1	1	1	python3	\\x6e203d20696e7428696e7075742829290a7072696e742832202a206e290a	01a22c90-4f5f-70d0-9b1b-86e0b7bf256d	2026-11-30 13:06:25.574725+00
2	1	1	python3	\\x6e203d20696e7428696e7075742829290a7072696e74286e290a	01a22c90-5af0-70cb-a070-1722b23a5e81	2026-11-30 13:06:28.046908+00
3	1	1	c	\\x696e74206d61696e28	01a22c90-60e4-717a-8699-ff50fbe6903d	2026-11-30 13:06:29.611612+00
4	1	1	python3	\\x6e203d20696e7428696e7075742829290a7072696e742831202f2f20286e202d20323129290a	01a22c90-6591-7626-b11d-4301dbfff55d	2026-11-30 13:06:31.027636+00
5	1	2	python3	\\x6e203d20696e7428696e7075742829290a7072696e742832202a206e206966206e203e203220656c73652030290a	01a22c90-6b4b-75c9-af30-58cdba413da2	2026-11-30 13:06:32.133455+00
6	1	2	python3	\\x6e203d20696e7428696e7075742829290a7072696e742832202a206e290a	01a22c90-7078-719e-b9b0-19579642b97b	2026-11-30 13:06:33.405194+00
7	1	1	python3	\\x696d706f72742074696d650a6e203d20696e7428696e7075742829290a74696d652e736c65657028302e36290a7072696e742832202a206e290a	01a22c90-80f1-70ae-91b1-579fc296eae8	2026-11-30 13:06:37.668085+00
8	1	1	python3	\\x6e203d20696e7428696e7075742829290a7072696e742832202a206e290a	01a22c90-8a9b-7215-ab65-9ac1d3802536	2026-11-30 13:06:40.02153+00
9	1	1	c	\\x23696e636c756465203c737464696f2e683e0a696e74206d61696e28766f696429207b20696e74206e3b207363616e6628222564222c20266e293b207072696e7466282225645c6e222c2032202a206e293b207d0a	01a22c90-8bf2-7086-be8a-92b065c998aa	2026-11-30 13:06:40.603276+00
\.

--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.users (id, name, password_hash, role, must_change_password, created_at) FROM stdin;
1	ada	$argon2id$v=19$m=19456,t=2,p=1$1amI3e4HphGAsG3gwOFUBA$49uprJOblalF/glgGqDSnXhDHrPWMGpmxPHGdT2qpH8	contestant	f	2026-11-30 13:06:23.91132+00
2	sue	$argon2id$v=19$m=19456,t=2,p=1$/9/1ej99bU2+Q70RrfOyrA$ZixLtm2PaXW56dI8rgHwRIOn/b3EfoDuuM7B6ebtI5o	setter	f	2026-11-30 13:06:34.759583+00
3	jon	$argon2id$v=19$m=19456,t=2,p=1$E1Oh8dEwEsFl2EVrKrYIWw$vVVTVwoF2EBPkYR5CgYhWnb94SWdyeRg0SOMZFmGGY8	jury	f	2026-11-30 13:06:35.799647+00
\.

--
-- Data for Name: worker; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.worker (name, host, slots, grade, kernel, toolchains, started_at, seen_at, judge_box, self_test, self_test_at, refused, calibration, calibrated_at) FROM stdin;
old-worker	vm	1	full	6.18.44-fc-v669	[{"name": "C (C17, GCC)", "version": "gcc (Debian 12.2.0-14+deb12u1) 12.2.0", "language": "c"}, {"name": "C++ (C++20, GCC)", "version": "g++ (Debian 12.2.0-14+deb12u1) 12.2.0", "language": "cpp"}, {"name": "Python 3", "version": "Python 3.11.2", "language": "python3"}, {"name": "Java 17", "version": "javac 17.0.21.1", "language": "java"}, {"name": "JavaScript (Node.js)", "version": "v20.20.2", "language": "javascript"}, {"name": "Rust (2021)", "version": "rustc 1.95.0 (59807616e 2026-04-14)", "language": "rust"}, {"name": "Python 3 (PyPy)", "version": "PyPy 7 3 11 (Python 3.9.16)", "language": "pypy3"}, {"name": "C# (Mono)", "version": "Mono JIT compiler version 6.8.0.105 (Debian 6.8.0.105+dfsg-3.3+deb12u1 Sat Jun 21 16:33:59 UTC 2025)", "language": "csharp"}, {"name": "Go", "version": "go version go1.19.8 linux/amd64", "language": "go"}, {"name": "Kotlin (JVM)", "version": "Kotlin 1.3.31", "language": "kotlin"}, {"name": "Scala (JVM)", "version": "Scala 2.11.12", "language": "scala"}, {"name": "Pascal (Free Pascal)", "version": "Free Pascal Compiler version 3.2.2+dfsg-20 [2023/03/30] for x86_64", "language": "pascal"}, {"name": "Haskell (GHC)", "version": "The Glorious Glasgow Haskell Compilation System, version 9.0.2", "language": "haskell"}, {"name": "OCaml", "version": "4.13.1", "language": "ocaml"}, {"name": "D (GDC)", "version": "gdc (Debian 12.2.0-14+deb12u1) 12.2.0", "language": "d"}, {"name": "Fortran (GFortran)", "version": "GNU Fortran (Debian 12.2.0-14+deb12u1) 12.2.0", "language": "fortran"}, {"name": "Nim", "version": "Nim Compiler Version 1.6.10 [Linux: amd64]", "language": "nim"}, {"name": "Ruby", "version": "ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu]", "language": "ruby"}, {"name": "Perl", "version": "Perl v5.36.0", "language": "perl"}, {"name": "Lua", "version": "Lua 5.4.4  Copyright (C) 1994-2022 Lua.org, PUC-Rio", "language": "lua"}, {"name": "PHP", "version": "PHP 8.2.36 (cli) (built: Nov 18 2026 20:02:04) (NTS)", "language": "php"}, {"name": "R", "version": "R version 4.2.2 Patched (2022-11-10 r83330) -- \\"Innocent and Trusting\\"", "language": "r"}, {"name": "Octave", "version": "GNU Octave, version 7.3.0", "language": "octave"}, {"name": "Bash", "version": "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)", "language": "bash"}, {"name": "Prolog (SWI, goal main)", "version": "SWI-Prolog version 9.0.4 for x86_64-linux", "language": "prolog"}, {"name": "Common Lisp (SBCL)", "version": "SBCL 2.2.9.debian", "language": "lisp"}]	2026-11-30 13:06:21.823645+00	2026-11-30 13:06:37.024367+00	d4d9e61f3127	{"rows": 57, "failed": [], "seconds": 28.362234318}	2026-11-30 13:03:53.023539+00	[]	{"slots": [{"busy": {"cache": {"cpu": {"spread": 0.039, "median_us": 2259.3}, "wall": {"spread": 0.635, "median_us": 38617.4}}, "memory": {"cpu": {"spread": 0.033, "median_us": 797.9}, "wall": {"spread": 0.425, "median_us": 29339.9}}, "compute": {"cpu": {"spread": 0.043, "median_us": 2407.9}, "wall": {"spread": 0.934, "median_us": 40454.6}}}, "core": 0, "slot": 0, "alone": {"cache": {"cpu": {"spread": 0.081, "median_us": 2221.4}, "wall": {"spread": 0.205, "median_us": 40009.8}}, "memory": {"cpu": {"spread": 0.085, "median_us": 842.3}, "wall": {"spread": 0.693, "median_us": 28325.8}}, "compute": {"cpu": {"spread": 0.134, "median_us": 2400.4}, "wall": {"spread": 0.872, "median_us": 47961.4}}}}]}	2026-11-30 13:06:21.539553+00
\.

--
-- Name: judging_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.judging_id_seq', 11, true);

--
-- Name: problem_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.problem_id_seq', 2, true);

--
-- Name: problem_version_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.problem_version_id_seq', 2, true);

--
-- Name: submission_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.submission_id_seq', 9, true);

--
-- Name: users_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.users_id_seq', 3, true);

--
-- Name: _sqlx_migrations _sqlx_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

--
-- Name: blob blob_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (hash);

--
-- Name: judging judging_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.judging
    ADD CONSTRAINT judging_number UNIQUE (submission_id, number);

--
-- Name: judging judging_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.judging
    ADD CONSTRAINT judging_pkey PRIMARY KEY (id);

--
-- Name: problem problem_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem
    ADD CONSTRAINT problem_pkey PRIMARY KEY (id);

--
-- Name: problem problem_slug_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem
    ADD CONSTRAINT problem_slug_key UNIQUE (slug);

--
-- Name: problem_version_blob problem_version_blob_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version_blob
    ADD CONSTRAINT problem_version_blob_pkey PRIMARY KEY (version_id, hash);

--
-- Name: problem_version problem_version_content; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_content UNIQUE (problem_id, hash);

--
-- Name: problem_version problem_version_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_number UNIQUE (problem_id, number);

--
-- Name: problem_version problem_version_owner; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_owner UNIQUE (problem_id, id);

--
-- Name: problem_version problem_version_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_pkey PRIMARY KEY (id);

--
-- Name: run run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (judging_id, attempt, "position");

--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);

--
-- Name: submission submission_form_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_form_key UNIQUE (user_id, form_key);

--
-- Name: submission submission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (id);

--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

--
-- Name: worker worker_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (name);

--
-- Name: judging_of_version; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX judging_of_version ON public.judging USING btree (version_id);

--
-- Name: judging_queue; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX judging_queue ON public.judging USING btree (priority, id) WHERE (state <> 'done'::text);

--
-- Name: judging_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX judging_running ON public.judging USING btree (id) WHERE (state = 'running'::text);

--
-- Name: judging_valid; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX judging_valid ON public.judging USING btree (submission_id) WHERE valid;

--
-- Name: login_attempt_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_attempt_by_age ON public.login_attempt USING btree (at);

--
-- Name: login_attempt_by_key; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_attempt_by_key ON public.login_attempt USING btree (key, at);

--
-- Name: problem_version_blob_hash; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX problem_version_blob_hash ON public.problem_version_blob USING btree (hash);

--
-- Name: session_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_by_expiry ON public.session USING btree (expires_at);

--
-- Name: session_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_of_user ON public.session USING btree (user_id);

--
-- Name: submission_of_problem; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX submission_of_problem ON public.submission USING btree (problem_id, id);

--
-- Name: submission_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX submission_of_user ON public.submission USING btree (user_id, id);

--
-- Name: users_name; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX users_name ON public.users USING btree (lower((name COLLATE "C")));

--
-- Name: blob blob_is_immutable; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER blob_is_immutable BEFORE UPDATE ON public.blob FOR EACH ROW EXECUTE FUNCTION public.forbid_update();

--
-- Name: judging judging_enqueued; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER judging_enqueued AFTER INSERT ON public.judging FOR EACH ROW WHEN ((new.state = 'queued'::text)) EXECUTE FUNCTION public.judging_queued();

--
-- Name: judging judging_made; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER judging_made AFTER INSERT ON public.judging FOR EACH ROW EXECUTE FUNCTION public.judging_changed();

--
-- Name: judging judging_moved; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER judging_moved AFTER UPDATE OF state, phase, tests_done, tests_total, compile_log, verdict, valid ON public.judging FOR EACH ROW EXECUTE FUNCTION public.judging_changed();

--
-- Name: judging judging_requeued; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER judging_requeued AFTER UPDATE OF state ON public.judging FOR EACH ROW WHEN (((new.state = 'queued'::text) AND (old.state <> 'queued'::text))) EXECUTE FUNCTION public.judging_queued();

--
-- Name: problem_version_blob problem_version_blob_is_immutable; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER problem_version_blob_is_immutable BEFORE UPDATE ON public.problem_version_blob FOR EACH ROW EXECUTE FUNCTION public.forbid_update();

--
-- Name: problem_version problem_version_is_immutable; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER problem_version_is_immutable BEFORE UPDATE OF id, problem_id, number, hash, manifest, name, created_at ON public.problem_version FOR EACH ROW EXECUTE FUNCTION public.forbid_update();

--
-- Name: submission submission_is_immutable; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON public.submission FOR EACH ROW EXECUTE FUNCTION public.forbid_update();

--
-- Name: judging judging_submission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.judging
    ADD CONSTRAINT judging_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);

--
-- Name: judging judging_version_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.judging
    ADD CONSTRAINT judging_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.problem_version(id);

--
-- Name: problem problem_current_version; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem
    ADD CONSTRAINT problem_current_version FOREIGN KEY (id, current_version_id) REFERENCES public.problem_version(problem_id, id);

--
-- Name: problem_version_blob problem_version_blob_hash_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version_blob
    ADD CONSTRAINT problem_version_blob_hash_fkey FOREIGN KEY (hash) REFERENCES public.blob(hash);

--
-- Name: problem_version_blob problem_version_blob_version_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version_blob
    ADD CONSTRAINT problem_version_blob_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.problem_version(id);

--
-- Name: problem_version problem_version_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

--
-- Name: problem_version problem_version_problem_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.problem_version
    ADD CONSTRAINT problem_version_problem_id_fkey FOREIGN KEY (problem_id) REFERENCES public.problem(id);

--
-- Name: run run_judging_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run
    ADD CONSTRAINT run_judging_id_fkey FOREIGN KEY (judging_id) REFERENCES public.judging(id);

--
-- Name: session session_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

--
-- Name: submission submission_problem_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_problem_id_fkey FOREIGN KEY (problem_id) REFERENCES public.problem(id);

--
-- Name: submission submission_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

--
-- PostgreSQL database dump complete
--

