/** The decisions of the owner of a small world's run, like the runner's, and the effect of its commit. */
import { lackingHedges, planDuties, type DutyRow, type Duties } from "../../../src/trading/engine/core/duties.ts";
import { applyRun, mayFire, mayHedge, type RunPause } from "../../../src/trading/engine/core/run.ts";
import type { RunEvent, RunState } from "../../../src/trading/engine/core/run-table.ts";
import { checkGates } from "../../../src/trading/engine/core/slice.ts";
import { newSmallOrder, PARENT, runOrders, type NewSmallOrder, type SmallWorld } from "./small-world.ts";

/** The writes of one transaction. */
export type Decision =
  | { readonly kind: "fire"; readonly orders: readonly NewSmallOrder[]; readonly slice: boolean }
  | {
      readonly kind: "move";
      readonly event: RunEvent;
      readonly pause?: RunPause;
      readonly unhedged?: readonly (readonly [string, bigint])[];
    }
  | { readonly kind: "cancel"; readonly orders: readonly number[] };

/** More slices are not fired: the world stays small. */
const MOST_SLICES = 2;

const ROWS: readonly DutyRow[] = [
  { row: 0, dependsOn: null, trigger: "on_conditions", child: undefined, toleranceMaximum: undefined, isStop: false },
  { row: 1, dependsOn: 0, trigger: "on_partial_fill", child: undefined, toleranceMaximum: undefined, isStop: false },
];

const APPEARED: RunPause = { reason: "order_appeared", isExternal: false };

/** The unhedged amount, whether or not it was given up. */
export function lackingIn(world: SmallWorld): bigint {
  return lackingHedges(ROWS, runOrders(world)).get("1") ?? 0n;
}

/** The next thing to store; undefined for nothing. */
export function decide(world: SmallWorld): Decision | undefined {
  const { run } = world;
  switch (run.state) {
    case "starting":
    case "reconvening":
      if (
        runOrders(world)
          .all()
          .some(({ isDoubtful, isBooked }) => isDoubtful || !isBooked)
      )
        return undefined;
      return { kind: "move", event: run.state === "starting" ? "checked" : "reconvened" };
    case "running":
      return evaluate(world);
    case "paused":
      // A run that could not reconvene yet finds it again afterwards.
      if (world.hasAppeared && applyRun(run, "breaker", { pause: APPEARED }).outcome === "moved")
        return { kind: "move", event: "breaker", pause: APPEARED };
      return (mayHedge(run) ? settle(world) : undefined) ?? causeOver(world);
    case "soft_stopping":
      return stopSoftly(world);
    case "stopping":
      return runOrders(world).isQuiet ? { kind: "move", event: "nothing_open" } : undefined;
    default:
      return undefined;
  }
}

function evaluate(world: SmallWorld): Decision | undefined {
  if (world.hasAppeared) return { kind: "move", event: "breaker", pause: APPEARED };
  const settling = settle(world);
  if (settling) return settling;
  const orders = runOrders(world);
  const gates = checkGates({
    nowMs: 1,
    mayFire: mayFire(world.run),
    haltedWhy: undefined,
    heldWhy: undefined,
    startedMs: 1,
    maximumMs: 1,
    counts: orders.counts(),
    open: orders.open.length,
    maximumSuccessful: 0,
    maximumCanceled: 0,
    lastSliceMs: undefined,
    sliceDelayMs: 0,
    unresolvedWhy: dutiesOf(world).isOwed || orders.isDoubtful ? "an order or a leg" : undefined,
    bookProblem: undefined,
  });
  if (gates.kind !== "open") return undefined;
  const { done, open } = orders.progress(0);
  const left = PARENT - done - open;
  if (left <= 0n || world.slices === MOST_SLICES) {
    const isUnderWay = open > 0n || orders.open.some(({ kind }) => kind !== "slice");
    return isUnderWay ? undefined : { kind: "move", event: "end_reached" };
  }
  const amount = left < world.sliceAmount ? left : world.sliceAmount;
  const order = { row: 0, slice: world.slices + 1, attempt: 0, kind: "slice", side: "buy", amount } as const;
  return { kind: "fire", orders: [order], slice: true };
}

