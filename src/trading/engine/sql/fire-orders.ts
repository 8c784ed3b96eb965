/** The orders of a slice in one commit: all of them with the money that they need, or none. */
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import { parseFine } from "../../../kit/money/fine.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { isFinal } from "../core/journal-order.ts";
import { Reservations } from "../core/reservations.ts";
import type { JournalState } from "../core/journal-order.ts";
import { SENDER_LEASE } from "../store.ts";
import type { Fired, Firing, NewRunOrder, RunWorker } from "../store-runs.ts";
import { ensurePrefix } from "./client-ids.ts";
import { insertRunOrders } from "./insert-run-orders.ts";
import { isRuled, judgeSlice, lockRuled } from "./judge-slice.ts";
import { assertOwner } from "./move-run.ts";
import { reservingOrders } from "./reserving-orders.ts";

/**
 * Everything to know and to lock is requested together: one round trip. Each question is answered when those before it
 * have their locks, so that the last slice at a key has been seen before its money is counted.
 *
 * @throws LeaseLost where another process looks after the run
 */
export async function fireOrders(tx: Transaction, worker: RunWorker, firing: Firing, random: Random): Promise<Fired> {
  const keys = [...new Set(firing.orders.map(({ keyId }) => keyId))].toSorted((one, other) => one - other);
  const [, , isAllowed, held, active, refused, short, claims] = await Promise.all([
    lockRuled(tx, firing),
    assertFence(tx, worker.lease, worker.fence),
    firing.isAllowed?.(tx) ?? true,
    holdRun(tx, worker, firing),
    holdKeys(tx, keys),
    judgeSlice(tx, firing),
    reserve(tx, firing.orders),
    ownClaims(tx, firing),
    ensurePrefix(tx, () => fractionFrom(random)),
  ]);
  if (!held) {
    await assertOwner(tx, firing.runId, worker);
    return { kind: "stopped" };
  }
  if (held.appeared !== null) return { kind: "appeared", orderId: held.appeared };
  if (!isAllowed) return { kind: "not_allowed" };
  const gone = keys.find((keyId) => !active.has(keyId));
  if (gone !== undefined) return { kind: "key_gone", keyId: gone };
  if (refused) return { kind: "refused", by: refused };
  if (short !== undefined) return { kind: "short", currency: short };
  return { kind: "fired", orders: await insertRunOrders(tx, firing, claims) };
}

/**
 * Keeps the run with its worker and in its state until the orders are stored: a stop comes before all of them, or after. So does
 * the sight of an order that was thought to be gone. The strategy is locked before its run, as everywhere. Undefined in another
 * state, or with another worker.
 */
async function holdRun(
  tx: Transaction,
  { lease, fence }: RunWorker,
  { runId, strategyId, during }: Firing,
): Promise<{ readonly appeared: number | null } | undefined> {
  const [row] = await tx.query<{ appeared: number | null }>({
    name: "trading.holdRunOfSlice",
    text: `select r.appeared_order as appeared from trading.strategies s join trading.runs r on r.id = s.run_id
      where s.id = $1 and r.id = $2 and s.state = any ($3::text[]) and r.worker = $4 and r.fence = $5
      for no key update of s, r`,
    values: [strategyId, runId, during, lease, fence],
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

/**
 * Fences under which orders are claimed at once: those of senders of this process that hold their keys, where no halt
 * and no limit is set for any place of the orders. The halts stored at this moment count, as in `claimOrders`.
 */
async function ownClaims(
  tx: Transaction,
  { senders, ownerUid, strategyId }: Firing,
): Promise<ReadonlyMap<number, number>> {
  if (senders.size === 0) return senders;
  const rows = await tx.query<{ key_id: number; fence: number }>({
    name: "trading.claimSlice",
    text: `select s.key_id, s.fence from unnest($1::bigint[], $2::bigint[]) as s (key_id, fence)
      join kit.leases l on l.name = $3 || s.key_id and l.fence = s.fence and l.expires_at > clock_timestamp()
      where not ${isRuled({ owner: "$4", key: "s.key_id", strategy: "$5" })}
      for key share of l`,
    values: [[...senders.keys()], [...senders.values()], SENDER_LEASE, ownerUid, strategyId],
  });
  return new Map(rows.map((row) => [row.key_id, row.fence]));
}

/** Answers the currency that is short; undefined where there is enough of each with every key. */
async function reserve(tx: Transaction, wanted: readonly NewRunOrder[]): Promise<string | undefined> {
  const byKey = await readReservations(tx, wanted);
  for (const [keyId, reservations] of byKey) {
    const own = wanted.filter((each) => each.keyId === keyId);
    const short = reservations.reserve(
      own.map(({ needCurrency, needAmount }, at) => ({
        order: `new ${at}`,
        currency: needCurrency,
        amount: needAmount,
      })),
    );
    if (short !== undefined) return short;
  }
  return undefined;
}

/** The free balance of each key in the wanted currencies, and what its orders have set aside of it. */
async function readReservations(
  tx: Transaction,
  wanted: readonly NewRunOrder[],
): Promise<ReadonlyMap<number, Reservations>> {
  const rows = await tx.query<ReservedRow>({
    name: "trading.listReservedOrders",
    text: `select b.key_id, b.currency, b.free, b.asked_ms, o.id, o.state, o.side, o.filled, o.cost, o.need_amount, o.held_ms,
        o.ended_ms
      from (select distinct key_id, currency from unnest($1::bigint[], $2::text[]) as w (key_id, currency)) wanted
      join trading.key_balances b on b.key_id = wanted.key_id and b.currency = wanted.currency
      left join lateral (${reservingOrders("b")}) o on true`,
    values: [wanted.map(({ keyId }) => keyId), wanted.map(({ needCurrency }) => needCurrency)],
  });
  const byKey = new Map(wanted.map(({ keyId }) => [keyId, new Reservations()] as const));
  for (const row of rows) {
    const reservations = byKey.get(row.key_id);
    if (reservations && row.id !== null) restore(reservations, row, row.id);
  }
  // After the orders: a balance that was asked for after one had ended shows already what it spent.
  const balances = new Map(rows.map((row) => [`${row.key_id} ${row.currency}`, row] as const));
  for (const { key_id: keyId, currency, free, asked_ms: askedMs } of balances.values()) {
    byKey.get(keyId)?.setBalance(currency, parseFine(free, "down") ?? 0n, askedMs);
  }
  return byKey;
}

/** A balance with one of the orders that have set something of it aside; without one where there is none. */
interface ReservedRow {
  readonly key_id: number;
  readonly currency: string;
  readonly free: string;
  readonly asked_ms: number;
  readonly id: number | null;
  readonly state: JournalState;
  readonly side: "buy" | "sell";
  readonly filled: string;
  readonly cost: string;
  readonly need_amount: string;
  readonly held_ms: number | null;
  readonly ended_ms: number;
}

function restore(reservations: Reservations, row: ReservedRow, id: number): void {
  const order = String(id);
  reservations.restore(order, row.currency, parseFine(row.need_amount, "up") ?? 0n);
  if (row.held_ms !== null) reservations.held(order, row.held_ms);
  if (!isFinal(row.state) && row.state !== "missing") return;
  const spent = parseFine(row.side === "buy" ? row.cost : row.filled, "up") ?? 0n;
  reservations.release(order, spent, row.ended_ms);
}
