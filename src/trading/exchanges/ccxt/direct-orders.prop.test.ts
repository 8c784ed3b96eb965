/** Orders that are sent or found past the library leave as the library would have sent them, and their answers are read as it reads them. */
import ccxt from "ccxt";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBinanceLoopback, type BinanceLoopback } from "../../../../test/support/binance-loopback/loopback.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { RateBudget, type RateRequest } from "../core/rate-budget.ts";
import type { Market, NewOrder, OrderRef, SendTerms } from "../port.ts";
import { isPlainOrder } from "./binance-order.ts";
import { DirectOrders } from "./direct-orders.ts";
import { ExchangeGate } from "./gate.ts";
import { newAttempt, newPace, privateContext } from "./gate-context.ts";
import { loadCcxt } from "./library.ts";
import { findOrder } from "./lookups.ts";
import { marketsOf } from "./market-of.ts";
import { placeOrder } from "./place-order.ts";
import { quirksOf } from "./quirks.ts";
import { PATIENCE_MS } from "../../../../test/support/wait-until.ts";

const CODES = ["binance", "binanceus"] as const;
const clock = manualClock();
let loopback: BinanceLoopback;
beforeAll(async () => {
  loopback = await startBinanceLoopback();
});
afterAll(() => loopback.close());

/** What left, and what the rate budget was asked for. */
interface Left {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: unknown;
  readonly body: unknown;
  readonly cost: number;
}

/** An instance of the library with a key, whose requests are answered here. */
async function connected(code: string, secret = "aSecret") {
  const credentials = { token: "aToken", secret };
  const budget = new RateBudget(1_000_000);
  const costs: number[] = [];
  const take = budget.take.bind(budget);
  budget.take = (request: RateRequest, nowMs) => {
    costs.push(request.cost);
    return take(request, nowMs);
  };
  const { orderExpiry } = quirksOf(code);
  const gate = new ExchangeGate({ clock, log: silentLog(), budget, timeoutMs: PATIENCE_MS, orderExpiry });
  const { make } = await loadCcxt(code);
  const open = make({ clock, address: loopback.url, accountTypes: ["spot"] });
  await open.loadMarkets();
  const exchange = make({ clock, credentials, address: loopback.url });
  exchange.setMarketsFromExchange(open);
  const context = privateContext(credentials, newPace());
  gate.guard(exchange, context);
  const left: Left[] = [];
  let answer: unknown = {};
  exchange.fetch = (url, method, headers, body) => {
    left.push({ url, method, headers, body, cost: costs.at(-1) ?? 0 });
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(structuredClone(answer));
  };
  const direct = DirectOrders.of({ exchange, context, gate, traces: undefined }, credentials);
  const markets = marketsOf(exchange, {}, ["spot"]);
  /** Both ways, at the same moment. */
  const inBothWays = async <T>(
    { terms, answered }: { readonly terms: SendTerms; readonly answered: unknown },
    ask: (way: DirectOrders | undefined) => Promise<T>,
  ) => {
    answer = answered;
    const run = async (way: DirectOrders | undefined) => {
      context.attempt = newAttempt(terms);
      context.pace.lastNonce = 0;
      const report = await ask(way);
      return { report, left: left.splice(0) };
    };
    return { ours: await run(direct), theirs: await run(undefined) };
  };
  return {
    exchange,
    direct,
    markets,
    both: (order: NewOrder, market: Market, how: { readonly terms: SendTerms; readonly answered: unknown }) =>
      inBothWays(how, (way) => placeOrder({ exchange, direct: way }, order, market, toMillis(clock.now()))),
    findBoth: (order: OrderRef, market: Market, answered: unknown) =>
      inBothWays({ terms: {}, answered }, (way) => findOrder({ exchange, direct: way }, order, market, code)),
  };
}

