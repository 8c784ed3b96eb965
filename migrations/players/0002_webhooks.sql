-- Who is told of joins, leaves, changes of tribe and bans.

create table players.webhooks (
  id text primary key,
  url text not null,
  -- The key of the signature, sealed.
  sealed_secret text not null,
  -- 'join', 'leave', 'tribe', 'ban'
  events text[] not null,
  -- '*', 'server/KEY' or 'tribe/ID'
  pattern text not null,
  created_at timestamptz not null,
  enabled boolean not null default true
);

create table players.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null references players.webhooks (id) on delete cascade,
  event text not null,
  payload json not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  gave_up_at timestamptz,
  -- Whom the payload names, so that it can go when they are erased.
  player_ids bigint[] not null default '{}',
  platform_ids text[] not null default '{}'
);

create index webhook_deliveries_webhook on players.webhook_deliveries (webhook_id, id);
