-- Runs of strategies: what each does, who looks after it, and which orders are its.

create sequence trading.run_ids as bigint start with 1000001;

create table trading.runs (
  id bigint primary key default nextval('trading.run_ids'),
  strategy_id bigint not null references trading.strategies (id) on delete cascade,
  owner_uid bigint not null,
  uid bigint not null,
  -- Counts the runs of its strategy, from 1.
  number integer not null,
  -- What it began with. Later versions and values are those of later runs.
  algorithm_id bigint not null,
  algorithm_version integer not null,
  settings jsonb not null,
  -- The state is the strategy's. What it is on its way to, goes back to, and why it is paused.
  ends_as text not null default 'stopped' check (ends_as in ('stopped', 'completed')),
  resumes_as text not null default 'running',
  pause jsonb,
  is_active boolean not null,
  -- Raised by each transition.
  version integer not null default 1,
  -- A request has changed it, and its owner has not seen that yet.
  has_command boolean not null default true,
  -- The lease of the process that looks after it, and its fence; empty before the first.
  worker text not null default '',
  fence bigint not null default 0,
  started_ms bigint not null,
  maximum_ms bigint not null,
  slices integer not null default 0,
  last_slice_ms bigint,
  -- Prices that percentages of the start refer to, by condition; triggers of stops that are held here, by row.
  starts jsonb not null default '[]',
  triggers jsonb not null default '{}',
  -- What one leg lacks of another and is not traded any more: base units by row, or by row and slice.
  unhedged jsonb not null default '{}',
  -- What it looks like inside, when somebody asked.
  debug_asked_ms bigint,
  debug_ms bigint,
  debug jsonb,
  unique (strategy_id, number)
) with (fillfactor = 70);

create index runs_active on trading.runs (worker) where is_active;
create index runs_commands on trading.runs (worker) where has_command;

-- Every transition of a run, written before it has effects.
create table trading.run_transitions (
  run_id bigint not null references trading.runs (id) on delete cascade,
  version integer not null,
  from_state text not null,
  to_state text not null,
  event text not null,
  -- The user who asked for it; null for the engine.
  uid bigint,
  why text not null,
  at_ms bigint not null,
  primary key (run_id, version)
);

-- Orders of strategies. Other orders have none of these.
alter table trading.orders
  add column if not exists strategy_id bigint,
  add column if not exists run_id bigint,
  -- Row of the algorithm, from 0; slice or group of hedges, from 1; attempt, from 0.
  add column if not exists run_row integer,
  add column if not exists slice integer,
  add column if not exists attempt integer,
  -- slice, hedge, price, market or unwind.
  add column if not exists kind text,
  add column if not exists time_in_force text,
  add column if not exists post_only boolean not null default false,
  -- What the decision was made by.
  add column if not exists type_orig text,
  add column if not exists price_entry numeric,
  add column if not exists price_offset numeric,
  add column if not exists spread_entry numeric,
  add column if not exists conditions jsonb,
  -- What it may cost at most, in which currency, and since when the exchange sets that aside on its own.
  add column if not exists need_currency text,
  add column if not exists need_amount numeric,
  add column if not exists held_ms bigint;

create index if not exists orders_run on trading.orders (run_id, run_row, slice) where run_id is not null;
create index if not exists orders_strategy on trading.orders (strategy_id, id desc) where strategy_id is not null;
create index orders_strategy_unsettled on trading.orders (strategy_id) where strategy_id is not null and not is_settled;
create index orders_ended on trading.orders (key_id, ended_ms) where need_currency is not null;

-- What is free at an exchange, as it was last told. Reservations are judged by it.
create table trading.key_balances (
  key_id bigint not null,
  currency text not null,
  free numeric not null,
  -- When the exchange was asked, not when it answered.
  asked_ms bigint not null,
  primary key (key_id, currency)
);
