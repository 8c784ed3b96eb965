-- What accounts have agreed to pay for, what they were charged, their invoices, and the servers that they rent.

-- One row for each account that ever chose; without one an account is on the free package.
create table trading.subscriptions (
  owner_id bigint primary key references trading.users (id),
  base_id text not null check (base_id in ('free', 'basic', 'pro')),
  -- Settings that differ from the package, by their dotted paths.
  overrides jsonb not null default '{}',
  -- A month, in 1e-8 of the currency: what was agreed, whatever new customers pay.
  price numeric(38, 0) not null default 0 check (price >= 0),
  -- The month that is paid for; null while nothing is to be paid.
  period_from timestamptz,
  period_to timestamptz,
  -- The day of the month on which periods begin, for months that have it.
  anchor_day smallint check (anchor_day between 1 and 31),
  -- What begins when the period ends, where that differs.
  next_base_id text check (next_base_id in ('free', 'basic', 'pro')),
  next_overrides jsonb,
  next_price numeric(38, 0) check (next_price >= 0),
  -- Since when the current month could not be charged.
  due_since timestamptz,
  -- Counts changes, so that a price that was told before one is not taken after it.
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((period_from is null) = (period_to is null)),
  check ((period_from is null) = (price = 0)),
  check (period_from < period_to),
  check (period_from is null or anchor_day is not null),
  check ((next_base_id is null) = (next_overrides is null) and (next_base_id is null) = (next_price is null))
);

create index subscriptions_period on trading.subscriptions (period_to) where period_to is not null;

-- Prices that were told for a change of one setting, until they are taken or expire.
create table trading.setting_quotes (
  id bigint generated always as identity (start with 1001) primary key,
  owner_id bigint not null references trading.users (id),
  setting text not null,
  new_value jsonb not null,
  -- What is agreed to: the whole, not the one setting.
  base_id text not null check (base_id in ('free', 'basic', 'pro')),
  overrides jsonb not null,
  price numeric(38, 0) not null check (price >= 0),
  -- What the change costs when it is confirmed, for the rest of the period.
  charge numeric(38, 0) not null check (charge >= 0),
  -- Of the subscription when the price was told.
  revision integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index setting_quotes_owner on trading.setting_quotes (owner_id, id);

-- Numbers of invoices, without gaps in each year.
create table trading.invoice_numbers (
  year integer primary key,
  last integer not null check (last >= 0)
);

create table trading.invoices (
  id bigint generated always as identity (start with 5001) primary key,
  owner_id bigint not null references trading.users (id),
  number text not null unique,
  -- `month`: what was charged in a calendar month; `due`: one month of a package that could not be charged.
  kind text not null check (kind in ('month', 'due')),
  period_from timestamptz not null,
  period_to timestamptz not null,
  currency text not null,
  amount numeric(38, 0) not null,
  tax numeric(38, 0) not null default 0,
  status text not null check (status in ('zero', 'due', 'paid', 'void')),
  items jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (owner_id, kind, period_from)
);

-- What was taken from accounts, and given back to them, in the words of an invoice. The ledger has the same reference.
create table trading.charges (
  id bigint generated always as identity primary key,
  owner_id bigint not null references trading.users (id),
  reference text not null unique,
  description text not null,
  -- Below zero when it was given back.
  amount numeric(38, 0) not null,
  at timestamptz not null,
  invoice_id bigint references trading.invoices (id)
);

create index charges_uninvoiced on trading.charges (owner_id, at) where invoice_id is null;

-- Machines that strategies run on. Workers look for the ones without a worker, and say that they live.
create table trading.servers (
  id bigint generated always as identity (start with 3001) primary key,
  -- Null for the shared ones that packages include.
  owner_id bigint references trading.users (id),
  type text not null check (type in ('private', 'shared')),
  region text not null,
  server_package text not null,
  status text not null check (status in ('provisioning', 'active', 'stopping', 'disabled', 'failed')),
  cpu integer not null,
  memory_mb integer not null,
  price_hour numeric(38, 0) not null check (price_hour >= 0),
  -- What was paid in advance, and for how long; the time runs from the moment when a worker has it.
  paid numeric(38, 0) not null check (paid >= 0),
  duration_seconds integer check (duration_seconds > 0),
  created_at timestamptz not null,
  started_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- The worker that has it, counted so that one who lost it can be told from the one who has it.
  worker text,
  claim integer not null default 0,
  heartbeat_at timestamptz,
  check ((owner_id is null) = (duration_seconds is null)),
  check (owner_id is not null or type = 'shared')
);

create index servers_owner on trading.servers (owner_id, type, id);
create index servers_unsettled on trading.servers (status, id) where status in ('provisioning', 'active', 'stopping');
create unique index servers_default on trading.servers (region) where owner_id is null;

insert into trading.servers
  (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid, created_at)
select null, 'shared', region, 'shared-small', 'provisioning', 1, 512, 0, 0, now()
from unnest(array['frankfurt', 'london', 'new-york', 'singapore', 'sydney', 'tokyo']) as region;

-- Run time that was paid in advance.
create table trading.drivetime (
  owner_id bigint primary key references trading.users (id),
  balance_seconds bigint not null check (balance_seconds >= 0),
  used_seconds bigint not null default 0 check (used_seconds >= 0),
  purchases integer not null default 0,
  expires_at timestamptz not null
);
