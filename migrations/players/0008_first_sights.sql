-- Among names of one account the newest is shown. A name is as old as its first sight: a source that repeats a name does
-- not make it newer. So `seen_at` is now when a server's list first gave `seen_name`, and `summary_at` when the platform
-- first told `summary_name`. Each moves when the name changes, and only then.

-- When a server's list last gave a name that counted. A name that is told late, of a time before, does not count.
alter table players.accounts add column listed_at timestamptz;

-- Names of which no time was kept stay as new as they counted until now.
update players.accounts
set seen_at = coalesce(seen_at, last_seen), summary_at = coalesce(summary_at, checked_at)
where (seen_at is null and seen_name <> '') or (summary_at is null and summary_name is not null);
