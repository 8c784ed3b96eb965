-- When a forced stop asked that an order does not leave any more. Unlike `cancel_asked_ms`, it ends nothing that has left.
-- Processes of the former release pass it over: their orders leave as they did before.
alter table trading.orders add column withheld_asked_ms bigint;
