-- Accounts at simulated exchanges and on paper. Their orders are matched in the memory of one process at a time, which
-- holds the lease `simulated/<exchange>/<account>`. What it has acknowledged or reported is here.

create table trading.simulated_accounts (
  exchange text not null,
  -- A digest of the key's token. The token is not stored.
  account text not null,
  -- Ids that its next orders and trades are above.
  last_order_id bigint not null,
  last_trade_id bigint not null,
  -- Units of 1e-8 by currency, as text: those that stand by for open orders too.
  balances jsonb not null,
  -- Another process asks for the account, until it has it.
  wanted_at timestamptz,
  primary key (exchange, account)
);

create table trading.simulated_orders (
  exchange text not null,
  account text not null,
  order_id bigint not null,
  is_open boolean not null,
  -- The order as the matching engine keeps it, with its fees. Amounts are text.
  body jsonb not null,
  primary key (exchange, account, order_id),
  foreign key (exchange, account) references trading.simulated_accounts (exchange, account)
);

create index simulated_orders_open on trading.simulated_orders (exchange, account, order_id) where is_open;

create table trading.simulated_fills (
  exchange text not null,
  account text not null,
  -- In the order in which they happened.
  n bigint generated always as identity,
  fill_id text not null,
  body jsonb not null,
  primary key (exchange, account, fill_id),
  foreign key (exchange, account) references trading.simulated_accounts (exchange, account)
);

create index simulated_fills_order on trading.simulated_fills (exchange, account, n);
