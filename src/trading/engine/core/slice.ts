/** One evaluation of a running strategy: the gates in their order, and whether its rows may be sent (contract 4.5). */
import { takeTokens, type BucketTerms, type TokenBucket } from "./token-bucket.ts";

/**
 * Why nothing fires, in the order in which it is asked. Shown and counted in `strategy/data/debug`. An event that
 * breaks a run pauses it first: then it is not running.
 */
export const GATES = [
  "not_running",
  "halted",
  "plan",
  "duration_over",
  "maximum_reached",
  "slice_delay",
  "unresolved_order",
  "book",
  "conditions",
  "rows",
] as const;

export type Gate = (typeof GATES)[number];

/** The facts that the gates check. Times are milliseconds. */
export interface SliceFacts {
  readonly nowMs: number;
  readonly mayFire: boolean;
  /** The halt, at any scope, that refuses new orders. Undefined where none does. */
  readonly haltedWhy: string | undefined;
  /** Why plan, package or rights of the owner allow nothing: looked at again at every slice. Undefined where they do. */
  readonly heldWhy: string | undefined;
  readonly startedMs: number;
  /** Milliseconds that the run may take. */
  readonly maximumMs: number;
  readonly counts: { readonly successful: number; readonly canceled: number };
  /** Orders that may still trade, and be successful then. */
  readonly open: number;
  /** Of the algorithm; 0 for no limit. Partial transactions count as successful. */
  readonly maximumSuccessful: number;
  readonly maximumCanceled: number;
  /** When the last slice fired, or failed to; undefined before the first. */
  readonly lastSliceMs: number | undefined;
  readonly sliceDelayMs: number;
  /** The order of this strategy whose outcome is unknown, or what a leg owes another. Undefined for neither. */
  readonly unresolvedWhy: string | undefined;
  /** Why a book that a row or a condition uses may not be traded on; undefined for none. */
  readonly bookProblem: string | undefined;
}

export type GateVerdict =
  | { readonly kind: "open" }
  | { readonly kind: "closed"; readonly gate: Gate; readonly why: string }
  /** The run has come to its end: `end_reached` of the run. */
  | { readonly kind: "end"; readonly gate: Gate };

/** The gates before the conditions, in the order of the contract: the first that is closed is the answer. */
export function checkGates(facts: SliceFacts): GateVerdict {
  const closed = (gate: Gate, why = ""): GateVerdict => ({ kind: "closed", gate, why });
  if (!facts.mayFire) return closed("not_running");
  if (facts.haltedWhy !== undefined) return closed("halted", facts.haltedWhy);
  if (facts.heldWhy !== undefined) return closed("plan", facts.heldWhy);
  if (facts.nowMs - facts.startedMs >= facts.maximumMs) return { kind: "end", gate: "duration_over" };
  const { successful, canceled } = facts.counts;
  const isOver =
    (facts.maximumSuccessful > 0 && successful >= facts.maximumSuccessful) ||
    (facts.maximumCanceled > 0 && canceled >= facts.maximumCanceled);
  if (isOver) return { kind: "end", gate: "maximum_reached" };
  // Open orders may reach the maximum: one more would be too many.
  if (facts.maximumSuccessful > 0 && successful + facts.open >= facts.maximumSuccessful)
    return closed("maximum_reached", `${facts.open} orders are open`);
  const nextMs = nextSliceMs(facts);
  if (facts.nowMs < nextMs) return closed("slice_delay", `${nextMs - facts.nowMs} ms are left`);
  if (facts.unresolvedWhy !== undefined) return closed("unresolved_order", facts.unresolvedWhy);
  if (facts.bookProblem !== undefined) return closed("book", facts.bookProblem);
  return { kind: "open" };
}

/** When the next slice may fire. */
function nextSliceMs({ lastSliceMs, sliceDelayMs }: Pick<SliceFacts, "lastSliceMs" | "sliceDelayMs">): number {
  return lastSliceMs === undefined ? 0 : lastSliceMs + sliceDelayMs;
}

/** The outcome of a row: `planRow` of the algorithms' core, and a stop that is held here. */
export type RowPlan<Child> =
  | { readonly kind: "order"; readonly child: Child }
  | { readonly kind: "wait" }
  | { readonly kind: "ended"; readonly dust: bigint }
  /** It sends nothing now, and holds up no other row. */
  | { readonly kind: "idle"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

export type SlicePlan<Child> =
  | {
      readonly kind: "fire";
      readonly children: readonly { readonly row: number; readonly child: Child }[];
      readonly bucket: TokenBucket;
    }
  /** No row is sent. `waitMs` where time alone helps. */
  | {
      readonly kind: "hold";
      readonly reasons: readonly { readonly row: number; readonly why: string }[];
      readonly waitMs: number | undefined;
    }
  /** Every row that fires with slices has come to its end. */
  | { readonly kind: "end" };

/**
 * All rows or none (contract 4.5 step 5). A slice fires when no row is refused or waits for resting orders, so that no
 * leg gets ahead of another. Rows that have ended, or are idle, send nothing, and the others go on. It costs one token a row that is
 * sent.
 *
 * @param rows the rows that fire with slices, in their order; those that follow fills are not among them
 */
export function planSlice<Child>(
  rows: readonly { readonly row: number; readonly plan: RowPlan<Child> }[],
  bucket: TokenBucket,
  terms: BucketTerms,
  nowMs: number,
): SlicePlan<Child> {
  const reasons = rows.flatMap(({ row, plan }) => {
    if (plan.kind === "refused") return [{ row, why: plan.why }];
    return plan.kind === "wait" ? [{ row, why: "wait" }] : [];
  });
  if (reasons.length > 0) return { kind: "hold", reasons, waitMs: undefined };
  const children = rows.flatMap(({ row, plan }) => (plan.kind === "order" ? [{ row, child: plan.child }] : []));
  if (children.length === 0) {
    const idle = rows.flatMap(({ row, plan }) => (plan.kind === "idle" ? [{ row, why: plan.why }] : []));
    return idle.length > 0 ? { kind: "hold", reasons: idle, waitMs: undefined } : { kind: "end" };
  }
  const taken = takeTokens(bucket, children.length, terms, nowMs);
  if ("bucket" in taken) return { kind: "fire", children, bucket: taken.bucket };
  return {
    kind: "hold",
    reasons: children.map(({ row }) => ({ row, why: "orders_per_second" })),
    waitMs: taken.waitMs,
  };
}

/**
 * When each row of a slice is sent, in milliseconds after the first. Rows follow one another by their delays; rows
 * without delays are sent at the same time.
 *
 * @param random from 0 to below 1 for each row
 */
export function sendTimes(
  rows: readonly { readonly delayMs: number; readonly randomMs: number }[],
  random: readonly number[],
): number[] {
  let atMs = 0;
  return rows.map(({ delayMs, randomMs }, place) => {
    const own = atMs;
    atMs += delayMs + Math.floor((random[place] ?? 0) * (randomMs + 1));
    return own;
  });
}
