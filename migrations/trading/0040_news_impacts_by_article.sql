-- What prices did after articles, one row for each article: a page of a thousand articles reads a thousand rows, not seven
-- thousand, and shows what is in them without taking it apart.

create table trading.news_article_impacts (
  article_id bigint primary key references trading.news_articles (id) on delete cascade,
  -- After how many seconds, in the order in which they were measured.
  seconds integer[] not null,
  -- A line of JSON for each of these, as it is shown.
  data text not null,
  -- When each was found out.
  measured_at timestamptz[] not null,
  check (cardinality(seconds) = cardinality(measured_at))
);

-- Nothing may be added to what is moved.
lock table trading.news_impacts in share row exclusive mode;

insert into trading.news_article_impacts (article_id, seconds, data, measured_at)
  select article_id, array_agg(seconds order by seconds), string_agg(data::text, E'\n' order by seconds),
    array_agg(measured_at order by seconds)
  from trading.news_impacts group by article_id;

drop table trading.news_impacts;

-- What processes of the former release read and add to until they are stopped.
create view trading.news_impacts as
  select i.article_id, m.seconds, m.data::jsonb as data, m.measured_at
  from trading.news_article_impacts i,
    unnest(i.seconds, string_to_array(i.data, E'\n'), i.measured_at) as m (seconds, data, measured_at);

create function trading.add_news_impact() returns trigger language plpgsql as $$
begin
  insert into trading.news_article_impacts as known (article_id, seconds, data, measured_at)
  values (new.article_id, array[new.seconds], new.data::text, array[new.measured_at])
  on conflict (article_id) do update set seconds = known.seconds || excluded.seconds,
    data = known.data || E'\n' || excluded.data, measured_at = known.measured_at || excluded.measured_at;
  return new;
end
$$;

create trigger add_news_impact instead of insert on trading.news_impacts
  for each row execute function trading.add_news_impact();
