/**
 * The journal's knowledge of one order, and the events that can happen to it. Plain values: they are stored and read
 * back as they are.
 */
import { FINE_ONE, floorDivide } from "../../../kit/money/fine.ts";

/**
 * - `created`: the intent is durable, nothing was sent.
 * - `not_sent`: withheld at the moment of sending; final, shown as rejected.
 * - `sent`: handed to the socket, without any proof yet.
 * - `unknown`: it may exist; it is looked up by our id.
 * - `cancel_pending`: our cancel is durable, its result is not proved.
 * - `missing`: order, open list, closed list and trades all deny it. Watched for 24 hours: see `watchedUntilMs`.
 */
export const JOURNAL_STATES = [
  "created",
  "sent",
  "open",
  "partially_filled",
  "cancel_pending",
  "unknown",
  "missing",
  "rejected",
  "filled",
  "canceled",
  "expired",
  "not_sent",
] as const;

export type JournalState = (typeof JOURNAL_STATES)[number];

/** States that an order never leaves. `missing` is one only when its watch is over. */
export const FINAL_STATES: ReadonlySet<JournalState> = new Set([
  "rejected",
  "filled",
  "canceled",
  "expired",
  "not_sent",
]);

/** Whether an order in this state stays in it. */
export function isFinal(state: JournalState): boolean {
  return FINAL_STATES.has(state);
}

/** Amounts are base units of 1e-18 (`kit/money/fine.ts`), times milliseconds since 1970 by our clock unless said otherwise. */
export interface JournalOrder {
  readonly state: JournalState;
  readonly clientOrderId: string;
  /** Empty until the exchange has told it. */
  readonly exchangeOrderId: string;
  /** What was sent, or what its owner has raised it to at the exchange. Never falls. */
  readonly amount: bigint;
  /** The most that a report or the fills have proved. Never falls. */
  readonly filled: bigint;
  /** Amounts by fill key (`fillKey`): each fill is booked once. */
  readonly fills: ReadonlyMap<string, bigint>;
  /** Their sum: at most `filled`. */
  readonly booked: bigint;
  /** The exchange's time of the newest report that was applied; 0 before the first with a time. */
  readonly reportedMs: number;
  /** The exchange has shown it at least once. */
  readonly wasSeen: boolean;
  /** 0 while no cancel is wanted. */
  readonly cancelWantedMs: number;
  /** When its end was proved; 0 before. */
  readonly endedMs: number;
  readonly lookup: "none" | "waiting" | "found" | "not_found";
  /** When to look it up next; undefined for never. */
  readonly lookupAtMs: number | undefined;
  /** Definite answers that deny it, since it became doubtful. Only these are tries. */
  readonly tries: number;
  /** Times that the exchange could not be reached since the last definite answer. */
  readonly unreachable: number;
  /** How often it became doubtful since it was last proved; spaces the lookups. */
  readonly rounds: number;
  /** All definite answers: `c_lookup_count`. */
  readonly lookups: number;
  /** Of a missing order: it is adopted and cancelled should it appear before. */
  readonly watchedUntilMs: number | undefined;
}

/** An exchange's report of an order, in our units. */
export interface JournalReport {
  readonly state: "open" | "filled" | "canceled" | "rejected" | "expired";
  readonly exchangeOrderId: string;
  readonly filled: bigint;
  /** The whole size that the exchange shows; undefined where it is of another unit than ours. */
  readonly amount: bigint | undefined;
  /** By the exchange's clock; undefined where the exchange does not tell it. Never by ours: the two are not compared. */
  readonly updatedMs: number | undefined;
  /**
   * The exchange showed the order in this state. False for an answer that only says that a request was taken, such as a
   * cancel that is answered without the order: it proves nothing.
   */
  readonly isSeen: boolean;
  /** A lookup that was asked because of doubt; not a stream, and not a periodic list. */
  readonly isLookup: boolean;
}

