-- Sign-up by the API: the right to invite, invitations, and mail addresses that have not been verified yet. An account
-- is made when its address is verified, so none of these rows is an account.

-- Set by the operator. Staff may invite without it.
alter table trading.users add column may_invite boolean not null default false;

create table trading.invitations (
  id bigint generated always as identity primary key,
  -- SHA-256 of the code, which is shown once.
  code_hash bytea not null unique check (length(code_hash) = 32),
  inviter_id bigint not null references trading.users (id),
  -- The inviter's own note.
  label text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The account that was made with it.
  used_by bigint references trading.users (id),
  revoked_at timestamptz,
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or revoked_at is null)
);

create index invitations_inviter on trading.invitations (inviter_id, id);
create index invitations_expires on trading.invitations (expires_at);

create table trading.sign_ups (
  id bigint generated always as identity primary key,
  email text not null,
  -- SHA-256 of what the last mail carries.
  token_hash bytea not null unique check (length(token_hash) = 32),
  invitation_id bigint references trading.invitations (id) on delete cascade,
  referred_by bigint references trading.users (id),
  -- Mails to this address since first_at: at most a few in a day.
  mails integer not null check (mails > 0),
  first_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

create unique index sign_ups_email on trading.sign_ups (lower(email));
create index sign_ups_expires on trading.sign_ups (expires_at);
create index sign_ups_invitation on trading.sign_ups (invitation_id) where invitation_id is not null;
