-- Wallets: where money comes in from block chains, and where it goes out to.

-- What an account holds of one currency. What it is worth stands in the ledger.
create table trading.wallets (
  id bigint generated always as identity primary key,
  owner_id bigint not null references trading.users (id),
  currency text not null,
  created_at timestamptz not null,
  unique (owner_id, currency)
);

-- The next index of receiving addresses. Counted in the transaction that makes the address: no gaps, never one twice.
create table trading.receiving_counters (
  currency text primary key,
  next_index bigint not null check (next_index between 0 and 2147483648)
);

insert into trading.receiving_counters (currency, next_index) values ('BTC', 0), ('ETH', 0);

create table trading.receiving_addresses (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references trading.wallets (id),
  owner_id bigint not null references trading.users (id),
  currency text not null,
  -- Names the extended public key that it was derived from.
  account_key text not null,
  receiving_index bigint not null,
  address text not null,
  created_at timestamptz not null,
  -- Counts what was found here, so that of two who looked at the same time only one writes.
  version bigint not null default 0,
  -- Height of the chain when it was last looked at.
  scanned_height bigint,
  scanned_at timestamptz,
  unique (wallet_id, account_key),
  unique (currency, receiving_index),
  unique (currency, address)
);

create index receiving_addresses_scan on trading.receiving_addresses (currency, scanned_at nulls first, id);

-- What the watcher of deposits knows of a chain.
create table trading.chains (
  currency text primary key,
  tip_height bigint not null,
  tip_hash text not null,
  checked_at timestamptz not null,
  version bigint not null
);

-- The blocks of the last 100 heights that something was decided by.
create table trading.chain_blocks (
  currency text not null references trading.chains (currency),
  height bigint not null,
  hash text not null,
  primary key (currency, height)
);

create table trading.deposits (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references trading.wallets (id),
  owner_id bigint not null references trading.users (id),
  -- Null for one that an admin has recorded.
  address_id bigint references trading.receiving_addresses (id),
  recorded_by bigint references trading.users (id),
  currency text not null,
  address text not null,
  txid text not null,
  output_index integer not null check (output_index >= 0),
  -- In units of 1e-8.
  amount numeric(38, 0) not null check (amount > 0),
  is_coinbase boolean not null,
  state text not null check (
    state in ('pending', 'gone', 'credited', 'unsettled', 'settled', 'reversed', 'review', 'too_small')
  ),
  block_height bigint,
  block_hash text,
  missing_since_height bigint,
  -- How often it has been credited: it may be taken back and come again.
  credits integer not null default 0,
  seen_at timestamptz not null,
  credited_at timestamptz,
  unique (currency, txid, output_index),
  check ((block_height is null) = (block_hash is null)),
  check ((address_id is null) <> (recorded_by is null))
);

create index deposits_owner on trading.deposits (owner_id, id);
create index deposits_address on trading.deposits (address_id, id);
create index deposits_open on trading.deposits (currency, block_height)
  where state in ('pending', 'credited', 'unsettled', 'review');
create index deposits_doubtful on trading.deposits (owner_id) where state in ('unsettled', 'review');

create table trading.withdrawals (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references trading.wallets (id),
  owner_id bigint not null references trading.users (id),
  requested_by bigint not null references trading.users (id),
  currency text not null,
  address text not null,
  -- In units of 1e-8: what is sent, and what that costs beside it.
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  state text not null check (
    state in ('pending_review', 'half_approved', 'approved', 'completed', 'rejected', 'canceled')
  ),
  first_approved_by bigint references trading.users (id),
  -- Who decided last: approved or rejected.
  reviewed_by bigint references trading.users (id),
  reviewed_at timestamptz,
  reason text,
  txid text,
  created_at timestamptz not null,
  completed_at timestamptz,
  check ((state = 'completed') = (txid is not null and completed_at is not null)),
  check (approvals_needed = 1 or state not in ('approved', 'completed')
    or (first_approved_by is not null and reviewed_by is not null))
);

create index withdrawals_owner on trading.withdrawals (owner_id, id);
create index withdrawals_open on trading.withdrawals (state, id)
  where state in ('pending_review', 'half_approved', 'approved');

-- Where an account lets its money go. As soon as a currency has an entry, it goes nowhere else.
create table trading.withdraw_addresses (
  id bigint generated always as identity primary key,
  owner_id bigint not null references trading.users (id),
  currency text not null,
  address text not null,
  label text not null,
  created_at timestamptz not null,
  usable_at timestamptz not null,
  removed_at timestamptz,
  -- Until then a removed one keeps the whitelist in force: emptying it opens nothing at once.
  in_force_until timestamptz,
  check ((removed_at is null) = (in_force_until is null))
);

create unique index withdraw_addresses_current on trading.withdraw_addresses (owner_id, currency, address)
  where removed_at is null;
create index withdraw_addresses_owner on trading.withdraw_addresses (owner_id, currency);
