-- What belongs to a user beside the row itself: sessions, second factor, settings, single-use links, history, mail.

create table trading.sessions (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  -- SHA-256 of what the cookie holds.
  token_hash bytea not null unique check (length(token_hash) = 32),
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Whatever is done in it, a session ends then.
  expires_at timestamptz not null
);

create index sessions_uid on trading.sessions (uid);
create index sessions_expires on trading.sessions (expires_at);

create table trading.two_factor (
  uid bigint primary key references trading.users (id),
  secret_sealed text not null,
  -- Null until the first code has shown that the user's device knows the secret.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: it and those before count no more.
  last_step bigint
);

create table trading.recovery_codes (
  uid bigint not null references trading.users (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (uid, code_hash)
);

-- What a link in a mail carries, to be used once.
create table trading.user_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  uid bigint not null references trading.users (id),
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword')),
  -- The address that the mail went to: a token for an earlier address confirms nothing.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index user_tokens_uid on trading.user_tokens (uid, purpose);
create index user_tokens_expires on trading.user_tokens (expires_at);

create table trading.user_settings (
  uid bigint primary key references trading.users (id),
  -- Members of the settings that were changed; what is not here has its default.
  settings jsonb not null
);

create table trading.accesses (
  id bigint generated always as identity primary key,
  -- Null for a login under a name that nobody has.
  uid bigint references trading.users (id),
  address text not null,
  user_agent text not null,
  -- ISO 3166-1 alpha-2; null for not known.
  country text,
  method text not null check (method in ('web', 'api')),
  result text not null check (result in ('success', 'failed', 'blocked')),
  -- Of several with the same name only the first is kept: one use of a key from an address per hour.
  sample text unique,
  created_at timestamptz not null
);

create index accesses_uid on trading.accesses (uid, id);
create index accesses_created on trading.accesses (created_at);

create table trading.mails (
  id bigint generated always as identity primary key,
  uid bigint references trading.users (id),
  recipient text not null,
  subject text not null,
  -- Emptied when the mail has ended, for it may carry a token.
  body text not null,
  -- The local part of the Message-ID, the same for every attempt.
  message_key uuid not null default gen_random_uuid(),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  -- Of a queued mail: not before then. An attempt moves it past its own end, so that no other begins meanwhile.
  due_at timestamptz not null,
  ended_at timestamptz
);

create index mails_due on trading.mails (due_at) where state = 'queued';
create index mails_ended on trading.mails (ended_at) where ended_at is not null;
create index mails_uid on trading.mails (uid) where uid is not null;
