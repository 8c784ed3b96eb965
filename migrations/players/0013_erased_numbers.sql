-- Whether an erased number was erased without its account, because none was known: the account is erased when a save names it.
alter table players.tombstones add column lacks_account boolean not null default false;
