/** The loopback exchange by plain HTTP: what Binance's documentation promises of it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../manual-clock.ts";
import { ANSWERS } from "./faults.ts";
import { startBinanceLoopback, type BinanceLoopback } from "./loopback.ts";
import { manyMarkets } from "./seeded-markets.ts";
import { restCaller, type RestCaller } from "./signed-fetch.ts";

const CREDENTIALS = { apiKey: "key", secret: "secret" };
const READER = { apiKey: "reader", secret: "secret" };
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "50000" };
/** Windows of a minute and of ten seconds begin anew while a busy machine makes requests, unless the clock stands. */
const MIDDLE_OF_MINUTE_MS = 1_700_000_015_000;
let exchange: BinanceLoopback;
let caller: RestCaller;

beforeEach(async () => {
  exchange = await startBinanceLoopback({
    accounts: [
      { ...CREDENTIALS, balances: { BTC: "10", USDT: "1000000" } },
      { ...READER, rights: { trade: false } },
    ],
  });
  caller = restCaller(exchange.url, CREDENTIALS);
});

afterEach(() => exchange.close());

const code = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [status, body.code];

describe("orders are refused as Binance refuses them", () => {
  test.each<[string, Record<string, string>, number, number, string]>([
    ["a price off the tick", { price: "50000.001" }, 400, -1013, "Filter failure: PRICE_FILTER"],
    ["a price above the highest", { price: "1000001" }, 400, -1013, "Filter failure: PRICE_FILTER"],
    ["an amount off the step", { quantity: "0.010001" }, 400, -1013, "Filter failure: LOT_SIZE"],
    ["a value that is too small", { quantity: "0.00001" }, 400, -1013, "Filter failure: NOTIONAL"],
    [
      "more than the account has",
      { quantity: "100" },
      400,
      -2010,
      "Account has insufficient balance for requested action.",
    ],
    [
      "post-only that takes",
      { type: "LIMIT_MAKER", price: "90000" },
      400,
      -1106,
      "Parameter 'timeInForce' sent when not required.",
    ],
    ["an unknown symbol", { symbol: "NOPE" }, 400, -1121, "Invalid symbol."],
    ["an unknown side", { side: "HOLD" }, 400, -1117, "Invalid side."],
    ["an unknown type", { type: "MAYBE" }, 400, -1116, "Invalid orderType."],
    ["an unknown time in force", { timeInForce: "GTX" }, 400, -1115, "Invalid timeInForce."],
    ["no price", { price: "" }, 400, -1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."],
    [
      "nine digits after the point",
      { quantity: "0.010000001" },
      400,
      -1111,
      "Parameter 'quantity' has too much precision.",
    ],
    [
      "an invalid amount",
      { quantity: "1e3" },
      400,
      -1100,
      "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.",
    ],
    [
      "an invalid client order id",
      { newClientOrderId: "a b" },
      400,
      -1100,
      "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.",
    ],
    [
      "a stop that is reached",
      { type: "STOP_LOSS_LIMIT", stopPrice: "100" },
      400,
      -2010,
      "Stop price would trigger immediately.",
    ],
  ])("%s", async (_, change, status, number, message) => {
    const answer = await caller.signed("POST", "/api/v3/order", { ...ORDER, ...change });
    expect([answer.status, answer.body]).toEqual([status, { code: number, msg: message }]);
    expect(exchange.engine.openOrders("customer:key")).toEqual([]);
  });

  test("post-only that would take, and a client order id that is open already", async () => {
    const { timeInForce: _, ...maker } = { ...ORDER, type: "LIMIT_MAKER", price: "90000" };
    const taking = await caller.signed("POST", "/api/v3/order", maker);
    expect(taking.body).toEqual({ code: -2010, msg: "Order would immediately match and take." });
    await caller.signed("POST", "/api/v3/order", { ...ORDER, newClientOrderId: "twice" });
    const twice = await caller.signed("POST", "/api/v3/order", { ...ORDER, newClientOrderId: "twice" });
    expect(twice.body).toEqual({ code: -2010, msg: "Duplicate order sent." });
  });
});

describe("orders", () => {
  test("a stop waits for its price, fires, and fills", async () => {
    const [level] = exchange.book("BTC/USDT", 1).asks;
    const stop = { ...ORDER, type: "STOP_LOSS", stopPrice: String((level?.[0] ?? 0) + 5), newClientOrderId: "stop" };
    const { timeInForce: _t, price: _p, ...sent } = stop;
    expect(await caller.signed("POST", "/api/v3/order", sent)).toMatchObject({ status: 200 });
    const find = { symbol: "BTCUSDT", origClientOrderId: "stop" };
    expect((await caller.signed("GET", "/api/v3/order", find)).body).toMatchObject({ status: "NEW", isWorking: false });
    await caller.signed("POST", "/api/v3/order", {
      symbol: "BTCUSDT",
      side: "BUY",
      type: "MARKET",
      quoteOrderQty: "20000",
    });
    expect((await caller.signed("GET", "/api/v3/order", find)).body).toMatchObject({
      status: "FILLED",
      isWorking: true,
    });
  });

  test("a market order by value buys no more than that", async () => {
    const { body } = await caller.signed("POST", "/api/v3/order", {
      symbol: "BTCUSDT",
      side: "BUY",
      type: "MARKET",
      quoteOrderQty: "1000",
    });
    expect(Number(body.cummulativeQuoteQty)).toBeGreaterThan(995);
    expect(Number(body.cummulativeQuoteQty)).toBeLessThanOrEqual(1000);
    expect((body.fills as unknown[]).length).toBeGreaterThan(0);
  });

  test("what cannot be filled at once expires", async () => {
    const kill = await caller.signed("POST", "/api/v3/order", { ...ORDER, timeInForce: "FOK" });
    const now = await caller.signed("POST", "/api/v3/order", { ...ORDER, timeInForce: "IOC" });
    expect([kill.body.status, now.body.status]).toEqual(["EXPIRED", "EXPIRED"]);
  });

  test("a replacement whose cancel fails is not attempted, or attempted all the same", async () => {
    const change = { ...ORDER, cancelOrigClientOrderId: "none" };
    const path = "/api/v3/order/cancelReplace";
    const stopped = await caller.signed("POST", path, { ...change, cancelReplaceMode: "STOP_ON_FAILURE" });
    expect(stopped).toMatchObject({ status: 400, body: { code: -2022, data: { newOrderResult: "NOT_ATTEMPTED" } } });
    const tried = await caller.signed("POST", path, { ...change, cancelReplaceMode: "ALLOW_FAILURE" });
    expect(tried).toMatchObject({ status: 409, body: { code: -2021, data: { newOrderResult: "SUCCESS" } } });
  });

  test("lists come oldest first and within their range", async () => {
    for (const price of ["50000", "50001", "50002"]) await caller.signed("POST", "/api/v3/order", { ...ORDER, price });
    const all = (await caller.signed("GET", "/api/v3/allOrders", { symbol: "BTCUSDT" })).body;
    expect(all.map(({ price }) => price)).toEqual(["50000.00000000", "50001.00000000", "50002.00000000"]);
    const from = Number(all[1]?.orderId);
    const later = (await caller.signed("GET", "/api/v3/allOrders", { symbol: "BTCUSDT", orderId: from })).body;
    expect(later.map(({ orderId }) => orderId)).toEqual([from, Number(all[2]?.orderId)]);
    expect((await caller.signed("DELETE", "/api/v3/openOrders", { symbol: "BTCUSDT" })).body).toHaveLength(3);
    expect(code(await caller.signed("DELETE", "/api/v3/openOrders", { symbol: "BTCUSDT" }))).toEqual([400, -2011]);
  });
});

describe("who calls", () => {
  test("times, windows and signatures are checked", async () => {
    const account = (parameters = {}) => caller.signed("GET", "/api/v3/account", parameters).then(code);
    expect(await account({ timestamp: Date.now() + 2000 })).toEqual([400, -1021]);
    expect(await account({ timestamp: Date.now() - 6000 })).toEqual([400, -1021]);
    expect(await account({ timestamp: Date.now() - 6000, recvWindow: 10_000 })).toEqual([200, undefined]);
    expect(await account({ recvWindow: 60_001 })).toEqual([400, -1131]);
    expect(
      code(await restCaller(exchange.url, { ...CREDENTIALS, secret: "no" }).signed("GET", "/api/v3/account")),
    ).toEqual([400, -1022]);
    expect(code(await caller.get("/api/v3/account"))).toEqual([401, -2014]);
    expect(code(await restCaller(exchange.url, { apiKey: "no", secret: "" }).signed("GET", "/api/v3/account"))).toEqual(
      [401, -2015],
    );
  });

  test("a key that may not trade reads, and places nothing", async () => {
    const reader = restCaller(exchange.url, READER);
    expect((await reader.signed("GET", "/api/v3/account")).body).toMatchObject({ canTrade: false });
    expect(code(await reader.signed("POST", "/api/v3/order", ORDER))).toEqual([401, -2015]);
  });

  test("a key that was taken back is unknown", async () => {
    exchange.addAccount({ apiKey: "late", secret: "late" }).isRevoked = true;
    const late = restCaller(exchange.url, { apiKey: "late", secret: "late" });
    expect(code(await late.signed("GET", "/api/v3/account"))).toEqual([401, -2015]);
  });
});

describe("limits", () => {
  test("weight is counted and told, then refused, then the address is banned", async () => {
    const small = await startBinanceLoopback({ limits: { weight: 30 }, clock: manualClock(MIDDLE_OF_MINUTE_MS) });
    try {
      const { get } = restCaller(small.url, CREDENTIALS);
      expect((await get("/api/v3/depth?symbol=BTCUSDT&limit=500")).headers.get("x-mbx-used-weight-1m")).toBe("25");
      const refused = await get("/api/v3/exchangeInfo");
      expect(code(refused)).toEqual([429, -1003]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      for (let times = 0; times < 20; times++) await get("/api/v3/ping");
      expect(code(await get("/api/v3/ping"))).toEqual([418, -1003]);
    } finally {
      await small.close();
    }
  });

  test("so many orders in ten seconds and no more", async () => {
    const clock = manualClock(MIDDLE_OF_MINUTE_MS);
    const small = await startBinanceLoopback({ limits: { orders: 2 }, accounts: [CREDENTIALS], clock });
    try {
      const { signed } = restCaller(small.url, CREDENTIALS);
      const order = { ...ORDER, timestamp: MIDDLE_OF_MINUTE_MS };
      const codes = [];
      for (let times = 0; times < 3; times++) codes.push(code(await signed("POST", "/api/v3/order", order))[1]);
      expect(codes).toEqual([-2010, -2010, -1015]);
    } finally {
      await small.close();
    }
  });
});

describe("faults", () => {
  test("an order is lost before or after it was placed, and the caller sees the same", async () => {
    for (const how of ["close", "half"] as const) {
      for (const when of ["before", "after"] as const) {
        exchange.faults.plan({ method: "POST", path: "/api/v3/order", fault: { kind: "lost", when, how } });
        const newClientOrderId = `${when}-${how}`;
        await expect(caller.signed("POST", "/api/v3/order", { ...ORDER, newClientOrderId })).rejects.toThrow(
          /fetch failed|terminated/,
        );
        const find = { symbol: "BTCUSDT", origClientOrderId: newClientOrderId };
        const found = await caller.signed("GET", "/api/v3/order", find);
        expect(code(found)).toEqual(when === "before" ? [400, -2013] : [200, undefined]);
      }
    }
  });

  test("an answer never comes, and the exchange closes all the same", async () => {
    exchange.faults.plan({ fault: { kind: "lost", when: "after", how: "silence" } });
    const waiting = expect(caller.get("/api/v3/ping")).rejects.toThrow(/fetch failed|terminated/);
    await expect.poll(() => exchange.requests.length).toBe(1);
    await exchange.close();
    await waiting;
  });

  test("answers are replaced as often as told, then it is well", async () => {
    exchange.faults.plan({ path: "/api/v3/ping", count: 2, fault: ANSWERS.tooManyRequests });
    const statuses = [];
    for (let times = 0; times < 3; times++) statuses.push((await caller.get("/api/v3/ping")).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  test("it crashes, is not there, and comes back as it was", async () => {
    await caller.signed("POST", "/api/v3/order", { ...ORDER, newClientOrderId: "kept" });
    await exchange.crash();
    await expect(caller.get("/api/v3/ping")).rejects.toThrow(/fetch failed|terminated/);
    await exchange.restart();
    const find = { symbol: "BTCUSDT", origClientOrderId: "kept" };
    expect((await caller.signed("GET", "/api/v3/order", find)).body).toMatchObject({ status: "NEW" });
  });

  test("connections are refused until that ends", async () => {
    exchange.faults.refusesConnections = true;
    await expect(caller.get("/api/v3/ping")).rejects.toThrow(/fetch failed|terminated/);
    exchange.faults.refusesConnections = false;
    expect((await caller.get("/api/v3/ping")).status).toBe(200);
  });
});

test("a thousand markets are quoted, and the same seed makes the same market", async () => {
  const start = () => startBinanceLoopback({ markets: manyMarkets(1000), house: { seed: 7 } });
  const [one, other] = [await start(), await start()];
  try {
    for (const each of [one, other]) each.world.trade(50);
    const { body } = await restCaller(one.url, CREDENTIALS).get("/api/v3/ticker/bookTicker");
    expect(body).toHaveLength(1000);
    expect(body.every(({ bidPrice, askPrice }) => Number(bidPrice) > 0 && Number(bidPrice) < Number(askPrice))).toBe(
      true,
    );
    expect(one.book("S0042/USDT")).toEqual(other.book("S0042/USDT"));
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
