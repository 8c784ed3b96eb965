/** The order journal: how an event changes an order, and the actions that follow. Pure and total. */
import { DAY_MS } from "../../../kit/time/spans.ts";
import {
  FINAL_STATES,
  type JournalEffect,
  type JournalEvent,
  type JournalOrder,
  type JournalReport,
  type JournalState,
} from "./journal-order.ts";
import { TRANSITIONS, type Column, type Target } from "./journal-table.ts";

/** Waits between the lookups of a doubtful order, milliseconds (contract 4.7). */
export const LOOKUP_DELAYS_MS: readonly number[] = [250, 1000, 3000, 10_000, 30_000];

/** Wait for the search of all places, after the last try. */
const EVERYWHERE_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** An order or a cancel without any answer is looked up after this long, whatever became of its request. */
export const OVERDUE_MS = 10_000;

/** A missing order is watched for this long. */
export const WATCH_MS = DAY_MS;

export interface Applied {
  readonly order: JournalOrder;
  /** In the order in which they are carried out; none twice. */
  readonly effects: readonly JournalEffect[];
}

/**
 * Applies an event. Never throws, and changes nothing in place.
 *
 * - The filled quantity never falls; a fill that was booked before changes nothing.
 * - A report of a live order that is older than what is applied is passed over. One that shows an end is believed whatever
 *   its time, because an exchange never takes an end back, and clocks differ.
 * - The answer to a lookup is never passed over while the lookup waits: the doubt ends, or is asked about later.
 * - `absent` everywhere counts only after five definite tries.
 */
export function apply(order: JournalOrder, event: JournalEvent): Applied {
  if (event.kind === "report" && isOlder(order, event.report)) return { order, effects: [] };
  if (event.kind === "fill" && order.fills.has(event.fill.key)) return { order, effects: [] };
  const noted = note(order, event);
  const { to, effects } = TRANSITIONS[order.state][columnOf(order, noted, event)];
  const state = stateFor(to, noted);
  const all = new Set(effects);
  if (event.kind === "fill") all.add("book_fill");
  if (state === "cancel_pending" && to === "live" && order.state !== "cancel_pending") all.add("send_cancel");
  const wasEnded = FINAL_STATES.has(order.state);
  if (wasEnded && noted.filled > order.filled) all.add("alert_late_fill");
  // Also one that is shown as cancelled: what it has traded was not known of.
  if (order.state === "missing" && noted.filled > order.filled) all.add("pause");
  if (noted.amount > order.amount) all.add("alert_raised");
  if (noted.filled > noted.amount && order.filled <= order.amount) all.add("alert_overfilled");
  if (event.kind === "report" && noted.filled > noted.booked) all.add("fetch_fills");
  // One that appears after it was missing, or lives after its end, is to be cancelled, whatever was wanted before.
  const isUnwanted = wasEnded ? all.has("send_cancel") : state === "cancel_pending" && noted.cancelWantedMs === 0;
  const cancelWantedMs = isUnwanted ? event.atMs : noted.cancelWantedMs;
  const timed = schedule({ ...noted, state, cancelWantedMs }, order, event, all);
  return { order: timed, effects: [...all] };
}

/** Where and when to look the order up next; undefined for never. */
export function nextLookup(
  order: JournalOrder,
): { readonly atMs: number; readonly where: "order" | "everywhere" } | undefined {
  if (order.lookupAtMs === undefined) return undefined;
  return { atMs: order.lookupAtMs, where: order.tries >= LOOKUP_DELAYS_MS.length ? "everywhere" : "order" };
}

/** The event as the table knows it. */
function columnOf(before: JournalOrder, order: JournalOrder, event: JournalEvent): Column {
  switch (event.kind) {
    case "refused":
      return event.isDuplicate ? "duplicate" : "refused";
    case "fill":
      return order.filled >= order.amount ? "fill_all" : "fill";
    case "absent":
      return event.isEverywhere && before.tries >= LOOKUP_DELAYS_MS.length ? "absent_everywhere" : "absent";
    case "unreachable":
      return event.isRefused === true ? "unaskable" : "unreachable";
    case "report":
      return reportColumn(order, event.report, answersLookup(before, event.report));
    default:
      return event.kind;
  }
}

function reportColumn(order: JournalOrder, report: JournalReport, isAnswer: boolean): Column {
  if (!report.isSeen && report.state !== "open") return "told_canceled";
  if (report.state === "filled" || order.filled >= order.amount) return "report_filled";
  if (report.state === "open") return isAnswer ? "found_live" : "live";
  // An order that has traded was not refused.
  if (report.state === "rejected") return order.filled > 0n ? "report_canceled" : "report_rejected";
  return report.state === "canceled" ? "report_canceled" : "report_expired";
}

/** Lists, lookups and streams of an exchange may tell times of different kinds: a doubt does not depend on them. */
function isOlder(order: JournalOrder, report: JournalReport): boolean {
  if (report.state !== "open" || report.filled > order.filled || answersLookup(order, report)) return false;
  const isEarlier = report.updatedMs !== undefined && report.updatedMs < order.reportedMs;
  return isEarlier || report.filled < order.filled;
}

/** A lookup whose doubt has ended before its answer came is a report like any other: it may be older than the end. */
function answersLookup(order: JournalOrder, report: JournalReport): boolean {
  return report.isLookup && order.lookupAtMs !== undefined;
}

