-- What accounts have traded, what they earned by it, and what is charged for it.

-- Of which strategy an order is, where the table does not say so yet.
alter table trading.orders
  add column if not exists strategy_id bigint,
  add column if not exists run_id bigint,
  add column if not exists run_row integer,
  add column if not exists slice integer,
  add column if not exists attempt integer,
  add column if not exists kind text,
  add column if not exists type_orig text,
  add column if not exists price_entry numeric,
  add column if not exists price_offset numeric,
  add column if not exists spread_entry numeric,
  add column if not exists conditions jsonb;

create index if not exists orders_strategy on trading.orders (strategy_id, id desc) where strategy_id is not null;
create index orders_batch on trading.orders (batch_id, id desc) where batch_id is not null;

-- Every trade of an account once: those of the journal's orders, and those that were imported. Rows stay when users, keys
-- and strategies are gone.
create table trading.trades (
  id bigint generated always as identity primary key,
  owner_uid bigint not null,
  uid bigint not null,
  key_id bigint not null,
  exchange text not null,
  -- Whether it moved money: false at simulated exchanges and on paper.
  is_real boolean not null,
  market_id text not null,
  trade_id text not null,
  exchange_order_id text not null,
  -- In the journal; null for an order that was placed elsewhere.
  order_id bigint,
  -- 0 for an order of no strategy.
  strategy_id bigint not null default 0,
  side text not null check (side in ('buy', 'sell')),
  -- Empty while the market is not known.
  base text not null,
  quote text not null,
  price numeric not null,
  amount numeric not null,
  fee_currency text,
  fee_amount numeric,
  is_maker boolean not null,
  at_ms bigint not null,
  -- US dollars for one unit of the quote currency, and of the fee's where that is a third one, when it was traded. Null: not
  -- known.
  quote_usd numeric,
  fee_usd numeric,
  -- A rate that the results need is not known.
  lacks_rate boolean not null,
  -- When it is looked for next; null where it is not looked for.
  rate_at_ms bigint,
  rate_tries integer not null default 0,
  -- Results are in US dollars, at average cost. A trade that is not counted yet, or again, has old ones or none.
  is_counted boolean not null default false,
  value numeric,
  realized numeric,
  fee numeric,
  is_closing boolean not null default false,
  -- The position of the strategy in the base currency after the trade.
  amount_after numeric,
  cost_after numeric,
  -- A trade between two orders of one key is a trade of both.
  unique (key_id, market_id, trade_id, side)
);

create index trades_position on trading.trades (owner_uid, is_real, strategy_id, base, at_ms, id);
create index trades_uncounted on trading.trades (owner_uid, is_real, strategy_id, base, at_ms, id) where not is_counted;
create index trades_to_rate on trading.trades (rate_at_ms) where rate_at_ms is not null;
create index trades_without_rate on trading.trades (owner_uid, is_real) where lacks_rate;
create index trades_time on trading.trades (owner_uid, is_real, at_ms);
create index trades_order on trading.trades (order_id) where order_id is not null;
-- The same trade seen with another key of the same exchange account.
create index trades_same on trading.trades (owner_uid, exchange, market_id, trade_id);

-- What all counted trades of a day come to, of each position and exchange.
create table trading.trade_days (
  owner_uid bigint not null,
  is_real boolean not null,
  strategy_id bigint not null,
  base text not null,
  exchange text not null,
  day date not null,
  trades integer not null,
  wins integer not null,
  losses integer not null,
  gained numeric not null,
  lost numeric not null,
  realized numeric not null,
  fees numeric not null,
  volume numeric not null,
  primary key (owner_uid, is_real, strategy_id, base, day, exchange)
);

-- The position after the last counted trade.
create table trading.positions (
  owner_uid bigint not null,
  is_real boolean not null,
  strategy_id bigint not null,
  base text not null,
  amount numeric not null default 0,
  cost numeric not null default 0,
  -- The market of the last trade, and its quote currency.
  code text not null default '',
  quote text not null default '',
  -- The most that was held at a time, at cost.
  most_cost numeric not null default 0,
  primary key (owner_uid, is_real, strategy_id, base)
);

