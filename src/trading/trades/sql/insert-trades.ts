/** Puts trades into the account's books, each once. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { findRates } from "../core/rated-trade.ts";
import type { NewTrade, UsdRates } from "../store.ts";
import { removeImported } from "./take-over-imported.ts";
import { factsOf } from "./trade-rows.ts";

/** With the rates of their time, as far as they are known now. The others are looked for by a job. */
export function rateTrades(trades: readonly NewTrade[], rates: UsdRates, nowMs: number) {
  return trades.map((trade) => {
    const facts = factsOf({ ...trade, quote_usd: null, fee_usd: null });
    const { exchange, is_real: isReal, at_ms: atMs } = trade;
    const found = findRates(facts, (currency) => rates.at({ currency, exchange, isReal, atMs }));
    return {
      ...trade,
      quote_usd: found.quoteUsd,
      fee_usd: found.feeUsd,
      lacks_rate: found.lacksRate,
      rate_at_ms: found.lacksRate ? nowMs : null,
    };
  });
}

/**
 * Inserts trades. A trade of the journal replaces its imported copy. An imported trade that is already there, with
 * this key or with another one of the same exchange account, changes nothing. Trades of the journal's orders are left
 * to the journal.
 *
 * @returns how many were inserted or changed
 */
export async function insertTrades(tx: Transaction, trades: ReturnType<typeof rateTrades>): Promise<number> {
  if (trades.length === 0) return 0;
  await removeImported(tx, trades);
  return tx.execute({
    name: "trading.insertTrades",
    text: `insert into trading.trades (owner_uid, uid, key_id, exchange, is_real, market_id, trade_id, exchange_order_id,
        order_id, strategy_id, side, base, quote, price, amount, fee_currency, fee_amount, is_maker, at_ms, quote_usd,
        fee_usd, lacks_rate, rate_at_ms)
      select t.owner_uid, t.uid, t.key_id, t.exchange, t.is_real, t.market_id, t.trade_id, t.exchange_order_id, t.order_id,
        t.strategy_id, t.side, t.base, t.quote, t.price, t.amount, t.fee_currency, t.fee_amount, t.is_maker, t.at_ms,
        t.quote_usd, t.fee_usd, t.lacks_rate, t.rate_at_ms
      from jsonb_to_recordset($1::jsonb) as t (owner_uid bigint, uid bigint, key_id bigint, exchange text, is_real boolean,
        market_id text, trade_id text, exchange_order_id text, order_id bigint, strategy_id bigint, side text, base text,
        quote text, price numeric, amount numeric, fee_currency text, fee_amount numeric, is_maker boolean, at_ms bigint,
        quote_usd numeric, fee_usd numeric, lacks_rate boolean, rate_at_ms bigint)
      where t.order_id is not null or not exists (
          select from trading.trades known
          where known.owner_uid = t.owner_uid and known.exchange = t.exchange and known.market_id = t.market_id
            and known.trade_id = t.trade_id and known.side = t.side and known.at_ms = t.at_ms
            and known.price = t.price and known.amount = t.amount)
        and not exists (
          select from trading.exchange_keys k join trading.orders o on o.key_id = k.id
          where k.owner_uid = t.owner_uid and k.exchange = t.exchange and o.market_id = t.market_id
            and o.exchange_order_id = t.exchange_order_id and o.exchange_order_id <> '')
      on conflict (key_id, market_id, trade_id, side) do update
        set order_id = excluded.order_id, strategy_id = excluded.strategy_id, uid = excluded.uid, is_counted = false
        where trades.order_id is null and excluded.order_id is not null`,
    values: [JSON.stringify(trades)],
  });
}

/** The data that determine the trades of orders: the order's owner, and its market. */
export interface OrderFacts {
  readonly id: number;
  readonly owner_uid: number;
  readonly uid: number;
  readonly key_id: number;
  readonly exchange: string;
  readonly market_id: string;
  readonly exchange_order_id: string;
  readonly strategy_id: number | null;
  readonly side: "buy" | "sell";
  readonly handed_ms: number | null;
  readonly price_entry: string | null;
  readonly base: string;
  readonly quote: string;
  readonly algorithm_id: number | null;
  /** Null for an algorithm of the library, without one, and where the author's account is closed or disabled. */
  readonly author_uid: number | null;
  /** JSON of its terms; null without one. */
  readonly definition: string | null;
}

/** Orders with their markets and the algorithms of their runs: a profile may have another one by the time of a late fill. */
export async function readOrderFacts(q: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, OrderFacts>> {
  const rows = await q.query<OrderFacts>({
    name: "trading.readOrderFacts",
    text: `select o.id, o.owner_uid, o.uid, o.key_id, o.exchange, o.market_id, o.exchange_order_id, o.strategy_id, o.side,
        o.handed_ms, o.price_entry, coalesce(l.market->>'base', '') as base, coalesce(l.market->>'quote', '') as quote,
        r.algorithm_id, author.id as author_uid, v.definition
      from trading.orders o
        left join trading.listings l on l.code = o.exchange || '-' || o.market_id
        left join trading.runs r on r.id = o.run_id
        left join trading.algorithms a on a.id = r.algorithm_id
        left join trading.users author on author.id = a.owner_uid and author.closed_at is null and author.is_active
        left join trading.algorithm_versions v
          on v.algorithm_id = a.id and v.version = r.algorithm_version
      where o.id = any ($1::bigint[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
