-- How far this registry has followed each upstream.

create table registry.sync_state (
  -- Its base URL, as it was when it was followed.
  upstream text primary key,
  -- The newest change that was seen; null before the first complete run.
  last_updated_at timestamptz,
  -- When everything was last read, and not only what had changed.
  last_full_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  -- Of the last run; null when it succeeded.
  last_error text,
  -- In a row.
  failures integer not null default 0,
  -- No process tries before.
  next_attempt_at timestamptz
);
