/**
 * Measures what prices did after articles, for a test: says that it dies before one of its steps, or when all is done.
 *
 *   node news-measure-child.mjs CONNECTION FOLDER NOW_MS [DIES_AT_STEP]
 */
import { silentLog } from "../../src/kit/log/log.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { LeaseHolder } from "../../src/kit/sql/hold-lease.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { measureNews } from "../../src/trading/news/jobs/measure-news.ts";
import { measureImpact } from "../../src/trading/news/measure-impact.ts";
import { impactStore } from "../../src/trading/news/sql/impact-store.ts";
import { openTape } from "../../src/trading/tape/index.ts";
import { TAPE_OPTIONS } from "./tape-world.ts";
import { watchedDatabase } from "./watched-database.ts";

const [connection = "", dataDir = "", now = "", diesAt = "0"] = process.argv.slice(2);
const tell = (event: string): void => void process.stdout.write(`${JSON.stringify({ event })}\n`);
let steps = 0;
/** A process that another one kills goes on for a moment, and a busy machine makes the moment long. */
const step = (): void => {
  if (++steps !== Number(diesAt)) return;
  tell("dies");
  process.kill(process.pid, "SIGKILL");
};
const db = openDatabase({ connection: JSON.parse(connection) as Connection, applicationName: `child ${process.pid}` });
const tape = openTape({ dataDir, market: undefined, clock: systemClock(), ...TAPE_OPTIONS });
const leases = new LeaseHolder({
  db,
  clock: systemClock(),
  log: silentLog(),
  owner: `child ${process.pid}`,
  // A machine that stands still must not end it: the test does when it has killed its holder.
  ttlMs: 600_000,
});
const measure = measureImpact(
  tape,
  (code) => code,
  () => Number(now),
);
const watched = watchedDatabase(db, { before: step, committed: step });
let isDone = false;
const deps = {
  newsImpacts: impactStore(watched),
  newsLeases: {
    whileHeld: async <Result>(...args: Parameters<LeaseHolder["whileHeld"]>) => {
      const [name, work, signal] = args;
      return leases.whileHeld(
        name,
        async (hold) => {
          const result = (await work(hold)) as Result;
          // One that loses it stops early, as on a machine that stands still for longer than the lease lasts.
          isDone = !hold.signal.aborted;
          return result;
        },
        signal,
      );
    },
  },
  measureImpact: async (due: Parameters<typeof measure>[0]) => {
    step();
    return measure(due);
  },
  newsRetentionDays: 30,
  tapeDelayMs: 0,
  clock: { now: () => fromMillis(Number(now)) },
};
while (!isDone) {
  await measureNews.run(deps, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  await systemClock().sleep(50);
}
tell("done");
await tape.stop();
await db.close();
