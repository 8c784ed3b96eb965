-- When orders of a key were last erased by their owner, who reset a strategy. An exchange goes on listing what has ended of
-- them: it is not to be mistaken for what a failover has lost. The row stays when the key is deleted, as its orders do.
create table trading.erased_orders (
  key_id bigint primary key,
  erased_at timestamptz not null
);
