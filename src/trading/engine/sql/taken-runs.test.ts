/** A process reads its runs while another transaction changes them. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { engineRuns } from "../../../../test/support/engine-runs.ts";
import { holdTransaction } from "../../../../test/support/held-transaction.ts";
import { untilWaitingForLock } from "../../../../test/support/waiting-for-lock.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { lockRun, moveRun } from "./move-run.ts";
import { runJournal } from "./run-journal.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom());
const { newRun } = engineRuns(db, journal);

test("a command that is taken during a transition tells the run as it is after it, in all of its parts", async () => {
  const run = await newRun();
  await journal.move(run.worker, run.runId, { event: "checked", why: "", nowMs: 1000 });
  await db.execute({
    name: "test.askDebug",
    text: "update trading.runs set has_command = true, debug_asked_ms = 1001 where id = $1",
    values: [run.runId],
  });
  const pause = { reason: "unhedged", isExternal: false } as const;
  const held = await holdTransaction(db, async (tx) => {
    const kept = await lockRun(tx, run.runId);
    if (!kept) throw new Error("the run is gone");
    await moveRun(tx, kept, { event: "unhedged", why: "", nowMs: 1002, pause, unhedged: { "1": "0.5" } }, null);
  });
  const taking = journal.takeCommands(run.worker);
  await untilWaitingForLock(db);
  await held.commit();
  const taken = await taking;
  expect(taken).toMatchObject([{ run: { state: "paused", pause }, unhedged: { "1": "0.5" }, debugAskedMs: 1001 }]);
  expect(taken).toEqual([await journal.readRun(run.runId)]);
});
