/** The adapter against an exchange that limits, bans, falls silent, loses answers and has another time. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ANSWERS } from "../../../../test/support/binance-loopback/faults.ts";
import type { RequestFault } from "../../../../test/support/binance-loopback/faults.ts";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import type { ManualClock } from "../../../../test/support/manual-clock.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { ExchangeAccount, NewOrder } from "../port.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";

const BOOK = "/api/v3/depth";
const ORDER = "/api/v3/order";

let clock: ManualClock;
let world: CcxtWorld;

const asked = (path: string, method = "GET"): number =>
  world.loopback.requests.filter((request) => request.path === path && request.method === method).length;

async function failureOf(request: Promise<unknown>): Promise<ExchangeFailure> {
  const error: unknown = await request.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ExchangeFailure)) throw error;
  return error;
}

describe("an exchange that has had enough", () => {
  beforeEach(async () => {
    clock = manualClock();
    world = await ccxtWorld({ clock });
    await world.exchange.markets();
  });
  afterEach(() => world.close());

  test("is left alone for as long as it says after a 429, and asked again then", async () => {
    const { exchange, loopback } = world;
    loopback.faults.plan({ path: BOOK, fault: ANSWERS.tooManyRequests });
    const failure = await failureOf(exchange.book("btcusdt", 5));
    expect(failure).toMatchObject({ kind: "unavailable", reason: "rateLimited", retryAfterMs: 2000 });
    expect(exchange.health()).toMatchObject({ state: "degraded" });
    expect(exchange.stoppedMs?.()).toBe(2000);
    const next = exchange.book("btcusdt", 5);
    await clock.advance(1999);
    expect(asked(BOOK)).toBe(1);
    await clock.advance(1);
    expect((await next).bids.length).toBeGreaterThan(0);
    expect([exchange.health().state, exchange.stoppedMs?.()]).toEqual(["ok", 0]);
  });

  test("is asked for nothing until a ban ends, not even for a cancel", async () => {
    const { exchange, loopback } = world;
    loopback.faults.plan({ path: BOOK, fault: ANSWERS.banned });
    expect(await failureOf(exchange.book("btcusdt", 5))).toMatchObject({ reason: "banned", retryAfterMs: 120_000 });
    expect(exchange.health()).toMatchObject({ state: "down", reason: expect.stringContaining("banned") });
    const before = loopback.requests.length;
    const account = exchange.account(CREDENTIALS);
    const order = { marketId: "btcusdt", clientOrderId: "abc" };
    expect(await failureOf(account.cancel(order))).toMatchObject({ kind: "unavailable" });
    expect(await failureOf(exchange.book("btcusdt", 5))).toMatchObject({ kind: "unavailable", reason: "banned" });
    await clock.advance(119_999);
    expect(loopback.requests.length).toBe(before);
    await clock.advance(30_000);
    await waitUntil(() => expect(exchange.health().state).toBe("ok"));
    expect((await exchange.book("btcusdt", 5)).bids.length).toBeGreaterThan(0);
  });

  test("that does not answer is given up after five errors, and taken back when a probe is answered", async () => {
    const { exchange, loopback } = world;
    loopback.faults.plan({ path: BOOK, count: 5, fault: { kind: "lost", when: "before", how: "close" } });
    for (let request = 0; request < 5; request++) {
      expect(await failureOf(exchange.book("btcusdt", 5))).toMatchObject({ kind: "unavailable", reason: "network" });
    }
    expect(exchange.health().state).toBe("down");
    const before = loopback.requests.length;
    expect(await failureOf(exchange.book("btcusdt", 5))).toMatchObject({ reason: "breakerOpen", retryAfterMs: 5000 });
    expect(loopback.requests.length).toBe(before);
    await clock.advance(5000);
    expect((await exchange.book("btcusdt", 5)).bids.length).toBeGreaterThan(0);
    expect(exchange.health().state).toBe("ok");
  });

  test("under maintenance is said to be so, by its own word, until that has changed", async () => {
    const { exchange, loopback } = world;
    loopback.faults.isMaintained = true;
    await failureOf(exchange.book("btcusdt", 5));
    await clock.advance(10_000);
    await waitUntil(() => expect(exchange.health().state).toBe("maintenance"));
    loopback.faults.heal();
    await clock.advance(10_000);
    await waitUntil(() => expect(exchange.health().state).toBe("ok"));
  });

  test("is not under maintenance any more, though its list of markets is due and cannot be read", async () => {
    const { exchange, loopback } = world;
    loopback.faults.isMaintained = true;
    await failureOf(exchange.book("btcusdt", 5));
    await clock.advance(HOUR_MS);
    await waitUntil(() => expect(exchange.health().state).toBe("maintenance"));
    loopback.faults.heal();
    const fault = { kind: "answer", status: 400, body: { code: -1000, msg: "An unknown error." } } as const;
    loopback.faults.plan({ path: "/api/v3/exchangeInfo", count: 1_000, fault });
    await waitUntil(async () => {
      await clock.advance(10_000);
      expect(exchange.health().state).toBe("ok");
    });
  });
});

test("an exchange that nothing but orders asks is taken back as well", async () => {
  clock = manualClock();
  world = await ccxtWorld({ clock });
  onTestFinished(() => world.close());
  const { exchange, loopback } = world;
  const account = exchange.account(CREDENTIALS);
  const order = { marketId: "btcusdt", clientOrderId: "resting" };
  await account.place({ ...order, side: "buy", type: "limit", amount: "0.01", price: "50000" });
  loopback.faults.plan({
    method: "DELETE",
    path: ORDER,
    count: 5,
    fault: { kind: "lost", when: "before", how: "close" },
  });
  for (let request = 0; request < 5; request++) {
    expect(await failureOf(account.cancel(order))).toMatchObject({ kind: "unknown" });
  }
  expect(await failureOf(account.find(order))).toMatchObject({ reason: "breakerOpen" });
  await clock.advance(10_000);
  await waitUntil(() => expect(exchange.health().state).toBe("ok"));
  expect(await account.find(order)).toMatchObject({ state: "open" });
  expect(await account.cancel(order)).toMatchObject({ state: "canceled" });
});

describe("an order whose answer is not understood", () => {
  let account: ExchangeAccount;
  let placed = 0;
  const order = (): NewOrder => ({
    marketId: "btcusdt",
    clientOrderId: `faulty${String(++placed)}`,
    side: "buy",
    type: "limit",
    amount: "0.01",
    price: "50000",
  });

  /** @param timeoutMs of every request: shorter only where an answer is too late, since the machine may be busy */
  async function open(timeoutMs = 60_000): Promise<void> {
    world = await ccxtWorld({ timeoutMs });
    account = world.exchange.account(CREDENTIALS);
    await account.balances();
  }
  afterEach(() => world.close());

  const LOST: readonly [string, RequestFault][] = [
    ["the line breaks", { kind: "lost", when: "after", how: "close" }],
    ["nothing is answered", { kind: "lost", when: "after", how: "silence" }],
    ["half of it is answered", { kind: "lost", when: "after", how: "half" }],
    ["the answer comes too late", { kind: "delay", ms: 4_000 }],
  ];
  test.each(LOST)("may exist, is sent once, and is found: %s", async (_, fault) => {
    await open(2_000);
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault });
    const wanted = order();
    expect(await failureOf(account.place(wanted))).toMatchObject({ kind: "unknown" });
    await waitUntil(async () => expect(await account.find(wanted)).toMatchObject({ state: "open" }));
    expect(asked(ORDER, "POST")).toBe(1);
    expect(await account.openOrders()).toHaveLength(1);
  });

  const UNCLEAR: readonly [string, RequestFault][] = [
    ["the exchange does not know either", ANSWERS.backendTimeout],
    ["the exchange stumbles", ANSWERS.internalError],
    ["a machine before it answers", ANSWERS.unavailable],
    ["it is not an answer", { kind: "answer", status: 200, body: "<html></html>" }],
  ];
  test.each(UNCLEAR)("is unknown and looked up, not sent again: %s", async (_, fault) => {
    await open();
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault });
    const wanted = order();
    expect(await failureOf(account.place(wanted))).toMatchObject({ kind: "unknown" });
    expect(await account.find(wanted)).toBeUndefined();
    expect(asked(ORDER, "POST")).toBe(1);
  });

  test("refused for its time, it is sent a second time after the clock was measured, and no third time", async () => {
    await open();
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault: ANSWERS.clockAhead });
    expect(await account.place(order())).toMatchObject({ state: "open" });
    expect(asked(ORDER, "POST")).toBe(2);
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault: ANSWERS.clockAhead, count: 2 });
    expect(await failureOf(account.place(order()))).toMatchObject({ kind: "unavailable", reason: "clock" });
    expect(asked(ORDER, "POST")).toBe(4);
  });
});

