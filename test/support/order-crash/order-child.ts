/**
 * A sender in another process that ends itself with SIGKILL at one await, for `orders.crash.test.ts`; with the owner
 * of runs beside it where the last argument is `runs`. Writes each order that it hands to the exchange as a JSON line.
 */
import { writeSync } from "node:fs";
import { sealer } from "../../../src/kit/auth/seal.ts";
import type { Connection } from "../../../src/kit/sql/connection.ts";
import { openDatabase } from "../../../src/kit/sql/pool.ts";
import { ccxtAt, HASTY_TIMEOUT_MS } from "../ccxt-loopback.ts";
import { desk } from "./crash-cases.ts";
import { crashing } from "./crashing.ts";
import { HasteningClock } from "./hastening-clock.ts";
import { fixedMarket, runDesk } from "./run-cases.ts";

const [connectionText = "", masterKey = "", url = "", at = "0", parts = ""] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;
const tell = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);
const die = (): Promise<never> => {
  process.kill(process.pid, "SIGKILL");
  return new Promise<never>(() => undefined);
};
const exchange = await ccxtAt(url, { timeoutMs: HASTY_TIMEOUT_MS });
const crash = crashing(openDatabase({ connection, applicationName: `child ${process.pid}` }), exchange, {
  at: Number(at),
  die,
  sent: (clientOrderId) => tell({ event: "sent", clientOrderId }),
});
const keys = sealer([{ id: "test", key: Buffer.from(masterKey, "hex") }]);
const owner = `child-${process.pid}`;
const senders = desk(crash.db, crash.exchange, { sealer: keys, clock: new HasteningClock(), owner });
// Before anything begins: on a busy machine it would come to its end before it is ready.
const market = parts === "runs" ? await fixedMarket(exchange, "btcusdt", "ethusdt") : undefined;
// It may die at the first thing that it does.
tell({ event: "ready" });
senders.start();
if (market) {
  runDesk(crash.db, crash.exchange, { sealer: keys, clock: new HasteningClock(), owner, market, senders }).start();
}
