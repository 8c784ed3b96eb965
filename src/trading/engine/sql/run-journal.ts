/** Runs as their owner reads and writes them, on PostgreSQL. */
import type { Random } from "../../../kit/ids/ids.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import type { KeptRun, RunFigures, RunJournal, RunWorker, TakeDrivetime, ToldBalances } from "../store-runs.ts";
import { extendRun } from "./extend-run.ts";
import { FireGroups } from "../fire-groups.ts";
import { fireOrders } from "./fire-orders.ts";
import { fireTogether } from "./fire-together.ts";
import { assertOwner, lockRun, moveRun, readRun } from "./move-run.ts";
import { listChangedOrders, listRunOrders, sumRunOrders } from "./run-order-rows.ts";
import { keptRun, RUN_COLUMNS, type RunRow } from "./run-rows.ts";
import { recordHeldAlert } from "./tell-runs.ts";
import { ABANDONED, claimServers, listRunsWithoutServer, yieldRuns } from "./run-servers.ts";

/** @param takeDrivetime takes nothing where accounts have none */
export function runJournal(
  db: Database,
  random: Random,
  takeDrivetime: TakeDrivetime = () => Promise.resolve(0),
): RunJournal {
  const groups = new FireGroups({
    together: (worker, firings) => db.transaction((tx) => fireTogether(tx, worker, firings)),
    alone: (worker, firing) => db.transaction((tx) => fireOrders(tx, worker, firing, random)),
  });
  return {
    claimServers: (worker, regions, nowMs) => claimServers(db, worker, regions, nowMs),
    yieldRuns: (worker) => yieldRuns(db, worker),
    listRunsWithoutServer: (worker) => listRunsWithoutServer(db, worker),
    claimRuns: (worker, limit) => db.transaction((tx) => claimRuns(tx, worker, limit)),
    takeCommands: (worker) => takeCommands(db, worker),
    listOwned: (worker) => listOwned(db, worker),
    readRun: (runId) => readRun(db, runId),
    move: (worker, runId, deed) =>
      db.transaction(async (tx) => {
        const kept = await lockRun(tx, runId);
        await assertOwner(tx, runId, worker);
        return kept && (await moveRun(tx, kept, deed, null)).kept;
      }),
    alertHeld: (worker, runId, held) =>
      db.transaction(async (tx) => {
        const kept = await lockRun(tx, runId);
        await assertOwner(tx, runId, worker);
        if (kept) await recordHeldAlert(tx, kept, held);
      }),
    extend: (worker, runId, nowMs) => db.transaction((tx) => extendRun(tx, worker, { runId, nowMs }, takeDrivetime)),
    fire: (worker, firing) => groups.fire(worker, firing),
    loadOrders: (runId) =>
      db.snapshot(async (tx) => ({
        orders: await listRunOrders(tx, runId),
        totals: await sumRunOrders(tx, runId),
      })),
    readChanged: (known) => listChangedOrders(db, known),
    askCancels: (worker, ids, nowMs) => askCancels(db, worker, ids, nowMs),
    askChecks: (worker, ids, nowMs) => askChecks(db, worker, ids, nowMs),
    saveFigures: (worker, figures) => saveFigures(db, worker, figures),
    saveTriggers: (worker, runId, triggers) => saveTriggers(db, worker, runId, triggers),
    saveStarts: (worker, runId, starts) => saveStarts(db, worker, runId, starts),
    saveDebug: (worker, runId, debug, nowMs) => saveDebug(db, worker, { runId, debug, nowMs }),
    saveBalances: (told) => saveBalances(db, told),
  };
}

/** Asked twice a second by every process that works: a few statements, however many runs there are. */
async function claimRuns(
  tx: Transaction,
  { lease, fence }: RunWorker,
  limit: number,
): Promise<(KeptRun & { readonly hadOwner: boolean })[]> {
  await assertFence(tx, lease, fence);
  const claimed = await tx.query<{ id: number; had_owner: boolean }>({
    name: "trading.ownerClaimRuns",
    text: `with free as (
        select r.id, r.worker <> '' as had_owner from trading.runs r
        join trading.strategies s on s.run_id = r.id left join trading.servers v on v.id = s.server_id
        where r.is_active and not exists (
          select from kit.leases l where l.name = r.worker and l.fence = r.fence and l.expires_at > clock_timestamp())
          and (v.id is null or v.status not in ('provisioning', 'active', 'stopping') or (v.worker = $1 and v.fence = $2)
            or v.heartbeat_at is null or v.heartbeat_at < clock_timestamp() - interval '${ABANDONED}')
        order by r.id limit $3 for no key update of r skip locked
      )
      update trading.runs r set worker = $1, fence = $2, has_command = false
      from free where r.id = free.id returning r.id, free.had_owner`,
    values: [lease, fence, limit],
  });
  const kept = new Map(
    (
      await readRuns(
        tx,
        claimed.map(({ id }) => id),
      )
    ).map((run) => [run.id, run] as const),
  );
  return claimed.flatMap(({ id, had_owner: hadOwner }) => {
    const run = kept.get(id);
    return run ? [{ ...run, hadOwner }] : [];
  });
}

