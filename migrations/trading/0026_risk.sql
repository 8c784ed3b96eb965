-- Limits on what orders may do, halts that stop new orders, and the figures that limits are compared with.

create table trading.risk_limits (
  scope text not null check (scope in ('account', 'key', 'strategy')),
  -- The uid of the main account, the id of the key or of the strategy.
  scope_id bigint not null,
  owner_uid bigint not null references trading.users (id),
  maximum_open_orders integer check (maximum_open_orders >= 0),
  -- USD.
  maximum_notional numeric check (maximum_notional >= 0),
  maximum_position numeric check (maximum_position >= 0),
  maximum_loss_day numeric check (maximum_loss_day >= 0),
  maximum_drawdown numeric check (maximum_drawdown >= 0),
  maximum_rejects_minute integer check (maximum_rejects_minute >= 0),
  price_collar_percent numeric check (price_collar_percent >= 0),
  maximum_book_age_ms integer check (maximum_book_age_ms >= 0),
  -- How a halt ends that one of these limits made.
  resume text not null check (resume in ('auto', 'manual')),
  updated_at timestamptz not null,
  primary key (scope, scope_id)
);

create index risk_limits_owner on trading.risk_limits (owner_uid);

-- From what the result of a day and the drawdown of a scope are measured. USD.
create table trading.risk_marks (
  scope text not null,
  scope_id bigint not null,
  -- In UTC.
  day text not null,
  day_result numeric not null,
  highest numeric not null,
  primary key (scope, scope_id)
);

-- What stops new orders now. The strictest one counts. Nobody's resume ends what another source has set.
create table trading.risk_halts (
  scope text not null check (scope in ('platform', 'account', 'key', 'strategy')),
  -- 0 for the platform.
  scope_id bigint not null,
  source text not null check (source in ('user', 'operator', 'limit')),
  -- Null for the platform.
  owner_uid bigint references trading.users (id),
  mode text not null check (mode in ('reducing', 'halted')),
  -- The limit that made it.
  limit_name text,
  reason text not null,
  -- Null for operators and limits.
  set_by bigint references trading.users (id),
  set_at timestamptz not null,
  primary key (scope, scope_id, source)
);

create index risk_halts_owner on trading.risk_halts (owner_uid);

-- Every halt and every end of one, also of the platform, which no account's trail has.
create table trading.risk_events (
  id bigint generated always as identity primary key,
  scope text not null,
  scope_id bigint not null,
  source text not null,
  event text not null check (event in ('halt', 'resume')),
  mode text,
  limit_name text,
  reason text not null,
  set_by bigint,
  -- Orders that were to be cancelled.
  cancelled integer not null default 0,
  at timestamptz not null
);

create trigger risk_events_append_only before update or delete or truncate on trading.risk_events
  for each statement execute function trading.refuse_change();

-- Raised by every change of the halts. At least the milliseconds since 1970, so that it rises after a restored backup.
create table trading.risk_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null
);

insert into trading.risk_epoch (epoch) values (0);

-- Up to which epoch each process that sends orders obeys the halts.
create table trading.risk_views (
  owner text primary key,
  epoch bigint not null,
  seen_at timestamptz not null
);

-- The strategy that an order belongs to; null for orders of exchange-query.
alter table trading.orders add column if not exists strategy_id bigint;

create index orders_rejected on trading.orders (owner_uid, ended_ms) where state = 'rejected';

-- What all fills have changed: base bought less sold, quote received less paid.
create table trading.traded (
  key_id bigint not null,
  -- 0 for orders without a strategy.
  strategy_id bigint not null,
  market_id text not null,
  exchange text not null,
  owner_uid bigint not null,
  base numeric not null,
  quote numeric not null,
  primary key (key_id, strategy_id, market_id)
);

create index traded_owner on trading.traded (owner_uid);

insert into trading.traded (key_id, strategy_id, market_id, exchange, owner_uid, base, quote)
  select o.key_id, 0, o.market_id, o.exchange, o.owner_uid,
    sum(case o.side when 'buy' then f.amount else -f.amount end),
    sum(case o.side when 'buy' then -f.amount * f.price else f.amount * f.price end)
  from trading.order_fills f join trading.orders o on o.id = f.order_id
  group by o.key_id, o.market_id, o.exchange, o.owner_uid;

create table trading.traded_fees (
  key_id bigint not null,
  strategy_id bigint not null,
  currency text not null,
  owner_uid bigint not null,
  amount numeric not null,
  primary key (key_id, strategy_id, currency)
);

create index traded_fees_owner on trading.traded_fees (owner_uid);

insert into trading.traded_fees (key_id, strategy_id, currency, owner_uid, amount)
  select o.key_id, 0, f.fee_currency, o.owner_uid, sum(f.fee_amount)
  from trading.order_fills f join trading.orders o on o.id = f.order_id
  where f.fee_currency is not null
  group by o.key_id, f.fee_currency, o.owner_uid;
