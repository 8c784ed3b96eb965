-- How much was taken of a feed in the hour that began at `taken_hour`: one that lists news without end is slowed.
alter table trading.news_feeds
  add column taken_hour timestamptz,
  add column taken integer not null default 0;
