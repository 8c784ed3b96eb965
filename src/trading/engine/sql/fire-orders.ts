/** The orders of a slice in one commit: all of them with the money that they need, or none. */
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import { formatFine, parseFine } from "../../../kit/money/fine.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { intentKey } from "../core/client-ids.ts";
import { isFinal } from "../core/journal-order.ts";
import { Reservations } from "../core/reservations.ts";
import type { JournalState } from "../core/journal-order.ts";
import type { Fired, Firing, NewRunOrder } from "../store-runs.ts";
import { takeNumbers } from "./client-ids.ts";
import { readRunOrders } from "./run-order-rows.ts";

/** The caller has made sure that the writer still owns the run. */
export async function fireOrders(tx: Transaction, firing: Firing, random: Random): Promise<Fired> {
  const held = await holdState(tx, firing);
  if (!held) return { kind: "stopped" };
  if (held.appeared !== null) return { kind: "appeared", orderId: held.appeared };
  const keys = [...new Set(firing.orders.map(({ keyId }) => keyId))].toSorted((one, other) => one - other);
  const active = await holdKeys(tx, keys);
  const gone = keys.find((keyId) => !active.has(keyId));
  if (gone !== undefined) return { kind: "key_gone", keyId: gone };
  for (const keyId of keys) {
    const short = await reserve(
      tx,
      keyId,
      firing.orders.filter((each) => each.keyId === keyId),
    );
    if (short !== undefined) return { kind: "short", currency: short };
  }
  const numbers = await takeNumbers(tx, firing.orders.length, { nowMs: firing.nowMs, random: fractionFrom(random) });
  await insertRunOrders(tx, firing, numbers);
  await noteSlice(tx, firing);
  return {
    kind: "fired",
    orders: await readRunOrders(
      tx,
      numbers.map(({ id }) => id),
    ),
  };
}

/**
 * Keeps the run in its state until the orders are stored: a stop comes before all of them, or after. So does the sight of an order
 * that was thought to be gone, because the caller holds the run's row; undefined in another state.
 */
async function holdState(
  tx: Transaction,
  { runId, strategyId, during }: Firing,
): Promise<{ readonly appeared: number | null } | undefined> {
  const [row] = await tx.query<{ appeared: number | null }>({
    name: "trading.holdStateOfRun",
    text: `select r.appeared_order as appeared from trading.strategies s join trading.runs r on r.id = s.run_id
      where s.id = $1 and s.run_id = $2 and s.state = any ($3::text[]) for no key update of s`,
    values: [strategyId, runId, during],
  });
  return row;
}

