/**
 * How fast the trading platform is. Prints a table; asserts nothing.
 *
 *   npm run bench -- trading [ledger]
 */
import { cpus } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/kit/config/package-root.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { startEmbedded } from "../src/kit/sql/embedded/launch.ts";
import { migrate } from "../src/kit/sql/migrate.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { measureLedger } from "./trading/ledger.ts";

const asked = process.argv.slice(2);
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);

say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
if (wants("ledger")) await benchLedger();

async function benchLedger(): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const server = await startEmbedded({ dataDir: folder.path, log: silentLog() });
  try {
    const rooms = ["kit", "trading"].map((room) => ({ room, folder: join(packageRoot(), "migrations", room) }));
    await migrate(server.connection, rooms, { log: silentLog() });
    for (const speed of await measureLedger(server.connection)) {
      const { connections, perSecond, barePerSecond, p50Ms, p99Ms } = speed;
      report(
        `ledger entries, durable, ${connections} connections`,
        `${round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`,
        `${(perSecond / barePerSecond).toFixed(2)} x bare commits of one row, ${round(barePerSecond)}/s`,
      );
    }
  } finally {
    await server.stop();
    await folder.remove();
  }
}

function report(what: string, result: string, against: string): void {
  say(`${what.padEnd(44)} ${result.padEnd(44)} ${against}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
