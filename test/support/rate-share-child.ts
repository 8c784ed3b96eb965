/**
 * A process that asks a loopback exchange for books as fast as its share of the rate budget lets it. `place` and `cancel`
 * on its input, and it does so with the customer's key; it tells `placed` and `canceled`.
 */
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { ccxtExchange } from "../../src/trading/exchanges/ccxt/exchange.ts";
import { RateShares } from "../../src/trading/exchanges/rate-shares.ts";
import { rateShareStore } from "../../src/trading/exchanges/sql/rate-share-store.ts";
import { PATIENCE_MS } from "./wait-until.ts";

const [connection = "", address = "", unitsPerSecond = "", token = "", secret = ""] = process.argv.slice(2);
const db = openDatabase({ connection: JSON.parse(connection) as Connection, applicationName: `child ${process.pid}` });
const clock = systemClock();
const log = silentLog();
const store = rateShareStore(db, { process: systemIds().next("run"), address: "here" });
const shares = new RateShares({ store, clock, log });
const exchange = await ccxtExchange("binance", {
  clock,
  log,
  random: systemRandom(),
  address,
  unitsPerSecond: Number(unitsPerSecond),
  timeoutMs: PATIENCE_MS,
  joinShares: (code, budget) => shares.join(code, budget),
});
const account = exchange.account({ token, secret });
const order = { marketId: "btcusdt", clientOrderId: `share${process.pid}` };
const say = (event: string): boolean => process.stdout.write(`${JSON.stringify({ event })}\n`);

createInterface(process.stdin).on("line", (line) => {
  const isPlace = line === "place";
  const terms = { notAfterMs: Date.now() + 60_000 };
  const wanted = { ...order, side: "buy", type: "limit", amount: "0.01", price: "10000" } as const;
  void (isPlace ? account.place(wanted, terms) : account.cancel(order)).then(() =>
    say(isPlace ? "placed" : "canceled"),
  );
});

await exchange.markets();
say("ready");

async function ask(): Promise<never> {
  for (;;) await exchange.book("btcusdt", 5).catch(() => delay(20));
}

await Promise.all(Array.from({ length: 40 }, ask));
