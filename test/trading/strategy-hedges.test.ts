/** A leg whose exchange takes nothing for a while, after the other leg has traded: the hedge is late, and is made once. */
import { expect, test } from "vitest";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const [BTC, ETH, OTHER_BTC] = ["binance-btcusdt", "binanceus-ethusdt", "binanceus-btcusdt"];
const venue = await strategyVenue(["binance", "binanceus"]);
const other = venue.exchange("binanceus");
const ORDER = { method: "POST", path: "/api/v3/order" } as const;
const LOOKUP = { method: "GET", path: "/api/v3/order" } as const;
const TOO_MANY = {
  kind: "answer",
  status: 429,
  body: { code: -1003, msg: "Too much request weight used." },
  retryAfterS: 1,
} as const;
const AWAY = { kind: "answer", status: 503, body: "<html><body>503 Service Unavailable</body></html>" } as const;
/** More requests than a test makes. */
const ALWAYS = 1_000_000;

/** One slice: buys bitcoin at one exchange and sells ether at the other. A single attempt that counts would pause it. */
async function started() {
  await venue.setBook(BTC, [[100, 500]], [[101, 500]]);
  await venue.setBook(ETH, [[100, 500]], [[102, 500]]);
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("Two exchanges at once");
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "taker" });
  await trader.creator.addRow(algorithm, { side: "sell", order_type: "taker" });
  const here = await trader.keyAt("binance", { USDT: "100000" });
  const there = await trader.keyAt("binanceus", { ETH: "10" });
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC, ETH],
    executable_apikeys: [here.id, there.id],
    executable_parents: ["1", "1"],
  });
  await trader.mine.done("start", { id });
  const before = (await venue.requests("binanceus", "POST /api/v3/order")).length;
  const sent = async () => (await venue.requests("binanceus", "POST /api/v3/order")).slice(before);
  const alerts = async (): Promise<{ alert: string; reason: string }[]> =>
    (await trader.mine.done("alerts/list", { limit: 100 })).alerts;
  return { ...trader, id, here, there, sent, alerts };
}

type Started = Awaited<ReturnType<typeof started>>;

async function expectHedgedOnce({ here, there, sent, transactions, id }: Started): Promise<void> {
  const filled = { state: "filled", filled: "100000000" };
  expect(await here.orders()).toMatchObject({ open: [], closed: [{ side: "buy", ...filled }] });
  expect(await there.orders()).toMatchObject({ open: [], closed: [{ side: "sell", ...filled }] });
  const ids = (await sent()).map(({ parameters }) => parameters["newClientOrderId"]);
  expect(new Set(ids).size).toBe(ids.length);
  const hedged = (await transactions(id)).filter((each) => each["c_row"] === "1");
  expect(hedged.reduce((sum, each) => sum + Number(each["c_order_filled"]), 0)).toBe(1);
}

test("a leg that meets 429 and then an outage is hedged when its exchange answers again, with no attempt used up", async () => {
  await other.tell("faults", { plan: { ...ORDER, fault: TOO_MANY, count: ALWAYS } });
  const run = await started();
  const { id, here, sent, untilState, debugOf, alerts } = run;
  await waitUntil(async () => expect((await sent()).length).toBeGreaterThanOrEqual(3));
  expect((await here.orders()).closed).toMatchObject([{ side: "buy", state: "filled" }]);
  await waitUntil(async () =>
    expect(await debugOf(id)).toMatchObject({ state: "running", owed: [{ row: 1, amount: "1" }] }),
  );

  await other.tell("faults", { set: { isMaintained: true } });
  await untilState(id, "paused");
  const tried = (await sent()).length;
  expect(await debugOf(id)).toMatchObject({ state: "paused", owed: [{ row: 1, amount: "1" }] });
  await waitUntil(async () => {
    const told = await alerts();
    expect(told).toMatchObject([{ alert: "run_paused", reason: expect.stringContaining("binanceus") }]);
  });

  await other.tell("faults", { heal: true });
  await untilState(id, "completed");
  expect(await sent()).toHaveLength(tried + 1);
  await expectHedgedOnce(run);
  expect((await alerts()).map(({ alert }) => alert)).toEqual(["run_paused"]);
});

test("a leg that traded, and whose answer an outage has swallowed, is found when its exchange answers again, and not sent a second time", async () => {
  await other.tell("faults", { plan: { ...ORDER, fault: { kind: "lost", when: "after", how: "close" } } });
  await other.tell("faults", { plan: { ...LOOKUP, fault: AWAY, count: ALWAYS }, set: { isMute: true } });
  for (const path of ["/api/v3/openOrders", "/api/v3/allOrders", "/api/v3/myTrades"]) {
    await other.tell("faults", { plan: { method: "GET", path, fault: AWAY, count: ALWAYS } });
  }
  const run = await started();
  const { id, here, there, sent, untilState, debugOf, transactions } = run;
  const asked = async () => (await venue.requests("binanceus", "GET /api/v3/order")).length;
  await waitUntil(async () => expect(await asked()).toBeGreaterThanOrEqual(4));
  expect([(await here.orders()).closed.length, (await there.orders()).closed.length]).toEqual([1, 1]);
  const doubtful = (await transactions(id)).find((each) => each["c_row"] === "1");
  expect(doubtful).toMatchObject({ c_order_filled: "0.00000000" });
  expect((await debugOf(id)).owed).toEqual([]);
  expect(await sent()).toHaveLength(1);

  await other.tell("faults", { heal: true });
  await untilState(id, "completed");
  expect(await sent()).toHaveLength(1);
  await expectHedgedOnce(run);
});

