/** Orders of the journal and what happens to them, for tests. */
import { apply } from "../../src/trading/engine/core/journal.ts";
import type { JournalEvent, JournalOrder, JournalReport } from "../../src/trading/engine/core/journal-order.ts";

export const ONE = 10n ** 18n;

/** An order whose intent has just become durable. */
export function createdOrder(clientOrderId: string, amount: bigint): JournalOrder {
  return {
    state: "created",
    clientOrderId,
    exchangeOrderId: "",
    amount,
    filled: 0n,
    fills: new Map(),
    booked: 0n,
    reportedMs: 0,
    wasSeen: false,
    cancelWantedMs: 0,
    endedMs: 0,
    lookup: "none",
    lookupAtMs: undefined,
    tries: 0,
    unreachable: 0,
    rounds: 0,
    lookups: 0,
    watchedUntilMs: undefined,
  };
}

export const created = createdOrder("ab1", 10n * ONE);

export const told = (state: JournalReport["state"], filled = 0n, more: Partial<JournalReport> = {}) =>
  ({
    kind: "report",
    report: {
      state,
      exchangeOrderId: "x1",
      filled: filled * ONE,
      amount: undefined,
      updatedMs: 1,
      isSeen: true,
      isLookup: false,
      ...more,
    },
  }) as const;
export const traded = (key: string, amount: bigint) => ({ kind: "fill", fill: { key, amount: amount * ONE } }) as const;
export const handed = { kind: "handed" } as const;
export const unclear = { kind: "unclear" } as const;
export const absent = { kind: "absent", isEverywhere: false } as const;
export const nowhere = { kind: "absent", isEverywhere: true } as const;
export const cancel = { kind: "cancel_wanted" } as const;
export const unproven = { kind: "cancel_unproven" } as const;
export const unreachable = { kind: "unreachable" } as const;
export const restarted = { kind: "restarted" } as const;

export type Untimed = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, "atMs">
    : never
  : never;

/** The order after events, a millisecond apart, and the effects of the last one. */
export function after(...events: readonly Untimed[]): { order: JournalOrder; effects: readonly string[] } {
  let applied: { order: JournalOrder; effects: readonly string[] } = { order: created, effects: [] };
  for (const [at, event] of events.entries()) applied = apply(applied.order, { ...event, atMs: 1000 + at });
  return applied;
}

export const denied = [handed, unclear, absent, absent, absent, absent, absent] as const;
