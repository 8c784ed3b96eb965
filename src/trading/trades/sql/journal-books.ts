/** The effects of a change of the order journal in the same commit: trades, results of orders, and charges. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { FINE_ONE, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { fromMillis, toMillis } from "../../../kit/time/instant.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { planOf } from "../../billing/index.ts";
import { outcomeOf, type JournalChange } from "../../engine/index.ts";
import { findExchange } from "../../exchanges/index.ts";
import { canceledSubject, chargesFor, overpaidOf } from "../core/charges.ts";
import { collectDues, insertDues, oweRefunds, payRefunds, withdrawDues } from "../../ledger/index.ts";
import type { NewTrade, UsdRates } from "../store.ts";
import { insertTrades, rateTrades, readOrderFacts, type OrderFacts } from "./insert-trades.ts";

type Outcome = NonNullable<ReturnType<typeof outcomeOf>>;

/** Books the fills and the ends of orders that one write of the journal holds. */
export function journalBooks(rates: UsdRates, clock: Pick<Clock, "now">) {
  return async (tx: Transaction, changes: readonly JournalChange[]): Promise<void> => {
    const ends = endsOf(changes);
    const filled = changes.filter(({ fill }) => fill);
    const ids = [...new Set([...filled.map(({ id }) => id), ...ends.keys()])];
    if (ids.length === 0) return;
    const facts = await readOrderFacts(tx, ids);
    const nowMs = Math.floor(toMillis(clock.now()));
    const trades = rateTrades(tradesOf(filled, facts), rates, nowMs);
    await insertTrades(tx, trades);
    const ended = [...ends].flatMap(([id, end]) => {
      const order = facts.get(id);
      return order && order.strategy_id !== null ? [{ order, end, strategyId: order.strategy_id }] : [];
    });
    await insertResults(tx, ended);
    await charge(tx, trades, ended, facts, nowMs);
  };
}

/** How the orders that have come to their end did so. The last word on an order counts. */
function endsOf(changes: readonly JournalChange[]) {
  const ends = new Map<number, { readonly outcome: Outcome; readonly change: JournalChange }>();
  for (const change of changes) {
    const outcome = outcomeOf(change.order);
    if (outcome) ends.set(change.id, { outcome, change });
    else ends.delete(change.id);
  }
  return ends;
}

function tradesOf(filled: readonly JournalChange[], facts: ReadonlyMap<number, OrderFacts>): NewTrade[] {
  return filled.flatMap(({ id, order: { exchangeOrderId }, fill }) => {
    const order = facts.get(id);
    if (!order || !fill) return [];
    return [
      {
        owner_uid: order.owner_uid,
        uid: order.uid,
        key_id: order.key_id,
        exchange: order.exchange,
        is_real: findExchange(order.exchange) !== undefined,
        market_id: fill.marketId,
        trade_id: fill.tradeId,
        exchange_order_id: exchangeOrderId,
        order_id: id,
        strategy_id: order.strategy_id ?? 0,
        side: order.side,
        base: order.base,
        quote: order.quote,
        price: fill.price,
        amount: fill.amount,
        fee_currency: fill.fee?.currency ?? null,
        fee_amount: fill.fee?.amount ?? null,
        is_maker: fill.isMaker,
        at_ms: Math.round(fill.atMs),
      },
    ];
  });
}

interface EndedOrder {
  readonly order: OrderFacts;
  readonly strategyId: number;
  readonly end: { readonly outcome: Outcome; readonly change: JournalChange };
}

/** How the orders of strategies ended. A late fill changes what was said before. */
async function insertResults(tx: Queryable, ended: readonly EndedOrder[]): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ order, strategyId, end: { outcome, change } }) => ({
    order_id: order.id,
    owner_uid: order.owner_uid,
    strategy_id: strategyId,
    algorithm_id: order.algorithm_id,
    is_real: findExchange(order.exchange) !== undefined,
    outcome,
    took_ms: change.handedMs === null ? null : Math.max(0, Math.round(change.atMs - change.handedMs)),
    slippage: slippageOf(order, change),
    ended_ms: Math.round(change.atMs),
  }));
  await tx.execute({
    name: "trading.insertOrderResults",
    text: `insert into trading.order_results
        (order_id, owner_uid, strategy_id, algorithm_id, is_real, outcome, took_ms, slippage, ended_ms)
      select order_id, owner_uid, strategy_id, algorithm_id, is_real, outcome, took_ms, slippage, ended_ms
      from jsonb_to_recordset($1::jsonb) as r (order_id bigint, owner_uid bigint, strategy_id bigint, algorithm_id bigint,
        is_real boolean, outcome text, took_ms bigint, slippage numeric, ended_ms bigint)
      on conflict (order_id) do update set outcome = excluded.outcome, slippage = excluded.slippage`,
    values: [JSON.stringify(rows)],
  });
}

/** By how much the average price was worse than the one of the decision; null without either. */
function slippageOf({ side, price_entry: entry }: OrderFacts, { order, cost }: JournalChange): string | null {
  const entryPrice = entry === null ? undefined : parseFine(entry, "down");
  const worth = parseFine(cost, "down") ?? 0n;
  if (entryPrice === undefined || order.filled <= 0n || worth <= 0n) return null;
  const average = (worth * FINE_ONE) / order.filled;
  return formatFine(side === "buy" ? average - entryPrice : entryPrice - average);
}

/**
 * The debts of strategies at real exchanges for these fills and ends; paid at once as far as their accounts have it.
 */
async function charge(
  tx: Transaction,
  trades: ReturnType<typeof rateTrades>,
  ended: readonly EndedOrder[],
  facts: ReadonlyMap<number, OrderFacts>,
  nowMs: number,
): Promise<void> {
  const byOwner = new Set([...trades, ...ended.map(({ order }) => order)].map(({ owner_uid: uid }) => uid));
  for (const ownerUid of byOwner) {
    const own = trades.filter((each) => each.owner_uid === ownerUid && each.strategy_id !== 0 && each.is_real);
    const ends = ended.filter(
      ({ order }) => order.owner_uid === ownerUid && findExchange(order.exchange) !== undefined,
    );
    if (own.length === 0 && ends.length === 0) continue;
    const { limits } = await planOf(tx, ownerUid);
    const endedElse = ends.filter(({ end: { outcome } }) => outcome !== "canceled");
    const paidAsCanceled = await withdrawDues(
      tx,
      endedElse.map(({ order }) => canceledSubject(order.id)),
    );
    const chargeable = {
      percent: limits.strategies.commissions,
      nowMs,
      trades: own.flatMap((each) => {
        const order = each.order_id === null ? undefined : facts.get(each.order_id);
        return order ? [{ ...each, order }] : [];
      }),
      ends: ends.map(({ order, end }) => ({ order, outcome: end.outcome, atMs: end.change.atMs })),
      paidAsCanceled,
    };
    const dues = chargesFor(chargeable);
    await insertDues(tx, dues);
    const at = fromMillis(nowMs);
    if (dues.length > 0) await collectDues(tx, ownerUid, at);
    for (const uid of await oweRefunds(tx, overpaidOf(chargeable))) await payRefunds(tx, uid, at);
  }
}
