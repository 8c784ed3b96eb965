-- The marketplace of signals: what authors publish, who follows it, and what strategies do about it.

-- Ids of signals and of subscriptions to them: no signal has the id of a subscription.
create sequence trading.signal_ids as bigint start with 1000001;

-- Who publishes signals: an account, with the key that seals what it publishes.
create table trading.signal_developers (
  owner_uid bigint primary key references trading.users (id),
  name text not null,
  description text not null default '',
  website text not null default '',
  is_verified boolean not null default false,
  -- Null before the first key is made. The secret is sealed.
  key text unique,
  sealed_secret text,
  created_at timestamptz not null
);

create table trading.signals (
  id bigint primary key default nextval('trading.signal_ids'),
  owner_uid bigint not null references trading.users (id),
  -- Whose it is: the main account's, or that of one of its sub-accounts.
  uid bigint not null references trading.users (id),
  name text not null,
  description text not null,
  -- The market whose prices its results are computed from: service code, exchange, and quote currency.
  code text not null,
  quote text not null,
  base text not null,
  -- Which way it trades; null for both.
  direction text check (direction in ('long', 'short')),
  -- A share of each side in units of 1e-8 that the author counts as fees; the market's own counts where it is higher.
  fee_rate bigint not null,
  -- US dollars of a month in units of 1e-8; 0 for nothing.
  price bigint not null check (price >= 0),
  subscribers_max integer not null,
  custom_1 text not null default '',
  custom_2 text not null default '',
  custom_3 text not null default '',
  custom_4 text not null default '',
  -- The number of the latest iteration, and of the resets so far. Numbers go on after a reset.
  iteration integer not null default 0,
  epoch integer not null default 0,
  created_ms bigint not null,
  edited_ms bigint not null,
  deleted_ms bigint
);

create index signals_owner on trading.signals (owner_uid, id desc);
create index signals_code on trading.signals (code, id desc);

-- From when on iterations of an earlier epoch count for nothing.
create table trading.signal_resets (
  signal_id bigint not null references trading.signals (id),
  epoch integer not null,
  at_ms bigint not null,
  primary key (signal_id, epoch)
);

-- One opening and closing. Rows are never deleted; what is set once is not changed.
create table trading.signal_iterations (
  id bigint generated always as identity (start with 1000001) primary key,
  signal_id bigint not null references trading.signals (id),
  number integer not null,
  -- Of the signal when it was opened. Those of earlier epochs count for nothing.
  epoch integer not null,
  direction text not null check (direction in ('long', 'short')),
  fee_rate bigint not null,
  -- US dollars for one unit of the quote currency when it was opened; null where no market told.
  usd_rate numeric,
  opened_ms bigint not null,
  open_within_ms bigint not null,
  open_amount numeric not null,
  open_by text not null,
  -- The best price on the tape; `gap` where the market was not recorded then.
  open_state text not null default 'pending' check (open_state in ('pending', 'compiled', 'gap')),
  open_price numeric,
  closed_ms bigint,
  close_within_ms bigint,
  close_amount numeric,
  close_by text,
  close_state text not null default 'pending' check (close_state in ('pending', 'compiled', 'gap')),
  close_price numeric,
  -- Percent of the opening price, net of fees; null before both prices are known.
  profit numeric,
  unique (signal_id, number)
);

create index signal_iterations_epoch on trading.signal_iterations (signal_id, epoch, number desc);
create index signal_iterations_opened on trading.signal_iterations (opened_ms, id) where open_state = 'pending';
create index signal_iterations_closed on trading.signal_iterations (closed_ms, id)
  where close_state = 'pending' and closed_ms is not null;

create table trading.signal_subscriptions (
  id bigint primary key default nextval('trading.signal_ids'),
  signal_id bigint not null references trading.signals (id),
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  state text not null check (state in ('active', 'paused', 'cancelled')),
  -- Why it is paused, where its user did not ask for it.
  why text not null default '',
  -- US dollars of a month in units of 1e-8, as it was at the beginning.
  price bigint not null,
  -- The month that is paid; null where nothing is.
  anchor_day integer,
  paid_from timestamptz,
  paid_to timestamptz,
  periods integer not null default 0,
  -- Strategies that start when it opens, and those that trade back what they have traded.
  opening bigint[] not null default '{}',
  closing bigint[] not null default '{}',
  created_at timestamptz not null,
  unique (signal_id, uid)
);

create index signal_subscriptions_uid on trading.signal_subscriptions (uid, id desc);
create index signal_subscriptions_owner on trading.signal_subscriptions (owner_uid, id desc);
create index signal_subscriptions_signal on trading.signal_subscriptions (signal_id, id) where state <> 'cancelled';
create index signal_subscriptions_due on trading.signal_subscriptions (paid_to) where state = 'active' and price > 0;

-- What a strategy of a subscriber is to do about one side of an iteration: once.
create table trading.signal_acts (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references trading.signal_subscriptions (id),
  iteration_id bigint not null references trading.signal_iterations (id),
  kind text not null check (kind in ('start', 'stop', 'unwind')),
  strategy_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'failed')),
  -- The run that was started, or stopped.
  run_id bigint,
  why text not null default '',
  -- When its subscriber learns of the trigger, and when it is looked at.
  due_ms bigint not null,
  next_ms bigint not null,
  -- A start that comes later does not happen.
  expires_ms bigint,
  tries integer not null default 0,
  ended_ms bigint,
  unique (subscription_id, iteration_id, kind, strategy_id)
);

create index signal_acts_pending on trading.signal_acts (next_ms, id) where state = 'pending';

-- Addresses that charting tools send their messages to.
create table trading.signal_hooks (
  id bigint generated always as identity (start with 1000001) primary key,
  signal_id bigint not null references trading.signals (id),
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  label text not null,
  -- SHA-256 of the secret part of the address.
  token_hash bytea not null unique,
  -- For messages that do not say.
  execute_within_ms bigint not null,
  maximum_amount numeric not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index signal_hooks_owner on trading.signal_hooks (owner_uid, id desc);
create index signal_hooks_signal on trading.signal_hooks (signal_id) where revoked_at is null;

-- Messages that came, so that one which comes again does nothing.
create table trading.signal_hook_messages (
  hook_id bigint not null references trading.signal_hooks (id),
  -- SHA-256 of what makes the message one of its own.
  fingerprint bytea not null,
  received_ms bigint not null,
  outcome text not null check (outcome in ('triggered', 'refused')),
  -- What was answered.
  answer jsonb not null,
  primary key (hook_id, fingerprint, received_ms)
);

create index signal_hook_messages_age on trading.signal_hook_messages (received_ms);
