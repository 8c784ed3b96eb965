/**
 * A lookup of players in another process, for tests that kill it: everything that `tripod serve players` opens on a
 * data folder (its last argument), without the jobs. A `postgres://` address before it is used instead of the folder's
 * database. Tells `ready` with its address and a key of the scope `admin`.
 *
 * The line `write`, with a server of `BUSY_SERVERS` and a number of ticks, makes the process that reads that server
 * continue from there, until the line `rest`. It reports when a tick `begins`, `saved` and `listed` when its saves and
 * lists are applied, and `rests` at the end.
 */
import { createInterface } from "node:readline";
import { openPlatform } from "../../src/cli/open-platform.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { requestIds } from "../../src/kit/log/request-id.ts";
import { LeaseHolder, type LeaseHold } from "../../src/kit/sql/hold-lease.ts";
import { LeaseLost } from "../../src/kit/sql/lease.ts";
import { buildPlayers } from "../../src/players/build.ts";
import { playersSettings } from "../../src/players/config.ts";
import { createKey } from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";
import { BUSY_SERVERS, listOf, savesOf, timeOf } from "./busy-server.ts";

/** Between two ticks: with two processes, some hundreds of changes a second. */
const TICK_MS = 20;
/** A killed process's server is taken over when this has passed. */
const LEASE_MS = 1_500;
const RETRY_MS = 50;

const databaseUrl = process.argv.slice(2, -1).find((each) => each.startsWith("postgres://"));
const { config } = loadConfig({
  sections: { shared: sharedSettings, players: playersSettings },
  environment: {
    TRIPOD_DATA_DIR: process.argv.at(-1) ?? "",
    ...(databaseUrl === undefined ? {} : { TRIPOD_DATABASE_URL: databaseUrl }),
  },
});
const log = silentLog();
const platform = await openPlatform(config.shared, log);
const { db, clock, node } = platform;
const leases = new LeaseHolder({ db, clock, log, owner: node, ttlMs: LEASE_MS });
const players = buildPlayers(platform, config.players);
const saves = saveStore(db, node);
const { presence } = players.deps;
await players.start();
const http = await buildHttp({
  services: players.services,
  log,
  requestId: requestIds(platform.ids),
});
const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
const limits = { requests: 1_000_000, windowSeconds: 1 };
const made = { name: `process ${process.pid}`, scope: "admin", limits, expires: "never" };
const { key } = await createKey({ ...platform, keys: keyStore(db) }, made);

let resting = new AbortController();
createInterface(process.stdin).on("line", (line) => {
  const [word, server, ticks] = line.split(" ");
  if (word === "rest") resting.abort();
  else void write(server ?? "", Number(ticks));
});
tell({ event: "ready", url, key });

async function write(serverKey: string, ticksBefore: number): Promise<void> {
  resting = new AbortController();
  const { signal } = resting;
  const server = BUSY_SERVERS.find((each) => each.key === serverKey);
  if (!server) throw new Error(`there is no server ${serverKey}`);
  let hold = await takeLease(serverKey);
  let number = 0;
  for (let tick = ticksBefore + 1; !signal.aborted; tick++) {
    tell({ event: "begins", tick });
    await persist(() => {
      const at = timeOf(tick);
      return saves.apply({ server: serverKey, fence: hold.fence, at, changes: savesOf(server, tick) });
    });
    tell({ event: "saved", tick });
    const batch = ++number;
    await persist(() =>
      presence.apply({ server: serverKey, fence: hold.fence, number: batch, changes: listOf(server, tick) }),
    );
    tell({ event: "listed", tick });
    await clock.sleep(TICK_MS, signal).catch(() => undefined);
  }
  hold.abandon();
  tell({ event: "rests" });

  /** Goes on as a reader of servers does: with a new lease, or when the database is back. */
  async function persist(apply: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await apply();
        return;
      } catch (error) {
        if (error instanceof LeaseLost) hold = await takeLease(serverKey);
        else await clock.sleep(RETRY_MS);
      }
    }
  }
}

async function takeLease(serverKey: string): Promise<LeaseHold> {
  for (;;) {
    const hold = await leases.hold(serverLeaseName(serverKey)).catch(() => undefined);
    if (hold) return hold;
    await clock.sleep(RETRY_MS);
  }
}

function tell(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
