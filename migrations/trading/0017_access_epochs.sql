-- What each process remembers of a user's API keys, and when it no longer holds.

-- The epoch of a user changes in the transaction that changes anything that requests with its keys are checked against.
-- A process remembers the epoch with the key, and reads the key again when the epoch is another. Users from before this
-- migration have a row after their first change.
create table trading.access_epochs (
  -- Without a reference: a row of a user is written while the user's row is locked, so nothing else waits for it.
  uid bigint primary key,
  -- A random name, so that an epoch never comes again, even after a failover that lost some of them.
  epoch uuid not null
) with (fillfactor = 50);

-- Arguments: the column that names the user, and the columns that no request is checked against. A column that a later
-- migration adds counts as one that requests are checked against.
create function trading.raise_access_epoch() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - tg_argv[1:] = to_jsonb(new) - tg_argv[1:] then
    return null;
  end if;
  insert into trading.access_epochs (uid, epoch)
    select uid, gen_random_uuid()
    from (values ((to_jsonb(old) ->> tg_argv[0])::bigint), ((to_jsonb(new) ->> tg_argv[0])::bigint)) as users (uid)
    where uid is not null group by uid order by uid
    on conflict (uid) do update set epoch = excluded.epoch;
  return null;
end
$$;

create trigger users_access_epoch after insert or update or delete on trading.users
  for each row execute function trading.raise_access_epoch('id', 'last_login_at');
create trigger api_keys_access_epoch after insert or update or delete on trading.api_keys
  for each row execute function trading.raise_access_epoch('user_id', 'last_used_at');
create trigger subaccounts_access_epoch after insert or update or delete on trading.subaccounts
  for each row execute function trading.raise_access_epoch('uid');
create trigger two_factor_access_epoch after insert or update or delete on trading.two_factor
  for each row execute function trading.raise_access_epoch('uid', 'last_step');
create trigger subscriptions_access_epoch after insert or update or delete on trading.subscriptions
  for each row execute function trading.raise_access_epoch('owner_id');
