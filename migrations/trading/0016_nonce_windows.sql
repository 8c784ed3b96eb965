-- Which nonces were used, where several processes share the keys and Redis may be away.

-- Whoever holds the row decides who keeps the key's window from then on. What is between the mark at one change of hands
-- and the mark at the next belongs to one keeper alone.
alter table trading.nonce_marks
  -- Names the window in Redis. Null: the window that is named after the key alone. A new name with each new window, so
  -- that what was accepted elsewhere in between is never accepted by a window from before.
  add column window_name text check (length(window_name) <= 100),
  -- When the window of that name was begun. Null: not yet, or by the release before.
  add column window_begun_at timestamptz,
  -- While it is not null, used_nonces is the window. When it is past, a process that reaches Redis may take it back.
  add column database_until timestamptz,
  -- With used_nonces: everything at and below is refused.
  add column floor numeric(20, 0) not null default 0;

-- The window of keys that were used while Redis was away: the highest nonces that were used, one by one.
create table trading.used_nonces (
  key_id bigint not null references trading.nonce_marks (key_id) on delete cascade,
  -- In units of 10^-10 s since 1970.
  nonce numeric(20, 0) not null,
  primary key (key_id, nonce)
);
