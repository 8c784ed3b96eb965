/** Makes changes of orders durable, many at once. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { hasBegun, isSettled } from "../core/journal-order.ts";
import type { JournalChange } from "../store.ts";
import { machineColumns } from "./order-rows.ts";
import { recordOrderAlerts, tellOrders } from "./tell-orders.ts";
import { addTraded } from "./traded.ts";

/**
 * Orders, their fills, what happened to them, and the alerts, at once. Of orders whose history was erased, alerts alone.
 *
 * @returns what was written: the changes of orders that are there
 */
export async function writeChanges(
  tx: Transaction,
  fence: number,
  changes: readonly JournalChange[],
): Promise<readonly JournalChange[]> {
  await markRuns(tx, changes);
  const erased = await updateOrders(tx, fence, changes);
  const written = erased.size === 0 ? changes : changes.filter(({ id }) => !erased.has(id));
  const fills = written.flatMap(({ fill }) => (fill ? [fill] : []));
  if (fills.length > 0) {
    await insertFills(tx, written);
    await addTraded(tx, fills);
  }
  await insertTransitions(tx, written);
  for (const { id, ownerUid, alerts, atMs, why } of changes) {
    for (const alert of alerts) {
      const at = fromMillis(atMs);
      const details = { alert, why };
      await recordAudit(tx, { ownerUid, uid: null, action: "order.alert", subject: String(id), details, at });
    }
  }
  await recordOrderAlerts(tx, changes);
  await tellOrders(tx, written);
  return written;
}

/**
 * Orders that were thought gone and have been seen: their owner, or the next one, pauses the latest run of each
 * strategy. Runs come before orders, as in a stop, so that neither waits for the other.
 */
async function markRuns(tx: Transaction, changes: readonly JournalChange[]): Promise<void> {
  const ids = changes.filter(({ pauses }) => pauses).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.execute({
    name: "trading.senderMarkRuns",
    text: `with held as (
        select r.id, o.id as order_id from trading.orders o
        join trading.strategies s on s.id = o.strategy_id join trading.runs r on r.id = s.run_id
        where o.id = any ($1::bigint[]) order by r.id for no key update of r)
      update trading.runs r set appeared_order = held.order_id, has_command = true from held where r.id = held.id`,
    values: [ids],
  });
}

/**
 * The newest state of each order. One that ended before it was claimed has no more commands. One that has left counts as
 * claimed by this sender, where a failover has lost the claim: senders look after claimed orders.
 *
 * Refuses a change that was not made from what is stored.
 *
 * @returns ids of orders that were erased
 */
