/** The reservations of orders on a key's balances. */
import { describe, expect, test } from "vitest";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { FINE_ONE, parseFine } from "../../kit/money/fine.ts";
import { ExchangeFailure } from "../exchanges/index.ts";
import type { Balance } from "../exchanges/port.ts";
import type { JournalOrder, JournalState } from "./core/journal-order.ts";
import type { Entry } from "./key-book.ts";
import { KeyFunds } from "./key-funds.ts";
import type { OrderTerms } from "./store.ts";

const fine = (text: string): bigint => parseFine(text) ?? 0n;
let ids = 0;

function entryOf(terms: Partial<OrderTerms> = {}, state: JournalState = "created"): Entry {
  ids++;
  const full: OrderTerms = {
    id: ids,
    batchId: null,
    ownerUid: 1,
    uid: 1,
    keyId: 1,
    strategyId: null,
    exchange: "binance",
    marketId: "btcusdt",
    side: "buy",
    type: "limit",
    price: "100",
    stopPrice: null,
    amount: "1",
    createdMs: 0,
    sendAtMs: 0,
    intervalMs: 0,
    expireAfterMs: 0,
    cancelAskedMs: null,
    checkAskedMs: null,
    withheldAskedMs: null,
    timeInForce: null,
    postOnly: false,
    ...terms,
  };
  const order: JournalOrder = { ...createdOrder(`ab${ids}`, fine(full.amount)), state };
  return { terms: full, order, cost: "0" } as Entry;
}

const MONEY: Readonly<Record<string, string>> = { USDT: "250", BTC: "1" };

function bench(free = MONEY) {
  let nowMs = 1_000_000;
  let asked = 0;
  let failure: Error | undefined;
  const balances = { ...free } as Record<string, string>;
  const funds = new KeyFunds({
    account: {
      balances: async (): Promise<readonly Balance[]> => {
        asked++;
        if (failure) throw failure;
        return Object.entries(balances).map(([currency, each]) => ({ currency, free: each, used: "0" }));
      },
    },
    nowMs: () => nowMs++,
    currencies: ({ marketId }) => (marketId === "btcusdt" ? { base: "BTC", quote: "USDT" } : undefined),
    price: ({ type, price }) => (type === "market" ? 100n * FINE_ONE : (parseFine(price ?? "") ?? undefined)),
  });
  return {
    funds,
    balances,
    asked: () => asked,
    pass: (ms: number) => void (nowMs += ms),
    fail: (error: Error | undefined) => void (failure = error),
  };
}

const SHORT = /too little USDT/;

describe("the money of a key", () => {
  test("is set aside once: what two orders want together and is not there, one gets", async () => {
    const { funds, asked } = bench();
    const [one, two, three] = [entryOf(), entryOf(), entryOf()];
    expect([await funds.reserve(one), await funds.reserve(two)]).toEqual([undefined, undefined]);
    expect(await funds.reserve(three)).toMatch(SHORT);
    // Once before the first, and once more before it says no.
    expect(asked()).toBe(2);
    funds.forget(one);
    expect(await funds.reserve(three)).toBeUndefined();
  });

  test("of a sale is the base currency", async () => {
    const { funds } = bench();
    expect(await funds.reserve(entryOf({ side: "sell", amount: "0.6" }))).toBeUndefined();
    expect(await funds.reserve(entryOf({ side: "sell", amount: "0.6" }))).toMatch(/too little BTC/);
  });

  test("that came in the meantime is found", async () => {
    const { funds, balances } = bench({});
    expect(await funds.reserve(entryOf())).toMatch(SHORT);
    balances["USDT"] = "100";
    expect(await funds.reserve(entryOf())).toBeUndefined();
  });

  test("is set aside with a margin for a market order, where there is so much", async () => {
    const { funds } = bench({ USDT: "204" });
    const market = { type: "market", price: null } as const;
    expect(await funds.reserve(entryOf(market))).toBeUndefined();
    expect(await funds.reserve(entryOf({ price: "99.01" }))).toMatch(SHORT);
    expect(await funds.reserve(entryOf({ price: "99" }))).toBeUndefined();
    const tight = bench({ USDT: "100" });
    expect(await tight.funds.reserve(entryOf(market))).toBeUndefined();
    expect(await tight.funds.reserve(entryOf({ price: "0.01" }))).toMatch(SHORT);
  });
});

