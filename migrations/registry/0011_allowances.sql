-- What publishers have stored in a day. It is counted in the transaction that stores it, so what is refused does not count.

create table registry.allowances (
  -- Which allowance of which login, or of all together.
  key text collate "C" primary key,
  -- A day after it began to be used; then it begins again.
  ends_at timestamptz not null,
  kibibytes bigint not null
);

create index allowances_ends_at on registry.allowances (ends_at);
