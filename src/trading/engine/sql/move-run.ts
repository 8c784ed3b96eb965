/** Transitions of runs: each is one commit with what has to be true as soon as it is. */
import { isDeepStrictEqual } from "node:util";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence, LeaseLost } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { applyRun, isActive, type Run, type RunChange } from "../core/run.ts";
import type { KeptRun, RunDeed, RunWorker } from "../store-runs.ts";
import { keptRun, RUN_COLUMNS, type RunRow } from "./run-rows.ts";
import { recordRunAlert, tellRun } from "./tell-runs.ts";

export interface MovedRun {
  /** As it is now. */
  readonly kept: KeptRun;
  readonly change: RunChange;
}

/**
 * Lets something happen to the latest run of a strategy, whose row the transaction holds. A stop asks for the end of every
 * order in the same commit, so that no order leaves after it. Another pause, or another leg that lacks something, is written
 * also where the state stays; what changes nothing leaves no trace. So does a pause for an order that it was paused for.
 *
 * @param by the user; null for the engine
 */
export async function moveRun(tx: Transaction, kept: KeptRun, deed: RunDeed, by: number | null): Promise<MovedRun> {
  const change = applyRun(kept.run, deed.event, { ...(deed.pause && { pause: deed.pause }) });
  const wasPausedFor = deed.appeared !== undefined && deed.appeared !== kept.appeared;
  if (change.outcome !== "moved" || wasPausedFor) return { kept, change };
  const appeared = deed.appeared === undefined ? kept.appeared : undefined;
  if (deed.appeared !== undefined) await forgetAppeared(tx, kept.id, deed.appeared);
  const unhedged = deed.unhedged ?? kept.unhedged;
  const isSame =
    change.run.state === kept.run.state &&
    isDeepStrictEqual(change.run.pause, kept.run.pause) &&
    isDeepStrictEqual(unhedged, kept.unhedged);
  if (isSame) return { kept: { ...kept, appeared }, change };
  const moved = { ...kept, run: change.run, version: kept.version + 1, unhedged, appeared };
  await updateRun(tx, moved, by !== null);
  await insertTransition(tx, { moved, from: kept.run, deed, by });
  await note(tx, kept, deed, by, change.run);
  await tellRun(tx, { kept: moved, from: kept.run, deed, by });
  if (change.actions.includes("alert")) await recordRunAlert(tx, moved, deed);
  if (change.actions.includes("cancel_all")) await endOrders(tx, kept.id, deed.nowMs);
  if (change.actions.includes("leave_open")) await withholdOrders(tx, kept.id, deed.nowMs);
  return { kept: moved, change };
}

/** The run, with the row of its strategy held until the transaction ends. */
export async function lockRun(tx: Transaction, runId: number): Promise<KeptRun | undefined> {
  await tx.query({
    name: "trading.lockStrategyOfRun",
    text: `select s.id from trading.strategies s join trading.runs r on r.strategy_id = s.id
      where r.id = $1 and s.run_id = r.id for no key update of s`,
    values: [runId],
  });
  return readRun(tx, runId);
}

/** A run as long as it is the latest of its strategy. */
export async function readRun(q: Queryable, runId: number): Promise<KeptRun | undefined> {
  const [row] = await q.query<RunRow>({
    name: "trading.readRun",
    text: `select ${RUN_COLUMNS} from trading.runs r join trading.strategies s on s.run_id = r.id where r.id = $1`,
    values: [runId],
  });
  return row && keptRun(row);
}

/** @throws LeaseLost where another process looks after the run */
export async function assertOwner(tx: Transaction, runId: number, { lease, fence }: RunWorker): Promise<void> {
  await assertFence(tx, lease, fence);
  const rows = await tx.query({
    name: "trading.assertOwnerOfRun",
    text: "select from trading.runs where id = $1 and worker = $2 and fence = $3 for no key update",
    values: [runId, lease, fence],
  });
  if (rows.length === 0) throw new LeaseLost(`the run ${runId} is looked after by another process`);
}

/** State, and what it is on its way to. */
async function updateRun(tx: Transaction, { id, run, version, unhedged }: KeptRun, isCommand: boolean): Promise<void> {
  await tx.execute({
    name: "trading.updateRun",
    text: `update trading.runs set ends_as = $2, resumes_as = $3, pause = $4::jsonb, is_active = $5, version = $6,
        has_command = has_command or $7, unhedged = $8::jsonb where id = $1`,
    values: [
      id,
      run.endsAs,
      run.resumesAs,
      run.pause === undefined ? null : JSON.stringify(run.pause),
      isActive(run),
      version,
      isCommand,
      JSON.stringify(unhedged),
    ],
  });
  await tx.execute({
    name: "trading.updateStateOfStrategy",
    text: "update trading.strategies set state = $2 where run_id = $1",
    values: [id, run.state],
  });
}

