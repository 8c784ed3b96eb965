-- Questions to the processes that have rented servers, from processes that answer requests about them. Each is answered within
-- seconds or withdrawn, so few are kept. Not logged: after a crash of the server they are as good as unanswered.

create unlogged table trading.server_questions (
  id bigint generated always as identity primary key,
  -- The process: lease and fence, as `trading.servers` names them. Another run of it has another fence, and takes none of these.
  worker text not null,
  -- As `ServerQuestion` and `ServerAnswer` of the market's `store.ts` have them.
  question jsonb not null,
  -- Not taken afterwards.
  expires_at timestamptz not null,
  -- Set once: the process that has taken a question is the only one that answers it.
  taken_at timestamptz,
  answer jsonb,
  asked_at timestamptz not null default clock_timestamp()
);

create index server_questions_waiting on trading.server_questions (worker, id) where taken_at is null;
create index server_questions_asked on trading.server_questions (asked_at);