/** Reports the event before the state is decided. */
function note(order: JournalOrder, event: JournalEvent): JournalOrder {
  switch (event.kind) {
    case "report":
      return noteReport(order, event.report);
    case "fill": {
      const { key, amount } = event.fill;
      const booked = order.booked + amount;
      return {
        ...order,
        fills: new Map(order.fills).set(key, amount),
        booked,
        filled: booked > order.filled ? booked : order.filled,
        wasSeen: true,
      };
    }
    case "cancel_wanted":
      return order.cancelWantedMs > 0 ? order : { ...order, cancelWantedMs: event.atMs };
    default:
      return order;
  }
}

function noteReport(order: JournalOrder, report: JournalReport): JournalOrder {
  if (!report.isSeen) return order;
  const { amount = 0n } = report;
  return {
    ...order,
    amount: amount > order.amount ? amount : order.amount,
    exchangeOrderId: report.exchangeOrderId === "" ? order.exchangeOrderId : report.exchangeOrderId,
    filled: report.filled > order.filled ? report.filled : order.filled,
    reportedMs: Math.max(order.reportedMs, report.updatedMs ?? 0),
    wasSeen: true,
  };
}

function stateFor(target: Target, order: JournalOrder): JournalState {
  if (target === "same") return order.state;
  if (target !== "live") return target;
  if (order.cancelWantedMs > 0) return "cancel_pending";
  return order.filled > 0n ? "partially_filled" : "open";
}

/** When it is looked up next, and for how long it is watched. */
function schedule(
  order: JournalOrder,
  before: JournalOrder,
  event: JournalEvent,
  effects: Set<JournalEffect>,
): JournalOrder {
  const { atMs } = event;
  if (order.state !== before.state && (FINAL_STATES.has(order.state) || order.state === "missing")) {
    return ended(order, before, atMs);
  }
  if (event.kind === "watch_over") return { ...order, watchedUntilMs: undefined };
  if (event.kind === "handed" && order.state === "sent") return { ...order, lookupAtMs: atMs + OVERDUE_MS };
  const isProof = event.kind === "report" ? event.report.isSeen : event.kind === "fill";
  if (isProof) return proved(order, before, atMs, effects);
  const isDenied = event.kind === "absent" && effects.has("lookup");
  if (isDenied) {
    const tries = Math.min(before.tries + 1, LOOKUP_DELAYS_MS.length);
    const delay = LOOKUP_DELAYS_MS[tries] ?? EVERYWHERE_DELAY_MS;
    return { ...order, lookup: "waiting", tries, unreachable: 0, lookups: order.lookups + 1, lookupAtMs: atMs + delay };
  }
  if (event.kind === "absent" && FINAL_STATES.has(order.state)) {
    return { ...order, lookupAtMs: undefined, lookup: order.lookup === "waiting" ? "none" : order.lookup };
  }
  if (event.kind === "unreachable" && effects.has("lookup")) {
    const unreachable = before.unreachable + 1;
    const stage = LOOKUP_DELAYS_MS[Math.min(before.tries, LOOKUP_DELAYS_MS.length - 1)] ?? LONGEST_DELAY_MS;
    const delay = Math.min(LONGEST_DELAY_MS, Math.max(stage, 1000 * 2 ** Math.min(unreachable, 5)));
    return { ...order, lookup: "waiting", unreachable, lookupAtMs: atMs + delay };
  }
  if (effects.has("lookup")) return doubtful(order, before, atMs);
  if (effects.has("send_cancel")) return { ...order, lookupAtMs: order.lookupAtMs ?? atMs + OVERDUE_MS };
  return order;
}

/** A new doubt. One in progress goes on, but for a new owner: it asks at once. */
function doubtful(order: JournalOrder, before: JournalOrder, atMs: number): JournalOrder {
  const isUnderWay = before.lookup === "waiting" && before.lookupAtMs !== undefined;
  const delay = Math.min(LONGEST_DELAY_MS, (LOOKUP_DELAYS_MS[0] ?? 0) * 2 ** Math.min(before.rounds, 10));
  const next = atMs + delay;
  if (isUnderWay) return { ...order, lookupAtMs: Math.min(before.lookupAtMs ?? next, next) };
  return { ...order, lookup: "waiting", tries: 0, unreachable: 0, rounds: before.rounds + 1, lookupAtMs: next };
}

/** The exchange has shown it, and it lives. */
function proved(order: JournalOrder, before: JournalOrder, atMs: number, effects: Set<JournalEffect>): JournalOrder {
  const wasWaiting = before.lookup === "waiting";
  if (FINAL_STATES.has(order.state) && effects.has("lookup")) return doubtful(order, before, atMs);
  const isPending = order.state === "cancel_pending";
  return {
    ...order,
    lookup: wasWaiting ? "found" : order.lookup,
    lookups: order.lookups + (wasWaiting ? 1 : 0),
    tries: 0,
    unreachable: 0,
    rounds: isPending ? order.rounds : 0,
    watchedUntilMs: undefined,
    // A cancel in progress is looked up when it stays without an answer.
    lookupAtMs: isPending
      ? effects.has("send_cancel")
        ? atMs + OVERDUE_MS
        : (before.lookupAtMs ?? atMs + OVERDUE_MS)
      : undefined,
  };
}

function ended(order: JournalOrder, before: JournalOrder, atMs: number): JournalOrder {
  const isMissing = order.state === "missing";
  const wasWaiting = before.lookup === "waiting";
  return {
    ...order,
    endedMs: atMs,
    lookupAtMs: undefined,
    lookup: isMissing ? "not_found" : wasWaiting || before.state === "missing" ? "found" : order.lookup,
    lookups: order.lookups + (wasWaiting ? 1 : 0),
    tries: 0,
    unreachable: 0,
    rounds: 0,
    watchedUntilMs: isMissing ? atMs + WATCH_MS : undefined,
  };
}
