-- What the platform tells everybody, and answers that are given again to a repeated request.

create table trading.announcements (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  category text not null check (category in ('maintenance', 'release', 'exchange', 'security')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  created_at timestamptz not null,
  -- Not shown afterwards; null for never.
  expires_at timestamptz
);

create index announcements_newest on trading.announcements (created_at desc, id desc);

-- One row for each Idempotency-Key that a caller has used in the last day.
create table trading.idempotent_requests (
  user_id bigint not null references trading.users (id),
  key text collate "C" not null,
  -- Digest of what was asked: the same key with another request is refused.
  request_hash bytea not null,
  -- Null while the request runs.
  answer text,
  started_at timestamptz not null,
  primary key (user_id, key)
);

create index idempotent_requests_age on trading.idempotent_requests (started_at);
