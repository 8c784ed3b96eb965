-- Tickets for the stream of events, which browsers open without headers. Each is used once or expires, so few are kept.

create table players.stream_tickets (
  -- SHA-256 of the ticket, which is random and long. The ticket itself is never stored.
  hash bytea primary key check (octet_length(hash) = 32),
  -- The key that asked for it. The demo's key is in no table, so there is no reference.
  key_id text collate "C" not null,
  expires_at timestamptz not null
);

create index stream_tickets_key on players.stream_tickets (key_id, expires_at);
create index stream_tickets_expired on players.stream_tickets (expires_at);