export interface JournalFill {
  /** From `fillKey`. */
  readonly key: string;
  readonly amount: bigint;
}

/** The events of an order. Each is durable before its effects are carried out. */
export type JournalEvent = { readonly atMs: number } & (
  | { readonly kind: "handed" }
  /** Refused at the moment of sending, by us: nothing left. */
  | { readonly kind: "withheld" }
  /** A new owner has loaded it. */
  | { readonly kind: "restarted" }
  /** A structured refusal of the order by the exchange. One as a duplicate proves nothing: something has this id. */
  | { readonly kind: "refused"; readonly isDuplicate: boolean }
  /** Time-out, disconnect, 5xx or an answer that was not understood. */
  | { readonly kind: "unclear" }
  | { readonly kind: "report"; readonly report: JournalReport }
  | { readonly kind: "fill"; readonly fill: JournalFill }
  | { readonly kind: "cancel_wanted" }
  /** The cancel was answered without a proof, was refused, or was not answered. */
  | { readonly kind: "cancel_unproven" }
  /**
   * A lookup was answered: the order does not exist. `isEverywhere`: order, open list, closed list and trades were
   * asked.
   */
  | { readonly kind: "absent"; readonly isEverywhere: boolean }
  /** A lookup was not answered: no answer, and not a try. `isRefused`: the exchange refuses the question, and will again. */
  | { readonly kind: "unreachable"; readonly isRefused?: boolean }
  | { readonly kind: "watch_over" }
);

/**
 * - `send_cancel`: send a cancel, also where one was sent before.
 * - `lookup`: look it up at `lookupAtMs`.
 * - `fetch_fills`: more is filled than booked: ask for the trades.
 * - `book_fill`: position, commission and hedge duty of this fill, in the transaction of the event.
 * - `release`: what was reserved and not spent is free again.
 * - `pause`: the strategy is paused, for its owner to look.
 */
export type JournalEffect =
  | "send_cancel"
  | "lookup"
  | "fetch_fills"
  | "book_fill"
  | "release"
  | "pause"
  | "alert_late_fill"
  | "alert_appeared"
  | "alert_missing"
  | "alert_overfilled"
  | "alert_raised";

/** The key of a fill: exchange key, market and the exchange's trade id. Trade ids are unique in a market only. */
export function fillKey(keyId: string, marketId: string, tradeId: string): string {
  return `${keyId}/${marketId}/${tradeId}`;
}

/** The cost or proceeds of a trade, in base units of 1e-18 of the quote currency. */
export function worthOf(price: bigint, amount: bigint): bigint {
  return floorDivide(price * amount, FINE_ONE);
}

/** Whether nothing can happen to the order any more but a late fill: final, watched long enough, and every fill booked. */
export function isSettled(order: JournalOrder): boolean {
  if (order.filled > order.booked) return false;
  if (order.state === "missing") return order.watchedUntilMs === undefined;
  return FINAL_STATES.has(order.state);
}

/** Whether nothing of it differs but the time of the newest report. */
export function isSame(one: JournalOrder, other: JournalOrder): boolean {
  const names = Object.keys(one) as (keyof JournalOrder)[];
  return names.every((name) => name === "reportedMs" || one[name] === other[name]);
}

/** Whether more of it is filled than booked. */
export function isShort({ filled, booked }: JournalOrder): boolean {
  return filled > booked;
}

/** Whether its outcome is open, so that its strategy sends nothing new and its money and amount stay reserved. */
export function isUnresolved({ state, lookup }: JournalOrder): boolean {
  const isWorking = state === "open" || state === "partially_filled" || state === "cancel_pending";
  return state === "unknown" || (isWorking && lookup === "waiting");
}

/** Whether it was sent, or may have been: also where it is not stored that its sender was allowed to. */
export function hasBegun({ state, wasSeen }: JournalOrder): boolean {
  return wasSeen || (state !== "created" && state !== "not_sent");
}
