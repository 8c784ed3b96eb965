-- How news reach users beside lists and webhooks, and what signals may forget.

-- What is new of articles. Rows are written while the row of trading.news_gate is locked, so they are committed in the
-- order of their ids: a reader that has read one has read all before it.
create table trading.news_changes (
  id bigint generated always as identity primary key,
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  -- Its words are new or have changed, or something of it was measured.
  kind text not null check (kind in ('article', 'impact')),
  -- By the clock of the database.
  recorded_at timestamptz not null default clock_timestamp()
);

create index news_changes_article on trading.news_changes (article_id);
create index news_changes_recorded on trading.news_changes (recorded_at);

-- By which ways a user is notified of articles that have the keyword.
alter table trading.news_keywords
  add column notify_email boolean not null default false,
  add column notify_telegram boolean not null default false;

create index news_keywords_notify on trading.news_keywords (term_id, uid) where notify_email or notify_telegram;

-- Which users were notified of which article: once, however many keywords match and however often it changes.
create table trading.news_notices (
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  uid bigint not null,
  primary key (article_id, uid)
);

-- Up to which change users were notified; of the next one those up to `uid`.
create table trading.news_notice_place (
  only_row boolean primary key default true check (only_row),
  change_id bigint not null default 0,
  uid bigint not null default 0
);

insert into trading.news_notice_place default values;

-- How many articles users of an account were to be notified of on that day.
alter table trading.alert_days add column news integer not null default 0;
alter table trading.alert_days alter column alerts set default 0;

-- Secret addresses at which feed readers find the articles of a keyword.
create table trading.news_keyword_feeds (
  keyword_id bigint primary key references trading.news_keywords (id) on delete cascade,
  -- SHA-256 of the secret part of the address.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);

alter table trading.exports drop constraint exports_system_check;
alter table trading.exports add constraint exports_system_check
  check (system in ('strategy_transactions', 'all_strategies', 'news'));

-- Where the job begins that takes old rows away.
create index signal_acts_ended on trading.signal_acts (ended_ms, id) where state <> 'pending';
create index signal_acts_iteration on trading.signal_acts (iteration_id);
create index signals_deleted on trading.signals (deleted_ms) where deleted_ms is not null;
create index signal_resets_at on trading.signal_resets (at_ms);
create index signal_hooks_revoked on trading.signal_hooks (revoked_at) where revoked_at is not null;
