-- The catalogue: servers, their versions, and what happened to them.

create schema if not exists registry;

-- One row a server. It is locked by whoever changes anything of the server, so that changes of one server are in line.
create table registry.servers (
  name text collate "C" primary key,
  -- The version that `latest` means. Kept here and not as a flag of each version, so that there is always exactly one.
  latest_version text collate "C" not null,
  version_count integer not null check (version_count >= 1),
  -- Grows by one with each change; a reader's copy with the same number is the same.
  revision bigint not null,
  -- 'local' for a server that was published here, else the name of the upstream that it follows.
  origin text not null default 'local'
);

create table registry.versions (
  server_name text collate "C" not null references registry.servers (name),
  version text collate "C" not null,
  status text not null check (status in ('active', 'deprecated', 'deleted')),
  status_message text check (char_length(status_message) <= 500),
  status_changed_at timestamptz not null,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  -- The published document, compact, byte for byte as it is served: json keeps the text, jsonb would not.
  document json not null,
  -- Members of the answer's `_meta` beside the official block, from an upstream that has some.
  extra_meta json,
  primary key (server_name, version)
);

create index versions_updated_at on registry.versions (updated_at);

-- Which version has which remote URL; a URL belongs to one server at a time.
create table registry.version_remotes (
  url text collate "C" not null,
  server_name text collate "C" not null,
  version text collate "C" not null,
  primary key (url, server_name, version),
  foreign key (server_name, version) references registry.versions (server_name, version)
);

create index version_remotes_version on registry.version_remotes (server_name, version);

-- Who did what when to which version. Kept for good.
create table registry.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  server_name text collate "C" not null,
  -- Null when the action was on all versions at once.
  version text collate "C",
  actor_method text not null,
  actor_subject text not null,
  token_id text,
  request_id text not null,
  detail jsonb not null
);

create index audit_server on registry.audit (server_name, id);

create function registry.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end
$$;

create trigger audit_is_append_only before update or delete or truncate on registry.audit
  for each statement execute function registry.refuse_audit_change();

-- Who is told of changes.
create table registry.webhooks (
  id text primary key,
  url text not null,
  -- The key of the signature, sealed.
  sealed_secret text not null,
  -- 'published', 'edited', 'status'
  events text[] not null,
  -- A permission pattern: which servers.
  pattern text not null,
  created_at timestamptz not null,
  enabled boolean not null default true
);

create table registry.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null references registry.webhooks (id) on delete cascade,
  event text not null,
  payload json not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  gave_up_at timestamptz
);

create index webhook_deliveries_webhook on registry.webhook_deliveries (webhook_id, id);
