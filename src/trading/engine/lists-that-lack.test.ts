/** Exchanges that lack a list: what became of an order is found out without it. */
import { expect, test } from "vitest";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { silentLog } from "../../kit/log/log.ts";
import { parseFine } from "../../kit/money/fine.ts";
import { IncompleteOrders } from "../exchanges/core/incomplete-orders.ts";
import { ExchangeFailure, type ExchangeAccount, type OrderReport } from "../exchanges/index.ts";
import { nextLookup } from "./core/journal.ts";
import { KeyBook } from "./key-book.ts";
import { KeyPoll } from "./poll-key.ts";
import { lookUpOrder } from "./send-orders.ts";
import type { SendContext } from "./send-context.ts";
import type { KeptOrder } from "./store.ts";

const NOW_MS = 1_700_000_000_000;

/** An order whose place request was not answered. */
function unanswered(): KeptOrder {
  const terms = {
    id: 1,
    batchId: null,
    ownerUid: 1,
    uid: 1,
    keyId: 1,
    strategyId: null,
    exchange: "bitstamp",
    marketId: "btcusd",
    side: "buy",
    type: "limit",
    amount: "1",
    price: "10",
    stopPrice: null,
    timeInForce: null,
    postOnly: false,
    createdMs: NOW_MS,
    sendAtMs: NOW_MS,
    intervalMs: 0,
    expireAfterMs: 0,
    cancelAskedMs: null,
    checkAskedMs: null,
    withheldAskedMs: null,
  } as const;
  const order = createdOrder("ab1", parseFine("1") ?? 0n);
  const kept = { version: 1, claimedFence: 1, handedMs: NOW_MS, checkedMs: null, cost: "0", worth: 0n, why: "" };
  return { ...kept, isDeferred: false, terms, order, updatedMs: NOW_MS };
}

const none = (): Promise<[]> => Promise.resolve([]);

const unlisted = () => Promise.reject(new ExchangeFailure("rejected", "unsupported", "no such list"));

function worldOf(account: Partial<ExchangeAccount>) {
  const time = { nowMs: NOW_MS };
  const nowMs = (): number => time.nowMs;
  const book = new KeyBook({
    keyId: 1,
    log: silentLog(),
    nowMs,
    write: () => Promise.resolve(),
    onBroken: (error) => {
      throw error;
    },
    onEffects: () => {},
  });
  const hold = { isHeld: () => true, signal: new AbortController().signal };
  const figures = { sent: 0, lookups: 0, alerts: 0 };
  const context = { account, book, hold, figures, log: silentLog(), key: { keyId: 1 }, wake: () => {}, nowMs };
  return { time, book, entry: book.load(unanswered()), context: context as Partial<SendContext> as SendContext };
}

test.each([
  ["has none", none],
  ["cannot be asked for", unlisted],
] as const)("an order is missing where the list of ended orders %s", async (_, closedOrders) => {
  const find = () => Promise.resolve(undefined);
  const { time, book, entry, context } = worldOf({ find, openOrders: none, closedOrders, fills: none });
  await book.note(entry, { kind: "unclear" });
  for (let lookup = 0; lookup < 10; lookup++) {
    time.nowMs = nextLookup(entry.order)?.atMs ?? time.nowMs;
    await lookUpOrder(context, entry);
  }
  expect(entry.order.state).toBe("missing");
});

const REPORT: OrderReport = {
  marketId: "btcusd",
  exchangeOrderId: "7",
  clientOrderId: "ab1",
  side: "buy",
  type: "limit",
  state: "open",
  price: "10",
  amount: "1",
  filled: "0",
  cost: "0",
  fees: [],
  createdMs: NOW_MS,
  updatedMs: NOW_MS,
};

test("an order that ended at the exchange is noticed where open orders are listed by market only", async () => {
  const listed: OrderReport[] = [REPORT];
  const { time, book, entry, context } = worldOf({
    openOrders: (marketId) => (marketId === undefined ? unlisted() : Promise.resolve(listed)),
    find: () => Promise.resolve({ ...REPORT, state: "canceled" }),
  });
  await book.note(entry, { kind: "unclear" });
  const poll = new KeyPoll(context, false);
  await poll.openOrders();
  expect(entry.order.state).toBe("open");
  listed.length = 0;
  time.nowMs += 60_000;
  await poll.openOrders();
  expect(entry.order.state).toBe("canceled");
});

const incomplete = (...listed: OrderReport[]) => Promise.reject(new IncompleteOrders("only a part", listed));

test("an incomplete list of open orders denies no order: everything else is asked, and nothing is concluded", async () => {
  const find = () => Promise.resolve(undefined);
  const openOrders = () => incomplete({ ...REPORT, exchangeOrderId: "8", clientOrderId: "ab2" });
  const { time, book, entry, context } = worldOf({ find, openOrders, closedOrders: none, fills: none });
  await book.note(entry, { kind: "unclear" });
  for (let lookup = 0; lookup < 10; lookup++) {
    time.nowMs = nextLookup(entry.order)?.atMs ?? time.nowMs;
    await lookUpOrder(context, entry);
  }
  expect(entry.order.state).toBe("unknown");
});

