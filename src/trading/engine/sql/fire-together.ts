/**
 * Slices of several runs in one commit and one round trip. Nothing is waited for on the way: what is as its runs know it is stored,
 * and everything else is passed over. `fireOrders` asks about what was passed over, one slice at a time, and says why.
 */
import type { Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { nextBlock } from "../core/client-ids.ts";
import { FINAL_STATES } from "../core/journal-order.ts";
import { SENDER_LEASE } from "../store.ts";
import type { Firing, KeptRunOrder, RunWorker } from "../store-runs.ts";
import { isRuled } from "./judge-slice.ts";
import { base36, orderRow, ordersIn } from "./new-order-rows.ts";
import { reservingOrders } from "./reserving-orders.ts";
import { RUN_ORDER_COLUMNS, withFees, type RunOrderRow } from "./run-order-rows.ts";

/** Settings of one transaction, by which its last statement knows what the statements before it hold. */
const HELD_RUNS = "tripod.held_runs";
const HELD_KEYS = "tripod.held_keys";

/**
 * Everything is sent at once: the locks, the orders, and the commit. The last statement stores only orders of runs and keys that the
 * statements before it hold, so it changes nothing where its transaction has not begun.
 *
 * @param firings of different runs, all of this worker
 * @returns the orders of each run whose slice was stored, by number
 * @throws LeaseLost where another process looks after the runs
 */
export async function fireTogether(
  tx: Transaction,
  worker: RunWorker,
  firings: readonly Firing[],
): Promise<ReadonlyMap<number, readonly KeptRunOrder[]>> {
  const [, , , inserted] = await Promise.all([
    assertFence(tx, worker.lease, worker.fence),
    holdRuns(tx, worker, firings),
    holdKeys(tx, firings),
    insertSlices(tx, worker, firings),
  ]);
  // Nothing of them was filled: nothing more is read.
  const kept = await withFees(tx, inserted);
  const stored = new Map<number, KeptRunOrder[]>();
  for (const { runId, strategyId } of firings) {
    const own = kept.filter(({ terms }) => terms.strategyId === strategyId);
    if (own.length > 0) stored.set(runId, own);
  }
  return stored;
}

/** Keeps the runs with their worker and in their states until the orders are stored, as `fireOrders` does. */
async function holdRuns(
  tx: Transaction,
  { lease, fence }: RunWorker,
  firings: readonly Pick<Firing, "runId" | "strategyId" | "during">[],
): Promise<void> {
  const rows = firings.map(({ runId, strategyId, during }) => ({ run_id: runId, strategy_id: strategyId, during }));
  await tx.query({
    name: "trading.holdRunsOfSlices",
    text: `select set_config('${HELD_RUNS}', coalesce(jsonb_agg(id), '[]')::text, true) from (
        select r.id from jsonb_to_recordset($1::jsonb) as f (run_id bigint, strategy_id bigint, during text[])
        join trading.strategies s on s.id = f.strategy_id join trading.runs r on r.id = s.run_id and r.id = f.run_id
        where s.state = any (f.during) and r.worker = $2 and r.fence = $3 and r.appeared_order is null
        order by s.id for no key update of s, r skip locked) held`,
    values: [JSON.stringify(rows), lease, fence],
  });
}

/** One slice after the other looks at what is free with a key. */
async function holdKeys(tx: Transaction, firings: readonly Pick<Firing, "orders">[]): Promise<void> {
  const keys = firings.flatMap(({ orders }) => orders.map(({ keyId }) => keyId));
  await tx.query({
    name: "trading.holdKeysOfSlices",
    text: `select set_config('${HELD_KEYS}', coalesce(jsonb_agg(id), '[]')::text, true) from (
        select id from trading.exchange_keys where id = any ($1::bigint[]) and status = 'active'
        order by id for no key update skip locked) held`,
    values: [[...new Set(keys)]],
  });
}

/** Ids that are in such a setting; none outside of the transaction that has set it. */
const heldIn = (setting: string): string =>
  `select id::bigint from jsonb_array_elements_text(coalesce(nullif(current_setting('${setting}', true), ''), '[]')::jsonb) as held (id)`;

/**
 * What orders of a key have set aside of a currency, as `Reservations` counts it, for a balance `b`. Money of an order that is over
 * is what it has spent, until a balance shows that; of one that the exchange holds, nothing where the balance shows it.
 */
const SET_ASIDE = `coalesce((
  select sum(case
      when o.state in (${[...FINAL_STATES, "missing"].map((state) => `'${state}'`).join(", ")}) then
        case when o.ended_ms < b.asked_ms then 0 else greatest(case when o.side = 'buy' then o.cost else o.filled end, 0) end
      when o.held_ms < b.asked_ms then 0
      else o.need_amount end)
  from (${reservingOrders("b")}) o), 0)`;

/**
 * Stores the slices that may leave, and what is remembered of their decisions. One that limits or halts are asked about is passed
 * over where any is set. Each counts what those before it would spend, also
 * where one of them is passed over: in doubt it is passed over, too. Numbers are taken as in `insertRunOrders`.
 */
async function insertSlices(tx: Transaction, worker: RunWorker, firings: readonly Firing[]): Promise<RunOrderRow[]> {
  const orders = firings
    .flatMap((firing) => firing.orders.map((order) => ({ firing, order })))
    .map(({ firing, order }, place) => orderRow(firing, order, place));
  const senders = new Map(firings.flatMap((firing) => [...firing.senders]));
  const nowMs = Math.max(...firings.map((firing) => firing.nowMs));
  return tx.query<RunOrderRow>({
    name: "trading.insertSlices",
    text: `with firing as materialized (
        select run_id, strategy_id, owner_uid, uid, slice, starts, triggers, now_ms, is_judged from jsonb_to_recordset($1::jsonb) as f (
          run_id bigint, strategy_id bigint, owner_uid bigint, uid bigint, slice integer, starts jsonb, triggers jsonb,
          now_ms bigint, stamp text, is_judged boolean)
        where run_id in (${heldIn(HELD_RUNS)})
          and exists (select from kit.leases where name = $3 and fence = $4 and expires_at > clock_timestamp())
          and (stamp is null or stamp = concat(
            (select epoch from trading.access_epochs e where e.uid = f.uid), ' ',
            (select epoch from trading.access_epochs e where e.uid = f.owner_uid)))
      ), wanted as materialized (
        select place, run_id, key_id, need_currency, key_id in (${heldIn(HELD_KEYS)}) as is_held, is_judged,
          sum(need_amount) over (partition by key_id, need_currency order by place) as total,
          ${isRuled({ owner: "firing.owner_uid", key: "o.key_id", strategy: "firing.strategy_id" })} as is_ruled
        from jsonb_to_recordset($2::jsonb) as o (place integer, run_id bigint, key_id bigint, need_currency text,
          need_amount numeric) join firing using (run_id)
      ), available as materialized (
        select b.key_id, b.currency, greatest(b.free - ${SET_ASIDE}, 0) as amount from trading.key_balances b
        where (b.key_id, b.currency) in (select key_id, need_currency from wanted)
      ), stored as materialized (
        select run_id, strategy_id, owner_uid, uid, slice, starts, triggers, now_ms from firing f where not exists (
          select from wanted w left join available a on a.key_id = w.key_id and a.currency = w.need_currency
          where w.run_id = f.run_id and (not w.is_held or w.is_judged and w.is_ruled or a.amount is null or w.total > a.amount))
      ), numbered as materialized (
        select place, is_ruled, row_number() over (order by place) - 1 as nth from wanted where run_id in (select run_id from stored)
      ), block as (
        update trading.client_id_blocks set next_id = greatest(next_id, $5) + (select count(*) from numbered)
        where exists (select from numbered) returning prefix, next_id - (select count(*) from numbered) as first
      ), noted as (
        update trading.runs r set slices = coalesce(f.slice, r.slices),
          last_slice_ms = case when f.slice is null then r.last_slice_ms else f.now_ms end,
          starts = f.starts, triggers = f.triggers
        from stored f, block where r.id = f.run_id
      ), sender as materialized (
        select s.key_id, s.fence from unnest($6::bigint[], $7::bigint[]) as s (key_id, fence)
        join kit.leases l on l.name = $8 || s.key_id and l.fence = s.fence and l.expires_at > clock_timestamp()
        for key share of l skip locked
      )
      insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
        price, stop_price, amount, created_ms, send_at_ms, expire_after_ms, has_command, updated_ms, strategy_id, run_id,
        run_row, slice, attempt, kind, time_in_force, post_only, type_orig, price_entry, price_offset, spread_entry,
        conditions, need_currency, need_amount, claimed_fence)
      select first + nth, prefix || ${base36("first + nth")}, intent, f.owner_uid, f.uid, o.key_id, exchange, market_id, side,
        type, price, stop_price, amount, f.now_ms, send_at_ms, expire_after_ms, claimed.fence is null, f.now_ms,
        f.strategy_id, f.run_id, run_row, o.slice, attempt, kind, time_in_force, post_only, type_orig, price_entry,
        price_offset, spread_entry, conditions, need_currency, need_amount, claimed.fence
      from block, numbered n join ${ordersIn("$2")} on o.place = n.place
      join stored f on f.run_id = o.run_id left join sender on sender.key_id = o.key_id
      cross join lateral (select case when o.is_due and not n.is_ruled then sender.fence end as fence) claimed
      returning ${RUN_ORDER_COLUMNS}`,
    values: [
      JSON.stringify(firings.map(firingRow)),
      JSON.stringify(orders),
      worker.lease,
      worker.fence,
      nextBlock(nowMs, 0, orders.length).next,
      [...senders.keys()],
      [...senders.values()],
      SENDER_LEASE,
    ],
    isLast: true,
    isGuarded: true,
  });
}

function firingRow({ runId, strategyId, ownerUid, uid, slice, starts, triggers, nowMs, stamp, refusedBy }: Firing) {
  return {
    run_id: runId,
    strategy_id: strategyId,
    owner_uid: ownerUid,
    uid,
    slice: slice ?? null,
    starts,
    triggers,
    now_ms: Math.round(nowMs),
    stamp: stamp ?? null,
    is_judged: refusedBy !== undefined,
  };
}
