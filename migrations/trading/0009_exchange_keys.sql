-- Keys of users at exchanges, and the markets that users watch.

create table trading.exchange_keys (
  -- Shown as a number; never used again.
  id bigint generated always as identity (start with 1000001) primary key,
  -- The account that it counts for.
  owner_uid bigint not null references trading.users (id),
  -- Whose it is: the main account's, or that of one of its sub-accounts.
  uid bigint not null references trading.users (id),
  exchange text not null,
  label text not null,
  -- All that is ever shown of the token.
  token_masked text not null,
  -- JSON of token, secret and password, sealed with the id of this row.
  sealed_credentials text not null,
  status text not null default 'testing' check (status in ('testing', 'active', 'disabled', 'invalid')),
  -- What the exchange lets the key do; null until it has been asked.
  can_read boolean,
  can_trade boolean,
  can_withdraw boolean,
  is_ip_restricted boolean,
  last_tested_at timestamptz,
  last_error text,
  created_at timestamptz not null
);

create index exchange_keys_owner on trading.exchange_keys (owner_uid, id desc);
create index exchange_keys_uid on trading.exchange_keys (uid);

create table trading.watchlist_items (
  id bigint generated always as identity (start with 1000001) primary key,
  uid bigint not null references trading.users (id),
  -- A service code: exchange, hyphen, pair.
  code text not null,
  created_at timestamptz not null,
  unique (uid, code)
);