test("a hedge is judged with what was traded before it: one that would break a limit is not sent, and its leg is told", async () => {
  await venue.setBook(BTC, [[100, 500]], [[101, 500]]);
  await venue.setBook(ETH, [[300, 500]], [[302, 500]]);
  const trader = await venue.trader();
  const { creator, mine, untilState, transactions, summaryOf } = trader;
  const algorithm = await creator.newAlgorithm("A rest and its hedge");
  await creator.addRow(algorithm, { side: "buy", order_type: "limit" });
  await creator.addRow(algorithm, {
    side: "sell",
    order_type: "taker",
    depends_on: 0,
    trigger: "on_partial_fill",
  });
  const here = await trader.keyAt("binance", { USDT: "100000" });
  const there = await trader.keyAt("binanceus", { ETH: "10" });
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC, ETH],
    executable_apikeys: [here.id, there.id],
    executable_parents: ["2", "2"],
    executable_priceexact: ["100.5"],
  });
  // The rest is worth about 200 dollars, and each of its two hedges about 300.
  await mine.done("risk/limits", { scope: "account", maximum_position: 450 });
  const before = (await venue.requests("binanceus", "POST /api/v3/order")).length;
  await mine.done("start", { id });
  await waitUntil(async () => expect((await here.orders()).open).toHaveLength(1));
  const half = { symbol: "BTCUSDT", side: "sell", quantity: 1 };
  await venue.exchange("binance").tell("trades", half);
  await waitUntil(async () => expect((await there.orders()).closed).toMatchObject([{ state: "filled" }]));
  await venue.exchange("binance").tell("trades", half);

  await untilState(id, "paused");
  expect((await summaryOf(id)).last_event).toMatchObject({ type: "unhedged" });
  const [overview] = (await mine.done("high-level-overview", { id })).strategies;
  expect(overview.rows).toMatchObject([{ qty_done: "2.00000000" }, { unhedged: { amount: "0.99900000" } }]);
  const refused = (await transactions(id)).filter((each) => each["c_row"] === "1" && each["c_order_success"] !== "1");
  const error = "The order was not sent: the limit maximum_position of the account does not allow it";
  expect(refused.map((each) => JSON.parse(each["c_payload"] ?? ""))).toEqual(refused.map(() => ({ error })));
  expect(refused.length).toBeGreaterThan(0);
  expect((await there.orders()).closed).toHaveLength(1);
  expect(await venue.requests("binanceus", "POST /api/v3/order")).toHaveLength(before + 1);
});

test("while a leg lacks the money for its hedge, the strategy says what it owes and what it lacks", async () => {
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("A hedge without money");
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "taker" });
  await trader.creator.addRow(algorithm, { side: "sell", order_type: "taker", depends_on: 0 });
  await venue.setBook(BTC, [[100, 500]], [[101, 500]]);
  await venue.setBook(OTHER_BTC, [[100, 500]], [[101, 500]]);
  const [here, there] = [await trader.keyAt("binance"), await trader.keyAt("binanceus", { USDT: "5" })];
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC, OTHER_BTC],
    executable_apikeys: [here.id, there.id],
    executable_parents: ["1"],
    executable_values: ["1"],
  });
  await trader.mine.done("start", { id });
  await waitUntil(async () => expect((await here.orders()).closed).toMatchObject([{ state: "filled" }]));
  await waitUntil(async () => expect((await trader.debugOf(id)).owed).toHaveLength(1));
  await trader.evaluated(id);
  const { gate, why } = await trader.debugOf(id);
  expect([gate, why]).toEqual(["unresolved_order", "row 1 owes 0.999 to the fills of another: not enough BTC is free"]);
  await trader.mine.done("stop", { id });
});

test("a strategy that starts says what it waits for", async () => {
  await venue.setBook(BTC, [[100, 500]], [[101, 500]]);
  const trader = await venue.trader();
  const key = await trader.keyAt("binance");
  const one = { executable_codes: [BTC], executable_apikeys: [key.id], executable_parents: ["1"] };
  const id = await trader.ready({ algorithm_id: "900001", ...one, executable_values: ["1"] });
  const exchange = venue.exchange("binance");
  await exchange.tell("faults", { plan: { method: "GET", path: "/api/v3/account", fault: AWAY, count: ALWAYS } });
  await trader.mine.done("start", { id });
  await waitUntil(async () => expect((await trader.debugOf(id)).log).not.toEqual([]));
  const why = expect.stringContaining(`starting: the exchange has not told the balances of key ${key.id}`);
  expect(await trader.debugOf(id)).toMatchObject({ state: "starting", gate: "not_running", why });
  await exchange.tell("faults", { heal: true });
  await trader.mine.done("stop", { id });
});
