/**
 * Every world of one order. Each request may be lost before or after it arrives, or be half answered. Answers and
 * fills come twice or late, the exchange cannot be reached, and the process dies. Looks at every state that can be
 * reached.
 */
import { describe, expect, test } from "vitest";
import { createdOrder } from "../../../../test/support/journal-events.ts";
import { apply, nextLookup } from "./journal.ts";
import { FINAL_STATES, isSettled, type JournalEvent, type JournalOrder, type JournalReport } from "./journal-order.ts";

/** Amount of the order; each fill is of one. */
const AMOUNT = 2n;

type Request = "none" | "flying" | "arrived";

interface World {
  readonly order: JournalOrder;
  /** The state at the exchange. */
  readonly venue: "none" | "open" | "filled" | "canceled";
  readonly venueFilled: bigint;
  readonly place: Request;
  readonly cancel: Request;
  /** Times that the order was handed to the socket, and that the exchange has taken it. */
  readonly sends: number;
  readonly accepted: number;
  readonly wasCancelWanted: boolean;
  readonly faults: number;
}

interface Step {
  readonly name: string;
  readonly world: World;
}

const START: World = {
  order: createdOrder("ab1", AMOUNT),
  venue: "none",
  venueFilled: 0n,
  place: "none",
  cancel: "none",
  sends: 0,
  accepted: 0,
  wasCancelWanted: false,
  faults: 0,
};

function happen(world: World, event: DistributiveOmit<JournalEvent, "atMs">): World {
  const { order, effects } = apply(world.order, { ...event, atMs: 1 });
  expect(order.filled >= world.order.filled, "what is filled never falls").toBe(true);
  expect(order.filled <= AMOUNT, "nothing is counted twice").toBe(true);
  if (FINAL_STATES.has(world.order.state)) expect(order.state).toBe(world.order.state);
  const cancels = effects.includes("send_cancel");
  return { ...world, order, cancel: cancels ? "flying" : world.cancel };
}

type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never;

function report(world: World, more: Partial<JournalReport> = {}): World {
  const state = world.venue === "none" ? "open" : world.venue;
  // Our time stands still: older states show in what is filled. Only the stream tells a time of the exchange's clock.
  const shown = {
    state,
    exchangeOrderId: "x1",
    filled: world.venueFilled,
    amount: AMOUNT,
    updatedMs: undefined,
    isSeen: true,
    isLookup: false,
  };
  return happen(world, { kind: "report", report: { ...shown, ...more } });
}

function bookMissing(world: World): World {
  let next = world;
  for (let fill = 1n; fill <= world.venueFilled; fill++)
    next = happen(next, { kind: "fill", fill: { key: String(fill), amount: 1n } });
  return next;
}

/** Steps without any fault. */
function goodSteps(world: World): Step[] {
  const { order, venue, place, cancel } = world;
  const steps: Step[] = [];
  const add = (name: string, next: World): void => void steps.push({ name, world: next });
  if (order.state === "created" && place === "none") {
    add("send", { ...happen(world, { kind: "handed" }), place: "flying", sends: world.sends + 1 });
  }
  if (place === "flying") {
    const isNew = venue === "none";
    add("place arrives", {
      ...world,
      place: "arrived",
      venue: isNew ? "open" : venue,
      accepted: world.accepted + (isNew ? 1 : 0),
    });
  }
  if (place === "arrived") add("place is answered", { ...report(world), place: "none" });
  if (cancel === "flying")
    add("cancel arrives", { ...world, cancel: "arrived", venue: venue === "open" ? "canceled" : venue });
  if (cancel === "arrived") {
    const answered = venue === "none" ? happen(world, { kind: "cancel_unproven" }) : report(world);
    add("cancel is answered", { ...answered, cancel: "none" });
  }
  const lookup = nextLookup(order);
  if (lookup) {
    const absent = { kind: "absent", isEverywhere: lookup.where === "everywhere" } as const;
    const found = report(world, { isLookup: true, updatedMs: 1 });
    add("lookup", venue === "none" ? happen(world, absent) : found);
  }
  if (order.state === "missing" && venue !== "none") add("watch", report(world));
  if (world.venueFilled > order.booked) add("trades", bookMissing(world));
  return steps;
}

/** Steps possible at any time: the market, the user, and repetitions by an exchange. */
function freeSteps(world: World): Step[] {
  const steps: Step[] = [];
  const add = (name: string, next: World): void => void steps.push({ name, world: next });
  if (world.venue === "open") {
    const venueFilled = world.venueFilled + 1n;
    add("fill", { ...world, venueFilled, venue: venueFilled === AMOUNT ? "filled" : "open" });
  }
  if (world.venue !== "none") add("stream", report(world, { updatedMs: 1_000 }));
  if (world.venue !== "none" && world.venueFilled > 0n)
    add("old report", report(world, { state: "open", filled: world.venueFilled - 1n }));
  if (!world.wasCancelWanted && world.order.state !== "created") {
    add("cancel", { ...happen(world, { kind: "cancel_wanted" }), wasCancelWanted: true });
  }
  return steps;
}

