import { beforeEach, describe, expect, test } from "vitest";
import { text, told, units } from "../../../../test/support/engine-talk.ts";
import type { Market } from "../../exchanges/index.ts";
import type { EngineEvent, Matching, PlaceCommand } from "./commands.ts";
import { createMatching } from "./matching-engine.ts";

const ONE = 100_000_000n;
const MARKET: Market = {
  id: "btcusdt",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  isActive: true,
  tickSize: "0.5",
  stepSize: "0.1",
  minAmount: "0.1",
  minNotional: "10",
  makerFee: 0.001,
  takerFee: 0.002,
  contractSize: "1",
};

let matching: Matching;

beforeEach(() => {
  matching = createMatching([MARKET]);
  for (const account of ["ann", "bob", "cid"]) {
    matching.apply({ kind: "deposit", account, currency: "BTC", amount: 10n * ONE });
    matching.apply({ kind: "deposit", account, currency: "USDT", amount: 1000n * ONE });
  }
});

/** `ann buy 1 @ 100`: amount and price in tenths and halves are fine. */
function place(line: string, more: Partial<PlaceCommand> = {}): readonly EngineEvent[] {
  const [account = "", side, amount, , price] = line.split(" ");
  return matching.apply({
    kind: "place",
    account,
    marketId: "btcusdt",
    clientOrderId: "",
    side: side === "buy" ? "buy" : "sell",
    type: price === undefined ? "market" : "limit",
    amount: units(amount),
    ...(price === undefined ? {} : { price: units(price) }),
    timeInForce: "GTC",
    postOnly: false,
    atMs: 1000,
    ...more,
  });
}

function purse(account: string, currency: string): string {
  const { free = 0n, held = 0n } = matching.balances(account).get(currency) ?? {};
  return `${text(free)} free, ${text(held)} held`;
}

describe("a limit order", () => {
  test("rests, and reserves what it may cost", () => {
    expect(told(place("ann buy 2 @ 99.5"))).toEqual(["ann open 0", "bid 2 @ 99.5"]);
    expect(purse("ann", "USDT")).toBe("801 free, 199 held");
  });

  test("takes the best price first, at one price who came first, and rests with what remains", () => {
    place("ann sell 1 @ 101");
    place("bob sell 1 @ 100");
    place("ann sell 1 @ 100");
    expect(told(place("cid buy 4 @ 101"))).toEqual([
      "cid open 0",
      "cid from bob 1 @ 100",
      "cid from ann 1 @ 100",
      "ask 0 @ 100",
      "cid from ann 1 @ 101",
      "ask 0 @ 101",
      "bid 1 @ 101",
    ]);
  });

  test("gets back what it paid less than its price, and pays its fee out of what it receives", () => {
    place("ann sell 1 @ 90");
    place("bob buy 1 @ 100");
    expect(purse("bob", "USDT")).toBe("910 free, 0 held");
    expect(purse("bob", "BTC")).toBe("10.998 free, 0 held");
    expect(purse("ann", "USDT")).toBe("1089.91 free, 0 held");
    expect(purse("fees", "USDT")).toBe("0.09 free, 0 held");
  });

  test.each([
    ["ann buy 1 @ 99.7", {}, "priceFilter"],
    ["ann buy 0.15 @ 99", {}, "lotSize"],
    ["ann buy 0 @ 99", {}, "lotSize"],
    ["ann buy 0.1 @ 99.5", {}, "minNotional"],
    ["ann buy 10.1 @ 100", {}, "insufficientFunds"],
    ["ann sell 10.1 @ 100", {}, "insufficientFunds"],
    ["ann sell 1 @ 100", { marketId: "btcxxx" }, "unknownMarket"],
    ["ann sell 1 @ 100", { postOnly: true, timeInForce: "IOC" }, "badCommand"],
    ["ann buy 1", {}, "noLiquidity"],
  ] as const)("%s %j is refused: %s", (line, more, reason) => {
    expect(told(place(line, more))).toEqual([`rejected ${reason}`]);
    expect(matching.openOrders("ann")).toEqual([]);
  });

  test("that is post-only is refused instead of taking", () => {
    place("ann sell 1 @ 100");
    expect(told(place("bob buy 1 @ 100", { postOnly: true }))).toEqual(["rejected wouldTake"]);
    expect(told(place("bob buy 1 @ 99.5", { postOnly: true }))).toEqual(["bob open 0", "bid 1 @ 99.5"]);
  });

  test("that is immediate or cancel never rests", () => {
    place("ann sell 1 @ 100");
    expect(told(place("bob buy 3 @ 100", { timeInForce: "IOC" }))).toEqual([
      "bob open 0",
      "bob from ann 1 @ 100",
      "ask 0 @ 100",
      "bob expired 1",
    ]);
    expect(purse("bob", "USDT")).toBe("900 free, 0 held");
  });

  test("that is fill or kill does nothing unless it gets all", () => {
    place("ann sell 1 @ 100");
    expect(told(place("bob buy 2 @ 100", { timeInForce: "FOK" }))).toEqual(["bob open 0", "bob expired 0"]);
    expect(told(place("bob buy 1 @ 100", { timeInForce: "FOK" }))).toEqual([
      "bob open 0",
      "bob from ann 1 @ 100",
      "ask 0 @ 100",
    ]);
  });

  test("may not have the id of another open order of its account", () => {
    place("ann buy 1 @ 90", { clientOrderId: "one" });
    expect(told(place("ann buy 1 @ 91", { clientOrderId: "one" }))).toEqual(["rejected duplicateClientOrderId"]);
    expect(told(place("bob buy 1 @ 91", { clientOrderId: "one" }))).toEqual(["bob open 0", "bid 1 @ 91"]);
  });

  test("never trades with its own account: what remains expires", () => {
    place("bob sell 1 @ 99");
    place("ann sell 1 @ 100");
    expect(told(place("ann buy 3 @ 101"))).toEqual([
      "ann open 0",
      "ann from bob 1 @ 99",
      "ask 0 @ 99",
      "ann expired 1",
    ]);
  });
});

