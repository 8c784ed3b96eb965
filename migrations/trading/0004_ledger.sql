-- The money of the platform: a ledger of double entries, which only grows.

-- What each account holds: the sum of its postings.
create table trading.ledger_accounts (
  account text not null check (account ~ '^(user|held):[1-9][0-9]{0,17}$|^platform:[a-z]{1,20}$'),
  currency text not null check (currency ~ '^[A-Z0-9]{1,16}$'),
  -- An account of the platform is kept in several parts, so that postings of the same moment need not wait for each
  -- other; what it holds is their sum. All others have the one part 0.
  part bigint not null,
  -- In units of 1e-8.
  balance numeric(38, 0) not null check (balance >= 0 or account like 'platform:%'),
  -- How many postings it has.
  sequence bigint not null check (sequence >= 0),
  primary key (account, currency, part),
  check (part = 0 or account like 'platform:%')
) with (fillfactor = 50);

create sequence trading.ledger_parts;

create table trading.ledger_entries (
  id bigint generated always as identity primary key,
  -- What is posted once only, such as 'invoice:512'.
  reference text not null unique check (length(reference) between 1 and 200),
  type text not null check (type in ('subscription', 'commission', 'server', 'signal', 'referral', 'refund', 'withdraw',
    'deposit', 'article', 'drivetime')),
  -- Whose entry it is.
  owner_id bigint not null references trading.users (id),
  description text not null check (length(description) <= 500),
  -- SHA-256 of type, owner and postings.
  content_hash bytea not null check (length(content_hash) = 32),
  created_at timestamptz not null
);

create table trading.ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null references trading.ledger_entries (id),
  account text not null,
  currency text not null,
  part bigint not null,
  amount numeric(38, 0) not null check (amount <> 0),
  -- What the account, or its part, held then.
  balance_after numeric(38, 0) not null check (balance_after >= 0 or account like 'platform:%'),
  -- The account's first posting is 1, without gaps.
  sequence bigint not null check (sequence > 0),
  foreign key (account, currency, part) references trading.ledger_accounts (account, currency, part),
  unique (account, currency, part, sequence)
);

create index ledger_postings_entry on trading.ledger_postings (entry_id);
-- What people look at is their own.
create index ledger_postings_user on trading.ledger_postings (account, id) where account like 'user:%';

-- Which entry gave back how much of which.
create table trading.ledger_refunds (
  entry_id bigint primary key references trading.ledger_entries (id),
  refund_of bigint not null references trading.ledger_entries (id),
  amount numeric(38, 0) not null check (amount > 0)
);

create index ledger_refunds_of on trading.ledger_refunds (refund_of);

-- What was charged for transactions of strategies.
create table trading.commissions (
  id bigint generated always as identity primary key,
  entry_id bigint not null unique references trading.ledger_entries (id),
  owner_id bigint not null references trading.users (id),
  -- Who ran the strategy: a sub-account of the owner, or the owner.
  subaccount_id bigint not null references trading.users (id),
  strategy_id bigint not null,
  transaction_id bigint not null,
  currency text not null,
  -- A share in units of 1e-8.
  rate numeric(38, 0) not null check (rate >= 0),
  amount numeric(38, 0) not null check (amount > 0),
  created_at timestamptz not null,
  unique (strategy_id, transaction_id)
);

create index commissions_subaccount on trading.commissions (owner_id, subaccount_id, id);

-- What was given to users for the payments of those whom they had brought.
create table trading.referral_shares (
  entry_id bigint primary key references trading.ledger_entries (id),
  -- Who was paid.
  referrer_id bigint not null references trading.users (id),
  -- Whose payment it was.
  referred_id bigint not null references trading.users (id),
  currency text not null,
  amount numeric(38, 0) not null check (amount > 0)
);

create index referral_shares_referred on trading.referral_shares (referrer_id, referred_id);

create function trading.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;

create trigger entries_are_append_only before update or delete or truncate on trading.ledger_entries
  for each statement execute function trading.refuse_ledger_change();
create trigger postings_are_append_only before update or delete or truncate on trading.ledger_postings
  for each statement execute function trading.refuse_ledger_change();
create trigger refunds_are_append_only before update or delete or truncate on trading.ledger_refunds
  for each statement execute function trading.refuse_ledger_change();
create trigger accounts_stay before delete or truncate on trading.ledger_accounts
  for each statement execute function trading.refuse_ledger_change();