/** Asked ten times a second by every process that works. A transaction is begun only where there is something to take. */
async function takeCommands(db: Database, { lease, fence }: RunWorker): Promise<KeptRun[]> {
  const commanded = "r.has_command and r.worker = $1 and r.fence = $2";
  const [some] = await db.query({
    name: "trading.ownerFindRunCommand",
    text: `select r.id from trading.runs r join trading.strategies s on s.run_id = r.id where ${commanded} limit 1`,
    values: [lease, fence],
  });
  if (!some) return [];
  return db.transaction(async (tx) => {
    const taken = await tx.query<{ id: number }>({
      name: "trading.ownerTakeRunCommands",
      text: `update trading.runs r set has_command = false from trading.strategies s
        where ${commanded} and s.run_id = r.id returning r.id`,
      values: [lease, fence],
    });
    const ids = taken.map(({ id }) => id);
    return readRuns(tx, ids);
  });
}

/**
 * Runs that were taken just now, in the order of their numbers. Read by a statement of its own: an update that has waited for a
 * transition sees the run as that has left it, beside the strategy, which has its state, as it was before.
 */
async function readRuns(tx: Transaction, ids: readonly number[]): Promise<KeptRun[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<RunRow>({
    name: "trading.readTakenRuns",
    text: `select ${RUN_COLUMNS} from trading.runs r join trading.strategies s on s.run_id = r.id
      where r.id = any ($1::bigint[]) order by r.id`,
    values: [ids],
  });
  return rows.map(keptRun);
}

