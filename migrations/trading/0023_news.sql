-- News: feeds and how they do, articles with their echoes, users' keywords, and what articles did to prices.

create table trading.news_feeds (
  -- As in the operator's list of sources.
  name text primary key check (length(name) between 1 and 100),
  -- What the rest is known of: another address begins again.
  url text not null,
  etag text,
  last_modified text,
  interval_seconds integer not null,
  next_at timestamptz not null,
  -- In a row.
  failures integer not null default 0,
  -- Null while all is well.
  problem text,
  checked_at timestamptz,
  succeeded_at timestamptz,
  changed_at timestamptz,
  articles bigint not null default 0
);

create table trading.news_articles (
  id bigint generated always as identity (start with 1000001) primary key,
  source text not null,
  url text not null,
  domain text not null,
  title text not null,
  brief text not null,
  author text not null,
  image text not null,
  language text not null,
  first_seen_at timestamptz not null,
  published_at timestamptz not null,
  -- From when on its effect on prices counts; null for one that was old when it was first seen.
  impact_at timestamptz,
  -- Names of what the watchlist found, in the order of the watchlist.
  keywords text[] not null,
  -- Codes of currencies that it names.
  currencies text[] not null,
  -- The markets that it is measured at.
  codes text[] not null,
  -- The words of title and brief, with one space around each.
  words text not null,
  tones jsonb not null,
  echoes integer not null default 0,
  edited_at timestamptz
);

create index news_articles_published on trading.news_articles (published_at desc, id desc);
create index news_articles_source on trading.news_articles (source);
create index news_articles_seen on trading.news_articles (first_seen_at);

-- Every address under which a source has shown a story. The first one is the article, the others are its echoes.
create table trading.news_sightings (
  url_key text not null,
  source text not null,
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  url text not null,
  title text not null,
  -- Of what was shown last: another one is an edit.
  content_key text not null,
  is_first boolean not null,
  seen_at timestamptz not null,
  primary key (url_key, source)
);

create index news_sightings_article on trading.news_sightings (article_id);

-- What was shown before an edit.
create table trading.news_edits (
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  edited_at timestamptz not null,
  title text not null,
  brief text not null,
  primary key (article_id, edited_at)
);

-- By which stories of the last days are found again. Small: older ones are removed.
create table trading.news_prints (
  article_id bigint primary key references trading.news_articles (id) on delete cascade,
  seen_at timestamptz not null,
  words text[] not null,
  keywords text[] not null,
  bands integer[] not null
);

create index news_prints_bands on trading.news_prints using gin (bands);
create index news_prints_seen on trading.news_prints (seen_at);

-- One row. It is locked while articles are stored and while keywords change, so that neither misses the other.
create table trading.news_gate (
  only_row boolean primary key default true check (only_row),
  -- Rises when users' keywords change.
  keyword_version bigint not null default 1,
  -- Articles that were ever stored, and keywords of the watchlist that were found in them.
  articles bigint not null default 0,
  matches bigint not null default 0
);

insert into trading.news_gate default values;

create table trading.news_keywords (
  id bigint generated always as identity (start with 1000001) primary key,
  uid bigint not null references trading.users (id),
  -- The account, whose package says how many there may be.
  owner_uid bigint not null references trading.users (id),
  name text not null,
  -- As in trading.news_articles.
  words text not null,
  articles integer not null default 0,
  last_match_at timestamptz,
  created_at timestamptz not null,
  unique (uid, words)
);

create index news_keywords_owner on trading.news_keywords (owner_uid);

create table trading.news_keyword_matches (
  keyword_id bigint not null references trading.news_keywords (id) on delete cascade,
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  primary key (keyword_id, article_id)
);

create index news_keyword_matches_article on trading.news_keyword_matches (article_id);

-- What is still to be measured, and from when on it can be.
create table trading.news_impact_dues (
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  seconds integer not null,
  due_at timestamptz not null,
  primary key (article_id, seconds)
);

create index news_impact_dues_due on trading.news_impact_dues (due_at);

create table trading.news_impacts (
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  seconds integer not null,
  -- By pair id, as shown.
  data jsonb not null,
  primary key (article_id, seconds)
);

-- How far a pair moved in the hour after an article: for the rankings of sources.
create table trading.news_moves (
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  pair text not null,
  source text not null,
  published_at timestamptz not null,
  keywords text not null,
  difference numeric(38, 8) not null,
  primary key (article_id, pair)
);

create index news_moves_rank on trading.news_moves (source, pair, difference);
create index news_moves_recent on trading.news_moves (source, pair, published_at);

-- The sums of the above, kept as they grow: articles that are trimmed leave them.
create table trading.news_source_impacts (
  source text not null,
  pair text not null,
  articles bigint not null,
  sum_impact numeric(38, 8) not null,
  primary key (source, pair)
);