function settle(world: SmallWorld): Decision | undefined {
  const { orders, failed, isOwed } = dutiesOf(world);
  const unwound = runOrders(world)
    .all()
    .filter(
      ({ id, kind, isOver, isBooked }) =>
        kind === "unwind" && isOver && isBooked && !world.unhedged.has(`unwound/${id}`),
    );
  if (failed.size > 0 || (unwound.length > 0 && !isOwed)) {
    const unhedged = new Map(world.unhedged);
    for (const { id } of unwound) unhedged.set(`unwound/${id}`, 0n);
    for (const [key, amount] of failed) unhedged.set(key, (unhedged.get(key) ?? 0n) + amount);
    return {
      kind: "move",
      event: "unhedged",
      pause: { reason: "unhedged", isExternal: false },
      unhedged: [...unhedged],
    };
  }
  const [duty] = orders;
  if (!duty) return undefined;
  const { row, slice, attempt, kind, amount, side = "sell" } = duty;
  return { kind: "fire", orders: [{ row, slice, attempt, kind, amount, side }], slice: false };
}

function dutiesOf(world: SmallWorld): Duties {
  return planDuties(ROWS, runOrders(world), {
    mayUseMarket: world.atTheEnd === "hold",
    atTheEnd: world.atTheEnd,
    isTradable: (_, amount) => amount > 0n,
    unhedged: world.unhedged,
    givenUp: new Set(),
  });
}

function causeOver({ run }: SmallWorld): Decision | undefined {
  return run.pause?.isExternal === true ? { kind: "move", event: "cause_over" } : undefined;
}

function stopSoftly(world: SmallWorld): Decision | undefined {
  const orders = runOrders(world);
  const resting = orders.open.filter(({ id, kind }) => kind === "slice" && world.orders[id]?.isCancelAsked === false);
  if (resting.length > 0) return { kind: "cancel", orders: resting.map(({ id }) => id) };
  return (
    settle(world) ?? (!dutiesOf(world).isOwed && orders.isQuiet ? { kind: "move", event: "duties_done" } : undefined)
  );
}

/** The states in which orders of a decision may be stored. */
const DURING: Readonly<Record<"slice" | "duty", readonly RunState[]>> = {
  slice: ["running"],
  duty: ["running", "soft_stopping", "paused"],
};

/** Stores an owner's decision, if it still is the owner and the run is still in a state for it. */
export function commit(world: SmallWorld, by: 0 | 1): SmallWorld {
  const decision = world.pending[by];
  const next: SmallWorld = {
    ...world,
    pending: by === 0 ? [undefined, world.pending[1]] : [world.pending[0], undefined],
  };
  if (!decision || world.owner !== by) return next;
  if (decision.kind === "cancel") return askCancels(next, (_, id) => decision.orders.includes(id));
  if (decision.kind === "move") {
    const moved = move(next, decision.event, decision.pause);
    return decision.unhedged ? { ...moved, unhedged: new Map(decision.unhedged) } : moved;
  }
  if (!DURING[decision.slice ? "slice" : "duty"].includes(world.run.state)) return next;
  if (world.hasAppeared) return move(next, "breaker", APPEARED);
  // An intent is stored once.
  const isKnown = decision.orders.some((each) =>
    world.orders.some((one) => one.row === each.row && one.slice === each.slice && one.attempt === each.attempt),
  );
  if (isKnown) return next;
  const isAfterStop = hasStopped(world.run.state);
  return {
    ...next,
    slices: world.slices + (decision.slice ? 1 : 0),
    orders: [...world.orders, ...decision.orders.map((each) => newSmallOrder(each, isAfterStop))],
  };
}

export function hasStopped(state: RunState): boolean {
  return ["stopping", "stopped", "force_stopped", "completed", "errored"].includes(state);
}

/** A transition with its commit's effect on orders. */
export function move(world: SmallWorld, event: RunEvent, pause?: RunPause): SmallWorld {
  const { run, outcome, actions } = applyRun(world.run, event, pause && { pause });
  if (outcome !== "moved") return world;
  const moved: SmallWorld = { ...world, run, hasAppeared: event === "breaker" ? false : world.hasAppeared };
  const stopped = hasStopped(run.state)
    ? { ...moved, orders: moved.orders.map((each) => (each.isClaimed ? each : { ...each, isAfterStop: true })) }
    : moved;
  if (actions.includes("cancel_all")) return askCancels(stopped, () => true);
  return actions.includes("leave_open") ? askCancels(stopped, ({ isClaimed }) => !isClaimed) : stopped;
}

function askCancels(
  world: SmallWorld,
  isMeant: (order: SmallWorld["orders"][number], id: number) => boolean,
): SmallWorld {
  const over = new Set(
    runOrders(world)
      .all()
      .filter(({ isOver }) => isOver)
      .map(({ id }) => id),
  );
  const orders = world.orders.map((each, id) =>
    isMeant(each, id) && !over.has(id) ? { ...each, isCancelAsked: true } : each,
  );
  return { ...world, orders };
}
