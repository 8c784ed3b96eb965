-- The fence of the worker's lease. A worker that has lost it has lost its servers; `claim` is no longer counted.
alter table trading.servers add column fence bigint not null default 0;

create index strategies_server on trading.strategies (server_id) where server_id is not null;
