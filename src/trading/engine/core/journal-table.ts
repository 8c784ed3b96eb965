/** Every state and every event of an order, literally: where it goes, and what has to be done. */
import type { JournalEffect, JournalState } from "./journal-order.ts";

/**
 * Events as the table tells them apart. `live` is a report of an order that is not final; `found_live` the same as the answer
 * of a lookup; `told_canceled` a cancel that was answered without showing the order; `unaskable` a lookup that was refused.
 */
export const COLUMNS = [
  "handed",
  "withheld",
  "restarted",
  "refused",
  "duplicate",
  "unclear",
  "live",
  "found_live",
  "report_filled",
  "report_canceled",
  "report_expired",
  "report_rejected",
  "told_canceled",
  "fill",
  "fill_all",
  "cancel_wanted",
  "cancel_unproven",
  "absent",
  "absent_everywhere",
  "unreachable",
  "unaskable",
  "watch_over",
] as const;

export type Column = (typeof COLUMNS)[number];

/**
 * The state that follows. `same` stays. `live` is `open` or `partially_filled` by what is filled; where the order was to be
 * cancelled it is `cancel_pending`, and a cancel is sent.
 */
export type Target = JournalState | "same" | "live";

export interface Transition {
  readonly to: Target;
  readonly effects: readonly JournalEffect[];
}

const to = (target: Target, ...effects: JournalEffect[]): Transition => ({ to: target, effects });

const STAYS = to("same");
const LOOKS = to("same", "lookup");
const DOUBTS = to("unknown", "lookup");
const LIVES = to("live");

/** The proofs of an end, whatever the state was before. */
const ENDS = {
  report_filled: to("filled", "release"),
  report_canceled: to("canceled", "release"),
  report_expired: to("expired", "release"),
  report_rejected: to("rejected", "release"),
  fill: LIVES,
  fill_all: to("filled", "release"),
} as const;

/** Nothing moves it but what the state names itself. */
const QUIET: Readonly<Record<Column, Transition>> = {
  handed: STAYS,
  withheld: STAYS,
  restarted: STAYS,
  refused: STAYS,
  duplicate: STAYS,
  unclear: STAYS,
  live: STAYS,
  found_live: STAYS,
  report_filled: STAYS,
  report_canceled: STAYS,
  report_expired: STAYS,
  report_rejected: STAYS,
  told_canceled: STAYS,
  fill: STAYS,
  fill_all: STAYS,
  cancel_wanted: STAYS,
  cancel_unproven: STAYS,
  absent: STAYS,
  absent_everywhere: STAYS,
  unreachable: STAYS,
  unaskable: STAYS,
  watch_over: STAYS,
};

/** The exchange has it. A place request that ends badly after that proves nothing new. */
const WORKING: Readonly<Record<Column, Transition>> = {
  ...QUIET,
  ...ENDS,
  restarted: LOOKS,
  refused: LOOKS,
  duplicate: LOOKS,
  live: LIVES,
  found_live: LIVES,
  told_canceled: LOOKS,
  cancel_wanted: to("cancel_pending", "send_cancel"),
  cancel_unproven: LOOKS,
  absent: DOUBTS,
  absent_everywhere: DOUBTS,
  unreachable: LOOKS,
  // No list shows it, and the exchange does not answer questions about it.
  unaskable: DOUBTS,
};

/** A final order stays what it is. A late fill is booked, and one that lives after all is cancelled. */
const FINAL: Readonly<Record<Column, Transition>> = {
  ...QUIET,
  live: LOOKS,
  found_live: to("same", "alert_appeared", "pause", "send_cancel"),
  unreachable: LOOKS,
  unaskable: LOOKS,
};

/** Total: `journal.test.ts` shows that every state has every event and that every state is reached. */
export const TRANSITIONS: Readonly<Record<JournalState, Readonly<Record<Column, Transition>>>> = {
  created: {
    ...QUIET,
    ...ENDS,
    handed: to("sent"),
    withheld: to("not_sent", "release"),
    restarted: DOUBTS,
    refused: to("rejected", "release"),
    duplicate: DOUBTS,
    unclear: DOUBTS,
    live: LIVES,
    found_live: LIVES,
    told_canceled: DOUBTS,
  },
  sent: {
    ...QUIET,
    ...ENDS,
    withheld: DOUBTS,
    restarted: DOUBTS,
    refused: to("rejected", "release"),
    duplicate: DOUBTS,
    unclear: DOUBTS,
    live: LIVES,
    found_live: LIVES,
    told_canceled: DOUBTS,
    cancel_unproven: DOUBTS,
    absent: DOUBTS,
    absent_everywhere: DOUBTS,
    unreachable: DOUBTS,
    unaskable: DOUBTS,
  },
  open: WORKING,
  partially_filled: WORKING,
  cancel_pending: {
    ...QUIET,
    ...ENDS,
    restarted: LOOKS,
    refused: LOOKS,
    duplicate: LOOKS,
    unclear: LOOKS,
    live: STAYS,
    // The cancel was lost, or has not arrived yet: a cancel may be sent again, an order may not.
    found_live: to("same", "send_cancel"),
    told_canceled: LOOKS,
    fill: STAYS,
    cancel_unproven: LOOKS,
    absent: LOOKS,
    absent_everywhere: to("missing", "alert_missing", "release"),
    unreachable: LOOKS,
    unaskable: LOOKS,
  },
  unknown: {
    ...QUIET,
    ...ENDS,
    restarted: LOOKS,
    live: LIVES,
    found_live: LIVES,
    absent: LOOKS,
    absent_everywhere: to("missing", "alert_missing", "release"),
    unreachable: LOOKS,
    unaskable: LOOKS,
  },
  missing: {
    ...QUIET,
    live: to("cancel_pending", "alert_appeared", "pause", "send_cancel"),
    found_live: to("cancel_pending", "alert_appeared", "pause", "send_cancel"),
    report_filled: to("filled", "alert_appeared", "pause"),
    report_canceled: to("canceled", "alert_appeared"),
    report_expired: to("expired", "alert_appeared"),
    report_rejected: to("rejected"),
    fill: to("cancel_pending", "alert_appeared", "pause", "send_cancel"),
    fill_all: to("filled", "alert_appeared", "pause"),
  },
  rejected: FINAL,
  // It lives only where it was raised at its exchange, and its fills were known before that.
  filled: FINAL,
  canceled: FINAL,
  expired: FINAL,
  not_sent: FINAL,
};
