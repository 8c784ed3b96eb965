/** The end of a paid month. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { renewed, type Subscription } from "./change-terms.ts";

/** How long a package stays though its month could not be charged. */
export const GRACE_MS = 7 * DAY_MS;

export type Renewal =
  /** The month is not over, or no months are counted. */
  | { readonly kind: "none" }
  /** The next month begins as soon as its price, which may be 0, has been charged. */
  | { readonly kind: "charge"; readonly subscription: Subscription };

/** The due step of a subscription at an instant. */
export function decideRenewal(current: Subscription, at: Instant): Renewal {
  if (current.period === undefined || at < current.period.to) return { kind: "none" };
  return { kind: "charge", subscription: renewed(current) };
}

/** Whether an account that has not paid since an instant has had its time. */
export function isGraceOver(dueSince: Instant, at: Instant): boolean {
  return at >= dueSince + GRACE_MS * 1000;
}
