/** Traded, open and refused amounts, by account, key, strategy and market. */
import { parseFine } from "../../../kit/money/fine.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { isRealExchange } from "../../exchanges/index.ts";
import { FINAL_STATES } from "../core/journal-order.ts";
import type { PaidFees, RejectedOrders, RiskFacts, RiskRow, TradedRow, WorkingOrders } from "../core/risk-figures.ts";
import type { FactRange } from "../risk-store.ts";

/** Neither of an order that is over, nor of one that its exchange denies. */
const NOT_OPEN = [...FINAL_STATES, "missing"];

/** The facts of whole accounts: their keys and strategies are parts of them. */
export async function loadFacts(
  db: Queryable,
  ownerUids: readonly number[],
  { nowMs, dueMs }: FactRange,
): Promise<RiskFacts> {
  if (ownerUids.length === 0) return { traded: [], fees: [], working: [], rejected: [] };
  return {
    traded: await loadTraded(db, ownerUids),
    fees: await loadFees(db, ownerUids),
    working: await loadWorking(db, ownerUids, dueMs),
    rejected: await loadRejected(db, ownerUids, nowMs - MINUTE_MS),
  };
}

interface OwnerRow {
  readonly exchange: string;
  readonly owner_uid: number;
  readonly key_id: number;
  readonly strategy_id: number | null;
}

const ownerOf = ({ owner_uid, key_id, strategy_id, exchange }: OwnerRow): RiskRow => ({
  ownerUid: owner_uid,
  keyId: key_id,
  strategyId: strategy_id === 0 ? null : strategy_id,
  isReal: isRealExchange(exchange),
});

/** The rest of a market after all trades: the position, and its cost. Listings outlive the connection of their exchange. */
async function loadTraded(db: Queryable, ownerUids: readonly number[]): Promise<TradedRow[]> {
  const rows = await db.query<
    OwnerRow & {
      market_id: string;
      base: string;
      quote: string;
      base_currency: string | null;
      quote_currency: string | null;
    }
  >({
    name: "trading.loadTraded",
    text: `select t.owner_uid, t.key_id, t.strategy_id, t.exchange, t.market_id, t.base, t.quote,
        l.market ->> 'base' as base_currency, l.market ->> 'quote' as quote_currency
      from trading.traded t left join trading.listings l on l.code = t.exchange || '-' || t.market_id
      where t.owner_uid = any ($1::bigint[])`,
    values: [ownerUids],
  });
  return rows.map(({ base_currency: base, quote_currency: quote, ...row }) => ({
    ...ownerOf(row),
    exchange: row.exchange,
    marketId: row.market_id,
    base: fineOf(row.base),
    quote: fineOf(row.quote),
    currencies: base === null || quote === null ? undefined : { base, quote },
  }));
}

/** The fees of trading. Each key trades at one exchange, and is named there also when it is gone. */
async function loadFees(db: Queryable, ownerUids: readonly number[]): Promise<PaidFees[]> {
  const rows = await db.query<OwnerRow & { currency: string; amount: string }>({
    name: "trading.loadTradedFees",
    text: `select owner_uid, key_id, strategy_id, currency, amount,
        coalesce((select t.exchange from trading.traded t where t.key_id = f.key_id limit 1), '') as exchange
      from trading.traded_fees f where owner_uid = any ($1::bigint[])`,
    values: [ownerUids],
  });
  return rows.map((row) => ({ ...ownerOf(row), currency: row.currency, amount: fineOf(row.amount) }));
}

/**
 * Orders that may still fill. Those without a sender count as far as they are due; a slice counts whole from its commit on, so
 * that nothing takes the room of its later rows.
 */
async function loadWorking(db: Queryable, ownerUids: readonly number[], dueMs: number): Promise<WorkingOrders[]> {
  const rows = await db.query<OwnerRow & { market_id: string; side: "buy" | "sell"; count: number; left: string }>({
    name: "trading.loadWorkingOrders",
    text: `select o.owner_uid, o.key_id, o.strategy_id, o.exchange, o.market_id, o.side, count(*) as count,
        sum(greatest(o.amount - o.filled, 0)) as left
      from trading.orders o
      where o.key_id in (select id from trading.exchange_keys where owner_uid = any ($1::bigint[]))
        and not o.is_settled and o.state <> all ($2::text[]) and (o.claimed_fence is not null or o.send_at_ms <= $3 or (o.run_id is not null and $3 >= 0))
      group by o.owner_uid, o.key_id, o.strategy_id, o.exchange, o.market_id, o.side`,
    values: [ownerUids, NOT_OPEN, Math.round(dueMs)],
  });
  return rows.map((row) => ({
    ...ownerOf(row),
    exchange: row.exchange,
    marketId: row.market_id,
    side: row.side,
    count: row.count,
    left: fineOf(row.left),
  }));
}

/** Refusals by exchanges since a time. */
async function loadRejected(db: Queryable, ownerUids: readonly number[], sinceMs: number): Promise<RejectedOrders[]> {
  const rows = await db.query<OwnerRow & { count: number }>({
    name: "trading.loadRejectedOrders",
    text: `select owner_uid, key_id, strategy_id, exchange, count(*) as count from trading.orders
      where owner_uid = any ($1::bigint[]) and state = 'rejected' and ended_ms > $2
      group by owner_uid, key_id, strategy_id, exchange`,
    values: [ownerUids, Math.round(sinceMs)],
  });
  return rows.map((row) => ({ ...ownerOf(row), count: row.count }));
}

/** Sums of the database are decimals that fit. */
function fineOf(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}
