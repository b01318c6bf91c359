-- People, their sessions, and what slows down those who guess passwords.

create table users (
    id bigint generated always as identity primary key,
    -- As typed at registration. The same rule stands in the web form; here it guards the command line too.
    name text not null constraint users_name_form check (name ~ '^[A-Za-z0-9_.-]{3,32}$'),
    -- A PHC string ($argon2id$…): parameters and salt travel with the hash, so they can be raised later.
    password_hash text not null,
    role text not null constraint users_role check (role in ('contestant', 'setter', 'jury', 'admin')),
    -- Set for passwords that somebody else has seen: the first admin's, or one that an admin gave.
    must_change_password boolean not null default false,
    created_at timestamptz not null default now()
);

-- "Ann" and "ann" would be taken for one person on every board. The collation is C because names are ASCII and
-- lower() must not depend on the server's locale (in Turkish it maps I to a dotless i).
create unique index users_name on users (lower(name collate "C"));

create table session (
    -- SHA-256 of the token in the cookie: who reads this table, or a dump of it, cannot log in with it.
    token_hash bytea primary key constraint session_token_hash check (octet_length(token_hash) = 32),
    user_id bigint not null references users on delete cascade,
    -- Shown to the owner so that a session can be recognised.
    user_agent text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create index session_of_user on session (user_id);
create index session_by_expiry on session (expires_at);

-- Failed log-ins. In the database because several web processes must count together. Unlogged: written by
-- strangers at will, and losing it in a crash costs nothing.
create unlogged table login_attempt (
    -- What is counted: a name or an address, the caller decides.
    key text not null,
    at timestamptz not null default now()
);

create index login_attempt_by_key on login_attempt (key, at);
create index login_attempt_by_age on login_attempt (at);
