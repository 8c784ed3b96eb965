-- Markets in which orders were placed, as the library of exchanges describes them. When an exchange lists one no more, what became of
-- its orders is still asked, also by a process that begins after that. Few: one row for each market that was ever traded here.
create table trading.markets_with_orders (
  exchange text not null,
  -- As the library names it, such as BTC/USDT.
  symbol text not null,
  definition jsonb not null,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (exchange, symbol)
);
