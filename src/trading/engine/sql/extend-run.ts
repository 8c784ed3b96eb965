/** Lets a run whose plan's duration is over go on by drivetime: what it takes and how long it may go on are one commit. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { mayFire } from "../core/run.ts";
import type { KeptRun, RunWorker, TakeDrivetime } from "../store-runs.ts";
import { assertOwner, lockRun } from "./move-run.ts";

/** This much is taken at once. A minute that has begun counts whole. */
const STEP_SECONDS = 60;

/**
 * Takes the next minute. Time in which the run did not run is not paid: the minute begins now. Nothing is taken where the
 * stored run still has time, or no longer runs.
 *
 * @returns the run as it is now; undefined where it is not the latest of its strategy any more
 * @throws LeaseLost where another process looks after the run
 */
export async function extendRun(
  tx: Transaction,
  worker: RunWorker,
  { runId, nowMs }: { readonly runId: number; readonly nowMs: number },
  take: TakeDrivetime,
): Promise<KeptRun | undefined> {
  const kept = await lockRun(tx, runId);
  await assertOwner(tx, runId, worker);
  if (!kept || !mayFire(kept.run)) return kept;
  const passedMs = Math.floor(nowMs) - kept.startedMs;
  if (passedMs < kept.maximumMs) return kept;
  const at = fromMillis(nowMs);
  const seconds = await take(tx, kept.ownerUid, STEP_SECONDS, at);
  if (seconds === 0) return kept;
  const extended = {
    ...kept,
    maximumMs: passedMs + seconds * SECOND_MS,
    drivetimeSeconds: kept.drivetimeSeconds + seconds,
  };
  await storeExtension(tx, extended);
  if (kept.drivetimeSeconds === 0) {
    await recordAudit(tx, {
      ownerUid: kept.ownerUid,
      uid: null,
      action: "strategy.drivetime",
      subject: String(kept.strategyId),
      details: { run: runId, from: kept.startedMs + kept.maximumMs },
      at,
    });
  }
  return extended;
}

/** How long it may go on, and what lists show of it. */
async function storeExtension(tx: Transaction, { id, startedMs, maximumMs, drivetimeSeconds }: KeptRun): Promise<void> {
  await tx.execute({
    name: "trading.extendRun",
    text: "update trading.runs set maximum_ms = $2, drivetime_seconds = $3 where id = $1",
    values: [id, maximumMs, drivetimeSeconds],
  });
  await tx.execute({
    name: "trading.extendStrategyOfRun",
    text: "update trading.strategies set stops_at = $2 where run_id = $1",
    values: [id, timestamp(fromMillis(startedMs + maximumMs))],
  });
}
