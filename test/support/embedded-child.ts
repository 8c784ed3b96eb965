/**
 * A program that uses the embedded PostgreSQL of a folder, for tests that kill it. Writes one JSON line per event:
 * `ready`, then with the argument `write` one `committed` for each row that is safe, and `stopped` after it read a line.
 */
import { startEmbedded } from "../../src/kit/sql/embedded/launch.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";

const [dataDir = "", mode = "hold"] = process.argv.slice(2);

function tell(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const embedded = await startEmbedded({ dataDir, log: silent }).catch((error: unknown) => {
  tell({ event: "failed", name: error instanceof Error ? error.name : "", message: String(error) });
  process.exit(1);
});
const db = openDatabase({ connection: embedded.connection, applicationName: `child ${process.pid}` });
let stopping = false;

process.stdin.once("data", () => {
  stopping = true;
  void (async () => {
    await db.close();
    await embedded.stop();
    tell({ event: "stopped" });
    process.exit(0);
  })();
});

const create = {
  name: "create",
  text: "create table if not exists written (id bigint generated always as identity, row text)",
};
// Of two that create it at once, PostgreSQL lets one fail in spite of the words.
await db.execute(create).catch(() => db.execute(create));
tell({ event: "ready", owner: embedded.owner });

async function writeUntilStopped(writer: number): Promise<void> {
  for (let number = 0; !stopping; number++) {
    const row = `${process.pid}/${writer}/${number}`;
    await db.execute({ name: "write", text: "insert into written (row) values ($1)", values: [row] });
    tell({ event: "committed", row });
  }
}

// A server that was killed under it ends the writing, and leaves the rest to the test.
if (mode === "write") await Promise.allSettled([0, 1, 2, 3].map(writeUntilStopped));
