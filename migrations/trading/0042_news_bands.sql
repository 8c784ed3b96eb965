-- By which stories of the last days are found again, one row for each hash: those of all articles of a look are looked up at
-- once. An index of arrays is asked for one article at a time, and often not at all, because tables so small are read whole.

create table trading.news_bands (
  band integer not null,
  -- As in trading.news_prints. Rows that have no print any more do no harm.
  article_id bigint not null,
  primary key (band, article_id)
);

-- Processes of the former release fill it too.
create function trading.add_news_bands() returns trigger language plpgsql as $$
begin
  insert into trading.news_bands (band, article_id)
  select distinct band, article_id from added, unnest(bands) as band on conflict do nothing;
  return null;
end
$$;

create trigger add_news_bands after insert on trading.news_prints
  referencing new table as added for each statement execute function trading.add_news_bands();

insert into trading.news_bands (band, article_id)
  select distinct band, article_id from trading.news_prints, unnest(bands) as band;

drop index trading.news_prints_bands;
