-- The trail of what was changed with keys of the scope admin.

create table players.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The key of the request, which may have been revoked since.
  key_id text collate "C" not null,
  key_name text not null,
  -- <thing>.<what was done>, such as key.create.
  action text collate "C" not null check (length(action) between 1 and 60),
  -- What was changed: an id; of a person the digest that is kept of erased people, so that the trail names nobody.
  subject text not null check (length(subject) <= 200),
  -- Without secrets.
  detail jsonb not null,
  request_id text not null
);

create function players.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end
$$;

create trigger audit_is_append_only before update or delete or truncate on players.audit
  for each statement execute function players.refuse_audit_change();
