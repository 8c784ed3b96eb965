-- Orders: what is to be sent, what was sent, and what exchanges say of it.

-- The ids of orders. A block is reserved here before its first id is used.
create table trading.client_id_blocks (
  is_only boolean primary key default true check (is_only),
  -- Two letters of this installation, before every client order id.
  prefix text not null check (prefix ~ '^[a-z]{2}$'),
  -- The first id that was never reserved. Below 2^53.
  next_id bigint not null
);

-- The journal. No column refers to a user or a key: what was traded stays when they are gone.
create table trading.orders (
  -- The number in the client order id.
  id bigint primary key,
  client_order_id text not null unique,
  -- What the order is for: the same intent never becomes a second order.
  intent text not null unique,
  -- The request to exchange-query/order-create; null for other orders.
  batch_id bigint,
  owner_uid bigint not null,
  uid bigint not null,
  key_id bigint not null,
  exchange text not null,
  market_id text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market', 'stop', 'stop_limit')),
  price numeric,
  stop_price numeric,
  amount numeric not null,
  created_ms bigint not null,
  -- When it is to be sent, by the clock of the platform; how long after the one before in its batch at least.
  send_at_ms bigint not null,
  interval_ms bigint not null default 0,
  -- What is left is cancelled so long after it was sent; 0 for never.
  expire_after_ms bigint not null default 0,
  -- A request waits for the sender: a new order, a cancel, a check.
  has_command boolean not null,
  cancel_asked_ms bigint,
  check_asked_ms bigint,
  checked_ms bigint,
  -- The sender that was allowed to send it. An order without one was never sent.
  claimed_fence bigint,
  handed_ms bigint,
  -- The state machine of src/trading/engine/core/journal.ts.
  version integer not null default 0,
  state text not null default 'created',
  exchange_order_id text not null default '',
  filled numeric not null default 0,
  cost numeric not null default 0,
  reported_ms bigint not null default 0,
  was_seen boolean not null default false,
  cancel_wanted_ms bigint not null default 0,
  ended_ms bigint not null default 0,
  lookup text not null default 'none' check (lookup in ('none', 'waiting', 'found', 'not_found')),
  lookup_at_ms bigint,
  tries integer not null default 0,
  unreachable integer not null default 0,
  rounds integer not null default 0,
  lookups integer not null default 0,
  watched_until_ms bigint,
  is_settled boolean not null default false,
  -- Why it was refused or withheld.
  why text not null default '',
  updated_ms bigint not null
) with (fillfactor = 70);

create index orders_commands on trading.orders (send_at_ms) where has_command;
create index orders_unsettled on trading.orders (key_id) where not is_settled;
create index orders_exchange_id on trading.orders (key_id, market_id, exchange_order_id) where exchange_order_id <> '';
create index orders_owner on trading.orders (owner_uid, id desc);

-- Each fill once, however often it is reported.
create table trading.order_fills (
  key_id bigint not null,
  market_id text not null,
  trade_id text not null,
  order_id bigint not null references trading.orders (id),
  price numeric not null,
  amount numeric not null,
  fee_currency text,
  fee_amount numeric,
  is_maker boolean not null,
  at_ms bigint not null,
  primary key (key_id, market_id, trade_id)
);

create index order_fills_order on trading.order_fills (order_id);

-- Everything that happened to an order, in order.
create table trading.order_transitions (
  order_id bigint not null references trading.orders (id),
  version integer not null,
  from_state text not null,
  to_state text not null,
  event text not null,
  why text not null,
  at_ms bigint not null,
  primary key (order_id, version)
);
