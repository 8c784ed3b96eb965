/** One evaluation of a run: gates, conditions, rows, and the slice where all of them agree (contract 4.5). */
import type { ChildOrder, Condition } from "../../algorithms/index.ts";
import { mayCancelRest, toleranceVerdict } from "../../algorithms/index.ts";
import { FINE_ONE } from "../../../kit/money/fine.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { doubledMs } from "../../../kit/time/back-off.ts";
import { DEFERRED_WAITS } from "../core/duties.ts";
import { checkGates, planSlice, sendTimes } from "../core/slice.ts";
import { fullBucket } from "../core/token-bucket.ts";
import { fire } from "./fire.ts";
import { gateFacts } from "./gate-facts.ts";
import type { KeptRun } from "../store-runs.ts";
import { referenceNow, runOrderOf } from "./plan-orders.ts";
import { planRows } from "./plan-slice.ts";
import type { RunContext } from "./run-context.ts";
import { armedStops, settleDuties, stoppedMs } from "./settle-duties.ts";
import { closeForRisk, refusedAtOnce, refusedBy } from "./slice-risk.ts";
import { heldReason } from "./held-reason.ts";

/** So many orders in a row that came to nothing pause the run. */
const MOST_FAILURES = 15;
/** Nothing waits longer for the next look: durations and times of day pass without a book that changes. */
const LONGEST_WAIT_MS = 1_000;

/**
 * It waits for nothing before there is something to do: most evaluations are of this turn of the event loop, and so is the
 * decision to fire.
 *
 * @returns when to evaluate again at the latest
 */
export async function evaluate(context: RunContext): Promise<number> {
  const { memory, view, log, shared } = context;
  const nowMs = context.nowMs();
  shared.figures.evaluations++;
  view.nowMs = nowMs;
  view.refreshMs = context.user?.plan.limits.strategies.orderbook_refresh ?? view.refreshMs;
  const pause = causeToPause(context);
  if (pause) {
    await pause();
    return nowMs;
  }
  const settled = settleDuties(context);
  const isOwed = typeof settled === "boolean" ? settled : await settled;
  const gates = checkGates(gateFacts(context, nowMs, isOwed));
  if (gates.kind === "end") {
    if (gates.gate === "duration_over" && (await context.extend())) return nowMs;
    await context.move("end_reached", gates.gate === "duration_over" ? timeOver(memory.kept) : gates.gate);
    return nowMs;
  }
  const { conditions, settings } = memory.playbook;
  const holds = settings.noConditions || conditions.evaluate(view, nowMs);
  if (context.hasNewStart) await context.keepStarts();
  const moved = movedRests(context);
  if (moved.length > 0) await askCancels(context, moved);
  if (gates.kind === "closed") {
    log.closed(nowMs, gates.gate, gates.why);
    if (gates.gate === "plan") await waitForPlan(context, nowMs);
    return nextMs(context, nowMs);
  }
  if (!holds) {
    const first = conditions.firstOfFailed(nowMs);
    const found = first?.unknown ?? `${first?.left ?? "?"} against ${boundsOf(first)}`;
    log.closed(nowMs, "conditions", `${first?.name ?? ""}: ${found}`);
    return nextMs(context, nowMs);
  }
  if (nowMs < context.refusedUntilMs) return context.refusedUntilMs;
  const waitsUntilMs = deferredUntilMs(context, nowMs);
  if (waitsUntilMs <= nowMs) return fireSlice(context, nowMs);
  log.closed(nowMs, "rows", "an exchange takes no orders for the moment: the slice waits");
  return Math.min(waitsUntilMs, nextMs(context, nowMs));
}

/** Until when no slice is sent: an exchange of it wants no requests, or has taken none of the last orders. All rows leave, or none. */
function deferredUntilMs(context: RunContext, nowMs: number): number {
  const { deferrals, playbook } = context.memory;
  const againMs = deferrals.count === 0 ? 0 : deferrals.atMs + doubledMs(deferrals.count, DEFERRED_WAITS);
  return Math.max(againMs, ...playbook.listings.map(({ exchange }) => nowMs + stoppedMs(context, exchange)));
}

