-- Users of the trading platform: main accounts, and the sub-accounts that they own.

create schema if not exists trading;

create table trading.users (
  -- Shown as a number; never used again.
  id bigint generated always as identity (start with 2000001) primary key,
  -- Of a sub-account: who owns it.
  owner_id bigint references trading.users (id),
  role text not null default 'user' check (role in ('user', 'support', 'admin')),
  username text not null,
  name text not null,
  email text not null,
  email_verified_at timestamptz,
  -- ISO 3166-1 alpha-2; null for not told.
  country text,
  -- argon2id in the PHC string form.
  password_hash text not null,
  password_changed_at timestamptz not null,
  is_active boolean not null default true,
  -- A closed account is never opened again.
  closed_at timestamptz,
  -- Given to a newcomer by a user who is then paid a share.
  referral_code text not null unique,
  referred_by bigint references trading.users (id),
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- Members of Subaccount rights; null for a main account.
  rights jsonb,
  check ((owner_id is null) = (rights is null))
);

create unique index users_username on trading.users (lower(username));
create index users_email on trading.users (lower(email));
create index users_owner on trading.users (owner_id) where owner_id is not null;
create index users_referred_by on trading.users (referred_by) where referred_by is not null;
