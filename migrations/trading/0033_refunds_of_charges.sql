-- More was paid of a charge than it comes to in the end, which is its amount: the rest is owed back.
alter table trading.dues add column is_overpaid boolean not null default false;

create index dues_overpaid on trading.dues (payee_uid, id) where is_overpaid;