describe("a page in the place of an answer", () => {
  const PAGE: RequestFault = { kind: "answer", status: 200, body: "<html><body>We are back soon.</body></html>" };
  beforeEach(async () => {
    world = await ccxtWorld();
    await world.exchange.account(CREDENTIALS).openOrders();
  });
  afterEach(() => world.close());

  test("is not an empty account, nor an empty book, and shows in the exchange's health", async () => {
    const { exchange, loopback } = world;
    const account = exchange.account(CREDENTIALS);
    const questions: readonly [string, () => Promise<unknown>][] = [
      ["/api/v3/openOrders", () => account.openOrders()],
      ["/api/v3/account", () => account.balances()],
      [ORDER, () => account.find({ marketId: "btcusdt", clientOrderId: "abc" })],
      [BOOK, () => exchange.book("btcusdt", 5)],
    ];
    for (const [path, question] of questions) {
      loopback.faults.plan({ path, fault: PAGE });
      expect(await failureOf(question())).toMatchObject({ kind: "unavailable" });
      expect(exchange.health()).toMatchObject({ state: "degraded" });
      await question();
      expect(exchange.health()).toMatchObject({ state: "ok" });
    }
  });
});

describe("an exchange whose clock is another", () => {
  afterEach(() => world.close());

  test.each([60_000, -60_000, 400])("is spoken to by its own clock: %d ms", async (skewMs) => {
    world = await ccxtWorld({ skewMs });
    const account = world.exchange.account(CREDENTIALS);
    expect((await account.balances()).length).toBeGreaterThan(0);
    expect(world.loopback.requests.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test("gets no order while two measurements disagree", async () => {
    clock = manualClock();
    world = await ccxtWorld({ clock });
    const account = world.exchange.account(CREDENTIALS);
    await account.balances();
    const wanted: NewOrder = {
      marketId: "btcusdt",
      clientOrderId: "jumped1",
      side: "buy",
      type: "limit",
      amount: "0.01",
      price: "50000",
    };
    world.loopback.faults.skewMs = 5000;
    // The heartbeat does not come: it would measure twice where answers are quicker than its turns.
    clock.jump(5 * 60_000);
    expect(await failureOf(account.place(wanted))).toMatchObject({ kind: "unavailable", reason: "clock" });
    expect(asked(ORDER, "POST")).toBe(0);
    // The next measurement agrees with the last one.
    expect(await account.openOrders()).toEqual([]);
    expect(await account.place(wanted)).toMatchObject({ state: "open" });
  });
});
