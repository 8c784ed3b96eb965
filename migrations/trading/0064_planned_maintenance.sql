-- Maintenance that is planned has its times: schedules show it.

alter table trading.announcements
  add column starts_at timestamptz check (category = 'maintenance' or starts_at is null),
  -- Null where the end is open.
  add column ends_at timestamptz check (coalesce(ends_at > starts_at, ends_at is null));

create index announcements_planned on trading.announcements (starts_at) where starts_at is not null;
