-- Who may do what only one process may do at a time, and until when.

create table kit.leases (
  name text primary key check (length(name) between 1 and 200),
  owner text not null check (length(owner) between 1 and 200),
  -- Grows by one with each new holder, and never goes back, so that a write can say in whose time it was decided.
  fence bigint not null,
  expires_at timestamptz not null
);
