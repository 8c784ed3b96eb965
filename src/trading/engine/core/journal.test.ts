import { describe, expect, test } from "vitest";
import {
  absent,
  after,
  cancel,
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
import { apply, LOOKUP_DELAYS_MS, nextLookup, OVERDUE_MS, WATCH_MS } from "./journal.ts";
import { fillKey, FINAL_STATES, isSettled, isUnresolved, JOURNAL_STATES, type JournalState } from "./journal-order.ts";
import { COLUMNS, TRANSITIONS } from "./journal-table.ts";

describe("the table of an order", () => {
  test("names every state and every event", () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...JOURNAL_STATES].sort());
    for (const row of Object.values(TRANSITIONS)) expect(Object.keys(row).sort()).toEqual([...COLUMNS].sort());
  });

  test("reaches every state from created", () => {
    const reached = new Set<JournalState>(["created"]);
    for (const state of reached) {
      for (const { to } of Object.values(TRANSITIONS[state])) {
        if (to === "live")
          for (const each of ["open", "partially_filled", "cancel_pending"] as const) reached.add(each);
        else if (to !== "same") reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual([...JOURNAL_STATES].sort());
  });

  test("never leaves a final state, and never goes back to created or sent", () => {
    for (const [state, row] of Object.entries(TRANSITIONS)) {
      const targets = Object.values(row).map(({ to }) => to);
      if (FINAL_STATES.has(state as JournalState)) expect(new Set(targets)).toEqual(new Set(["same"]));
      expect(targets).not.toContain("created");
      if (state !== "created") expect(targets).not.toContain("sent");
      if (state !== "created") expect(targets).not.toContain("not_sent");
    }
  });

  test("has no way from unknown to an end but a proof", () => {
    const proofs = [
      "report_filled",
      "report_canceled",
      "report_expired",
      "report_rejected",
      "fill_all",
      "absent_everywhere",
    ];
    for (const state of ["unknown", "cancel_pending"] as const) {
      const ending = COLUMNS.filter(
        (column) =>
          FINAL_STATES.has(TRANSITIONS[state][column].to as JournalState) ||
          TRANSITIONS[state][column].to === "missing",
      );
      expect([...ending].sort()).toEqual([...proofs].sort());
    }
  });
});

