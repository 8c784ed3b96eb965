-- What was gained and lost counts the trades that give up something that was held, as wins and losses do. What a fee in the base
-- currency realizes when something is bought is neither.
update trading.trade_days d set gained = t.gained, lost = t.lost
from (
  select owner_uid, is_real, strategy_id, base, exchange, (to_timestamp(at_ms / 1000) at time zone 'UTC')::date as day,
    coalesce(sum(realized) filter (where is_closing and realized > 0), 0) as gained,
    coalesce(-sum(realized) filter (where is_closing and realized < 0), 0) as lost
  from trading.trades where value is not null group by 1, 2, 3, 4, 5, 6
) t
where d.owner_uid = t.owner_uid and d.is_real = t.is_real and d.strategy_id = t.strategy_id and d.base = t.base
  and d.exchange = t.exchange and d.day = t.day and (d.gained <> t.gained or d.lost <> t.lost);
