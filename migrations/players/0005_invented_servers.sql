-- Whether a server belongs to the invented cluster of `--demo`. Its players never stand beside those of real servers.
alter table players.servers add column is_invented boolean not null default false;

-- Databases that only ever saw the invented cluster.
update players.servers set is_invented = true
where not exists (
  select from players.servers where (key, name) not in (
    ('island', 'Simulated Island'), ('ragnarok', 'Simulated Ragnarok'), ('island-asa', 'Simulated Island (Ascended)')
  )
);