-- All postings of an entry are written at once, and those of each currency cancel out.
create function trading.check_postings() returns trigger language plpgsql as $$
begin
  if exists (select from added group by entry_id, currency having sum(amount) <> 0) then
    raise exception 'the postings of a ledger entry do not cancel out' using errcode = 'check_violation';
  end if;
  if (select count(*) from trading.ledger_postings where entry_id in (select entry_id from added))
    <> (select count(*) from added) then
    raise exception 'a ledger entry has got postings twice' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger postings_cancel_out after insert on trading.ledger_postings
  referencing new table as added for each statement execute function trading.check_postings();

-- No entry is without postings when its transaction ends.
create function trading.check_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from trading.ledger_postings where entry_id = new.id) then
    raise exception 'a ledger entry has no postings' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create constraint trigger entries_have_postings after insert on trading.ledger_entries
  deferrable initially deferred for each row execute function trading.check_entry();

-- Posts an entry, if its reference is new and no account that may not falls below zero; else changes nothing. Accounts of
-- users are locked in the order of their names. Of an account of the platform, any part that is free is taken, so
-- nobody waits for those. The outcome: 'posted' with the entry's id; 'known' with it, if the same content was posted before;
-- 'conflict', if other content was; or 'insufficient', with what the first account in that order has that has too little.
create function trading.post_entry(
  in p_reference text, in p_type text, in p_owner bigint, in p_description text, in p_hash bytea, in p_at timestamptz,
  in p_accounts text[], in p_currencies text[], in p_amounts numeric[],
  out outcome text, out posted_id bigint, out available numeric, out available_currency text
) language plpgsql as $$
declare
  line record;
  held record;
  known record;
  accounts text[] := '{}';
  currencies text[] := '{}';
  parts bigint[] := '{}';
  amounts numeric[] := '{}';
  balances numeric[] := '{}';
  sequences bigint[] := '{}';
begin
  for line in
    select l.account, l.currency, l.amount from unnest(p_accounts, p_currencies, p_amounts) as l (account, currency, amount)
    order by l.account collate "C", l.currency collate "C"
  loop
    if line.account like 'platform:%' then
      select a.part, a.balance, a.sequence into held from trading.ledger_accounts a
        where a.account = line.account and a.currency = line.currency
        order by a.part limit 1 for update skip locked;
      if not found then
        insert into trading.ledger_accounts (account, currency, part, balance, sequence)
          values (line.account, line.currency, nextval('trading.ledger_parts'), 0, 0)
          returning ledger_accounts.part, ledger_accounts.balance, ledger_accounts.sequence into held;
      end if;
    else
      loop
        select a.part, a.balance, a.sequence into held from trading.ledger_accounts a
          where a.account = line.account and a.currency = line.currency and a.part = 0 for update;
        exit when found;
        insert into trading.ledger_accounts (account, currency, part, balance, sequence)
          values (line.account, line.currency, 0, 0, 0) on conflict do nothing;
      end loop;
      if held.balance + line.amount < 0 and outcome is null then
        outcome := 'insufficient';
        available := held.balance;
        available_currency := line.currency;
      end if;
    end if;
    accounts := accounts || line.account;
    currencies := currencies || line.currency;
    parts := parts || held.part;
    amounts := amounts || line.amount;
    balances := balances || (held.balance + line.amount);
    sequences := sequences || (held.sequence + 1);
  end loop;

  select e.id, e.content_hash into known from trading.ledger_entries e where e.reference = p_reference;
  if not found then
    if outcome is not null then
      return;
    end if;
    insert into trading.ledger_entries (reference, type, owner_id, description, content_hash, created_at)
      values (p_reference, p_type, p_owner, p_description, p_hash, p_at)
      on conflict (reference) do nothing returning id into posted_id;
    -- Somebody else, who needs none of the same accounts, was first.
    if posted_id is null then
      select e.id, e.content_hash into known from trading.ledger_entries e where e.reference = p_reference;
    end if;
  end if;
  if posted_id is null then
    available := null;
    available_currency := null;
    posted_id := known.id;
    outcome := case when known.content_hash = p_hash then 'known' else 'conflict' end;
    return;
  end if;

  update trading.ledger_accounts a set balance = n.balance, sequence = n.sequence
    from unnest(accounts, currencies, parts, balances, sequences) as n (account, currency, part, balance, sequence)
    where a.account = n.account and a.currency = n.currency and a.part = n.part;
  insert into trading.ledger_postings (entry_id, account, currency, part, amount, balance_after, sequence)
    select posted_id, n.account, n.currency, n.part, n.amount, n.balance, n.sequence
    from unnest(accounts, currencies, parts, amounts, balances, sequences)
      as n (account, currency, part, amount, balance, sequence);
  outcome := 'posted';
end
$$;
