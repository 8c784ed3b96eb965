/** The members of a transaction's record that follow from the journal (contract 4.7), and how a transaction is counted. */
import { formatFine } from "../../../kit/money/fine.ts";
import { FINAL_STATES, type JournalOrder, type JournalState } from "./journal-order.ts";

/** Texts, as every member of the record. Amounts in base units with up to 18 places. */
export interface JournalFigures {
  readonly c_active: "0" | "1";
  readonly c_order_status: "open" | "closed" | "canceled" | "expired" | "rejected" | "unknown";
  readonly c_lookup_status: "0" | "1" | "2" | "3";
  readonly c_lookup_count: string;
  readonly c_order_success: "0" | "1";
  readonly c_order_failed: "0" | "1";
  readonly c_order_filled: string;
  readonly c_order_remaining: string;
  readonly c_cancel: "0" | "1" | "2";
  /** Milliseconds; empty where no cancel was wanted. */
  readonly c_cancel_time: string;
  /** Milliseconds; empty before the end. */
  readonly c_time_completed: string;
}

/** The fields of an order that determine the record. */
export type FiguredOrder = Pick<
  JournalOrder,
  "state" | "amount" | "filled" | "wasSeen" | "cancelWantedMs" | "endedMs" | "lookup" | "lookups"
>;

const STATUS: Readonly<Record<Exclude<JournalState, "missing">, JournalFigures["c_order_status"]>> = {
  created: "open",
  sent: "open",
  open: "open",
  partially_filled: "open",
  cancel_pending: "open",
  unknown: "unknown",
  rejected: "rejected",
  not_sent: "rejected",
  filled: "closed",
  canceled: "canceled",
  expired: "expired",
};

const LOOKUP = { none: "0", waiting: "1", found: "2", not_found: "3" } as const;

/** The recorded figures of an order. */
export function journalFigures(order: FiguredOrder): JournalFigures {
  const outcome = outcomeOf(order);
  const left = order.amount - order.filled;
  const isCanceled = order.state === "canceled" || (order.state === "missing" && order.wasSeen);
  return {
    c_active: outcome === undefined ? "1" : "0",
    c_order_status: statusOf(order),
    c_lookup_status: LOOKUP[order.lookup],
    c_lookup_count: String(order.lookups),
    c_order_success: outcome === "successful" || outcome === "partial" ? "1" : "0",
    c_order_failed: outcome === "failed" ? "1" : "0",
    c_order_filled: formatFine(order.filled),
    c_order_remaining: formatFine(left > 0n ? left : 0n),
    c_cancel: order.cancelWantedMs === 0 ? "0" : isCanceled ? "2" : "1",
    c_cancel_time: order.cancelWantedMs === 0 ? "" : String(order.cancelWantedMs),
    c_time_completed: order.endedMs === 0 ? "" : String(order.endedMs),
  };
}

/**
 * How an order that has come to its end is counted; undefined before. `partial` traded something and not all: it counts as
 * successful against the maximum of an algorithm. `canceled` ended without a trade by a cancel or its time.
 */
export function outcomeOf(order: FiguredOrder): "successful" | "partial" | "canceled" | "failed" | undefined {
  if (!FINAL_STATES.has(order.state) && order.state !== "missing") return undefined;
  if (order.state === "filled") return "successful";
  if (order.filled > 0n) return order.filled >= order.amount ? "successful" : "partial";
  return statusOf(order) === "rejected" ? "failed" : "canceled";
}

/** One that the exchange has shown and denies now was cancelled; one that it never showed was not taken. */
function statusOf({ state, wasSeen }: FiguredOrder): JournalFigures["c_order_status"] {
  if (state !== "missing") return STATUS[state];
  return wasSeen ? "canceled" : "rejected";
}
