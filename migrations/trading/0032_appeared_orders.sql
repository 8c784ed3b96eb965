-- An order of the strategy that was thought to be gone and has been seen at its exchange: the run is paused for it, by its owner
-- or by the one that it has next.
alter table trading.runs add column appeared_order bigint;
