/** Strategies that ran when a backup was made, after it was restored: what they did since is not known. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { RunPause } from "../core/run.ts";
import { lockRun, moveRun } from "./move-run.ts";

const BATCH = 1_000;

/** Only its owner ends it, and nothing is sent in it, hedges included. */
const PAUSE: RunPause = { reason: "breaker", isExternal: false };

/**
 * Pauses every run that is active, and answers how many there were. One that is on its way to its end goes on ending. A
 * start by its owner looks up every order before anything is sent.
 *
 * @param why shown to the owners
 */
export async function pauseRestoredRuns(
  db: Database,
  { why, nowMs }: { readonly why: string; readonly nowMs: number },
): Promise<number> {
  await endReconvening(db);
  let paused = 0;
  for (let after = 0; ;) {
    const ids = await listActiveRuns(db, after);
    for (const id of ids) {
      await db.transaction(async (tx) => {
        const kept = await lockRun(tx, id);
        if (kept) await moveRun(tx, kept, { event: "breaker", pause: PAUSE, why, nowMs }, null);
      });
    }
    paused += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) return paused;
  }
}

/** Runs that look up their orders, and those that wait to do so, come to a pause and not back to trading. */
async function endReconvening(db: Queryable): Promise<void> {
  await db.execute({
    name: "trading.pauseReconveningRuns",
    text: `update trading.runs r set resumes_as = 'paused', pause = $1::jsonb
      from trading.strategies s where s.run_id = r.id and r.is_active and r.resumes_as <> 'stopping'
        and (s.state = 'reconvening' or (s.state = 'paused' and r.pause ->> 'reason' = 'reconvening'))`,
    values: [JSON.stringify(PAUSE)],
  });
}

/** Active runs after an id, in their order. */
async function listActiveRuns(db: Queryable, after: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: "trading.listActiveRuns",
    text: `select id from trading.runs where is_active and id > $1 order by id limit ${BATCH}`,
    values: [after],
  });
  return rows.map(({ id }) => id);
}
