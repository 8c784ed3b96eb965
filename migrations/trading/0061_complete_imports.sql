-- Since when the trades of a market are imported without a gap; null where that is not known.
alter table trading.import_markets add column from_ms bigint;
-- The same of all markets of the key, at the end of the run.
alter table trading.order_imports add column complete_ms bigint;
