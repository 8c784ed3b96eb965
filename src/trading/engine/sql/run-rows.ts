/** Rows of runs and what they mean. */
import type { RunPause } from "../core/run.ts";
import type { RunState } from "../core/run-table.ts";
import type { KeptRun } from "../store-runs.ts";

export interface RunRow {
  readonly id: number;
  readonly strategy_id: number;
  readonly owner_uid: number;
  readonly uid: number;
  readonly number: number;
  readonly algorithm_id: number;
  readonly algorithm_version: number;
  readonly settings: string;
  readonly state: RunState;
  readonly ends_as: KeptRun["run"]["endsAs"];
  readonly resumes_as: KeptRun["run"]["resumesAs"];
  readonly pause: string | null;
  readonly version: number;
  readonly started_ms: number;
  readonly maximum_ms: number;
  readonly drivetime_seconds: number;
  readonly slices: number;
  readonly last_slice_ms: number | null;
  readonly starts: string;
  readonly triggers: string;
  readonly unhedged: string;
  readonly appeared_order: number | null;
  readonly debug_asked_ms: number | null;
  readonly worker: string;
}

/** Of `trading.runs as r` with `trading.strategies as s`, which has the state. */
export const RUN_COLUMNS = `r.id, r.strategy_id, r.owner_uid, r.uid, r.number, r.algorithm_id, r.algorithm_version,
  r.settings, s.state, r.ends_as, r.resumes_as, r.pause, r.version, r.started_ms, r.maximum_ms, r.drivetime_seconds,
  r.slices, r.last_slice_ms, r.starts, r.triggers, r.unhedged, r.appeared_order, r.debug_asked_ms, r.worker`;

export function keptRun(row: RunRow): KeptRun {
  return {
    id: row.id,
    strategyId: row.strategy_id,
    ownerUid: row.owner_uid,
    uid: row.uid,
    algorithmId: row.algorithm_id,
    algorithmVersion: row.algorithm_version,
    settings: JSON.parse(row.settings) as KeptRun["settings"],
    run: {
      state: row.state,
      run: row.number,
      endsAs: row.ends_as,
      resumesAs: row.resumes_as,
      pause: row.pause === null ? undefined : (JSON.parse(row.pause) as RunPause),
    },
    version: row.version,
    startedMs: row.started_ms,
    maximumMs: row.maximum_ms,
    drivetimeSeconds: row.drivetime_seconds,
    slices: row.slices,
    lastSliceMs: row.last_slice_ms ?? undefined,
    starts: JSON.parse(row.starts) as KeptRun["starts"],
    triggers: JSON.parse(row.triggers) as KeptRun["triggers"],
    unhedged: JSON.parse(row.unhedged) as KeptRun["unhedged"],
    appeared: row.appeared_order ?? undefined,
    debugAskedMs: row.debug_asked_ms ?? undefined,
  };
}
