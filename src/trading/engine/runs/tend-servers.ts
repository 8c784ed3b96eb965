/** The rented servers that a process is: what was started on one runs here, and ends softly with it. */
import type { KeptRun, RunWorker } from "../store-runs.ts";
import type { RunDeskDeps } from "./deps.ts";

/**
 * @returns runs whose stop was requested, as they are now, and the ids of those that another process looks after from
 * now on
 */
export async function tendServers(
  { runs, regions }: Pick<RunDeskDeps, "runs" | "regions">,
  worker: RunWorker,
  nowMs: number,
): Promise<{ readonly told: readonly KeptRun[]; readonly yielded: readonly number[] }> {
  await runs.claimServers(worker, regions, nowMs);
  const yielded = await runs.yieldRuns(worker);
  const told: KeptRun[] = [];
  for (const { runId, serverId } of await runs.listRunsWithoutServer(worker)) {
    const deed = { event: "soft_stop", why: `the server ${serverId} is over`, nowMs } as const;
    const kept = await runs.move(worker, runId, deed);
    if (kept) told.push(kept);
  }
  return { told, yielded };
}