describe("an order that ends", () => {
  test("frees what it has not spent at once, and what it has spent with a newer balance", async () => {
    const { funds, balances, pass } = bench({ USDT: "100" });
    const entry = entryOf();
    expect(await funds.reserve(entry)).toBeUndefined();
    entry.order = { ...entry.order, state: "canceled", wasSeen: true, filled: fine("0.4") };
    entry.cost = "40";
    funds.follow(entry, ["release"]);
    balances["USDT"] = "60";
    expect(await funds.reserve(entryOf({ amount: "0.6" }))).toBeUndefined();
    expect(await funds.reserve(entryOf({ amount: "0.01" }))).toMatch(SHORT);
    balances["USDT"] = "100";
    pass(60_000);
    expect(await funds.reserve(entryOf({ amount: "0.4" }))).toBeUndefined();
  });

  test("that tells no cost has spent the share of what was set aside that it has filled", async () => {
    const { funds, balances, asked } = bench({ USDT: "100" });
    const entry = entryOf();
    await funds.reserve(entry);
    entry.order = { ...entry.order, state: "filled", wasSeen: true, filled: fine("0.5") };
    funds.follow(entry, ["release"]);
    balances["USDT"] = "50";
    expect([await funds.reserve(entryOf({ amount: "0.5" })), asked()]).toEqual([undefined, 1]);
    expect(await funds.reserve(entryOf({ amount: "0.01" }))).toMatch(SHORT);
  });

  test("on the exchange's books is not counted twice once a newer balance knows it", async () => {
    const { funds, balances, pass } = bench({ USDT: "150" });
    const entry = entryOf();
    await funds.reserve(entry);
    entry.order = { ...entry.order, state: "open", wasSeen: true };
    funds.follow(entry, []);
    balances["USDT"] = "50";
    pass(60_000);
    expect(await funds.reserve(entryOf({ amount: "0.5" }))).toBeUndefined();
    expect(await funds.reserve(entryOf({ amount: "0.01" }))).toMatch(SHORT);
  });
});

describe("orders that a sender before has left", () => {
  test("count whether or not the exchange has shown them", async () => {
    const { funds } = bench({ USDT: "150" });
    funds.restore(entryOf({}, "unknown"));
    expect(await funds.reserve(entryOf())).toMatch(SHORT);
    expect(await funds.reserve(entryOf({ amount: "0.5" }))).toBeUndefined();
  });

  test("that rest at the exchange are in its balance", async () => {
    const { funds } = bench({ USDT: "150" });
    const resting = entryOf({}, "open");
    resting.order = { ...resting.order, wasSeen: true };
    funds.restore(resting);
    expect(await funds.reserve(entryOf({ amount: "1.5" }))).toBeUndefined();
  });

  test("that are over count for nothing", async () => {
    const { funds } = bench({ USDT: "100" });
    funds.restore(entryOf({}, "canceled"));
    expect(await funds.reserve(entryOf())).toBeUndefined();
  });
});

test("orders that have ended are forgotten, also while nobody asks for a balance", () => {
  const { funds, pass, asked } = bench();
  const trade = (): void => {
    const entry = entryOf({}, "created");
    funds.restore(entry);
    entry.order = { ...entry.order, state: "filled", wasSeen: true, filled: entry.order.amount };
    entry.cost = "100";
    funds.follow(entry, ["release"]);
  };
  for (let second = 0; second < 3_000; second++) {
    trade();
    pass(1_000);
  }
  // Those of the last minute at most: a balance that is relied on is half as old.
  expect([funds.setAside <= 60, asked()]).toEqual([true, 0]);
});

describe("an exchange that does not report what the account holds", () => {
  test("because the key may not see it decides itself, and what was left to it is counted", async () => {
    const { funds, fail } = bench({ USDT: "150" });
    fail(new ExchangeFailure("rejected", "notPermitted", "no"));
    expect(await funds.reserve(entryOf())).toBeUndefined();
    fail(undefined);
    expect(await funds.reserve(entryOf())).toMatch(SHORT);
  });

  test("because it is away gets no order", async () => {
    const { funds, fail } = bench();
    fail(new ExchangeFailure("unavailable", "network", "It does not answer"));
    expect(await funds.reserve(entryOf())).toMatch(/did not report what the account holds \(It does not answer\)/);
    await expect(funds.prepare()).resolves.toBeUndefined();
  });

  test("because its market is not known decides itself", async () => {
    const { funds, asked } = bench({});
    expect(await funds.reserve(entryOf({ marketId: "abcxyz" }))).toBeUndefined();
    expect(asked()).toBe(0);
  });
});
