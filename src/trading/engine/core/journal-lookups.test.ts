/** Answers to lookups end a doubt or put the next look off, whatever time they tell. */
import { expect, test } from "vitest";
import {
  absent,
  after,
  cancel,
  denied,
  handed,
  nowhere,
  ONE,
  restarted,
  told,
  unclear,
  unproven,
  unreachable,
  type Untimed,
} from "../../../../test/support/journal-events.ts";
import { apply, nextLookup } from "./journal.ts";

test("an order that a lookup shows is not in doubt any more, whatever time its report has", () => {
  for (const updatedMs of [undefined, 0, 8, 10]) {
    const { order } = after(handed, told("open", 5n, { updatedMs: 9 }), restarted);
    const found = { ...told("open", 2n, { updatedMs, isLookup: true }), atMs: 2000 };
    const { order: known, effects } = apply(order, found);
    expect([known.lookup, known.lookupAtMs, known.filled, effects]).toEqual([
      "found",
      undefined,
      5n * ONE,
      ["fetch_fills"],
    ]);
    const wanted = after(handed, told("open", 5n, { updatedMs: 9 }), cancel, unproven).order;
    expect(apply(wanted, found).effects).toEqual(["send_cancel", "fetch_fills"]);
  }
});

test("an order of which no time was reported passes over no later report", () => {
  const { order } = after(handed, told("open", 0n, { updatedMs: undefined }));
  expect(order.reportedMs).toBe(0);
  expect(apply(order, { ...told("open", 0n, { updatedMs: 5 }), atMs: 9 }).order.reportedMs).toBe(5);
});

test("an order that was looked up is never due for the next look at once", () => {
  const answers = [
    ...(["open", "filled", "canceled", "rejected", "expired"] as const).flatMap((state) =>
      [0n, 5n, 10n].flatMap((filled) =>
        [undefined, 1, 9].map((updatedMs) => told(state, filled, { updatedMs, isLookup: true })),
      ),
    ),
    absent,
    nowhere,
    unreachable,
  ];
  const seen = told("open", 5n, { updatedMs: 5 });
  const doubts: readonly (readonly Untimed[])[] = [
    [handed],
    [handed, unclear],
    denied,
    [handed, seen, restarted],
    [handed, seen, cancel, unproven],
    [handed, seen, cancel, restarted, absent, absent, absent, absent, absent],
    [handed, seen, told("canceled", 5n, { updatedMs: 6 }), told("open", 5n, { updatedMs: 7 })],
    [handed, { kind: "refused", isDuplicate: false }, told("open")],
  ];
  for (const doubt of doubts) {
    const { order } = after(...doubt);
    const atMs = nextLookup(order)?.atMs ?? 0;
    expect(atMs).toBeGreaterThan(0);
    for (const answer of answers) {
      const next = nextLookup(apply(order, { ...answer, atMs }).order)?.atMs ?? Infinity;
      expect(next, JSON.stringify([order.state, answer.kind], null)).toBeGreaterThan(atMs);
    }
  }
});
