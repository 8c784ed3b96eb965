import { expect, test } from "vitest";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { apply } from "../core/journal.ts";
import type { JournalEvent, JournalOrder, JournalReport } from "../core/journal-order.ts";
import { refusedWhy } from "../core/refusal-text.ts";
import type { KeptRun, KeptRunOrder, RowTotal } from "../store-runs.ts";
import type { Playbook } from "./playbook.ts";
import { RunMemory } from "./run-memory.ts";

const NOW = 1_000_000;
const ONE = 10n ** 18n;
const ENDED: JournalOrder = {
  state: "canceled",
  clientOrderId: "a1",
  exchangeOrderId: "1",
  amount: ONE,
  filled: 0n,
  fills: new Map(),
  booked: 0n,
  reportedMs: NOW,
  wasSeen: true,
  cancelWantedMs: 0,
  endedMs: NOW,
  lookup: "none",
  lookupAtMs: undefined,
  tries: 0,
  unreachable: 0,
  rounds: 0,
  lookups: 0,
  watchedUntilMs: undefined,
};
const MISSING: JournalOrder = { ...ENDED, state: "missing", lookup: "not_found", watchedUntilMs: NOW + DAY_MS };

const playbook = { listings: [], settings: { rows: [{ row: 0 }] } } as unknown as Playbook;

function kept(id: number, order: JournalOrder, more: Partial<KeptRunOrder> = {}, createdMs = NOW): KeptRunOrder {
  const terms = { id, side: "buy", price: "100", createdMs } as KeptRunOrder["terms"];
  const own = { row: 0, slice: id, attempt: 0, kind: "slice", cost: "0", priceEntry: "100", fees: [] } as const;
  return { terms, order, version: 1, checkedMs: null, ...own, ...more } as KeptRunOrder;
}

function memoryOf(orders: readonly KeptRunOrder[], totals: readonly RowTotal[] = []): RunMemory {
  return new RunMemory({} as KeptRun, playbook, { orders, totals }, { usdRate: () => undefined });
}

/** The order after what has happened to it, as a run reads it next. */
function later(id: number, order: JournalOrder, ...events: readonly JournalEvent[]): KeptRunOrder {
  return kept(
    id,
    events.reduce((before, event) => apply(before, event).order, order),
    { version: 2 },
  );
}

const report = (more: Partial<JournalReport>): JournalEvent => ({
  kind: "report",
  atMs: NOW + 1000,
  report: {
    state: "open",
    exchangeOrderId: "1",
    filled: 0n,
    amount: undefined,
    updatedMs: NOW + 1000,
    isSeen: true,
    isLookup: false,
    ...more,
  },
});
const trade: JournalEvent = { kind: "fill", atMs: NOW + 1000, fill: { key: "k/m/1", amount: ONE } };

test("what happens to an order after its end is read", () => {
  for (const [before, event] of [
    [MISSING, report({})],
    [ENDED, trade],
  ] as const) {
    const memory = memoryOf([kept(1, before)]);
    expect([...memory.known()]).toEqual([[1, { version: 1, checkedMs: null }]]);
    expect(memory.put(later(1, before, event))).toBe(true);
  }
});

test("a look at the exchange is read, also where the order is as it was", () => {
  const memory = memoryOf([kept(1, ENDED)]);
  expect(memory.put(kept(1, ENDED, { checkedMs: NOW }))).toBe(true);
  expect([...memory.known()]).toEqual([[1, { version: 1, checkedMs: NOW }]]);
  expect(memory.put(kept(1, ENDED, { checkedMs: NOW }))).toBe(false);
});

test("what other orders came to is counted beside those in memory", () => {
  const total = {
    row: 0,
    isUnwind: false,
    side: "buy",
    orders: 1,
    traded: 1,
    failed: 0,
    filled: "1",
    cost: "0",
  } as const;
  const memory = memoryOf(
    [later(2, MISSING, report({ state: "filled", filled: ONE }), trade)],
    [{ ...total, fees: [] }],
  );
  expect(memory.orders.net(0)).toBe(2n * ONE);
});

test("a trade that is reported after the end of an order of an earlier slice counts", () => {
  const memory = memoryOf([kept(1, ENDED), kept(2, ENDED)]);
  memory.fold();
  expect(memory.put(later(1, ENDED, trade))).toBe(true);
  expect(memory.orders.net(0)).toBe(ONE);
});

test("orders of earlier slices are forgotten when nothing more is expected of them, and counted once", () => {
  const traded = later(1, ENDED, trade);
  const memory = memoryOf([traded, kept(2, MISSING), kept(3, ENDED, {}, NOW + 200_000)]);
  memory.fold();
  expect([...memory.newest.keys()]).toEqual([2, 3]);
  // It was read while it was forgotten.
  expect(memory.put({ ...traded, version: 3 })).toBe(false);
  expect(memory.orders.net(0)).toBe(ONE);
  expect(memory.orders.counts()).toEqual({ successful: 1, canceled: 1, failed: 1 });
});

