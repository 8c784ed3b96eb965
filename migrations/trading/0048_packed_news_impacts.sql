-- What prices did after an article, packed for pages of many articles (`src/trading/news/core/packed-impacts.ts`): a third of
-- what `data` has. A job packs articles that are measured after all times. Empty where that is not possible; then, and until
-- then, `data` is read. Processes of the former release go on reading `data`.

alter table trading.news_article_impacts add column packed text;

-- To unpack what PostgreSQL has compressed takes longer than to read it.
alter table trading.news_article_impacts alter column packed set storage external;

-- What is still to be packed.
create index news_article_impacts_unpacked on trading.news_article_impacts (article_id)
  where packed is null and cardinality(seconds) >= 7;
