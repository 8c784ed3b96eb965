/**
 * A worker in a process of its own that carries out acts of subscribers' strategies, and ends itself with SIGKILL
 * before one of its statements: for `src/trading/signals/following.test.ts`. Begins on command on its standard input.
 */
import { noSelfCheck } from "../../src/kit/checks/self-check.ts";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";
import { sealer } from "../../src/kit/auth/seal.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Platform } from "../../src/kit/platform.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { openExchanges } from "../../src/trading/build-exchanges.ts";
import { buildTrading } from "../../src/trading/build.ts";
import { tradingSettings } from "../../src/trading/config.ts";
import { watchedDatabase } from "./watched-database.ts";

const [connectionText = "", at = "0"] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;
const tell = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

/** Of the acts alone: other parts of the platform go on beside them. */
let statements: number | undefined;
const OF_ACTS =
  /SignalAct|RunsOfIteration|PositionOfRuns|kit\.(?:begin|end)Step|Run$|RunOfStrategy|lockProfile|RunTransition/;
const db = watchedDatabase(openDatabase({ connection, applicationName: `child ${process.pid}` }), {
  before({ name }) {
    if (statements === undefined || !OF_ACTS.test(name)) return;
    statements++;
    if (statements !== Number(at)) return;
    tell({ event: "dies", before: name });
    process.kill(process.pid, "SIGKILL");
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
  sealer: sealer([{ id: "test", key: Buffer.alloc(32, 1) }]),
  redisUrl: undefined,
  dataDir: tmpdir(),
  role: "http",
  node: `child-${process.pid}`,
  allowPrivateOutbound: [],
  selfCheck: noSelfCheck,
};
const { config } = loadConfig({
  sections: { trading: tradingSettings },
  environment: { TRIPOD_TRADING_EXCHANGES: "simulated" },
});
const exchanges = await openExchanges(platform, config.trading);
const facts = { version: "0.0.0", gitCommit: "", buildTime: "" };
const trading = buildTrading(platform, config.trading, facts, exchanges);
await trading.start();
const { market } = trading.deps;
const isLive = (): boolean => {
  const listing = market.listing("simalpha-btcusdt");
  return listing !== undefined && market.top(listing).state === "live";
};
while (!isLive()) await platform.clock.sleep(20);
const bound = trading.jobs.find(({ job }) => job.name === "trading.actOnSignals");
createInterface(process.stdin).once("line", () => {
  statements = 0;
  const { signal } = new AbortController();
  void bound?.job
    .run(bound.deps, {}, { attempt: 1, maxAttempts: 1, signal })
    .then(() => tell({ event: "done", statements }));
});
tell({ event: "ready" });
