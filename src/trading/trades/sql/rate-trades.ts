/** Trades whose rates were not known when they were booked. */
import { formatFine } from "../../../kit/money/fine.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { commissionOf, valueOf } from "../core/charges.ts";
import { findUnknownDue, setDueAmount } from "../../ledger/index.ts";
import { nextRateTry, type FoundRates } from "../core/rated-trade.ts";
import type { RateStore } from "../settle-trades.ts";
import type { UnratedTrade } from "../store.ts";
import { fineOf } from "./trade-rows.ts";

interface UnratedRow {
  readonly id: number;
  readonly exchange: string;
  readonly is_real: boolean;
  readonly side: "buy" | "sell";
  readonly base: string;
  readonly quote: string;
  readonly price: string;
  readonly amount: string;
  readonly fee_currency: string | null;
  readonly fee_amount: string | null;
  readonly at_ms: number;
  readonly rate_tries: number;
}

/** Trades whose rates are to be looked for now, with what is known of their markets by now. */
async function listUnrated(q: Queryable, nowMs: number, limit: number): Promise<UnratedTrade[]> {
  const rows = await q.query<UnratedRow>({
    name: "trading.listUnratedTrades",
    text: `select t.id, t.exchange, t.is_real, t.side, coalesce(nullif(t.base, ''), l.market->>'base', '') as base,
        coalesce(nullif(t.quote, ''), l.market->>'quote', '') as quote, t.price, t.amount, t.fee_currency, t.fee_amount,
        t.at_ms, t.rate_tries
      from trading.trades t left join trading.listings l on l.code = t.exchange || '-' || t.market_id
      where t.rate_at_ms <= $1 order by t.rate_at_ms, t.id limit $2`,
    values: [nowMs, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    exchange: row.exchange,
    isReal: row.is_real,
    side: row.side,
    base: row.base,
    quote: row.quote,
    price: row.price,
    amount: row.amount,
    feeCurrency: row.fee_currency,
    feeAmount: fineOf(row.fee_amount ?? "0"),
    atMs: row.at_ms,
    tries: row.rate_tries,
  }));
}

/** Stores what was found; what was known before stays. A trade that can be valued now is counted again, and charged where that waited. */
async function saveRates(tx: Transaction, trade: UnratedTrade, found: FoundRates, nowMs: number): Promise<void> {
  const next = found.lacksRate ? nextRateTry(nowMs, trade.tries + 1) : null;
  const [saved] = await tx.query<{ key_id: number; market_id: string; trade_id: string }>({
    name: "trading.saveTradeRates",
    text: `update trading.trades set base = $2, quote = $3, quote_usd = coalesce($4::numeric, quote_usd),
        fee_usd = coalesce($5::numeric, fee_usd), lacks_rate = $6, rate_at_ms = $7, rate_tries = rate_tries + 1,
        is_counted = is_counted and base = $2
          and quote_usd is not distinct from coalesce($4::numeric, quote_usd)
          and fee_usd is not distinct from coalesce($5::numeric, fee_usd)
      where id = $1 and rate_at_ms is not null returning key_id, market_id, trade_id`,
    values: [trade.id, trade.base, trade.quote, found.quoteUsd, found.feeUsd, found.lacksRate, next],
  });
  if (!saved || found.quoteUsd === null) return;
  const subject = `${saved.key_id}/${saved.market_id}/${saved.trade_id}/${trade.side}`;
  const rate = await findUnknownDue(tx, subject);
  if (rate === undefined) return;
  const value = valueOf(trade.amount, trade.price, found.quoteUsd);
  await setDueAmount(tx, { subject, baseValue: formatFine(value), amount: commissionOf(value, rate) });
}

export function rateStore(db: Database): RateStore {
  return {
    listUnrated: (nowMs, limit) => listUnrated(db, nowMs, limit),
    saveRates: (trade, found, nowMs) => db.transaction((tx) => saveRates(tx, trade, found, nowMs)),
    listUncounted: (after, limit) => listUncounted(db, after, limit),
  };
}

/** Accounts with trades that are not counted, after that one; at most `limit`. */
async function listUncounted(q: Queryable, after: number, limit: number): Promise<readonly number[]> {
  const rows = await q.query<{ owner_uid: number }>({
    name: "trading.listUncountedOwners",
    text: `select distinct owner_uid from trading.trades where not is_counted and owner_uid > $1
      order by owner_uid limit $2`,
    values: [after, limit],
  });
  return rows.map(({ owner_uid: uid }) => uid);
}
