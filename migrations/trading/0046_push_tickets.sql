-- Tickets for the push, which browsers open without showing their session. Each is used once or expires, so few are kept.

create table trading.push_tickets (
  -- SHA-256 of the ticket, which is random and long. The ticket itself is never stored.
  hash bytea primary key check (octet_length(hash) = 32),
  -- The session that asked for it. Without a reference: a ticket is checked against its session when it is used, and a
  -- session that ends while a ticket is made waits for nothing.
  session_id bigint not null,
  expires_at timestamptz not null
);

create index push_tickets_session on trading.push_tickets (session_id, expires_at);
create index push_tickets_expired on trading.push_tickets (expires_at);
