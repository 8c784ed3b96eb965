/**
 * Every world of a small run: two units that trade in two parts, the hedge of each, and two owners that may
 * each stall and continue. Senders die, requests are lost, hedges find no taker, and a user may send any command at
 * any moment.
 */
import { expect, test } from "vitest";
import { decide, lackingIn, move } from "../../../../test/support/run-explorer/decide.ts";
import { exploreAll, type Bounds } from "../../../../test/support/run-explorer/explore.ts";
import { smallWorld, type SmallOrder, type SmallWorld } from "../../../../test/support/run-explorer/small-world.ts";
import { goodSteps } from "../../../../test/support/run-explorer/steps.ts";
import { FINAL_STATES, isSettled } from "./journal-order.ts";
import { isActive } from "./run.ts";

/** `npm run soak -- worlds` has more faults and commands at once. */
const { TRIPOD_TEST_WORLDS: asked } = process.env;

/** One slice of both units, or two of one each. */
const WORLDS = [
  { atTheEnd: "hold", sliceAmount: 2n },
  { atTheEnd: "unwind", sliceAmount: 2n },
  { atTheEnd: "hold", sliceAmount: 1n },
  { atTheEnd: "unwind", sliceAmount: 1n },
] as const;
const FEW: readonly Bounds[] = [
  { faults: 0, commands: 1 },
  { faults: 1, commands: 0 },
];
const [faults = 1, commands = 1, units] = (asked ?? "").split(" ").filter(Boolean).map(Number);
const BOUNDS = asked === undefined ? FEW : [{ faults, commands }];

const STATES = "completed force_stopped paused reconvening running soft_stopping stopped stopping".split(" ");
/** A stop that has not ended after this many steps never does. */
const MOST_STEPS = 300;

test.each(WORLDS.filter(({ sliceAmount }) => units === undefined || sliceAmount === BigInt(units)))(
  "in every world of a run with slices of $sliceAmount whose failed legs $atTheEnd everything is kept",
  (start) => {
    const states = new Set<string>();
    for (const bounds of BOUNDS) {
      const explored = exploreAll(smallWorld(start), bounds, {
        always: {
          "each intent is sent once, and taken once": isSentOnce,
          "a stop sends nothing": ({ orders }) => !orders.some(({ isAfterStop, sends }) => isAfterStop && sends > 0),
          "money stays set aside": ({ orders }) => !orders.some(isReleasedTooSoon),
          "no slice fires while an order is in doubt": (world) => !isFiredInDoubt(world),
          "no more is hedged than was traded": (world) => !isOverHedged(world),
          "nothing rests after the end": (world) => !isEnded(world) || !world.orders.some(isOpen),
        },
        atRest: problemOf,
      });
      const worlds = `${explored.worlds} worlds (${explored.byFaults.join(", ")} by faults)`;
      if (asked !== undefined)
        console.log(`soak: ${worlds} of a run with slices of ${start.sliceAmount} whose failed legs ${start.atTheEnd}`);
      expect(explored.broken).toEqual({});
      expect(explored.worlds).toBeGreaterThan(1_000);
      for (const state of explored.states) states.add(state);
    }
    // Fewer faults or commands alone do not come to all of them.
    if (asked === undefined) expect([...states].sort()).toEqual(STATES);
  },
);

function isSentOnce({ orders }: SmallWorld): boolean {
  const intents = new Set(orders.map(({ row, slice, attempt }) => `${row}/${slice}/${attempt}`));
  return intents.size === orders.length && orders.every(({ sends, accepted }) => sends <= 1 && accepted <= 1);
}

function isFiredInDoubt(world: SmallWorld): boolean {
  if (!world.orders.some(({ order }) => order.state === "unknown")) return false;
  const decision = decide(world);
  return decision?.kind === "fire" && decision.slice;
}

/** An order that may be at the exchange, or is in doubt, needs its money. */
function isReleasedTooSoon({ order, venue, place, wasDenied, isReleased }: SmallOrder): boolean {
  const mayTrade = !wasDenied && (venue === "open" || place === "flying" || place === "late");
  return isReleased && (mayTrade || order.state === "unknown");
}

/** An order that was given up and appears later is reported, and cannot be taken back. */
function isOverHedged({ orders }: SmallWorld): boolean {
  if (orders.some(({ wasDenied }) => wasDenied)) return false;
  const leading = orders.filter(({ kind }) => kind === "slice").reduce((sum, each) => sum + each.venueFilled, 0n);
  const hedging = orders
    .filter(({ row }) => row === 1)
    .reduce((sum, { order, venueFilled }) => {
      const isOver = FINAL_STATES.has(order.state) || order.state === "missing";
      return sum + (isOver ? venueFilled : order.amount);
    }, 0n);
  return hedging > leading;
}

function isEnded({ run }: SmallWorld): boolean {
  return run.state === "stopped" || run.state === "completed";
}

function isOpen({ venue, venueFilled, order, wasDenied }: SmallOrder): boolean {
  return !wasDenied && (venue === "open" || venueFilled > order.booked || !isSettledOrMissing(order));
}

function isSettledOrMissing(order: SmallOrder["order"]): boolean {
  return isSettled(order) || (order.state === "missing" && order.booked === order.filled);
}

/** What is wrong with a world at rest, or with that to which it comes when it is stopped then; undefined for nothing. */
function problemOf(resting: SmallWorld): string | undefined {
  let world = isActive(resting.run) ? move(resting, "stop") : resting;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const [step] = goodSteps(world);
    if (!step) return problemAtRest(world);
    world = step.world;
  }
  return "a stop does not come to its end";
}

function problemAtRest(world: SmallWorld): string | undefined {
  const { orders, run } = world;
  if (isActive(run)) return `the run is ${run.state} for ever`;
  for (const { order, venue, venueFilled } of orders) {
    if (order.booked !== venueFilled || order.filled !== venueFilled) return `${order.filled} of ${venueFilled} filled`;
    // After a forced stop orders stay as they are.
    const isForced = run.state === "force_stopped";
    if (!isSettledOrMissing(order) && !isForced) return `an order is ${order.state}, and ${venue} at the exchange`;
    if (venue === "open" && !isForced) return "an order rests after the end";
  }
  if (orders.some(({ wasDenied }) => wasDenied)) return undefined;
  const traded = (row: number): bigint =>
    orders
      .filter((each) => each.row === row)
      .reduce((sum, { kind, venueFilled }) => sum + (kind === "unwind" ? -venueFilled : venueFilled), 0n);
  return traded(0) - traded(1) === lackingIn(world) ? undefined : "what is not hedged is not told";
}
