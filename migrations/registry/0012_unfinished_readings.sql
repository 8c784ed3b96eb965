-- How far a reading of everything had come that was interrupted: JSON of `UnfinishedReading`; null for none. It is text, for a cursor
-- of an upstream may hold characters that `jsonb` refuses.

alter table registry.sync_state add column unfinished text check (length(unfinished) <= 40000);
