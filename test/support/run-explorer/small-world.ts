/**
 * A small world of one run: a row that rests, a row that hedges it, two owners, and the exchange. Orders and runs are
 * moved by the engine's own cores; their surroundings (commits, senders, the exchange) are as plain here as they can
 * be.
 */
import { apply, nextLookup } from "../../../src/trading/engine/core/journal.ts";
import {
  FINAL_STATES,
  isSettled,
  isUnresolved,
  type JournalOrder,
  type JournalReport,
} from "../../../src/trading/engine/core/journal-order.ts";
import { RunOrders, type RunOrder, type RunOrderKind } from "../../../src/trading/engine/core/run-orders.ts";
import { newRun, type Run } from "../../../src/trading/engine/core/run.ts";
import { createdOrder, type Untimed } from "../journal-events.ts";
import type { Decision } from "./decide.ts";

/** An order: the journal's state, and the true one. */
export interface SmallOrder {
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly kind: RunOrderKind;
  readonly side: "buy" | "sell";
  readonly order: JournalOrder;
  /** Its sender was allowed to send it, in a commit. */
  readonly isClaimed: boolean;
  readonly isCancelAsked: boolean;
  /** Where its request is; `late` is still on its way though it is no longer awaited. */
  readonly place: "none" | "flying" | "late" | "arrived";
  readonly isCancelling: boolean;
  readonly venue: "none" | "open" | "filled" | "canceled";
  readonly venueFilled: bigint;
  readonly sends: number;
  readonly accepted: number;
  /** Its reservation is free again. */
  readonly isReleased: boolean;
  /** The run was stopped before it was claimed, or made. */
  readonly isAfterStop: boolean;
  /** All places denied it while it was still on its way: it may appear after it was given up. */
  readonly wasDenied: boolean;
}

export interface SmallWorld {
  readonly run: Run;
  /** Which of the two the run names as its owner. */
  readonly owner: 0 | 1;
  /** The pending writes of each of them; an overtaken one may still try. */
  readonly pending: readonly [Decision | undefined, Decision | undefined];
  readonly orders: readonly SmallOrder[];
  readonly unhedged: ReadonlyMap<string, bigint>;
  /** The profile's rule for a hedge that nothing helps. */
  readonly atTheEnd: "hold" | "unwind";
  /** The most that a slice buys. */
  readonly sliceAmount: bigint;
  readonly slices: number;
  /** An order that was thought to be gone has been seen. */
  readonly hasAppeared: boolean;
  /** That its user has sent. */
  readonly commands: number;
}

/** What the run is to buy. A trade is of one. */
export const PARENT = 2n;

export function smallWorld({ atTheEnd, sliceAmount }: Pick<SmallWorld, "atTheEnd" | "sliceAmount">): SmallWorld {
  return {
    run: { ...newRun(true), state: "running", run: 1 },
    owner: 0,
    pending: [undefined, undefined],
    orders: [],
    unhedged: new Map(),
    atTheEnd,
    sliceAmount,
    slices: 0,
    hasAppeared: false,
    commands: 0,
  };
}

export interface NewSmallOrder extends Pick<SmallOrder, "row" | "slice" | "attempt" | "kind" | "side"> {
  readonly amount: bigint;
}

export function newSmallOrder({ amount, ...rest }: NewSmallOrder, isAfterStop: boolean): SmallOrder {
  return {
    ...rest,
    order: createdOrder(`${rest.row}/${rest.slice}/${rest.attempt}`, amount),
    isClaimed: false,
    isCancelAsked: false,
    place: "none",
    isCancelling: false,
    venue: "none",
    venueFilled: 0n,
    sends: 0,
    accepted: 0,
    isReleased: false,
    isAfterStop,
    wasDenied: false,
  };
}

/** The orders as a run reads them. Fees are left out: nothing here depends on them. */
export function runOrders({ orders }: SmallWorld): RunOrders {
  const all = new RunOrders();
  for (const [id, each] of orders.entries()) all.put(runOrderOf(id, each));
  return all;
}

function runOrderOf(id: number, { row, slice, attempt, kind, side, order }: SmallOrder): RunOrder {
  return {
    id,
    row,
    slice,
    attempt,
    kind,
    side,
    state: order.state,
    amount: order.amount,
    filled: order.filled,
    booked: order.booked,
    cost: 0n,
    baseFee: 0n,
    fee: 0n,
    limit: 100n,
    entry: 100n,
    isOver: FINAL_STATES.has(order.state) || order.state === "missing",
    isDoubtful: isUnresolved(order),
    isDeferred: false,
    isBooked: order.filled <= order.booked,
    isSettled: isSettled(order),
    endedMs: order.endedMs,
  };
}

export interface Moved {
  readonly order: SmallOrder;
  /** It was thought to be gone. */
  readonly hasAppeared: boolean;
}

export function happen(small: SmallOrder, event: Untimed): Moved {
  const { order, effects } = apply(small.order, { ...event, atMs: 1 });
  const isDenied = order.state === "missing" && (small.place !== "none" || small.venue !== "none");
  return {
    hasAppeared: effects.includes("pause"),
    order: {
      ...small,
      order,
      isCancelling: small.isCancelling || effects.includes("send_cancel"),
      isReleased: small.isReleased || effects.includes("release"),
      wasDenied: small.wasDenied || isDenied,
    },
  };
}

/** One after the other. */
export function happenAll(small: SmallOrder, events: readonly ((now: SmallOrder) => Untimed)[]): Moved {
  let moved: Moved = { order: small, hasAppeared: false };
  for (const event of events) {
    const next = happen(moved.order, event(moved.order));
    moved = { order: next.order, hasAppeared: moved.hasAppeared || next.hasAppeared };
  }
  return moved;
}

export function reportOf({ venue, venueFilled }: SmallOrder, isLookup = false): Untimed {
  const state: JournalReport["state"] = venue === "none" ? "open" : venue;
  const amount = undefined;
  const report = { state, exchangeOrderId: "x1", filled: venueFilled, amount, updatedMs: 1, isSeen: true, isLookup };
  return { kind: "report", report };
}

/** Asks for an order until it is clear what became of it. */
export function lookUp(small: SmallOrder): Moved {
  if (small.venue !== "none") return happen(small, reportOf(small, true));
  let moved: Moved = { order: small, hasAppeared: false };
  for (let next = nextLookup(small.order); next; next = nextLookup(moved.order.order)) {
    moved = happen(moved.order, { kind: "absent", isEverywhere: next.where === "everywhere" });
  }
  return moved;
}

/** Books every trade that is not booked. */
export function bookTrades(small: SmallOrder): Moved {
  const fills = Array.from({ length: Number(small.venueFilled) }, (_, at) => String(at));
  return happenAll(
    small,
    fills.map((key) => (): Untimed => ({ kind: "fill", fill: { key, amount: 1n } })),
  );
}