test("an order in the part of an incomplete list that came is found there", async () => {
  const find = () => Promise.resolve(undefined);
  const { time, book, entry, context } = worldOf({ find, openOrders: () => incomplete(REPORT) });
  await book.note(entry, { kind: "unclear" });
  for (let lookup = 0; lookup < 10; lookup++) {
    time.nowMs = nextLookup(entry.order)?.atMs ?? time.nowMs;
    await lookUpOrder(context, entry);
  }
  expect(entry.order.state).toBe("open");
});

test("of the orders that an incomplete list does not show, a poll looks up a few, those with the oldest reports", async () => {
  const asked: string[] = [];
  const { time, book, context } = worldOf({
    openOrders: () => incomplete(REPORT),
    find: ({ clientOrderId }) => {
      asked.push(clientOrderId);
      return Promise.resolve({ ...REPORT, clientOrderId, exchangeOrderId: clientOrderId });
    },
  });
  for (let id = 2; id <= 50; id++) {
    const kept = unanswered();
    const order = { ...createdOrder(`ab${String(id)}`, parseFine("1") ?? 0n), state: "open" as const };
    book.load({ ...kept, terms: { ...kept.terms, id }, order });
  }
  const poll = new KeyPoll(context, false);
  for (let round = 1; round <= 3; round++) {
    time.nowMs += 60_000;
    // It has failed: what is behind the list's end may be ours.
    await expect(poll.openOrders()).rejects.toThrow("only a part");
    expect(asked).toHaveLength(round * 20);
  }
  expect(new Set(asked).size).toBe(49);
});

const refused = () => new ExchangeFailure("rejected", "unknownMarket", "no such market");

test("an order is in doubt where no list shows it and its exchange refuses the question about it", async () => {
  const listed: OrderReport[] = [];
  const { time, book, entry, context } = worldOf({
    openOrders: () => Promise.resolve(listed),
    find: () => Promise.reject(refused()),
  });
  await book.noteReport(entry, REPORT, { isSeen: true, isLookup: false });
  const poll = new KeyPoll(context, false);
  time.nowMs += 60_000;
  await poll.openOrders();
  expect([entry.order.state, entry.why]).toEqual(["unknown", "no such market"]);
  // It is asked about again and again, and is open as soon as it is shown.
  time.nowMs = nextLookup(entry.order)?.atMs ?? 0;
  await lookUpOrder(context, entry);
  expect(nextLookup(entry.order)?.atMs).toBeGreaterThan(time.nowMs);
  listed.push(REPORT);
  await poll.openOrders();
  expect(entry.order.state).toBe("open");
});

test.each([
  ["does not answer", new ExchangeFailure("unavailable", "network", "down")],
  ["does not take the key", new ExchangeFailure("rejected", "badKey", "not from this address")],
])("an order that no list shows is not in doubt because its exchange %s", async (_, failure) => {
  const { time, book, entry, context } = worldOf({ openOrders: none, find: () => Promise.reject(failure) });
  await book.noteReport(entry, REPORT, { isSeen: true, isLookup: false });
  time.nowMs += 60_000;
  await new KeyPoll(context, false).openOrders();
  expect(entry.order.state).toBe("open");
});

test("a market whose open orders are refused, or do not come, keeps no other one's orders from being compared", async () => {
  const down = new ExchangeFailure("unavailable", "network", "down");
  const failures = new Map([
    ["goneusd", refused()],
    ["ethusd", down],
  ]);
  const asked: string[] = [];
  const { time, book, entry, context } = worldOf({
    openOrders(marketId) {
      const failure = marketId === undefined ? undefined : failures.get(marketId);
      if (failure) return Promise.reject(failure);
      return marketId === undefined ? unlisted() : none();
    },
    find({ marketId }) {
      asked.push(marketId);
      return failures.has(marketId) ? Promise.reject(refused()) : Promise.resolve({ ...REPORT, state: "canceled" });
    },
  });
  const others = ["goneusd", "ethusd"].map((marketId, at) => {
    const kept = unanswered();
    const order = { ...createdOrder(`ab${String(at + 2)}`, parseFine("1") ?? 0n), state: "open" as const };
    return book.load({ ...kept, terms: { ...kept.terms, id: at + 2, marketId }, order });
  });
  await book.noteReport(entry, REPORT, { isSeen: true, isLookup: false });
  time.nowMs += 60_000;
  await expect(new KeyPoll(context, false).openOrders()).rejects.toBe(down);
  expect(asked.toSorted()).toEqual(["btcusd", "goneusd"]);
  expect([entry, ...others].map(({ order }) => order.state)).toEqual(["canceled", "unknown", "open"]);
  // A list that is refused keeps nothing from being known: the orders were asked about.
  failures.delete("ethusd");
  await new KeyPoll(context, false).openOrders();
});
