-- Questions to exchanges, with their answers; measurements of exchanges; and what senders have looked at.

-- Asked with exchange-query/create-query. They go with the exchange key.
create table trading.exchange_queries (
  id bigint generated always as identity (start with 1000001) primary key,
  owner_uid bigint not null references trading.users (id),
  -- Who asked: the main account, or one of its sub-accounts.
  uid bigint not null references trading.users (id),
  key_id bigint not null references trading.exchange_keys (id) on delete cascade,
  exchange text not null,
  query text not null,
  parameters jsonb not null,
  state text not null check (state in ('queued', 'running', 'completed', 'failed')),
  result jsonb,
  -- Why there is no result.
  error text,
  -- How long the exchange took.
  latency_ms integer,
  created_at timestamptz not null,
  completed_at timestamptz
);

create index exchange_queries_owner on trading.exchange_queries (owner_uid, id desc);
create index exchange_queries_uid on trading.exchange_queries (uid);
create index exchange_queries_key on trading.exchange_queries (key_id);
create index exchange_queries_unfinished on trading.exchange_queries (created_at) where state in ('queued', 'running');

-- Lists of the orders of a key, newest first.
create index orders_key on trading.orders (key_id, created_ms desc, id desc);

-- When the open orders of a key that has had orders are to be looked at again, though no order of it is under way.
alter table trading.exchange_keys add column look_at timestamptz not null default 'epoch';
create index exchange_keys_look on trading.exchange_keys (look_at);

-- Round trips to two exchanges, measured for a server.
create table trading.server_speeds (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  server_id text not null,
  exchange1 text not null,
  exchange2 text not null,
  result jsonb not null,
  tested_at timestamptz not null
);

create index server_speeds_of on trading.server_speeds (uid, id desc);

-- What each process may ask of exchanges, as a part of what an address may ask. The parts never add up to more than 1.
create unlogged table trading.rate_shares (
  -- The address that exchanges see.
  address text not null,
  exchange text not null,
  -- One run of one process.
  process text not null,
  share double precision not null check (share between 0 and 1),
  -- Units that it has asked for lately, in a second.
  wanted double precision not null check (wanted >= 0),
  -- The exchange has told this process to send nothing before then.
  stopped_until timestamptz,
  stop_reason text check (stop_reason in ('rateLimited', 'banned')),
  expires_at timestamptz not null,
  primary key (address, exchange, process)
);
