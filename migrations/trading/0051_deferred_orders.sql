-- Orders that were not taken because the exchange took nothing for a while (429, maintenance, a line that was down) or that had no
-- time left to leave: their run sends them again later, and does not count them as attempts (`src/trading/engine/core/duties.ts`).
-- Processes of the former release leave it false.

alter table trading.orders add column is_deferred boolean not null default false;