async function updateOrders(
  tx: Transaction,
  fence: number,
  changes: readonly JournalChange[],
): Promise<ReadonlySet<number>> {
  const newest = new Map<number, JournalChange>();
  const first = new Map<number, number>();
  for (const change of changes) {
    newest.set(change.id, change);
    if (!first.has(change.id)) first.set(change.id, change.isQuiet ? change.version : change.version - 1);
  }
  const rows = [...newest.values()].map((change) => ({
    id: change.id,
    before: first.get(change.id),
    version: change.version,
    cost: change.cost,
    handed_ms: change.handedMs === null ? null : Math.round(change.handedMs),
    is_settled: isSettled(change.order),
    why: change.why,
    is_deferred: change.isDeferred,
    updated_ms: Math.round(change.atMs),
    has_begun: hasBegun(change.order),
    ...machineColumns(change.order),
  }));
  const updated = await tx.execute({
    name: "trading.senderWriteOrders",
    text: `update trading.orders o set version = u.version, state = u.state, exchange_order_id = u.exchange_order_id,
        amount = u.amount, filled = u.filled, cost = u.cost, reported_ms = u.reported_ms, was_seen = u.was_seen,
        cancel_wanted_ms = u.cancel_wanted_ms, ended_ms = u.ended_ms, lookup = u.lookup, lookup_at_ms = u.lookup_at_ms,
        tries = u.tries, unreachable = u.unreachable, rounds = u.rounds, lookups = u.lookups,
        watched_until_ms = u.watched_until_ms, is_settled = u.is_settled, why = u.why, is_deferred = u.is_deferred, handed_ms = u.handed_ms,
        updated_ms = u.updated_ms, held_ms = coalesce(o.held_ms, case when u.was_seen then u.updated_ms end),
        claimed_fence = coalesce(o.claimed_fence, case when u.has_begun then $2::bigint end),
        has_command = o.has_command and not (u.state = 'not_sent' and o.claimed_fence is null)
      from jsonb_to_recordset($1::jsonb) as u (id bigint, before int, version int, state text, exchange_order_id text,
        amount numeric, filled numeric, cost numeric, reported_ms bigint, was_seen boolean, cancel_wanted_ms bigint, ended_ms bigint,
        lookup text, lookup_at_ms bigint, tries int, unreachable int, rounds int, lookups int, watched_until_ms bigint,
        is_settled boolean, why text, is_deferred boolean, handed_ms bigint, updated_ms bigint, has_begun boolean)
      where o.id = u.id and o.version = u.before`,
    values: [JSON.stringify(rows), fence],
  });
  const erased = updated === rows.length ? new Set<number>() : await erasedOf(tx, [...newest.keys()]);
  invariant(updated + erased.size === rows.length, "a change of an order follows what is stored of it");
  return erased;
}

/** Orders that no longer exist: the history of their strategy was erased (`strategy/hard-reset`). */
async function erasedOf(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.senderFindErased",
    text: `select named.id from unnest($1::bigint[]) as named (id)
      where not exists (select from trading.orders o where o.id = named.id)`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Each trade once for an order. */
async function insertFills(tx: Transaction, changes: readonly JournalChange[]): Promise<void> {
  const rows = changes.flatMap(({ keyId, fill }) =>
    fill
      ? [
          {
            key_id: keyId,
            market_id: fill.marketId,
            trade_id: fill.tradeId,
            order_id: fill.orderId,
            price: fill.price,
            amount: fill.amount,
            fee_currency: fill.fee?.currency ?? null,
            fee_amount: fill.fee?.amount ?? null,
            is_maker: fill.isMaker,
            at_ms: Math.round(fill.atMs),
          },
        ]
      : [],
  );
  await tx.execute({
    name: "trading.senderWriteFills",
    text: `insert into trading.order_fills
        (key_id, market_id, trade_id, order_id, price, amount, fee_currency, fee_amount, is_maker, at_ms)
      select key_id, market_id, trade_id, order_id, price, amount, fee_currency, fee_amount, is_maker, at_ms
      from jsonb_to_recordset($1::jsonb) as f (key_id bigint, market_id text, trade_id text, order_id bigint, price numeric,
        amount numeric, fee_currency text, fee_amount numeric, is_maker boolean, at_ms bigint)`,
    values: [JSON.stringify(rows)],
  });
}

/** The event log for later readers. */
async function insertTransitions(tx: Transaction, changes: readonly JournalChange[]): Promise<void> {
  const told = changes.filter(({ isQuiet }) => !isQuiet);
  if (told.length === 0) return;
  const rows = told.map((change) => ({
    order_id: change.id,
    version: change.version,
    from_state: change.from,
    to_state: change.order.state,
    event: change.event,
    why: change.why,
    at_ms: Math.round(change.atMs),
  }));
  await tx.execute({
    name: "trading.senderWriteTransitions",
    text: `insert into trading.order_transitions (order_id, version, from_state, to_state, event, why, at_ms)
      select order_id, version, from_state, to_state, event, why, at_ms
      from jsonb_to_recordset($1::jsonb) as t (order_id bigint, version int, from_state text, to_state text, event text,
        why text, at_ms bigint)`,
    values: [JSON.stringify(rows)],
  });
}
