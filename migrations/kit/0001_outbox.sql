-- The changes that the product's read models follow, written in the transaction of each change itself.

create sequence kit.outbox_seq as bigint;

create table kit.outbox (
  -- Stands before seq on purpose: defaults are computed in the order of the columns, so a transaction has its id before
  -- it draws a number. A reader that misses a number may therefore wait until all ids given out so far are over: the
  -- number's transaction is among them. In the other order it could draw a number, and get its id much later.
  xid xid8 not null default pg_current_xact_id(),
  -- Drawn in no order of commit: a row may become visible after rows with higher numbers.
  seq bigint not null default nextval('kit.outbox_seq') primary key,
  at timestamptz not null default clock_timestamp(),
  -- Who wrote it: one run of one process, which may want to skip its own changes.
  origin text not null check (length(origin) between 1 and 200),
  topic text not null check (length(topic) between 1 and 100),
  payload jsonb not null
);

alter sequence kit.outbox_seq owned by kit.outbox.seq;

-- Rows are only added and, much later, removed from the low end. Vacuum soon after, so that the index stays small.
alter table kit.outbox set (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 100);

-- One row: everything up to seq `upto` may have been removed. A reader whose position is below has lost changes.
create table kit.outbox_trimmed (
  only_row boolean primary key default true check (only_row),
  upto bigint not null
);

insert into kit.outbox_trimmed (upto) values (0);