function boundsOf(condition: Condition | undefined): string {
  const { right = "?", rightEnd } = condition ?? {};
  return rightEnd === undefined ? String(right) : `${right} to ${rightEnd}`;
}

function timeOver({ drivetimeSeconds }: KeptRun): string {
  const drivetime = drivetimeSeconds === 0 ? "" : `, and the drivetime after ${drivetimeSeconds} seconds of it`;
  return `duration_over: the duration of the plan is used up${drivetime}`;
}

/** The run goes on as soon as plan and rights allow it again. */
async function waitForPlan(context: RunContext, nowMs: number): Promise<void> {
  await context.readUserAgain(nowMs);
  const why = heldReason(context);
  if (why !== undefined) await context.alertHeld(nowMs, why);
}

/** How a run is paused whose exchange is away, whose orders keep failing, or an order of which was not gone after all. */
function causeToPause(context: RunContext): (() => Promise<void>) | undefined {
  const { memory, shared } = context;
  for (const { exchange } of memory.playbook.listings) {
    const health = shared.deps.market.exchange(exchange)?.health;
    if (health?.state !== "down" && health?.state !== "maintenance") continue;
    const pause = { reason: "lost_exchange", isExternal: true } as const;
    return () => context.move("breaker", `${exchange}: ${health.reason}`, { pause });
  }
  const { appeared } = memory.kept;
  if (appeared !== undefined) return () => context.pauseFor(appeared);
  const failures = memory.failuresInRow;
  if (failures < MOST_FAILURES) return undefined;
  const why = [...memory.newest.values()].at(-1)?.why ?? "";
  return () => {
    memory.failuresInRow = 0;
    return context.move("breaker", `${failures} orders in a row came to nothing: ${why}`, {
      pause: { reason: "breaker", isExternal: false },
    });
  };
}

/**
 * Rests whose reference has moved out of their tolerance are cancelled; the next slice prices them again. One that takes is
 * skipped: where it still waits for its time, it is not sent. One that has traded too little, or leaves too little, rests on.
 */
function movedRests(context: RunContext): readonly number[] {
  const { memory, plan, log } = context;
  const moved: number[] = [];
  const withoutRate = new Set<number>();
  for (const order of memory.orders.open) {
    const row = memory.playbook.settings.rows[order.row];
    const isBound = row && (row.toleranceMinimum !== undefined || row.toleranceMaximum !== undefined);
    const isAsked =
      (memory.newest.get(order.id)?.terms.cancelAskedMs ?? null) !== null || memory.cancelled.has(order.id);
    if (!isBound || order.kind !== "slice" || isAsked) continue;
    const current = referenceNow(plan, row, order.side);
    if (current === undefined) continue;
    const rate = memory.toleranceRate(row);
    if (rate === undefined) {
      withoutRate.add(order.row);
      continue;
    }
    const [decided, now] = [(order.entry * rate) / FINE_ONE, (current * rate) / FINE_ONE];
    const verdict = toleranceVerdict(row, decided, now);
    if (!mayCancelRest(row.grid, order, order.limit ?? order.entry)) continue;
    if (verdict === "reprice" || (verdict === "skip" && order.state === "created")) moved.push(order.id);
  }
  if (withoutRate.size > 0) {
    const rows = [...withoutRate].join(", ");
    log.note(context.nowMs(), "warn", `the tolerance of rows ${rows} cannot be judged: there is no rate`);
  }
  return moved;
}

async function askCancels(context: RunContext, ids: readonly number[]): Promise<void> {
  const { memory, shared } = context;
  await shared.deps.runs.askCancels(shared.worker, ids, context.nowMs());
  for (const id of ids) memory.cancelled.add(id);
  shared.deps.asked();
}

