/**
 * A trading platform that stalls at one point of a request with an Idempotency-Key, for tests that kill it there.
 * Writes one JSON line, `ready`, with the address it is reached at, and one, `stopped`, at the point.
 */
import { noSelfCheck } from "../../src/kit/checks/self-check.ts";
import { tmpdir } from "node:os";
import { sealer } from "../../src/kit/auth/seal.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Platform } from "../../src/kit/platform.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { buildTrading } from "../../src/trading/build.ts";
import { tradingSettings } from "../../src/trading/config.ts";
import { watchedDatabase } from "./watched-database.ts";

export type StopPoint = "before the change" | "between change and answer" | "after the answer was kept" | "nowhere";

const [connectionText = "", masterKey = "", point = ""] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;

const standStill = async (): Promise<void> => {
  process.stdout.write(`${JSON.stringify({ event: "stopped" })}\n`);
  await new Promise(() => undefined);
};
const STATEMENTS: Readonly<Record<string, string>> = {
  "before the change": "trading.lockIdempotentRequest",
  "between change and answer": "trading.keepIdempotentAnswer",
};
const keeping = new Set<number>();
const db = watchedDatabase(openDatabase({ connection, applicationName: `child ${process.pid}` }), {
  async before({ name }, transaction) {
    if (name === "trading.keepIdempotentAnswer" && transaction !== undefined) keeping.add(transaction);
    if (name === STATEMENTS[point]) await standStill();
  },
  async committed(transaction) {
    if (point === "after the answer was kept" && keeping.has(transaction)) await standStill();
  },
});
const platform: Platform = {
  db,
  connection,
  directConnection: connection,
  clock: systemClock(),
  ids: systemIds(),
  random: systemRandom(),
  log: silentLog(),
  sealer: sealer([{ id: "test", key: Buffer.from(masterKey, "hex") }]),
  redisUrl: undefined,
  dataDir: tmpdir(),
  role: "all",
  node: `child-${process.pid}`,
  allowPrivateOutbound: [],
  selfCheck: noSelfCheck,
};
const environment = { TRIPOD_TRADING_EXCHANGES: "" };
const { config } = loadConfig({ sections: { trading: tradingSettings }, environment });
const trading = buildTrading(platform, config.trading, { version: "0.0.0", gitCommit: "", buildTime: "" }, []);
await trading.start();
const http = await buildHttp({
  services: trading.services,
  log: silentLog(),
  requestId: () => "child",
});
const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
