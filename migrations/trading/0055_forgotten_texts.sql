-- What people wrote is erased with their account. The trail and the record of halts are only ever added to, but for words:
-- these can be taken away. Who did what to which thing, and when, stays.

-- Numbers, truth values, and what `kept` names.
create function trading.without_texts(details jsonb, kept text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(details)
  where key = any (kept) or jsonb_typeof(value) in ('number', 'boolean', 'null')
$$;

-- Details may only change when a user whom they are about is closed.
create function trading.keep_audit() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'details' = to_jsonb(new) - 'details' and exists (
    select from trading.users
    where closed_at is not null
      and (id in (old.owner_id, old.user_id) or (owner_id = old.owner_id and id::text = old.subject))
  ) then
    return new;
  end if;
  raise exception 'rows of trading.audit are only ever added';
end
$$;

drop trigger audit_append_only on trading.audit;
create trigger audit_append_only before delete or truncate on trading.audit
  for each statement execute function trading.refuse_change();
create trigger audit_kept before update on trading.audit
  for each row execute function trading.keep_audit();

create function trading.keep_risk_event() returns trigger language plpgsql as $$
begin
  if new.reason = '' and to_jsonb(old) - 'reason' = to_jsonb(new) - 'reason' then
    return new;
  end if;
  raise exception 'rows of trading.risk_events are only ever added';
end
$$;

drop trigger risk_events_append_only on trading.risk_events;
create trigger risk_events_append_only before delete or truncate on trading.risk_events
  for each statement execute function trading.refuse_change();
create trigger risk_events_kept before update on trading.risk_events
  for each row execute function trading.keep_risk_event();

create index risk_events_set_by on trading.risk_events (set_by) where set_by is not null;

-- Of accounts that were closed before: what closing erases from now on. Mails to those who are gone are kept for a month
-- at most, and exports for less.
create temporary table gone on commit drop as
  select users.id from trading.users left join trading.users as owner on owner.id = users.owner_id
  where coalesce(owner.closed_at, users.closed_at) is not null and (owner.id is null or owner.closed_at is not null);

update trading.audit set details = trading.without_texts(details, '{from,to,role,currency,amount,price,paid,charge,refund,txid,exchange,market,side,type,code,state,event,scope,limit,mode,source,status,kind,access,category,priority,package,region,system,symbol,alert,act,link,effectiveAt,changed,active_strategies,rights,events,overrides}')
  where owner_id in (select id from gone) and not starts_with(action, 'order.') and details <> '{}';
update trading.risk_events set reason = '' where set_by in (select id from gone);
update trading.risk_halts set reason = '' where owner_uid in (select id from gone);
update trading.api_keys set label = '', addresses = '{}' where user_id in (select id from gone);
delete from trading.withdraw_addresses where owner_id in (select id from gone);
update trading.withdrawals set reason = '' where owner_id in (select id from gone) and reason <> '';
delete from trading.reminders where uid in (select id from gone);
delete from trading.broadcasts where owner_id in (select id from gone);
update trading.tickets set subject = '' where uid in (select id from gone);
update trading.ticket_messages set body = ''
  where ticket_id in (select id from trading.tickets where uid in (select id from gone));
delete from trading.exchange_queries where uid in (select id from gone);
delete from trading.strategy_templates where owner_uid in (select id from gone);
delete from trading.books where owner_uid in (select id from gone);
update trading.strategy_tabs set name = '' where owner_uid in (select id from gone);
update trading.strategies set name = null where owner_uid in (select id from gone);
update trading.profiles set name = '', description = '' where owner_uid in (select id from gone);
