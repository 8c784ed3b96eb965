-- Articles whose pages are still to be asked for a brief, of sources that allow it.
create table trading.news_pages_due (
  article_id bigint primary key references trading.news_articles (id) on delete cascade,
  source text not null,
  due_at timestamptz not null,
  -- How often it could not be read.
  tries integer not null default 0
);

create index news_pages_due_next on trading.news_pages_due (source, due_at);
