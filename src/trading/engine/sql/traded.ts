/** The running sums of fills, kept with each of them: the figures of limits need no sum over all trades. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { KeptFill } from "../store.ts";

/** In the transaction that stores the fills: each is counted once. */
export async function addTraded(tx: Transaction, fills: readonly KeptFill[]): Promise<void> {
  const rows = JSON.stringify(
    fills.map(({ orderId, price, amount, fee }) => ({
      order_id: orderId,
      price,
      amount,
      fee_currency: fee?.currency ?? null,
      fee_amount: fee?.amount ?? null,
    })),
  );
  await tx.execute({
    name: "trading.addTraded",
    text: `insert into trading.traded as t (key_id, strategy_id, market_id, exchange, owner_uid, base, quote)
      select o.key_id, coalesce(o.strategy_id, 0), o.market_id, o.exchange, o.owner_uid,
        sum(case o.side when 'buy' then f.amount else -f.amount end),
        sum(case o.side when 'buy' then -f.amount * f.price else f.amount * f.price end)
      from jsonb_to_recordset($1::jsonb) as f (order_id bigint, price numeric, amount numeric)
      join trading.orders o on o.id = f.order_id
      group by o.key_id, coalesce(o.strategy_id, 0), o.market_id, o.exchange, o.owner_uid
      order by 1, 2, 3
      on conflict (key_id, strategy_id, market_id) do update
        set base = t.base + excluded.base, quote = t.quote + excluded.quote`,
    values: [rows],
  });
  if (fills.every(({ fee }) => fee === null)) return;
  await tx.execute({
    name: "trading.addTradedFees",
    text: `insert into trading.traded_fees as t (key_id, strategy_id, currency, owner_uid, amount)
      select o.key_id, coalesce(o.strategy_id, 0), f.fee_currency, o.owner_uid, sum(f.fee_amount)
      from jsonb_to_recordset($1::jsonb) as f (order_id bigint, fee_currency text, fee_amount numeric)
      join trading.orders o on o.id = f.order_id
      where f.fee_currency is not null
      group by o.key_id, coalesce(o.strategy_id, 0), f.fee_currency, o.owner_uid
      order by 1, 2, 3
      on conflict (key_id, strategy_id, currency) do update set amount = t.amount + excluded.amount`,
    values: [rows],
  });
}
