-- The orders that count beside a balance are few of all that a key has had: those that are not settled, and those that ended after
-- the balance was asked for. Each kind has an index on everything that is asked of it, so that no plan reads the key's history.

drop index trading.orders_unsettled;
create index orders_unsettled on trading.orders (key_id, need_currency) where not is_settled;
drop index trading.orders_ended;
create index orders_ended on trading.orders (key_id, need_currency, ended_ms) where need_currency is not null and is_settled;
