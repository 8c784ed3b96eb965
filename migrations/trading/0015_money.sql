-- Money that staff move: how a session was opened, what was credited by hand, and the one form of a transaction's id.

-- When a second factor was shown in the session, at its login or later; null for never.
alter table trading.sessions add column second_factor_at timestamptz;

-- Who credited an account is asked at each approval of a withdrawal.
create index audit_credits on trading.audit (owner_id, user_id)
  where action in ('ledger.credit', 'ledger.refund', 'deposit.credit');

-- Deposits that came another way than over a block chain and were credited by hand. The numbers are those of
-- trading.deposits, so that a list of both has no number twice.
create table trading.credits (
  id bigint primary key default nextval('trading.deposits_id_seq'),
  entry_id bigint not null unique references trading.ledger_entries (id),
  owner_id bigint not null references trading.users (id),
  currency text not null,
  -- In units of 1e-8.
  amount numeric(38, 0) not null check (amount > 0),
  created_at timestamptz not null
);

create index credits_owner on trading.credits (owner_id, id);

insert into trading.credits (entry_id, owner_id, currency, amount, created_at)
  select e.id, e.owner_id, p.currency, p.amount, e.created_at
  from trading.ledger_entries e
  join trading.ledger_postings p on p.entry_id = e.id and p.account = 'user:' || e.owner_id and p.amount > 0
  where e.type = 'deposit' and e.reference like 'credit:%'
  order by e.id;

-- A transaction of Ethereum was written with 0x in front or without: one transaction, one form.
update trading.withdrawals set txid = '0x' || txid where currency = 'ETH' and txid is not null and txid not like '0x%';
update trading.withdrawals set txid = substr(txid, 3) where currency = 'BTC' and txid like '0x%';
update trading.deposits d set txid = '0x' || d.txid
  where d.currency = 'ETH' and d.txid not like '0x%' and not exists (
    select from trading.deposits o
    where o.currency = d.currency and o.txid = '0x' || d.txid and o.output_index = d.output_index);
update trading.deposits d set txid = substr(d.txid, 3)
  where d.currency = 'BTC' and d.txid like '0x%' and not exists (
    select from trading.deposits o
    where o.currency = d.currency and o.txid = substr(d.txid, 3) and o.output_index = d.output_index);

create index withdrawals_txid on trading.withdrawals (currency, txid) where txid is not null;

-- Sub-accounts that were deleted before, and those whose account was closed since, kept names and addresses.
update trading.users set name = '', email = '', email_verified_at = null, country = null, password_hash = ''
  where owner_id is not null and closed_at is not null;
update trading.users u set username = 'closed:' || u.id
  where u.closed_at is not null and u.username not like 'closed:%'
    and exists (select from trading.users o where o.id = u.owner_id and o.closed_at is not null);
delete from trading.user_tokens t using trading.users u
  where u.id = t.uid and u.owner_id is not null and u.closed_at is not null;
delete from trading.user_settings s using trading.users u
  where u.id = s.uid and u.owner_id is not null and u.closed_at is not null;
delete from trading.mails m using trading.users u
  where u.id = m.uid and u.owner_id is not null and u.closed_at is not null;
update trading.tickets t set contact_name = '', contact_email = '' from trading.users u
  where u.id = t.uid and u.closed_at is not null;
delete from trading.accesses a using trading.users u join trading.users o on o.id = u.owner_id
  where u.id = a.uid and u.closed_at is not null and o.closed_at is not null;
