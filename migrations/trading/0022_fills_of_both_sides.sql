-- A trade between two orders of one key has one id, and is a fill of both.
alter table trading.order_fills drop constraint order_fills_pkey,
  add primary key (key_id, market_id, trade_id, order_id);
