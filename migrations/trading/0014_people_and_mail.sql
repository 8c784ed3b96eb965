-- Mails with links wait sealed, addresses that nobody has verified get no mail, and keys may be for trading only.

-- A mail in the state `sealed` waits like one that is queued; its body is sealed. Senders of the release before do not
-- take it, because they could not read it.
alter table trading.mails drop constraint mails_state_check;
alter table trading.mails add constraint mails_state_check check (state in ('queued', 'sealed', 'sent', 'failed'));
create index mails_waiting on trading.mails (due_at) where state in ('queued', 'sealed');

-- Until now the operator made every main account and said where its mail goes.
update trading.users set email_verified_at = created_at
  where owner_id is null and closed_at is null and email_verified_at is null;

-- `trade`: changes what is traded; no withdrawals, keys or addresses.
alter table trading.api_keys drop constraint api_keys_access_check;
alter table trading.api_keys add constraint api_keys_access_check
  check (access in ('read_only', 'trade', 'full_access'));
