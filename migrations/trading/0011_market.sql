-- What exchanges list, since when; what they announce; how long opportunities between them lived.

create table trading.listings (
  -- Service code: exchange, hyphen, market id.
  code text collate "C" primary key,
  exchange text collate "C" not null,
  -- As the exchange last described it.
  market jsonb not null,
  first_seen timestamptz not null,
  -- All listings of one reading have the same; those with an older one are no longer listed.
  last_seen timestamptz not null,
  check (last_seen >= first_seen)
);

create index listings_exchange on trading.listings (exchange, code);

create table trading.opportunity_lives (
  id bigint generated always as identity primary key,
  buy_code text collate "C" not null,
  sell_code text collate "C" not null,
  base text not null,
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  -- The most that it left after the fees of both sides.
  best_net_percent double precision not null
);

create index opportunity_lives_closed on trading.opportunity_lives (closed_at);
create index opportunity_lives_base on trading.opportunity_lives (base, closed_at);

create table trading.exchange_announcements (
  id bigint generated always as identity primary key,
  exchange text collate "C" not null,
  title text not null check (char_length(title) between 1 and 300),
  body text not null check (char_length(body) <= 10000),
  category text not null check (category in ('listing', 'delisting', 'maintenance', 'other')),
  -- Service codes that it speaks of.
  codes text[] not null check (cardinality(codes) <= 1000),
  published_at timestamptz not null
);

create index exchange_announcements_newest on trading.exchange_announcements (published_at desc, id desc);
create index exchange_announcements_exchange on trading.exchange_announcements (exchange, published_at desc, id desc);
