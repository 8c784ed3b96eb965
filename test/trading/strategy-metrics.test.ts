/** What an operator watches of strategies and their orders, as Prometheus reads it. */
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../src/kit/log/log.ts";
import { startAdminServer } from "../../src/kit/metrics/admin-server.ts";
import { createMetrics } from "../../src/kit/metrics/metrics.ts";
import { enqueueMail } from "../../src/trading/mail/index.ts";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 50]], [[101, 50]]);

/** Reads `/metrics` of the platform as it runs now. */
async function reader() {
  const metrics = createMetrics({ process: false });
  venue.world().trading.metrics(metrics);
  const well = () => ({ ok: true });
  const server = await startAdminServer({ port: 0, metrics, health: well, ready: well, log: silentLog() });
  onTestFinished(() => server.close());
  return async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    const line = text.split("\n").find((each) => each.startsWith(`tripod_trading_${name} `));
    if (line === undefined) throw new Error(`there is no ${name} in ${text}`);
    return Number(line.slice(line.lastIndexOf(" ")));
  };
}

test("orders by state, lookups, evaluations, slices and the lag of the journal are counted, and hand-overs", async () => {
  const { mine, keyAt, ready, evaluated, untilState } = await venue.trader();
  const key = await keyAt("binance");
  const id = await ready({
    algorithm_id: "900001",
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_values: ["0.1"],
    executable_parents: ["0.2"],
    executable_priceexact: ["90"],
  });
  const read = await reader();
  const evaluations = await read("run_evaluations");
  await mine.done("start", { id });
  await waitUntil(async () => expect(await read('orders{state="open"}')).toBe(2));
  expect(await read('orders{state="unknown"}')).toBe(0);
  await evaluated(id);
  expect(await read("run_evaluations")).toBeGreaterThan(evaluations);
  expect(await read("run_slices")).toBe(2);
  expect(await read("order_sent")).toBe(2);
  expect(await read('runs{state="running"}')).toBe(1);
  expect(await read("journal_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(await read("run_hand_overs")).toBe(0);

  await venue.restart();
  const after = await reader();
  await waitUntil(async () => expect(await after("run_hand_overs")).toBe(1));
  await untilState(id, "running");
  await waitUntil(async () => expect(await after('orders{state="open"}')).toBe(2));
  await mine.done("stop", { id });
  await untilState(id, "stopped");

  // The answer to an order is lost, and no stream tells of it: it is looked up.
  const exchange = venue.exchange("binance");
  const before = await after("order_lookups");
  const lost = { kind: "lost", when: "after", how: "close" };
  const plan = { method: "POST", path: "/api/v3/order", fault: lost };
  await exchange.tell("faults", { set: { isMute: true }, plan });
  const order = { ordertype: "limit", side: "buy", quantity: "0.1", price: "80" };
  await mine.done("exchange-query/order-create", { apikey: key.id, code: BTC, ...order });
  await waitUntil(async () => expect(await after("order_lookups")).toBeGreaterThan(before));
});

test("halts, mails that wait, and orders in doubt are counted", async () => {
  const { mine, keyAt, ready, untilState } = await venue.trader();
  const key = await keyAt("binance");
  const id = await ready({
    algorithm_id: "900001",
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_values: ["0.1"],
    executable_parents: ["0.2"],
    executable_priceexact: ["90"],
  });
  const read = await reader();
  expect(await read("unknown_orders")).toBe(0);
  expect(await read("unknown_order_age_seconds")).toBe(0);
  await waitUntil(async () => expect(await read('halts{scope="key"}')).toBe(0));
  await mine.done("start", { id });
  await untilState(id, "running");
  await mine.done("risk/halt", { scope: "key", id: key.id, reason: "a test" });
  await waitUntil(async () => expect(await read('halts{scope="key"}')).toBe(1));
  expect(await read('halts{scope="platform"}')).toBe(0);
  await mine.done("risk/resume", { scope: "key", id: key.id });
  await waitUntil(async () => expect(await read('halts{scope="key"}')).toBe(0));
  await mine.done("stop", { id });
  await untilState(id, "stopped");

  const { db, clock } = venue.world().platform;
  await db.transaction((tx) => enqueueMail(tx, { to: "ann@example.org", subject: "a", text: "b", at: clock.now() }));
  const later = await reader();
  expect(await later("mails_waiting")).toBeGreaterThan(0);
});
