-- What users should look at themselves, and how it reaches them beside webhooks.

-- No foreign keys: the commit of an order waits for nothing that happens to its user.
create table trading.alerts (
  id bigint generated always as identity primary key,
  owner_uid bigint not null,
  -- Whose it is; null for every user of the account.
  uid bigint,
  -- About an exchange key.
  is_of_key boolean not null,
  kind text not null,
  why text not null,
  data json not null,
  -- What it is about, where there is one alert of that at most.
  subject text,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- What became of its mails and messages; null until that is decided.
  outcome text check (outcome in ('sent', 'not_wanted', 'over_limit', 'late'))
);

create index alerts_undecided on trading.alerts (id) where outcome is null;
create index alerts_owner on trading.alerts (owner_uid, id desc);
create unique index alerts_subject on trading.alerts (subject) where subject is not null;

-- How many alerts of an account were due to go out on a day of UTC.
create table trading.alert_days (
  owner_uid bigint not null,
  day date not null,
  alerts integer not null,
  primary key (owner_uid, day)
);

-- Where a user wants messages to go.
create table trading.telegram_bots (
  uid bigint primary key references trading.users (id),
  bot_url text not null,
  sealed_token text not null,
  chat_id text not null,
  set_at timestamptz not null,
  last_sent_at timestamptz,
  -- Of the last message, if it failed.
  last_error text
);

create table trading.telegram_messages (
  id bigint generated always as identity primary key,
  uid bigint not null,
  -- Emptied when it is over.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null,
  -- Not attempted before `due_at`; one process attempts it until `busy_until`; given up at `expires_at`.
  due_at timestamptz not null,
  busy_until timestamptz not null default '-infinity',
  expires_at timestamptz not null,
  last_error text
);

create index telegram_messages_waiting on trading.telegram_messages (uid, id) where state = 'waiting';

-- A mail that tells of a moment is not sent after this.
alter table trading.mails add column expires_at timestamptz;
