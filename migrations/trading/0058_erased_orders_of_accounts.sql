-- Two keys of one account at an exchange list the same orders: what was erased of one key counts for all keys that its owner has
-- there. Null in rows that a process of an earlier release writes: they count for their key.
alter table trading.erased_orders add column owner_uid bigint, add column exchange text;

update trading.erased_orders e set owner_uid = k.owner_uid, exchange = k.exchange
from trading.exchange_keys k where k.id = e.key_id;

create index erased_orders_account on trading.erased_orders (owner_uid, exchange);
