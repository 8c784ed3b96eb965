/** The alerts for users: things that they should look at themselves. */
import type { Instant } from "../../../kit/time/instant.ts";

export const ALERT_KINDS = [
  "order_missing",
  "order_appeared",
  "order_late_fill",
  "order_overfilled",
  "order_raised",
  "order_adopted",
  "order_unknown",
  "run_paused",
  "run_held",
  "run_unhedged",
  "run_stopping",
  "run_errored",
  "halted",
  "key_refused",
  "exchange_banned",
  "drivetime_low",
  "signal_not_closed",
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly kind: AlertKind;
  readonly ownerUid: number;
  /** Whose it is; null for every user of the account. */
  readonly uid: number | null;
  /** There where it is about an exchange key: users who may use the keys of the main account see it too. */
  readonly isOfKey?: true;
  /** The exchange of that key, which is in `data` too. */
  readonly exchange?: string;
  /** What it is about, where that gives one alert at most, however often it is recorded. */
  readonly subject?: string;
  readonly at: Instant;
  readonly why: string;
  /** What it is about, by its name: `order`, `strategy_id`, `apikey`. */
  readonly data: object;
}
