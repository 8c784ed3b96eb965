-- What strategies know of the news.

-- What an article said when it was first seen, of those that name a currency. An edit changes nothing of it, so a strategy
-- finds the same whether it was asked then or is asked of that time later.
create table trading.news_first_sights (
  article_id bigint primary key references trading.news_articles (id) on delete cascade,
  seen_at timestamptz not null,
  -- As in trading.news_articles.
  impact_at timestamptz,
  language text not null,
  currencies text[] not null,
  tones jsonb not null
);

insert into trading.news_first_sights (article_id, seen_at, impact_at, language, currencies, tones)
  select id, first_seen_at, impact_at, language, currencies, tones from trading.news_articles where currencies <> '{}';

create index news_first_sights_seen on trading.news_first_sights (seen_at, article_id);

-- When it was found out: before that nobody knew. Of what was measured before, not later than now.
alter table trading.news_impacts add column measured_at timestamptz not null default now();
alter table trading.news_impacts alter column measured_at drop default;
