-- The trail of changes, the API keys, and how far each key's nonces may have been used.

create table trading.audit (
  id bigint generated always as identity primary key,
  -- The account that the change concerns.
  owner_id bigint not null references trading.users (id),
  -- Who made it; null for the platform itself.
  user_id bigint references trading.users (id),
  -- <thing>.<what was done>, such as ticket.create.
  action text not null check (length(action) between 1 and 60),
  -- Id of what was changed.
  subject text not null check (length(subject) <= 200),
  -- Without secrets.
  details jsonb not null default '{}',
  at timestamptz not null
);

create index audit_owner on trading.audit (owner_id, id desc);

create function trading.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are only ever added', tg_table_schema, tg_table_name;
end
$$;

create trigger audit_append_only before update or delete or truncate on trading.audit
  for each statement execute function trading.refuse_change();

create table trading.api_keys (
  id bigint generated always as identity (start with 5001) primary key,
  -- Sent in the header Key; shown in lists by its first and last characters.
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{24,64}$'),
  user_id bigint not null references trading.users (id),
  label text not null,
  access text not null check (access in ('read_only', 'full_access')),
  -- The HMAC key must be read again to check signatures: sealed by a master key, for this key alone.
  sealed_secret text not null,
  -- SHA-256 of the secret, for where it is sent as it is.
  secret_hash bytea not null check (length(secret_hash) = 32),
  -- CIDR ranges that the key may be used from; empty for any.
  addresses text[] not null default '{}' check (cardinality(addresses) <= 50),
  -- Whether `Authorization: Bearer <key>.<secret>` is taken.
  allow_bearer boolean not null default false,
  -- Whether signatures must cover path, body and expiry.
  is_strict boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (not (allow_bearer and is_strict))
);

create index api_keys_user on trading.api_keys (user_id, id);

-- How far nonces may have been used: none of a key above its mark was ever accepted. Raised ahead of use.
create table trading.nonce_marks (
  key_id bigint primary key references trading.api_keys (id) on delete cascade,
  -- In units of 10^-10 s since 1970.
  mark numeric(20, 0) not null default 0 check (mark >= 0)
) with (fillfactor = 50);