describe("an order", () => {
  test.each<[string, readonly Untimed[], JournalState, readonly string[]]>([
    ["is handed to the socket", [handed], "sent", []],
    ["is withheld at the moment of sending", [{ kind: "withheld" }], "not_sent", ["release"]],
    ["may exist after a crash before it was handed over", [restarted], "unknown", ["lookup"]],
    ["rests", [handed, told("open")], "open", []],
    ["is filled in part", [handed, told("open", 4n)], "partially_filled", ["fetch_fills"]],
    [
      "is unknown where the exchange refuses the question about it",
      [handed, told("open"), { kind: "unreachable", isRefused: true }],
      "unknown",
      ["lookup"],
    ],
    ["is filled by the reports", [handed, told("filled", 10n)], "filled", ["release", "fetch_fills"]],
    ["is filled by its fills", [handed, traded("1", 4n), traded("2", 6n)], "filled", ["release", "book_fill"]],
    ["is refused", [handed, { kind: "refused", isDuplicate: false }], "rejected", ["release"]],
    [
      "is looked up where it is refused as a duplicate",
      [handed, { kind: "refused", isDuplicate: true }],
      "unknown",
      ["lookup"],
    ],
    ["is looked up after a time-out", [handed, unclear], "unknown", ["lookup"]],
    ["is not doubted for a time-out after it was seen", [handed, told("open"), unclear], "open", []],
    ["is adopted when a lookup finds it", [handed, unclear, told("open", 0n, { isLookup: true })], "open", []],
    ["is looked up once more where the first says no", [handed, unclear, absent], "unknown", ["lookup"]],
    ["stays unknown after five answers of no", denied, "unknown", ["lookup"]],
    ["is missing when all places deny it after that", [...denied, nowhere], "missing", ["alert_missing", "release"]],
    ["is not missing before five answers", [handed, unclear, nowhere, nowhere], "unknown", ["lookup"]],
    [
      "is not missing where the exchange cannot be reached",
      [handed, unclear, ...Array.from({ length: 50 }, () => unreachable)],
      "unknown",
      ["lookup"],
    ],
    [
      "is cancelled should it appear after all",
      [...denied, nowhere, told("open")],
      "cancel_pending",
      ["alert_appeared", "pause", "send_cancel"],
    ],
    [
      "that fills after all is reported",
      [...denied, nowhere, traded("1", 10n)],
      "filled",
      ["alert_appeared", "pause", "book_fill"],
    ],
    [
      "that was cancelled after an unknown trade is reported",
      [...denied, nowhere, told("canceled", 3n)],
      "canceled",
      ["alert_appeared", "pause", "fetch_fills"],
    ],
    [
      "that turns out to be cancelled without a trade pauses nothing",
      [...denied, nowhere, told("canceled")],
      "canceled",
      ["alert_appeared"],
    ],
    ["is cancelled on request", [handed, told("open"), cancel], "cancel_pending", ["send_cancel"]],
    ["that is to be cancelled before it was seen waits for the proof", [handed, cancel], "sent", []],
    ["is cancelled when it is seen then", [handed, cancel, told("open")], "cancel_pending", ["send_cancel"]],
    [
      "is cancelled when it is found then",
      [handed, cancel, unclear, told("open", 0n, { isLookup: true })],
      "cancel_pending",
      ["send_cancel"],
    ],
    [
      "that an answer calls cancelled is looked up",
      [handed, told("open"), cancel, told("canceled", 0n, { isSeen: false })],
      "cancel_pending",
      ["lookup"],
    ],
    [
      "that is seen cancelled is",
      [handed, told("open"), cancel, told("canceled", 3n)],
      "canceled",
      ["release", "fetch_fills"],
    ],
    [
      "is cancelled once more where a lookup finds it open",
      [handed, told("open"), cancel, unproven, told("open", 0n, { isLookup: true })],
      "cancel_pending",
      ["send_cancel"],
    ],
    [
      "fills while it is cancelled",
      [handed, told("open"), cancel, told("filled", 10n)],
      "filled",
      ["release", "fetch_fills"],
    ],
    [
      "that is denied while it is cancelled is looked up",
      [handed, told("open"), cancel, unproven, absent],
      "cancel_pending",
      ["lookup"],
    ],
    ["that rested and is denied is doubted", [handed, told("open"), absent], "unknown", ["lookup"]],
    ["expires", [handed, told("open"), told("expired", 1n)], "expired", ["release", "fetch_fills"]],
    [
      "called rejected after it traded was cancelled",
      [handed, told("open", 1n), told("rejected")],
      "canceled",
      ["release", "fetch_fills"],
    ],
    [
      "that is cancelled books a late fill",
      [handed, told("open"), cancel, told("canceled"), traded("1", 2n)],
      "canceled",
      ["book_fill", "alert_late_fill"],
    ],
    [
      "that was refused and lives is looked up",
      [handed, { kind: "refused", isDuplicate: false }, told("open")],
      "rejected",
      ["lookup"],
    ],
    [
      "that was refused and is found is cancelled",
      [handed, { kind: "refused", isDuplicate: false }, told("open"), told("open", 0n, { isLookup: true })],
      "rejected",
      ["alert_appeared", "pause", "send_cancel"],
    ],
    [
      "that ended while it was looked up is looked up once more",
      [handed, unclear, told("canceled"), told("open", 0n, { isLookup: true })],
      "canceled",
      ["lookup"],
    ],
    [
      "that fills more than it is tells so",
      [handed, traded("1", 11n)],
      "filled",
      ["release", "book_fill", "alert_overfilled"],
    ],
  ])("%s", (_, events, state, effects) => {
    const { order, effects: found } = after(...events);
    expect([order.state, [...found].sort()]).toEqual([state, [...effects].sort()]);
  });

  test("passes over a report that is older than what is applied", () => {
    const { order } = after(handed, told("open", 5n, { updatedMs: 9 }));
    expect(apply(order, { ...told("open", 2n, { updatedMs: 8 }), atMs: 9 })).toEqual({ order, effects: [] });
    expect(apply(order, { ...told("open", 5n, { updatedMs: 8 }), atMs: 9 })).toEqual({ order, effects: [] });
    expect(apply(order, { ...told("canceled", 5n, { updatedMs: 8 }), atMs: 9 }).order.state).toBe("canceled");
  });

  test("books a fill once, whatever tells it", () => {
    const { order } = after(handed, traded("k/m/1", 4n));
    expect(apply(order, { ...traded("k/m/1", 4n), atMs: 9 })).toEqual({ order, effects: [] });
    expect(apply(order, { ...told("open", 4n), atMs: 9 }).effects).toEqual([]);
    expect(fillKey("7", "btcusdt", "1")).not.toBe(fillKey("7", "ethusdt", "1"));
  });

  test("is looked up on its schedule, and at once by a new owner", () => {
    let { order } = after(handed, unclear);
    const waits: number[] = [];
    for (let at = 1001, tries = 0; tries < 7; tries++) {
      const next = nextLookup(order);
      waits.push((next?.atMs ?? 0) - at);
      at = next?.atMs ?? 0;
      expect(next?.where).toBe(tries < 5 ? "order" : "everywhere");
      order = apply(order, { ...absent, atMs: at }).order;
    }
    expect(waits).toEqual([...LOOKUP_DELAYS_MS, 1000, 1000]);
    expect(nextLookup(apply(order, { ...restarted, atMs: 1_000_000 }).order)?.atMs).toBeLessThanOrEqual(1_000_250);
  });

  test("of an exchange that cannot be reached waits longer, and no more than 30 seconds", () => {
    let { order } = after(handed, unclear);
    const waits: number[] = [];
    for (let at = 2000; waits.length < 7; at += 100_000) {
      order = apply(order, { ...unreachable, atMs: at }).order;
      waits.push((order.lookupAtMs ?? 0) - at);
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(order.tries).toBe(0);
  });

  test("without an answer is looked up, and so is a cancel", () => {
    expect(nextLookup(after(handed).order)?.atMs).toBe(1000 + OVERDUE_MS);
    expect(nextLookup(after(handed, told("open"), cancel).order)?.atMs).toBe(1002 + OVERDUE_MS);
  });

  test("that is missing is watched for a day, and settled after it", () => {
    const { order } = after(...denied, nowhere);
    expect(order.watchedUntilMs).toBe(1007 + WATCH_MS);
    expect(isSettled(order)).toBe(false);
    expect(isSettled(apply(order, { kind: "watch_over", atMs: 1 }).order)).toBe(true);
  });

  test.each<[readonly Untimed[], boolean]>([
    [[handed, unclear], true],
    [[handed, told("open", 4n), restarted], true],
    [[handed, told("open"), cancel, unproven], true],
    [[handed, told("open", 4n)], false],
    [[handed, unclear, told("open", 4n)], false],
  ])("keeps its strategy from firing while its outcome is open, case %#", (events, expected) => {
    expect(isUnresolved(after(...events).order)).toBe(expected);
  });

  test("is settled when all that it filled is booked", () => {
    const { order } = after(handed, told("filled", 10n));
    expect(isSettled(order)).toBe(false);
    expect(isSettled(apply(order, { ...traded("1", 10n), atMs: 2 }).order)).toBe(true);
  });
});
