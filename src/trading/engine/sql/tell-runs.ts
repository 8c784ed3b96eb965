/** Tells of runs of strategies, in the transaction of what happened to them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAlerts, type AlertKind } from "../../alerts/index.ts";
import { tellWebhooks } from "../../webhooks/index.ts";
import type { Run } from "../core/run.ts";
import type { KeptRun, RunDeed } from "../store-runs.ts";

export interface ToldRun {
  /** As it is now. */
  readonly kept: KeptRun;
  readonly from: Pick<Run, "state">;
  readonly deed: RunDeed;
  /** The user; null for the engine. */
  readonly by: number | null;
}

/** Of each transition, and of another pause or another leg that lacks something. */
export async function tellRun(tx: Transaction, { kept, from, deed, by }: ToldRun): Promise<void> {
  const { ownerUid, uid, run } = kept;
  await tellWebhooks(tx, { ownerUids: [ownerUid], events: ["run.changed"] }, () => {
    const made = { from: from.state, to: run.state, cause: deed.event, reason: deed.why === "" ? null : deed.why };
    const data = { ...shownRun(kept), ...made, by: by === null ? null : String(by) };
    return [{ event: "run.changed", ownerUid, uid, at: fromMillis(deed.nowMs), data }];
  });
}

/** Of what its owner should look at. */
export async function recordRunAlert(tx: Transaction, kept: KeptRun, { event, why, nowMs }: RunDeed): Promise<void> {
  const { ownerUid, uid, run } = kept;
  const kind = kindOf(run, event);
  await recordAlerts(tx, [ownerUid], () => [
    { kind, ownerUid, uid, at: fromMillis(nowMs), why, data: { ...shownRun(kept), state: run.state } },
  ]);
}

/** Of a run that plan or rights let send nothing, once for each number of slices that it has sent. The run is locked. */
export async function recordHeldAlert(
  tx: Transaction,
  kept: KeptRun,
  { why, nowMs }: Pick<RunDeed, "why" | "nowMs">,
): Promise<void> {
  const { id, ownerUid, uid, run, slices } = kept;
  const subject = `run_held/${id}/${slices}`;
  // Webhooks are told each time.
  const known = await tx.query({
    name: "trading.findHeldAlert",
    text: "select from trading.alerts where subject = $1",
    values: [subject],
  });
  if (known.length > 0) return;
  await recordAlerts(tx, [ownerUid], () => [
    {
      kind: "run_held",
      ownerUid,
      uid,
      subject,
      at: fromMillis(nowMs),
      why,
      data: { ...shownRun(kept), state: run.state },
    },
  ]);
}

function kindOf({ state, pause }: Run, event: RunDeed["event"]): AlertKind {
  if (event === "unhedged" || pause?.reason === "unhedged") return "run_unhedged";
  if (state === "errored") return "run_errored";
  return state === "paused" ? "run_paused" : "run_stopping";
}

function shownRun({ id, strategyId, run, unhedged }: KeptRun): object {
  const { pause } = run;
  return {
    strategy_id: String(strategyId),
    run_id: String(id),
    pause: pause ? { reason: pause.reason, resumes_alone: pause.isExternal } : null,
    // What one leg lacks of another: base units by row, or by row and slice.
    unhedged,
  };
}
