import { expect, test } from "vitest";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { apply } from "../core/journal.ts";
import type { JournalEvent, JournalOrder, JournalReport } from "../core/journal-order.ts";
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
    updatedMs: NOW + 1000,
    isSeen: true,
    isLookup: false,
    ...more,
  },
});
const trade: JournalEvent = { kind: "fill", atMs: NOW + 1000, fill: { key: "k/m/1", amount: ONE } };

test.each<[string, JournalOrder, readonly JournalEvent[], boolean]>([
  ["missing, and is at the exchange", MISSING, [report({})], true],
  ["missing, and has traded", MISSING, [report({ state: "filled", filled: ONE })], true],
  ["missing, and was cancelled without a trade", MISSING, [report({ state: "canceled" })], false],
  ["missing, and was cancelled after a trade", MISSING, [report({ state: "canceled", filled: ONE / 2n })], true],
  ["missing, and is watched no more", MISSING, [{ kind: "watch_over", atMs: NOW + DAY_MS }], false],
  ["ended, and lives", ENDED, [report({}), report({ isLookup: true })], true],
  [
    "ended, and is shown as it was by a list that is late",
    ENDED,
    [report({}), report({ state: "canceled", isLookup: true })],
    false,
  ],
  ["ended, and has traded late", ENDED, [trade], false],
])("an order that is %s: whether it has appeared", (_, before, events, hasAppeared) => {
  const memory = memoryOf([kept(1, before)]);
  expect([...memory.versions()]).toEqual([[1, 1]]);
  expect(memory.put(later(1, before, ...events))).toBe(true);
  expect(memory.hasAppeared).toBe(hasAppeared);
});

test("an order that lives after its end, though its cancel was wanted before, has appeared", () => {
  const before = { ...ENDED, cancelWantedMs: NOW - 1 };
  const memory = memoryOf([kept(1, before)]);
  memory.put(later(1, before, report({}), report({ isLookup: true })));
  expect(memory.hasAppeared).toBe(true);
});

test("a trade that is told after the end of an order of an earlier slice counts", () => {
  const memory = memoryOf([kept(1, ENDED), kept(2, ENDED)]);
  memory.fold();
  expect(memory.put(later(1, ENDED, trade))).toBe(true);
  expect(memory.orders.net(0)).toBe(ONE);
});

test("orders of earlier slices are forgotten when nothing of them is expected any more, and counted once", () => {
  const traded = later(1, ENDED, trade);
  const memory = memoryOf([traded, kept(2, MISSING), kept(3, ENDED, {}, NOW + 200_000)]);
  memory.fold();
  expect([...memory.newest.keys()]).toEqual([2, 3]);
  // It was read while it was forgotten.
  expect(memory.put({ ...traded, version: 3 })).toBe(false);
  expect(memory.orders.net(0)).toBe(ONE);
  expect(memory.orders.counts()).toEqual({ successful: 1, canceled: 1, failed: 1 });
});

test("what is read again takes the place of what was known", () => {
  const memory = memoryOf([later(1, ENDED, trade), kept(2, MISSING), kept(3, ENDED)]);
  const total: RowTotal = {
    row: 0,
    isUnwind: false,
    side: "buy",
    orders: 1,
    traded: 1,
    failed: 0,
    filled: "1",
    cost: "0",
    fees: [],
  };
  memory.reload({
    orders: [later(2, MISSING, report({ state: "filled", filled: ONE }), trade), kept(3, ENDED)],
    totals: [total],
  });
  expect(memory.hasAppeared).toBe(true);
  expect(memory.orders.net(0)).toBe(2n * ONE);
  // An answer that is older than what was heard.
  memory.reload({ orders: [kept(2, MISSING), kept(3, ENDED)], totals: [total] });
  expect(memory.orders.net(0)).toBe(2n * ONE);
});