describe("a market order", () => {
  test("walks the book and expires where it ends", () => {
    place("ann sell 1 @ 100");
    place("ann sell 1 @ 102");
    expect(told(place("bob buy 3"))).toEqual([
      "bob open 0",
      "bob from ann 1 @ 100",
      "ask 0 @ 100",
      "bob from ann 1 @ 102",
      "ask 0 @ 102",
      "bob expired 2",
    ]);
  });

  test("buys as far as its money reaches", () => {
    place("ann sell 9 @ 150");
    expect(told(place("bob buy 9")).at(-1)).toBe("bob expired 6.6");
    expect(purse("bob", "USDT")).toBe("10 free, 0 held");
    expect(told(place("bob buy 9"))).toEqual(["rejected insufficientFunds"]);
  });
});

describe("a stop order", () => {
  test("fires when the last price has reached it, and sets off others", () => {
    place("ann sell 1 @ 100");
    place("ann sell 1 @ 101");
    place("ann sell 1 @ 102");
    place("bob buy 1", { type: "stop", stopPrice: units("100") });
    place("bob buy 1 @ 102", { type: "stop_limit", stopPrice: units("101") });
    expect(matching.openOrders("bob").map((order) => order.isWaiting)).toEqual([true, true]);
    expect(told(place("cid buy 1 @ 100"))).toEqual([
      "cid open 0",
      "cid from ann 1 @ 100",
      "ask 0 @ 100",
      "bob open 0",
      "bob from ann 1 @ 101",
      "ask 0 @ 101",
      "bob open 0",
      "bob from ann 1 @ 102",
      "ask 0 @ 102",
    ]);
  });

  test("whose price is reached already is refused", () => {
    place("ann sell 1 @ 100");
    place("bob buy 1 @ 100");
    expect(told(place("bob sell 1", { type: "stop", stopPrice: units("100") }))).toEqual([
      "rejected wouldTriggerAtOnce",
    ]);
    expect(told(place("bob sell 1", { type: "stop", stopPrice: units("99.5") }))).toEqual(["bob waiting 0"]);
  });

  test("is canceled without a word about the book", () => {
    place("ann sell 1", { type: "stop", stopPrice: units("90"), clientOrderId: "s" });
    expect(purse("ann", "BTC")).toBe("9 free, 1 held");
    const order = { clientOrderId: "s" };
    const events = matching.apply({ kind: "cancel", account: "ann", marketId: "btcusdt", order, atMs: 1 });
    expect(told(events)).toEqual(["ann canceled 0"]);
    expect(purse("ann", "BTC")).toBe("10 free, 0 held");
  });
});

