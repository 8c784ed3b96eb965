-- Exports and their files, articles with their readers and earnings, competitions.

create table trading.exports (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  owner_uid bigint not null references trading.users (id),
  system text not null check (system in ('strategy_transactions', 'all_strategies')),
  type text not null check (type in ('.xls', '.csv')),
  symbol text not null,
  row_limit integer not null check (row_limit > 0),
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed')),
  -- Raised by each try to make it; only the latest may write, and only its chunks are the file.
  run integer not null default 0,
  rows_done integer not null default 0,
  size_bytes bigint,
  -- Of the whole file, in hexadecimal.
  sha256 text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the chunks of an expired export were removed.
  purged_at timestamptz,
  check ((state = 'completed') = (sha256 is not null and size_bytes is not null))
);

create index exports_uid on trading.exports (uid, id);
create index exports_owner on trading.exports (owner_uid);
create index exports_to_purge on trading.exports (expires_at) where purged_at is null;
create index exports_purged on trading.exports (purged_at) where purged_at is not null;

create table trading.export_chunks (
  export_id bigint not null references trading.exports (id) on delete cascade,
  run integer not null,
  -- From 0, without gaps.
  position integer not null,
  content bytea not null,
  primary key (export_id, run, position)
);

create table trading.articles (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  -- Who is paid.
  owner_uid bigint not null references trading.users (id),
  title text not null,
  brief text not null,
  -- HTML with the few elements that articles may have.
  body text not null,
  images text[] not null check (cardinality(images) <= 6),
  is_draft boolean not null,
  publish_at timestamptz not null,
  rejected_at timestamptz,
  rejection_reason text,
  -- What was written is gone; its views are kept, because they are paid for.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((rejected_at is null) = (rejection_reason is null))
);

create index articles_uid on trading.articles (uid, id);
create index articles_owner on trading.articles (owner_uid);
create index articles_shown on trading.articles (publish_at, id)
  where not is_draft and rejected_at is null and deleted_at is null;

create table trading.article_views (
  article_id bigint not null references trading.articles (id),
  -- The first day, UTC.
  month date not null,
  views bigint not null,
  -- In units of 1e-8, and when; null until the month is paid.
  paid numeric(38, 0),
  paid_at timestamptz,
  primary key (article_id, month),
  check ((paid is null) = (paid_at is null))
);

create index article_views_unpaid on trading.article_views (month) where paid_at is null;

-- What makes the hashes of one day's readers meaningless on the next. Kept for as long as they are.
create table trading.article_salts (
  day date primary key,
  salt bytea not null
);

create table trading.article_readers (
  day date not null,
  article_id bigint not null references trading.articles (id),
  -- Hashes of the address with the agent, and of the address alone.
  reader bytea not null,
  place bytea not null,
  primary key (day, article_id, reader)
);

create index article_readers_article on trading.article_readers (article_id);
create index article_readers_place on trading.article_readers (day, article_id, place);

create table trading.competitions (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  -- In units of 1e-8 of the currency.
  prize numeric(38, 0) not null check (prize >= 0),
  currency text not null,
  metric text not null check (metric in ('return_percent', 'net_pnl', 'volume')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  late_join boolean not null,
  leave_after_start boolean not null,
  -- Of the last ranking; no ranking follows one that was made after the end.
  ranked_at timestamptz,
  created_at timestamptz not null,
  check (starts_at < ends_at)
);

create index competitions_ends on trading.competitions (ends_at);

create table trading.competition_entries (
  competition_id bigint not null references trading.competitions (id),
  -- Main accounts take part, with everything that their sub-accounts do.
  owner_uid bigint not null references trading.users (id),
  joined_at timestamptz not null,
  -- By the competition's metric, in units of 1e-8; null while there is no result.
  value numeric(38, 0),
  rank integer,
  primary key (competition_id, owner_uid),
  check (rank is null or value is not null)
);

create index competition_entries_owner on trading.competition_entries (owner_uid);
create index competition_entries_rank on trading.competition_entries (competition_id, rank) where rank is not null;