-- What came of each order of a strategy that has ended.
create table trading.order_results (
  order_id bigint primary key,
  owner_uid bigint not null,
  strategy_id bigint not null,
  algorithm_id bigint,
  is_real boolean not null,
  outcome text not null check (outcome in ('successful', 'partial', 'canceled', 'failed')),
  -- From the socket to the end; null for one that was not sent.
  took_ms bigint,
  -- Quote units by which the average price was worse than the one that the decision was made at.
  slippage numeric,
  ended_ms bigint not null
);

create index order_results_algorithm on trading.order_results (algorithm_id, ended_ms) where algorithm_id is not null;
create index order_results_strategy on trading.order_results (strategy_id);

-- What orders of strategies at real exchanges are charged for. A charge is due from the commit of the fill on.
create table trading.dues (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('commission', 'cpa', 'monthly_fee')),
  -- What it is charged for, once: the trade, the order, or the month.
  subject text not null,
  owner_uid bigint not null,
  subaccount_uid bigint not null,
  strategy_id bigint not null,
  order_id bigint not null,
  exchange text not null,
  algorithm_id bigint,
  -- Who gets it: the algorithm's author; null for the platform.
  payee_uid bigint,
  -- A share in units of 1e-8; 0 for a fixed charge.
  rate numeric(38, 0) not null,
  -- What the share is of, in US dollars; null while the trade has no rate, and for a fixed charge.
  base_value numeric,
  currency text not null,
  -- In units of 1e-8; null while it is not known.
  amount numeric(38, 0),
  at_ms bigint not null,
  -- The ledger's entry that paid it; null while it is due.
  entry_id bigint references trading.ledger_entries (id),
  paid_at timestamptz,
  unique (kind, subject)
);

create index dues_unpaid on trading.dues (owner_uid, id) where entry_id is null and amount is not null;
create index dues_order on trading.dues (order_id);
create index dues_owner on trading.dues (owner_uid, at_ms);
create index dues_algorithm on trading.dues (algorithm_id, at_ms) where algorithm_id is not null;

-- A transaction is charged for each of its fills, and by its algorithm.
alter table trading.commissions drop constraint commissions_strategy_id_transaction_id_key,
  add column kind text not null default 'commission' check (kind in ('commission', 'cpa', 'monthly_fee'));
create index commissions_transaction on trading.commissions (transaction_id);

-- Which keys' orders are imported, and how often.
create table trading.import_settings (
  owner_uid bigint primary key references trading.users (id),
  is_enabled boolean not null,
  interval_seconds integer not null check (interval_seconds between 300 and 604800)
);

create table trading.import_keys (
  key_id bigint primary key,
  owner_uid bigint not null,
  is_enabled boolean not null,
  -- What was traded before is not imported; null before the first import.
  since_ms bigint,
  -- Markets that are asked beside those that are found by orders and balances.
  codes text[] not null default '{}',
  last_order_id text,
  last_run_ms bigint
);

create index import_keys_due on trading.import_keys (last_run_ms nulls first) where is_enabled;

-- How far each market of a key is imported.
create table trading.import_markets (
  key_id bigint not null,
  market_id text not null,
  until_ms bigint not null,
  asked_ms bigint not null,
  primary key (key_id, market_id)
);

create table trading.order_imports (
  id bigint generated always as identity (start with 1000001) primary key,
  owner_uid bigint not null,
  key_id bigint not null,
  exchange text not null,
  state text not null check (state in ('running', 'completed', 'failed')),
  from_ms bigint,
  to_ms bigint,
  imported integer not null default 0,
  skipped integer not null default 0,
  errors text[] not null default '{}',
  created_at timestamptz not null,
  ended_at timestamptz
);

create index order_imports_owner on trading.order_imports (owner_uid, id desc);
create index order_imports_key on trading.order_imports (key_id, id desc);
