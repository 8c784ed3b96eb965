-- Requests about simulated venues, from processes that do not host them to the one that does. Each is answered within
-- seconds or withdrawn, so few are kept. Not logged: after a crash of the server they are as good as unanswered.

create unlogged table trading.venue_requests (
  id bigint generated always as identity primary key,
  exchange text not null,
  -- What is asked, and the answer or the failure, as `venue-requests.ts` has them. Accounts are named by a digest.
  question jsonb not null,
  -- Not taken afterwards.
  expires_at timestamptz not null,
  -- Set once: the process that has taken a request is the only one that carries it out.
  taken_at timestamptz,
  answer jsonb,
  asked_at timestamptz not null default clock_timestamp()
);

create index venue_requests_waiting on trading.venue_requests (exchange, id) where taken_at is null;
create index venue_requests_asked on trading.venue_requests (asked_at);
