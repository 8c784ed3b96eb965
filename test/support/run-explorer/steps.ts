/** All that can happen next in a small world: actions of its parts, the market and the user, and faults. */
import { nextLookup } from "../../../src/trading/engine/core/journal.ts";
import { FINAL_STATES, isSettled } from "../../../src/trading/engine/core/journal-order.ts";
import { isActive } from "../../../src/trading/engine/core/run.ts";
import { commit, decide, move } from "./decide.ts";
import {
  bookTrades,
  happen,
  happenAll,
  lookUp,
  reportOf,
  type Moved,
  type SmallOrder,
  type SmallWorld,
} from "./small-world.ts";

export interface Step {
  readonly name: string;
  readonly world: SmallWorld;
}

const AWAY = { reason: "lost_exchange", isExternal: true } as const;
/** Automatic steps, the most natural one first. Without faults it leads to an end. */
export function goodSteps(world: SmallWorld): Step[] {
  const steps: Step[] = [];
  for (const by of [0, 1] as const) {
    if (world.pending[by]) steps.push({ name: `owner ${by} commits`, world: commit(world, by) });
  }
  for (const [id, order] of world.orders.entries()) {
    for (const [name, moved] of orderSteps(order))
      steps.push({ name: `${id} ${name}`, world: withOrder(world, id, moved) });
  }
  if (world.pending[world.owner] === undefined) {
    const decision = decide(world);
    if (decision) {
      const pending: SmallWorld["pending"] =
        world.owner === 0 ? [decision, world.pending[1]] : [world.pending[0], decision];
      steps.push({ name: `owner ${world.owner} decides`, world: { ...world, pending } });
    }
  }
  return steps;
}

/** The market and the user. */
export function freeSteps(world: SmallWorld, mostCommands: number): Step[] {
  const steps: Step[] = [];
  for (const [id, order] of world.orders.entries()) {
    if (order.venue === "open") {
      const venueFilled = order.venueFilled + 1n;
      const venue = venueFilled === order.order.amount ? "filled" : "open";
      steps.push({ name: `${id} trades`, world: withOrder(world, id, still({ ...order, venueFilled, venue })) });
    }
    if (order.place === "late")
      steps.push({ name: `${id} arrives late`, world: withOrder(world, id, arrive(order, "none")) });
  }
  if (world.commands === mostCommands) return steps;
  const told = { ...world, commands: world.commands + 1 };
  if (isActive(world.run)) {
    for (const event of ["stop", "soft_stop", "force"] as const) steps.push({ name: event, world: move(told, event) });
  }
  const mayStart = world.run.state === "force_stopped" || world.run.pause?.isExternal === false;
  if (mayStart) steps.push({ name: "start", world: move(told, "start") });
  return steps.filter(({ world: next }) => next !== told);
}

/** One thing that goes wrong. */
export function faultSteps(world: SmallWorld): Step[] {
  const steps: Step[] = [];
  const unclear = { kind: "unclear" } as const;
  for (const [id, order] of world.orders.entries()) {
    const add = (name: string, moved: Moved): void =>
      void steps.push({ name: `${id} ${name}`, world: withOrder(world, id, moved) });
    if (order.place === "flying") {
      add("is lost before", happen({ ...order, place: "none" }, unclear));
      add("is given up and still flies", happen({ ...order, place: "late" }, unclear));
      if (order.kind !== "slice")
        add("finds nobody", still({ ...order, place: "arrived", venue: "canceled", accepted: 1 }));
    }
    if (order.place === "arrived") add("is lost after", happen({ ...order, place: "none" }, unclear));
    if (order.isCancelling) {
      add("loses its cancel", happen({ ...order, isCancelling: false }, { kind: "cancel_unproven" }));
    }
  }
  if (world.orders.some(({ order, isClaimed }) => isClaimed && !isSettled(order))) {
    steps.push({ name: "the sender dies", world: withoutSender(world) });
  }
  if (isActive(world.run)) {
    const taken: SmallWorld = { ...world, owner: world.owner === 0 ? 1 : 0 };
    // The one before may only stand still, and go on: what it had in mind carries an older fence.
    const [one, other] = [commit(taken, 0), commit(taken, 1)];
    const next: SmallWorld =
      world.owner === 0 ? { ...one, pending: [undefined, undefined] } : { ...other, pending: [undefined, undefined] };
    steps.push({ name: "the other owner takes over", world: move(next, "owner_lost") });
  }
  if (world.run.state === "running") {
    steps.push({ name: "the exchange is away", world: move(world, "breaker", AWAY) });
  }
  if (world.run.state === "reconvening") {
    steps.push({ name: "the lookups take too long", world: move(world, "reconvene_failed") });
  }
  return steps;
}