describe("an amendment", () => {
  const amend = (change: { price?: bigint; amount?: bigint }): string[] =>
    told(
      matching.apply({
        kind: "amend",
        account: "ann",
        marketId: "btcusdt",
        order: { clientOrderId: "a" },
        ...change,
        atMs: 2,
      }),
    );

  beforeEach(() => {
    place("ann sell 2 @ 100", { clientOrderId: "a" });
    place("bob sell 2 @ 100");
  });

  test("to a lower amount keeps its place", () => {
    expect(amend({ amount: units("1") })).toEqual(["ask 3 @ 100", "ann open 0"]);
    expect(told(place("cid buy 1 @ 100"))[1]).toBe("cid from ann 1 @ 100");
  });

  test("to a higher amount goes to the end", () => {
    expect(amend({ amount: units("3") })).toEqual(["ask 2 @ 100", "ann open 0", "ask 5 @ 100"]);
    expect(told(place("cid buy 1 @ 100"))[1]).toBe("cid from bob 1 @ 100");
  });

  test("to another price may take at once", () => {
    place("cid buy 1 @ 95");
    expect(amend({ price: units("95") })).toEqual([
      "ask 2 @ 100",
      "ann open 0",
      "ann from cid 1 @ 95",
      "bid 0 @ 95",
      "ask 1 @ 95",
    ]);
  });

  test("below what is filled is refused", () => {
    place("cid buy 1 @ 100");
    expect(amend({ amount: units("1") })).toEqual(["rejected badCommand"]);
  });
});

describe("a final order", () => {
  test("is found by both ids, and listed newest first", () => {
    place("ann buy 1 @ 90", { clientOrderId: "one" });
    place("ann buy 1 @ 91", { clientOrderId: "two" });
    for (const clientOrderId of ["one", "two"]) {
      matching.apply({ kind: "cancel", account: "ann", marketId: "btcusdt", order: { clientOrderId }, atMs: 5 });
    }
    expect(matching.order("ann", "btcusdt", { clientOrderId: "one" })).toMatchObject({
      state: "canceled",
      updatedMs: 5,
    });
    expect(matching.order("ann", "btcusdt", { orderId: 2 })?.clientOrderId).toBe("two");
    expect(matching.closedOrders("ann", "btcusdt", 10).map((order) => order.clientOrderId)).toEqual(["two", "one"]);
    expect(matching.order("bob", "btcusdt", { orderId: 2 })).toBeUndefined();
  });

  test("is forgotten after as many as are kept", () => {
    matching = createMatching([MARKET], { keepClosed: () => 2 });
    matching.apply({ kind: "deposit", account: "ann", currency: "USDT", amount: 1000n * ONE });
    for (const clientOrderId of ["a", "b", "c"]) {
      place("ann buy 1 @ 90", { clientOrderId });
      matching.apply({ kind: "cancel", account: "ann", marketId: "btcusdt", order: { clientOrderId }, atMs: 5 });
    }
    expect(matching.order("ann", "btcusdt", { clientOrderId: "a" })).toBeUndefined();
    expect(matching.closedOrders("ann", "btcusdt", 10).map((order) => order.clientOrderId)).toEqual(["c", "b"]);
  });
});
