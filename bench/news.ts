/**
 * How fast news are. Prints a table; asserts nothing.
 *
 *   npm run bench -- news [keywords] [articles] [impact] [search]
 */
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/kit/config/package-root.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { startEmbedded } from "../src/kit/sql/embedded/launch.ts";
import { migrate } from "../src/kit/sql/migrate.ts";
import { openDatabase } from "../src/kit/sql/pool.ts";
import type { Database } from "../src/kit/sql/database.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { measureArticles } from "./news/articles.ts";
import { measureImpacts } from "./news/impacts.ts";
import { measureKeywords } from "./news/keywords.ts";
import { measureSearch } from "./news/search.ts";

/** Filling takes longer than any statement of the program may. */
const FILLING_MS = 900_000;

const asked = process.argv.slice(2);
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);

say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load()} at the start`);
if (wants("keywords")) measureKeywords(report);
if (wants("articles")) await onDatabase((db) => measureArticles(db, report));
if (wants("impact")) await onDatabase((db, folder) => measureImpacts(db, folder, report));
if (wants("search")) await onDatabase((db) => measureSearch(db, report));
say(`load ${load()} at the end`);

/** An empty database with the migrations of trading. */
async function onDatabase(work: (db: Database, folder: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const server = await startEmbedded({ dataDir: folder.path, log: silentLog() });
  try {
    const rooms = ["kit", "trading"].map((room) => ({ room, folder: join(packageRoot(), "migrations", room) }));
    await migrate(server.connection, rooms, { log: silentLog() });
    const db = openDatabase({ connection: server.connection, statementTimeoutMs: FILLING_MS });
    try {
      await work(db, folder.path);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    await folder.remove();
  }
}

function report(what: string, result: string, against = ""): void {
  say(`${what.padEnd(52)} ${result.padEnd(52)} ${against}`.trimEnd());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
