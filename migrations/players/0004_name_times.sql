-- When each source of an account's name said so: the newest certain name is shown. Null for rows from before: then
-- checked_at and last_seen stand in, and a save's name counts as the oldest.

alter table players.accounts
  -- When the platform last told summary_name.
  add column summary_at timestamptz,
  -- When the server's list that gave seen_name was read.
  add column seen_at timestamptz;

-- When the save that first had save_name was written.
alter table players.players add column save_name_at timestamptz;