/** Asked once a second by every process that works. */
async function listOwned(db: Queryable, { lease, fence }: RunWorker): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; version: number }>({
    name: "trading.ownerListRuns",
    text: "select id, version from trading.runs where worker = $1 and fence = $2 and is_active",
    values: [lease, fence],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Rests that are to be priced again, or are not wanted any more. */
async function askCancels(
  db: Queryable,
  { lease, fence }: RunWorker,
  ids: readonly number[],
  nowMs: number,
): Promise<void> {
  await db.execute({
    name: "trading.ownerAskCancelsByRun",
    text: `update trading.orders o set cancel_asked_ms = $2, has_command = true from trading.runs r
      where o.id = any ($1::bigint[]) and o.cancel_asked_ms is null and not o.is_settled
        and r.id = o.run_id and r.worker = $3 and r.fence = $4`,
    values: [ids, Math.round(nowMs), lease, fence],
  });
}

/** Orders that a new owner wants to see at their exchange. */
async function askChecks(
  db: Queryable,
  { lease, fence }: RunWorker,
  ids: readonly number[],
  nowMs: number,
): Promise<void> {
  await db.execute({
    name: "trading.ownerAskChecksByRun",
    text: `update trading.orders o set check_asked_ms = $2, has_command = true from trading.runs r
      where o.id = any ($1::bigint[]) and o.claimed_fence is not null
        and r.id = o.run_id and r.worker = $3 and r.fence = $4`,
    values: [ids, Math.round(nowMs), lease, fence],
  });
}

/** Of an `integer`. */
const MOST_SLICES = 2_147_483_647;

/** The figures in lists, of many runs at once. */
async function saveFigures(db: Queryable, { lease, fence }: RunWorker, figures: readonly RunFigures[]): Promise<void> {
  if (figures.length === 0) return;
  const rows = figures.map((each) => ({
    strategy_id: each.strategyId,
    run_id: each.runId,
    successful: each.successful,
    canceled: each.canceled,
    failed: each.failed,
    slices_done: each.slicesDone,
    // Where the total is many times a slice, there are more than the column takes: then it is as one without end.
    slices_total: each.slicesTotal !== null && each.slicesTotal <= MOST_SLICES ? each.slicesTotal : null,
    open_orders: each.openOrders,
    qty_done: each.qtyDone,
    realized_pnl: each.realizedPnl,
    fees: each.fees,
    pnl_currency: each.pnlCurrency,
  }));
  await db.execute({
    name: "trading.ownerSaveRunFigures",
    text: `update trading.strategies s set successful = f.successful, canceled = f.canceled, failed = f.failed,
        slices_done = f.slices_done, slices_total = f.slices_total, open_orders = f.open_orders, qty_done = f.qty_done,
        realized_pnl = coalesce(f.realized_pnl, s.realized_pnl), fees = coalesce(f.fees, s.fees), pnl_currency = f.pnl_currency
      from jsonb_to_recordset($1::jsonb) as f (strategy_id bigint, run_id bigint, successful integer, canceled integer,
        failed integer, slices_done integer, slices_total integer, open_orders integer, qty_done numeric,
        realized_pnl numeric, fees numeric, pnl_currency text)
      join trading.runs r on r.id = f.run_id and r.worker = $2 and r.fence = $3
      where s.id = f.strategy_id and s.run_id = f.run_id`,
    values: [JSON.stringify(rows), lease, fence],
  });
}

/** Stops that are held here outlive their owner. */
async function saveTriggers(
  db: Queryable,
  { lease, fence }: RunWorker,
  runId: number,
  triggers: Readonly<Record<string, string>>,
): Promise<void> {
  await db.execute({
    name: "trading.ownerSaveRunTriggers",
    text: "update trading.runs set triggers = $4::jsonb where id = $1 and worker = $2 and fence = $3",
    values: [runId, lease, fence, JSON.stringify(triggers)],
  });
}

/** The start of a run outlives its owner, also before anything has fired. */
async function saveStarts(
  db: Queryable,
  { lease, fence }: RunWorker,
  runId: number,
  starts: KeptRun["starts"],
): Promise<void> {
  await db.execute({
    name: "trading.ownerSaveRunStarts",
    text: "update trading.runs set starts = $4::jsonb where id = $1 and worker = $2 and fence = $3",
    values: [runId, lease, fence, JSON.stringify(starts)],
  });
}

/** The answer to a request for a look inside. */
async function saveDebug(
  db: Queryable,
  { lease, fence }: RunWorker,
  { runId, debug, nowMs }: { readonly runId: number; readonly debug: object; readonly nowMs: number },
): Promise<void> {
  await db.execute({
    name: "trading.ownerSaveRunDebug",
    text: "update trading.runs set debug = $4::jsonb, debug_ms = $5 where id = $1 and worker = $2 and fence = $3",
    values: [runId, lease, fence, JSON.stringify(debug), Math.round(nowMs)],
  });
}

/**
 * An older answer never replaces a newer one, whichever process asked. Exchanges leave out what is empty: of a currency that
 * they do not name, nothing is free. Rows are locked in one order, because other processes may save the same keys.
 */
async function saveBalances(db: Queryable, told: readonly ToldBalances[]): Promise<void> {
  const keys = told.map(({ keyId, askedMs }) => ({ key_id: keyId, asked_ms: Math.round(askedMs) }));
  const balances = told.flatMap((each, place) => each.balances.map((balance) => ({ ...keys[place], ...balance })));
  await db.execute({
    name: "trading.ownerSaveKeyBalances",
    text: `with asked as materialized (
        select key_id, asked_ms from jsonb_to_recordset($1::jsonb) as a (key_id bigint, asked_ms bigint)
        where exists (select from trading.exchange_keys k where k.id = a.key_id)
      ), told as materialized (
        select t.key_id, currency, free, asked_ms
        from jsonb_to_recordset($2::jsonb) as t (key_id bigint, currency text, free numeric) join asked using (key_id)
      ), held as materialized (
        select key_id, currency from trading.key_balances where key_id in (select key_id from asked)
        order by key_id, currency for update
      ), emptied as (
        update trading.key_balances b set free = 0, asked_ms = a.asked_ms from held h join asked a using (key_id)
        where b.key_id = h.key_id and b.currency = h.currency and b.asked_ms <= a.asked_ms
          and not exists (select from told t where t.key_id = b.key_id and t.currency = b.currency)
      )
      insert into trading.key_balances as known (key_id, currency, free, asked_ms)
      select key_id, currency, free, asked_ms from told where (select count(*) from held) >= 0 order by key_id, currency
      on conflict (key_id, currency) do update set free = excluded.free, asked_ms = excluded.asked_ms
        where known.asked_ms <= excluded.asked_ms`,
    values: [JSON.stringify(keys), JSON.stringify(balances)],
  });
}
