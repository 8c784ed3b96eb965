/**
 * The program, bundled once for all tests that start it, and one PostgreSQL for the whole test run: an embedded one in a
 * temporary folder, or the one that the environment variable TRIPOD_TEST_DATABASE_URL names (its account must be allowed to
 * create databases).
 */
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isAlive } from "../../src/kit/lifecycle/is-alive.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { startEmbedded } from "../../src/kit/sql/embedded/launch.ts";
import { bundleScript } from "./bundle.ts";
import { keptLog } from "./kept-log.ts";
import { memoryFolder } from "./memory-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testServer: Connection;
    /** The script of the program. */
    program: string;
  }
}

/** Followed by the number of the process whose test run it is. */
const PREFIX = "tripod-test-server-";

/** Nothing here outlives the run, so nothing waits for the disk. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "512MB",
  // Four files at a time have pools of ten for each process that they play, and a busy machine closes them late.
  max_connections: "800",
  deadlock_timeout: "50ms",
};

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  provide("program", await bundleScript(join(import.meta.dirname, "..", "..", "src", "main.ts")));
  const url = process.env["TRIPOD_TEST_DATABASE_URL"];
  if (url !== undefined && url !== "") {
    provide("testServer", { connectionString: url });
    return async () => undefined;
  }
  const parent = await memoryFolder();
  for (const each of new Set([parent, tmpdir()])) await endLeftOverServers(each);
  const folder = await temporaryFolder(`${PREFIX}${process.pid}-`, parent);
  const start = startEmbedded({ dataDir: folder.path, log: keptLog(), settings: SETTINGS });
  const embedded = await start.catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  provide("testServer", embedded.connection);
  return async () => {
    await embedded.stop();
    await folder.remove();
  };
}

/** Servers outlive a test run that was killed. Takes those of a folder over, and ends them. */
async function endLeftOverServers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const run = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(run) || isAlive(run)) continue;
    const dataDir = join(parent, name);
    const embedded = await startEmbedded({ dataDir, log: keptLog(), settings: SETTINGS }).catch(() => undefined);
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