function orderSteps(order: SmallOrder): [string, Moved][] {
  const steps: [string, Moved][] = [];
  const { order: kept, isClaimed, isCancelAsked, place, isCancelling, venue } = order;
  if (kept.state === "created" && !isClaimed) {
    if (isCancelAsked) steps.push(["is withheld", happen(order, { kind: "withheld" })]);
    else steps.push(["is claimed", still({ ...order, isClaimed: true })]);
  }
  if (kept.state === "created" && isClaimed && order.sends === 0) {
    if (kept.cancelWantedMs > 0) steps.push(["is withheld late", happen(order, { kind: "withheld" })]);
    else steps.push(["is sent", happen({ ...order, place: "flying", sends: order.sends + 1 }, { kind: "handed" })]);
  }
  if (place === "flying") steps.push(["arrives", arrive(order, "arrived")]);
  if (place === "arrived") steps.push(["is answered", happen({ ...order, place: "none" }, reportOf(order))]);
  const mayCancel = kept.cancelWantedMs === 0 && !FINAL_STATES.has(kept.state) && kept.state !== "missing";
  if (isClaimed && isCancelAsked && mayCancel)
    steps.push(["is to be cancelled", happen(order, { kind: "cancel_wanted" })]);
  if (isCancelling) steps.push(["is cancelled", cancelled(order)]);
  else if (nextLookup(kept) && (place === "none" || place === "late")) steps.push(["is looked up", lookUp(order)]);
  if (venue !== "none" && order.venueFilled > kept.booked) steps.push(["is booked", bookTrades(order)]);
  const isBehind = order.venueFilled > kept.filled || (venue !== "open" && !FINAL_STATES.has(kept.state));
  const isShown = venue !== "none" && place === "none" && (isBehind || kept.state === "missing");
  if (isShown && !nextLookup(kept)) steps.push(["is told", happen(order, reportOf(order))]);
  return steps;
}

/** Hedging or trading back finds a taker at once; resting orders wait for one. */
function arrive(order: SmallOrder, place: SmallOrder["place"]): Moved {
  const isNew = order.venue === "none";
  const taken =
    order.kind !== "slice" ? { venue: "filled" as const, venueFilled: order.order.amount } : { venue: "open" as const };
  return still({ ...order, place, ...(isNew && { ...taken, accepted: order.accepted + 1 }) });
}

function cancelled(order: SmallOrder): Moved {
  const done: SmallOrder = { ...order, isCancelling: false, venue: order.venue === "open" ? "canceled" : order.venue };
  if (done.venue === "none") {
    const doubted = happen(done, { kind: "cancel_unproven" });
    return lookUp(doubted.order);
  }
  return happenAll(done, [(now) => reportOf(now, true)]);
}

/** Another sender has loaded every order that was claimed; requests may still arrive. */
function withoutSender(world: SmallWorld): SmallWorld {
  let next = world;
  for (const [id, order] of world.orders.entries()) {
    if (!order.isClaimed || isSettled(order.order)) continue;
    const place = order.place === "flying" ? "late" : order.place === "arrived" ? "none" : order.place;
    next = withOrder(next, id, happen({ ...order, place, isCancelling: false }, { kind: "restarted" }));
  }
  return next;
}

function still(order: SmallOrder): Moved {
  return { order, hasAppeared: false };
}

function withOrder(world: SmallWorld, id: number, { order, hasAppeared }: Moved): SmallWorld {
  return {
    ...world,
    hasAppeared: world.hasAppeared || hasAppeared,
    orders: world.orders.map((each, at) => (at === id ? order : each)),
  };
}
