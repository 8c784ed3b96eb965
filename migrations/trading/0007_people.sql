-- What belongs to people: settings of and messages to sub-accounts, support tickets, reminders.

-- What the owner decides of a sub-account beside its rights.
create table trading.subaccounts (
  uid bigint primary key references trading.users (id),
  -- The sub-account must use a second factor.
  force_twofactor boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table trading.broadcasts (
  id bigint generated always as identity primary key,
  owner_id bigint not null references trading.users (id),
  title text not null,
  body text not null,
  -- How many sub-accounts there were when it was sent.
  recipients integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index broadcasts_owner on trading.broadcasts (owner_id, id desc);

create table trading.broadcast_recipients (
  broadcast_id bigint not null references trading.broadcasts (id) on delete cascade,
  uid bigint not null references trading.users (id),
  -- Null until the sub-account has seen it as it now stands.
  read_at timestamptz,
  primary key (broadcast_id, uid)
);

create index broadcast_recipients_uid on trading.broadcast_recipients (uid, broadcast_id desc);

create table trading.tickets (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  owner_id bigint not null references trading.users (id),
  -- As the user wrote them; never proven, so no mail goes there.
  contact_name text not null,
  contact_email text not null,
  subject text not null,
  category text not null,
  priority text not null check (priority in ('low', 'normal', 'high')),
  status text not null check (status in ('open', 'answered', 'waiting', 'closed')),
  messages integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index tickets_uid on trading.tickets (uid, id desc);
create index tickets_open on trading.tickets (uid) where status <> 'closed';
create index tickets_status on trading.tickets (status, updated_at, id);

create table trading.ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references trading.tickets (id),
  author_uid bigint not null references trading.users (id),
  is_staff boolean not null,
  body text not null,
  created_at timestamptz not null
);

create index ticket_messages_ticket on trading.ticket_messages (ticket_id, id desc);

create table trading.reminders (
  id bigint generated always as identity primary key,
  uid bigint not null references trading.users (id),
  owner_id bigint not null references trading.users (id),
  title text not null,
  body text not null,
  repeat text not null check (repeat in ('none', 'daily', 'weekly', 'monthly')),
  -- Of a repeating one: all times are counted from here, so that the 31st comes back after February.
  first_at timestamptz not null,
  -- Null when no mail is to come any more.
  next_at timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (next_at is not null or repeat = 'none')
);

create index reminders_uid on trading.reminders (uid, id desc);
create index reminders_due on trading.reminders (next_at) where next_at is not null;
create index reminders_done on trading.reminders (updated_at) where next_at is null;