/** One slice after the other looks at what is free with a key. A key that is not active trades nothing. */
async function holdKeys(tx: Transaction, keys: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.holdKeysOfSlice",
    text: `select id from trading.exchange_keys where id = any ($1::bigint[]) and status = 'active'
      order by id for no key update`,
    values: [keys],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Answers the currency that is short; undefined where there is enough of each. */
async function reserve(tx: Transaction, keyId: number, wanted: readonly NewRunOrder[]): Promise<string | undefined> {
  const currencies = [...new Set(wanted.map(({ needCurrency }) => needCurrency))];
  const balances = await tx.query<{ currency: string; free: string; asked_ms: number }>({
    name: "trading.readKeyBalances",
    text: `select currency, free, asked_ms from trading.key_balances
      where key_id = $1 and currency = any ($2::text[])`,
    values: [keyId, currencies],
  });
  const sinceMs = Math.min(...balances.map(({ asked_ms: askedMs }) => askedMs), Number.MAX_SAFE_INTEGER);
  const orders = await tx.query<ReservedRow>({
    name: "trading.listReservedOrders",
    text: `select id, state, side, filled, cost, need_currency, need_amount, held_ms, ended_ms from trading.orders
      where key_id = $1 and need_currency = any ($2::text[]) and (not is_settled or ended_ms >= $3)`,
    values: [keyId, currencies, sinceMs],
  });
  const reservations = new Reservations();
  for (const order of orders) restore(reservations, order);
  // After the orders: a balance that was asked for after one had ended shows already what it spent.
  for (const { currency, free, asked_ms: askedMs } of balances) {
    reservations.setBalance(currency, parseFine(free, "down") ?? 0n, askedMs);
  }
  return reservations.reserve(
    wanted.map(({ needCurrency, needAmount }, at) => ({
      order: `new ${at}`,
      currency: needCurrency,
      amount: needAmount,
    })),
  );
}

interface ReservedRow {
  readonly id: number;
  readonly state: JournalState;
  readonly side: "buy" | "sell";
  readonly filled: string;
  readonly cost: string;
  readonly need_currency: string;
  readonly need_amount: string;
  readonly held_ms: number | null;
  readonly ended_ms: number;
}

function restore(reservations: Reservations, row: ReservedRow): void {
  const order = String(row.id);
  reservations.restore(order, row.need_currency, parseFine(row.need_amount, "up") ?? 0n);
  if (row.held_ms !== null) reservations.held(order, row.held_ms);
  if (!isFinal(row.state) && row.state !== "missing") return;
  const spent = parseFine(row.side === "buy" ? row.cost : row.filled, "up") ?? 0n;
  reservations.release(order, spent, row.ended_ms);
}

/** The intents: none of them can be stored twice. */
async function insertRunOrders(
  tx: Transaction,
  { runId, strategyId, ownerUid, uid, orders, nowMs }: Firing,
  numbers: readonly { readonly id: number; readonly clientOrderId: string }[],
): Promise<void> {
  const rows = orders.map((each, at) => ({
    id: numbers[at]?.id,
    client_order_id: numbers[at]?.clientOrderId,
    intent: `run/${intentKey({ ...each, runId: String(runId) })}`,
    key_id: each.keyId,
    exchange: each.exchange,
    market_id: each.order.marketId,
    side: each.order.side,
    type: each.order.type,
    price: each.order.price ?? null,
    stop_price: each.order.stopPrice ?? null,
    amount: each.order.amount,
    send_at_ms: Math.round(each.sendAtMs),
    expire_after_ms: each.expireAfterMs,
    run_row: each.row,
    slice: each.slice,
    attempt: each.attempt,
    kind: each.kind,
    time_in_force: each.order.timeInForce ?? null,
    post_only: each.order.postOnly ?? false,
    type_orig: each.typeOrig,
    price_entry: each.priceEntry,
    price_offset: each.priceOffset,
    spread_entry: each.spreadEntry,
    conditions: each.conditions,
    need_currency: each.needCurrency,
    need_amount: formatFine(each.needAmount),
  }));
  await tx.execute({
    name: "trading.insertRunOrders",
    text: `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
        price, stop_price, amount, created_ms, send_at_ms, expire_after_ms, has_command, updated_ms, strategy_id, run_id,
        run_row, slice, attempt, kind, time_in_force, post_only, type_orig, price_entry, price_offset, spread_entry,
        conditions, need_currency, need_amount)
      select id, client_order_id, intent, $2, $3, key_id, exchange, market_id, side, type, price, stop_price, amount, $4,
        send_at_ms, expire_after_ms, true, $4, $5, $6, run_row, slice, attempt, kind, time_in_force, post_only, type_orig,
        price_entry, price_offset, spread_entry, conditions, need_currency, need_amount
      from jsonb_to_recordset($1::jsonb) as o (id bigint, client_order_id text, intent text, key_id bigint, exchange text,
        market_id text, side text, type text, price numeric, stop_price numeric, amount numeric, send_at_ms bigint,
        expire_after_ms bigint, run_row integer, slice integer, attempt integer, kind text, time_in_force text,
        post_only boolean, type_orig text, price_entry numeric, price_offset numeric, spread_entry numeric,
        conditions jsonb, need_currency text, need_amount numeric)`,
    values: [JSON.stringify(rows), ownerUid, uid, Math.round(nowMs), strategyId, runId],
  });
}

/** What is remembered of the decision. */
async function noteSlice(tx: Transaction, { runId, slice, starts, triggers, nowMs }: Firing): Promise<void> {
  await tx.execute({
    name: "trading.noteSliceOfRun",
    text: `update trading.runs set slices = coalesce($2, slices),
        last_slice_ms = case when $2::integer is null then last_slice_ms else $3 end, starts = $4::jsonb,
        triggers = $5::jsonb where id = $1`,
    values: [runId, slice ?? null, Math.round(nowMs), JSON.stringify(starts), JSON.stringify(triggers)],
  });
}