async function fireSlice(context: RunContext, nowMs: number): Promise<number> {
  const { memory, log, shared, plan } = context;
  const { conditions, slicing } = memory.playbook;
  const before = context.triggersToKeep();
  const rows = planRows(context, conditions.sideOfFirstTrue(nowMs));
  const terms = {
    perSecond: context.user?.plan.limits.strategies.ratelimit.orders_per_second ?? 1,
    rows: slicing.length,
  };
  const { ownerUid } = memory.kept;
  const bucket = shared.buckets.get(ownerUid) ?? fullBucket(terms, nowMs);
  const decided = planSlice<ChildOrder>(rows, bucket, terms, nowMs);
  if (decided.kind === "end") {
    // A hedge that comes to nothing pauses a run that goes on. One that ends would stop with the leg unhedged.
    if (memory.orders.open.some(({ kind }) => kind !== "slice")) {
      log.closed(nowMs, "rows", "every row has come to its end, and a hedge is under way");
      return nextMs(context, nowMs);
    }
    const [armed] = armedStops(context);
    if (armed) {
      log.closed(nowMs, "rows", `every row has come to its end, and row ${armed.row} waits for ${armed.trigger}`);
      return nextMs(context, nowMs);
    }
    await context.move("end_reached", "every row has come to its end");
    return nowMs;
  }
  if (decided.kind === "hold") {
    const [first] = decided.reasons;
    log.closed(nowMs, "rows", `row ${first?.row ?? 0}: ${first?.why ?? ""}`, decided.reasons);
    await context.keepTriggers(before);
    return Math.min(nextMs(context, nowMs), nowMs + (decided.waitMs ?? LONGEST_WAIT_MS));
  }
  const delays = decided.children.map(({ child }) => ({ delayMs: child.row.delayMs, randomMs: child.row.randomMs }));
  const times = sendTimes(
    delays,
    delays.map(() => shared.deps.random()),
  );
  const slice = memory.kept.slices + 1;
  const names = conditions.trueNames(nowMs);
  const spread = conditions.conditions.find(({ settings }) => settings.formula.metric.startsWith("spread"))?.left;
  const orders = decided.children.map(({ child }, at) =>
    runOrderOf(plan, child, {
      slice,
      attempt: 0,
      kind: "slice",
      sendAtMs: nowMs + (times[at] ?? 0),
      conditions: names,
      spreadEntry: spread,
    }),
  );
  const refused = refusedAtOnce(context, orders);
  if (refused) {
    closeForRisk(context, refused);
    await context.keepTriggers(before);
    return nextMs(context, nowMs);
  }
  context.triedMs = nowMs;
  // Plan and rights count as they are at this moment, not as they were when the run began.
  const isStillAllowed = async (q: Queryable): Promise<boolean> => {
    context.user = await context.readUser(q);
    return heldReason(context) === undefined;
  };
  // The epochs say whether it is the same user: one that stands in for another has others.
  const stamp = context.user?.uid === memory.kept.uid ? context.user.stamp : undefined;
  const isFired = await fire(context, orders, {
    slice,
    during: ["running"],
    isAllowed: isStillAllowed,
    stamp,
    refusedBy: (settings, facts) => refusedBy(context, orders, settings, facts),
  });
  if (isFired) {
    shared.buckets.set(ownerUid, decided.bucket);
  } else await context.keepTriggers(before);
  return heldReason(context) === undefined ? nextMs(context, nowMs) : nowMs;
}

function nextMs({ memory, triedMs }: RunContext, nowMs: number): number {
  const { kept, playbook } = memory;
  const sliceMs = Math.max(kept.lastSliceMs ?? 0, triedMs ?? 0) + playbook.settings.sliceDelayMs;
  return sliceMs > nowMs ? Math.min(sliceMs, nowMs + LONGEST_WAIT_MS) : nowMs + LONGEST_WAIT_MS;
}
