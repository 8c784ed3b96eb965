-- What users edit before anything runs: tabs, profiles with their strategies, templates and books.

create table trading.strategy_tabs (
  id bigint generated always as identity (start with 1000001) primary key,
  owner_uid bigint not null references trading.users (id),
  -- Whose it is: the main account's, or that of one of its sub-accounts.
  uid bigint not null references trading.users (id),
  name text not null,
  position integer not null,
  created_at timestamptz not null
);

create index strategy_tabs_owner on trading.strategy_tabs (owner_uid, uid);

-- Ids of profiles and of strategies: no profile has the id of a strategy.
create sequence trading.strategy_ids as bigint start with 1000001;

create table trading.strategy_templates (
  id bigint generated always as identity (start with 1000001) primary key,
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  label text not null,
  -- The strategy whose values these were. It may be gone.
  copy_strategy_id bigint not null,
  -- As in trading.profiles. It may be gone.
  algorithm_id bigint,
  algorithm jsonb,
  settings jsonb not null,
  created_at timestamptz not null
);

create index strategy_templates_owner on trading.strategy_templates (owner_uid, id desc);

create table trading.profiles (
  id bigint primary key default nextval('trading.strategy_ids'),
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  tab_id bigint references trading.strategy_tabs (id),
  name text not null,
  description text not null,
  -- Null before one is chosen.
  algorithm_id bigint references trading.algorithms (id),
  -- What of it the values were last checked by: version, names and rows.
  algorithm jsonb,
  check ((algorithm_id is null) = (algorithm is null)),
  -- Parameters of strategy/edit-profile, but for id, name, description and algorithm_id.
  settings jsonb not null,
  -- The template that it was made from. It may be gone.
  template_id bigint,
  -- Counts the changes, so that nobody overwrites what it has not read.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index profiles_owner on trading.profiles (owner_uid, id);
create index profiles_algorithm on trading.profiles (algorithm_id);

-- What can run: a profile holds one or more, which all have its values.
create table trading.strategies (
  id bigint primary key default nextval('trading.strategy_ids'),
  profile_id bigint not null references trading.profiles (id) on delete cascade,
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  -- Null for the name of the profile.
  name text,
  state text not null default 'draft' check (state in ('draft', 'ready', 'starting', 'running', 'paused',
    'soft_stopping', 'stopping', 'stopped', 'force_stopped', 'reconvening', 'completed', 'errored')),
  -- The latest run; null before the first.
  run_id bigint,
  server_id bigint,
  started_at timestamptz,
  stops_at timestamptz,
  -- What came of its orders since it was last reset.
  successful integer not null default 0,
  canceled integer not null default 0,
  failed integer not null default 0,
  slices_done integer not null default 0,
  slices_total integer,
  open_orders integer not null default 0,
  qty_done numeric not null default 0,
  realized_pnl numeric not null default 0,
  fees numeric not null default 0,
  pnl_currency text not null default 'USD',
  created_at timestamptz not null
);

create index strategies_profile on trading.strategies (profile_id);
create index strategies_owner on trading.strategies (owner_uid, id desc);
create index strategies_uid on trading.strategies (uid);

-- In which order a user wants to see strategies: ids, first to last. Those that are not named follow by their age.
create table trading.strategy_orders (
  uid bigint primary key references trading.users (id),
  ids bigint[] not null
);

create table trading.books (
  id bigint generated always as identity (start with 1000001) primary key,
  owner_uid bigint not null references trading.users (id),
  uid bigint not null references trading.users (id),
  name text not null,
  -- Service codes of the markets that count; empty for all.
  codes text[] not null,
  base_currency text not null,
  created_at timestamptz not null
);

create index books_owner on trading.books (owner_uid, id);

create table trading.book_profiles (
  book_id bigint not null references trading.books (id) on delete cascade,
  profile_id bigint not null references trading.profiles (id) on delete cascade,
  primary key (book_id, profile_id)
);

create index book_profiles_profile on trading.book_profiles (profile_id);