test("orders that are deferred are no failures, and are counted until the exchange takes one", () => {
  const created: JournalOrder = { ...ENDED, state: "created", endedMs: 0 };
  const memory = memoryOf([kept(1, created), kept(2, created), kept(3, created), kept(4, created)]);
  const ended = (id: number, state: "rejected", isDeferred: boolean): boolean =>
    memory.put(kept(id, { ...created, state, endedMs: NOW + id }, { version: 2, isDeferred }));
  ended(1, "rejected", true);
  ended(2, "rejected", true);
  expect([memory.failuresInRow, memory.deferrals]).toEqual([0, { count: 2, atMs: NOW + 2 }]);
  ended(3, "rejected", false);
  expect([memory.failuresInRow, memory.deferrals.count]).toEqual([1, 0]);
  ended(4, "rejected", true);
  expect([memory.failuresInRow, memory.deferrals.count]).toEqual([1, 1]);
});

test("orders that limits or halts have held back are not failures, others that were not sent are", () => {
  const created: JournalOrder = { ...ENDED, state: "created", endedMs: 0 };
  const failuresAfter = (why: string): number => {
    const memory = memoryOf([kept(1, created)]);
    memory.put(kept(1, { ...ENDED, state: "not_sent" }, { version: 2, why }));
    return memory.failuresInRow;
  };
  const limit = refusedWhy({ kind: "limit", scope: "account", limit: "maximum_notional" });
  expect([failuresAfter(limit), failuresAfter("The exchange key can no longer be used")]).toEqual([0, 1]);
});

test("a profit is unknown while a currency in which a row has traded has no rate, and what is stored stays", () => {
  const rates = new Map([["USDT", 1]]);
  const listings = [{ market: { base: "ETH", quote: "USDT" } }, { market: { base: "ETH", quote: "BTC" } }];
  const two = { listings, settings: { rows: [{ row: 0 }, { row: 1 }] } } as unknown as Playbook;
  const bought = {
    row: 0,
    isUnwind: false,
    side: "buy",
    orders: 1,
    traded: 1,
    failed: 0,
    filled: "1",
    cost: "3000",
  } as const;
  const sold = { ...bought, row: 1, side: "sell", cost: "0.05" } as const;
  const memoryWith = (totals: readonly RowTotal[]): RunMemory =>
    new RunMemory({} as KeptRun, two, { orders: [], totals }, { usdRate: (currency) => rates.get(currency) });
  const [one, both] = [
    memoryWith([{ ...bought, fees: [] }]),
    memoryWith([bought, sold].map((t) => ({ ...t, fees: [] }))),
  ];
  // A row that has not traded needs no rate.
  expect(one.takeFigures()).toMatchObject({ realizedPnl: "0", fees: "0" });
  expect(both.takeFigures()).toMatchObject({ realizedPnl: null, fees: null });
  expect([one.isDirty, both.isDirty]).toEqual([false, true]);
  rates.set("BTC", 62_000);
  expect(both.takeFigures()).toMatchObject({ realizedPnl: "100", fees: "0" });
  expect(both.isDirty).toBe(false);
});

test("a profit is unknown while a currency in which a fee was paid has no rate, and says which", () => {
  const rates = new Map([["USDT", 1]]);
  const listings = [{ market: { base: "ETH", quote: "USDT" } }];
  const one = { listings, settings: { rows: [{ row: 0 }] } } as unknown as Playbook;
  const [bought, sold] = (["buy", "sell"] as const).map((side): RowTotal => ({
    row: 0,
    isUnwind: false,
    side,
    orders: 1,
    traded: 1,
    failed: 0,
    filled: "1",
    cost: side === "buy" ? "3000" : "3100",
    fees: [{ currency: "BNB", amount: "0.01" }],
  }));
  const traded = later(3, ENDED, trade);
  const orders = [{ ...traded, cost: "3000", fees: [{ currency: "BNB", amount: "0.01" }] }];
  const totals = [bought, sold].filter((each) => each !== undefined);
  const market = { usdRate: (currency: string) => rates.get(currency) };
  const memory = new RunMemory({} as KeptRun, one, { orders, totals }, market);
  expect(memory.takeFigures()).toMatchObject({ realizedPnl: null, fees: null });
  expect([memory.isDirty, memory.withoutRate()]).toEqual([true, ["BNB"]]);
  rates.set("BNB", 600);
  expect(memory.takeFigures()).toMatchObject({ realizedPnl: "82", fees: "18" });
  expect([memory.isDirty, memory.withoutRate()]).toEqual([false, []]);
});