/** The cause for which the run was to be paused. Another order may have been seen since. */
async function forgetAppeared(tx: Transaction, runId: number, orderId: number): Promise<void> {
  await tx.execute({
    name: "trading.forgetAppearedOrder",
    text: "update trading.runs set appeared_order = null where id = $1 and appeared_order = $2",
    values: [runId, orderId],
  });
}

interface NewTransition {
  readonly moved: KeptRun;
  readonly from: Pick<Run, "state">;
  readonly deed: RunDeed;
  readonly by: number | null;
}

/** The line that is never changed. */
async function insertTransition(tx: Transaction, { moved, from, deed, by }: NewTransition): Promise<void> {
  await tx.execute({
    name: "trading.insertRunTransition",
    text: `insert into trading.run_transitions (run_id, version, from_state, to_state, event, uid, why, at_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [moved.id, moved.version, from.state, moved.run.state, deed.event, by, deed.why, Math.round(deed.nowMs)],
  });
}

async function note(
  tx: Transaction,
  { id, strategyId, ownerUid, run }: KeptRun,
  { event, why, nowMs, unhedged }: RunDeed,
  by: number | null,
  next: Run,
): Promise<void> {
  const details = { run: id, from: run.state, to: next.state, event, why, ...(unhedged && { unhedged }) };
  const at = fromMillis(nowMs);
  await recordAudit(tx, { ownerUid, uid: by, action: "strategy.run", subject: String(strategyId), details, at });
}

/** Leaves cancels for the senders. An order that has not left is withheld by that. */
async function endOrders(tx: Transaction, runId: number, nowMs: number): Promise<void> {
  await tx.execute({
    name: "trading.askCancelsOfRun",
    text: `update trading.orders set cancel_asked_ms = $2, has_command = true
      where run_id = $1 and cancel_asked_ms is null and not is_settled
        and state not in ('rejected', 'filled', 'canceled', 'expired', 'not_sent', 'missing')`,
    values: [runId, Math.round(nowMs)],
  });
}

/**
 * Leaves for the senders that nothing leaves any more. No exchange is asked for anything: an order that a sender was allowed to send
 * is never cancelled by it, because it may have left.
 */
async function withholdOrders(tx: Transaction, runId: number, nowMs: number): Promise<void> {
  await tx.execute({
    name: "trading.withholdOrdersOfRun",
    text: `update trading.orders set withheld_asked_ms = $2, has_command = true,
        cancel_asked_ms = case when claimed_fence is null then coalesce(cancel_asked_ms, $2) else cancel_asked_ms end
      where run_id = $1 and state = 'created' and not is_settled`,
    values: [runId, Math.round(nowMs)],
  });
}

/** A new run of a strategy, whose row the transaction holds. */
export async function insertRun(
  tx: Transaction,
  run: Pick<KeptRun, "strategyId" | "ownerUid" | "uid" | "algorithmId" | "algorithmVersion" | "settings"> &
    Pick<KeptRun, "startedMs" | "maximumMs"> & { readonly next: Run; readonly from: Run; readonly by: number },
): Promise<KeptRun> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertRun",
    text: `insert into trading.runs (strategy_id, owner_uid, uid, number, algorithm_id, algorithm_version, settings,
        is_active, started_ms, maximum_ms)
      values ($1, $2, $3, (select coalesce(max(number), 0) + 1 from trading.runs where strategy_id = $1), $4, $5, $6::jsonb,
        true, $7, $8) returning id`,
    values: [
      run.strategyId,
      run.ownerUid,
      run.uid,
      run.algorithmId,
      run.algorithmVersion,
      JSON.stringify(run.settings),
      Math.round(run.startedMs),
      Math.round(run.maximumMs),
    ],
  });
  const id = row?.id ?? 0;
  const started = fromMillis(run.startedMs);
  await tx.execute({
    name: "trading.beginRunOfStrategy",
    text: `update trading.strategies set state = $2, run_id = $3, started_at = $4, stops_at = $5, slices_done = 0,
        slices_total = null, qty_done = 0, realized_pnl = 0, fees = 0, successful = 0, canceled = 0, failed = 0
      where id = $1`,
    values: [
      run.strategyId,
      run.next.state,
      id,
      timestamp(started),
      timestamp(fromMillis(run.startedMs + run.maximumMs)),
    ],
  });
  const moved: KeptRun = {
    ...run,
    id,
    run: run.next,
    version: 1,
    drivetimeSeconds: 0,
    slices: 0,
    lastSliceMs: undefined,
    starts: [],
    triggers: {},
    unhedged: {},
    appeared: undefined,
    debugAskedMs: undefined,
  };
  const deed: RunDeed = { event: "start", why: "", nowMs: run.startedMs };
  await insertTransition(tx, { moved, from: run.from, deed, by: run.by });
  await note(tx, { ...moved, run: run.from }, deed, run.by, run.next);
  await tellRun(tx, { kept: moved, from: run.from, deed, by: run.by });
  return moved;
}
