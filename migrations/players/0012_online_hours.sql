-- When servers were watched, and the order in which sessions began: for players per hour, and recent joins.

create table players.watched_hours (
  server text collate "C" not null,
  -- The beginning of an hour in UTC.
  hour timestamptz not null,
  -- One bit for each minute of the hour in which it was known who is on the server.
  minutes bigint not null,
  primary key (server, hour)
);

create index watched_hours_old on players.watched_hours (hour);
create index sessions_started on players.sessions (started_at);