function faultSteps(world: World, most: number): Step[] {
  if (world.faults === most) return [];
  const steps: Step[] = [];
  const bad = { ...world, faults: world.faults + 1 };
  const add = (name: string, next: World): void => void steps.push({ name, world: next });
  const unclear = { kind: "unclear" } as const;
  const unproven = { kind: "cancel_unproven" } as const;
  if (world.place === "flying") {
    add("place is lost before", { ...happen(bad, unclear), place: "none" });
    add("place is given up and still flies", happen(bad, unclear));
  }
  if (world.place === "arrived") {
    add("place is lost after", { ...happen(bad, unclear), place: "none" });
    add("place is called a duplicate", { ...happen(bad, { kind: "refused", isDuplicate: true }), place: "none" });
  }
  if (world.cancel === "flying") {
    add("cancel is lost before", { ...happen(bad, unproven), cancel: "none" });
    add("cancel is called done and is not", {
      ...report(bad, { state: "canceled", filled: 0n, isSeen: false }),
      cancel: "none",
    });
  }
  if (world.cancel === "arrived") {
    add("cancel is lost after", { ...happen(bad, unproven), cancel: "none" });
    add("cancel is answered by half", {
      ...report(bad, { state: "canceled", filled: 0n, isSeen: false }),
      cancel: "none",
    });
  }
  if (nextLookup(world.order)) add("lookup is not answered", happen(bad, { kind: "unreachable" }));
  if (isAskedFor(world)) add("question is refused", happen(bad, { kind: "unreachable", isRefused: true }));
  // The exchange traded it before the cancel, and tells late.
  if (world.venue === "canceled" && world.venueFilled + 1n < AMOUNT)
    add("late fill", { ...bad, venueFilled: world.venueFilled + 1n });
  const dead = happen(bad, { kind: "restarted" });
  add("crash", { ...dead, place: world.place === "flying" ? "flying" : "none", cancel: "none" });
  if (world.place === "flying") add("crash that stops the request", { ...dead, place: "none", cancel: "none" });
  // The socket has it, and what was noted of that is lost.
  if (world.order.state === "created" && world.place === "none") {
    add("crash as it is handed over", { ...dead, place: "flying", sends: world.sends + 1 });
  }
  return steps;
}

/** Orders that are open, as far as is known, are asked about where a list does not show them. */
function isAskedFor({ order }: World): boolean {
  return order.state === "open" || order.state === "partially_filled" || order.state === "cancel_pending";
}

function keyOf({ order, ...rest }: World): string {
  const { state, filled, booked, fills, exchangeOrderId, cancelWantedMs, lookup, lookupAtMs, tries, watchedUntilMs } =
    order;
  const [isDue, isWatched, isTimed] = [lookupAtMs !== undefined, watchedUntilMs !== undefined, order.reportedMs > 1];
  const shown = [
    state,
    filled,
    booked,
    [...fills.keys()],
    exchangeOrderId,
    cancelWantedMs > 0,
    lookup,
    isDue,
    tries,
    isWatched,
    isTimed,
  ];
  return JSON.stringify([shown, Object.values(rest)], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** Without more faults every world ends: what we show is what the exchange has. */
function expectGoodEnd(world: World): void {
  let now = world;
  for (let step = 0; step < 100; step++) {
    const next = goodSteps(now)[0];
    if (!next) break;
    now = next.world;
  }
  expect(goodSteps(now), "it comes to rest").toEqual([]);
  expect([now.order.filled, now.order.booked]).toEqual([now.venueFilled, now.venueFilled]);
  const { state } = now.order;
  if (now.venue === "open") expect(["open", "partially_filled"]).toContain(state);
  else if (now.venue === "none") expect(["missing", "not_sent", "created"]).toContain(state);
  else expect(isSettled(now.order)).toBe(true);
}

function explore(faults: number): Map<string, World> {
  const seen = new Map([[keyOf(START), START]]);
  for (const world of seen.values()) {
    for (const { world: next } of [...goodSteps(world), ...freeSteps(world), ...faultSteps(world, faults)]) {
      const key = keyOf(next);
      if (!seen.has(key)) seen.set(key, next);
    }
  }
  return seen;
}

describe("every world of one order with up to three faults", () => {
  const worlds = [...explore(3).values()];

  test("is many worlds, and all states of an order", () => {
    expect(worlds.length).toBeGreaterThan(2000);
    const states = new Set(worlds.map(({ order }) => order.state));
    expect(states.size).toBe(9);
    expect([...states].filter((state) => ["rejected", "expired", "not_sent"].includes(state))).toEqual([]);
  });

  test("sends the order once, and the exchange takes it once", () => {
    expect(worlds.filter(({ sends, accepted }) => sends > 1 || accepted > 1)).toEqual([]);
  });

  test("never calls an order ended that rests at the exchange, but watches it", () => {
    const wrong = worlds.filter(({ order, venue }) => venue === "open" && isSettled(order));
    expect(wrong.map(keyOf)).toEqual([]);
  });

  test("ends as the exchange has it, once no more faults come", () => {
    for (const world of worlds) expectGoodEnd(world);
  });
});
