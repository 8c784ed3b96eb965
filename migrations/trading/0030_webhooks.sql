-- Webhooks of users, and what each is told.

create sequence trading.webhook_ids as bigint start with 1000001;

create table trading.webhooks (
  -- A number. It is text because webhooks of all services are kept alike.
  id text primary key,
  owner_uid bigint not null references trading.users (id),
  -- Whose it is: it is told what this user sees.
  uid bigint not null references trading.users (id),
  url text not null,
  label text not null,
  -- The key of the signature, sealed.
  sealed_secret text not null,
  events text[] not null,
  pattern text not null default '*',
  created_at timestamptz not null,
  enabled boolean not null default true,
  -- Why the platform has disabled it; null while it is enabled, and where its user has done so.
  disabled_because text,
  -- Attempts in a row that have failed.
  failures integer not null default 0,
  -- A process delivers to it until then; nothing is attempted before the other.
  busy_until timestamptz not null default '-infinity',
  rests_until timestamptz not null default '-infinity'
);

create index webhooks_owner on trading.webhooks (owner_uid);

-- No foreign key: whoever writes a delivery must not wait for a webhook that is being deleted.
create table trading.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  event text not null,
  -- What it is about, where one webhook is told of that once at most.
  subject text,
  payload json not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  gave_up_at timestamptz,
  -- When it is attempted next, and how often it was since its user asked for it last.
  due_at timestamptz not null,
  tries integer not null default 0
);

create index webhook_deliveries_webhook on trading.webhook_deliveries (webhook_id, id);
create index webhook_deliveries_waiting on trading.webhook_deliveries (webhook_id, due_at, id)
  where delivered_at is null and gave_up_at is null;
create unique index webhook_deliveries_subject on trading.webhook_deliveries (webhook_id, event, subject)
  where subject is not null;