/** Whole steps as decimal text, with or without zeros at the end. */
const stepsOf = (step: string): fc.Arbitrary<string> =>
  fc.tuple(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 3 })).map(([count, zeros]) => {
    const places = step.split(".")[1]?.length ?? 0;
    const digits = String(BigInt(count) * BigInt(step.replace(".", ""))).padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}${"0".repeat(zeros)}`;
  });

const orderOf = (market: Market): fc.Arbitrary<NewOrder> =>
  fc
    .record(
      {
        marketId: fc.constant(market.id),
        clientOrderId: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/),
        side: fc.constantFrom("buy", "sell"),
        type: fc.constantFrom("limit", "market"),
        amount: stepsOf(market.stepSize),
        price: stepsOf(market.tickSize),
        timeInForce: fc.constantFrom("GTC", "IOC", "FOK"),
        postOnly: fc.boolean(),
      },
      { requiredKeys: ["marketId", "clientOrderId", "side", "type", "amount", "price"] },
    )
    .filter((order) => isPlainOrder(order));

const FILLED = {
  symbol: "BTCUSDT",
  orderId: 28,
  orderListId: -1,
  clientOrderId: "x",
  transactTime: 1507725176595,
  price: "0.00000000",
  origQty: "10.00000000",
  executedQty: "10.00000000",
  cummulativeQuoteQty: "39998.50000000",
  status: "FILLED",
  timeInForce: "GTC",
  type: "MARKET",
  side: "SELL",
  fills: [
    { price: "4000.0", qty: "5.0", commission: "4.0", commissionAsset: "USDT", tradeId: 56 },
    { price: "3999.7", qty: "5.0", commission: "0.1", commissionAsset: "BNB", tradeId: 57 },
  ],
};
const ANSWERS = [
  FILLED,
  {
    ...FILLED,
    type: "LIMIT",
    status: "PARTIALLY_FILLED",
    price: "4000.1",
    executedQty: "5.0",
    fills: [FILLED.fills[0]],
  },
  {
    ...FILLED,
    type: "LIMIT_MAKER",
    status: "NEW",
    price: "4000.1",
    executedQty: "0",
    cummulativeQuoteQty: "0",
    fills: [],
  },
  {
    ...FILLED,
    type: "LIMIT",
    status: "EXPIRED",
    price: "4000.1",
    executedQty: "0",
    cummulativeQuoteQty: "0",
    fills: [],
  },
];

describe.each(CODES)("a plain order at %s", (code) => {
  test("leaves as the library sends it, and its answer is read as the library reads it", async () => {
    const { both, markets, direct } = await connected(code);
    expect(direct).toBeDefined();
    const anything = fc.constantFrom(...markets).chain((market) => fc.tuple(fc.constant(market), orderOf(market)));
    const leftMs = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(anything, leftMs, fc.constantFrom(...ANSWERS), async ([market, order], left, answered) => {
        const terms = left === undefined ? {} : { notAfterMs: toMillis(clock.now()) + left };
        const { ours, theirs } = await both(order, market, { terms, answered });
        expect(ours).toEqual(theirs);
        expect(ours.left).toHaveLength(1);
      }),
    );
  });

  test("is found by our id as the library finds it, and is missing where the library says so", async () => {
    const { findBoth, markets } = await connected(code);
    const missing = new ccxt.OrderNotFound("-2013");
    const anyOrder = fc.record({
      marketId: fc.constant(""),
      clientOrderId: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/),
      exchangeOrderId: fc.stringMatching(/^[0-9]{1,12}$/),
    });
    const anyMarket = fc.constantFrom(...markets);
    await fc.assert(
      fc.asyncProperty(anyMarket, anyOrder, fc.constantFrom(...ANSWERS, missing), async (market, order, answered) => {
        const { ours, theirs } = await findBoth({ ...order, marketId: market.id }, market, answered);
        expect(ours).toEqual(theirs);
        expect(ours.left).toHaveLength(1);
        expect(ours.report === undefined).toBe(answered === missing);
      }),
    );
  });

  test("is signed with whatever the secret is", async () => {
    const { markets } = await connected(code);
    const [market] = markets;
    if (!market) throw new Error("there is no market");
    for (const secret of ["x", "ä€😀 ", "a".repeat(200)]) {
      const order = { ...ORDER, marketId: market.id, price: market.tickSize, amount: market.stepSize };
      const { both } = await connected(code, secret);
      const { ours, theirs } = await both(order, market, { terms: {}, answered: FILLED });
      expect(ours).toEqual(theirs);
    }
  });
});

const ORDER = {
  marketId: "btcusdt",
  clientOrderId: "a1",
  side: "buy",
  type: "limit",
  price: "1",
  amount: "1",
} as const;

test("a market of any name is asked for as the library asks", async () => {
  const { both, markets, exchange } = await connected("binance");
  const [market] = markets;
  if (!market) throw new Error("there is no market");
  Object.assign(exchange.market(market.symbol), { id: "币安&=人生USDT" });
  const order = { ...ORDER, marketId: market.id, price: "7", amount: "10" };
  const { ours, theirs } = await both(order, market, { terms: {}, answered: FILLED });
  expect(ours).toEqual(theirs);
  expect(ours.left[0]?.body).toContain(`symbol=${encodeURIComponent("币安&=人生USDT")}&`);
});

test("only plain orders go past the library, and none where it has to sign", async () => {
  const stop = { ...ORDER, type: "stop_limit", stopPrice: "2" } as const;
  expect(isPlainOrder(ORDER)).toBe(true);
  expect(isPlainOrder({ ...ORDER, type: "market" })).toBe(true);
  for (const other of [
    stop,
    { ...stop, type: "stop" },
    { ...ORDER, accountType: "margin" },
    { ...ORDER, reduceOnly: true },
    { ...ORDER, postOnly: true, timeInForce: "IOC" },
  ] as const) {
    expect(isPlainOrder(other)).toBe(false);
  }
  const key = "-----BEGIN PRIVATE KEY-----\nMC4CAQ==\n-----END PRIVATE KEY-----";
  expect((await connected("binance", key)).direct).toBeUndefined();
  const others = ["binanceusdm", "binancecoinm", "bybit"].map((code) => quirksOf(code).ordersAsBinance === true);
  expect(others).toEqual([false, false, false]);
});
