-- What waits for staff is mailed to them once (src/trading/staff). Each of these says whether it has been.

alter table trading.tickets add column is_told boolean not null default false;
create index tickets_untold on trading.tickets (id) where status = 'open' and not is_told;

alter table trading.withdrawals add column is_told boolean not null default false;
create index withdrawals_untold on trading.withdrawals (id) where state in ('pending_review', 'half_approved') and not is_told;

alter table trading.deposits add column is_told boolean not null default false;
create index deposits_untold on trading.deposits (id) where state in ('unsettled', 'review') and not is_told;
