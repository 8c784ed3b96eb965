-- Of what followers of keywords are still to be notified: written where articles and impacts are stored, and worked off
-- outside the lock that storing waits for.

create table trading.news_tellings (
  id bigint generated always as identity primary key,
  article_id bigint not null references trading.news_articles (id) on delete cascade,
  -- Of what prices did after so many seconds; null of the article itself.
  seconds integer,
  -- What was found in the article: those who follow one of these are notified.
  term_ids bigint[] not null,
  -- All users up to this one have been notified.
  after_uid bigint not null default 0
);

create index news_tellings_article on trading.news_tellings (article_id);
