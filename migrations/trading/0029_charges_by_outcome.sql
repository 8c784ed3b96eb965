-- What an algorithm's author asks for an order is charged for one outcome of it: an order that was taken for cancelled may
-- have traded after all.
update trading.dues d set subject = d.order_id || '/' || coalesce(
    (select case r.outcome when 'canceled' then 'canceled' else 'successful' end
      from trading.order_results r where r.order_id = d.order_id), 'successful')
  where d.kind = 'cpa' and d.subject = d.order_id::text;
