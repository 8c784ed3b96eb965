-- Which secret keys have sealed something that is stored here: a process that lacks one of them does not start.

create table kit.secret_keys (
  -- Made of the key itself, see `masterKeyFromText`; stands in every text that the key has sealed.
  id text primary key check (length(id) between 1 and 32),
  since timestamptz not null default clock_timestamp()
);
