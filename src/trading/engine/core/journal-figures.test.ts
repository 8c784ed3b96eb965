import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ONE,
  absent,
  after,
  cancel,
  created,
  denied,
  handed,
  nowhere,
  restarted,
  told,
  traded,
  unclear,
  unproven,
  unreachable,
  type Untimed,
} from "../../../../test/support/journal-events.ts";
import { apply } from "./journal.ts";
import { journalFigures, outcomeOf } from "./journal-figures.ts";
import { FINAL_STATES } from "./journal-order.ts";
import { WaitingFills } from "./waiting-fills.ts";

describe("the record of an order", () => {
  test.each<[readonly Untimed[], Record<string, string>]>([
    [[], { c_active: "1", c_order_status: "open", c_lookup_status: "0", c_cancel: "0", c_order_remaining: "10" }],
    [[handed, unclear], { c_active: "1", c_order_status: "unknown", c_lookup_status: "1" }],
    [[handed, unclear, absent, told("open")], { c_order_status: "open", c_lookup_status: "2", c_lookup_count: "2" }],
    [[...denied, nowhere], { c_active: "0", c_order_status: "rejected", c_lookup_status: "3", c_order_failed: "1" }],
    [[{ kind: "withheld" }], { c_active: "0", c_order_status: "rejected", c_order_failed: "1" }],
    [
      [handed, told("open", 4n), cancel],
      { c_active: "1", c_cancel: "1", c_order_filled: "4", c_order_remaining: "6", c_cancel_time: "1002" },
    ],
    [
      [handed, told("open", 4n), cancel, told("canceled", 4n)],
      { c_active: "0", c_cancel: "2", c_order_success: "1", c_order_status: "canceled" },
    ],
    [[handed, told("canceled")], { c_order_success: "0", c_order_failed: "0", c_time_completed: "1001" }],
    [[handed, told("filled", 10n)], { c_order_status: "closed", c_order_success: "1", c_order_remaining: "0" }],
    [[handed, told("expired")], { c_order_status: "expired" }],
  ])("shows it, case %#", (events, figures) => {
    expect(journalFigures(after(...events).order)).toMatchObject(figures);
  });

  test("counts it when it has ended", () => {
    const outcomes = [
      [handed],
      [handed, told("canceled", 1n)],
      [handed, told("expired")],
      [{ kind: "withheld" } as const],
    ];
    expect(outcomes.map((events) => outcomeOf(after(...events).order))).toEqual([
      undefined,
      "partial",
      "canceled",
      "failed",
    ]);
  });
});

const reports = fc.record({
  state: fc.constantFrom("open", "filled", "canceled", "rejected", "expired"),
  exchangeOrderId: fc.constant("x1"),
  filled: fc.bigInt({ min: 0n, max: 10n * ONE }),
  amount: fc.option(
    fc.bigInt(0n, 20n).map((units) => units * ONE),
    { nil: undefined },
  ),
  updatedMs: fc.nat(20),
  isSeen: fc.boolean(),
  isLookup: fc.boolean(),
});
const events = fc.array(
  fc.oneof(
    fc.constantFrom<Untimed>(handed, unclear, restarted, absent, nowhere, cancel, unproven, unreachable, {
      kind: "watch_over",
    }),
    fc.boolean().map((isDuplicate) => ({ kind: "refused", isDuplicate }) as const),
    reports.map((report) => ({ kind: "report", report }) as const),
    fc
      .tuple(fc.constantFrom("1", "2", "3"), fc.bigInt({ min: 1n, max: 4n }))
      .map(([key, amount]) => traded(key, amount)),
  ),
  { maxLength: 30 },
);

test("what is filled never falls, ends stay, and what is open is watched, whatever happens", () => {
  fc.assert(
    fc.property(events, (all) => {
      let order = created;
      for (const [at, event] of all.entries()) {
        const { order: next } = apply(order, { ...event, atMs: at });
        expect(next.filled >= order.filled && next.booked >= order.booked && next.filled >= next.booked).toBe(true);
        if (FINAL_STATES.has(order.state)) expect(next.state).toBe(order.state);
        const needsLookup = next.state === "unknown" || next.state === "cancel_pending" || next.state === "sent";
        if (needsLookup) expect(next.lookupAtMs).toBeDefined();
        order = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test("fills wait for their order, and are given out once", () => {
  const waiting = new WaitingFills<number>(3);
  expect([
    waiting.add("m/1", "a", 1),
    waiting.add("m/1", "a", 1),
    waiting.add("m/1", "b", 2),
    waiting.add("m/2", "c", 3),
  ]).not.toContain(false);
  expect(waiting.take("m/1")).toEqual([1, 2]);
  expect(waiting.take("m/1")).toEqual([]);
  waiting.add("m/3", "d", 4);
  waiting.add("m/3", "e", 5);
  expect(waiting.add("m/4", "f", 6)).toBe(false);
  expect([waiting.take("m/2"), waiting.count]).toEqual([[], 3]);
});
