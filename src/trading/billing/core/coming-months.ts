/** The coming months of a subscription, for a calendar. */
import type { Instant } from "../../../kit/time/instant.ts";
import { renewed, type Subscription } from "./change-terms.ts";
import { planFor } from "./terms.ts";

/** The moment at which a month that is paid for ends. */
export interface ComingMonth {
  readonly at: Instant;
  /** The package from then on goes on, is another one, or is the free one. */
  readonly kind: "renewal" | "change" | "end";
  /** Name of the package that begins; of the one that ends for `end`. */
  readonly name: string;
  /** Id of that package. */
  readonly id: string;
  /** The price of a month, in 1e-8. */
  readonly price: bigint;
}

/** The ends of months from `from` to `to`, both included, earliest first; at most `limit`. */
export function comingMonths(
  subscription: Subscription,
  { from, to, limit }: { readonly from: Instant; readonly to: Instant; readonly limit: number },
): ComingMonth[] {
  const months: ComingMonth[] = [];
  let current = subscription;
  while (current.period !== undefined && current.period.to <= to && months.length < limit) {
    const next = renewed(current);
    if (current.period.to >= from) months.push(monthOf(current, next, current.period.to));
    current = next;
  }
  return months;
}

function monthOf(current: Subscription, next: Subscription, at: Instant): ComingMonth {
  if (next.period === undefined) {
    const { id, name } = planFor(current.terms);
    return { at, kind: "end", id, name, price: 0n };
  }
  const { id, name } = planFor(next.terms);
  return { at, kind: current.next === undefined ? "renewal" : "change", id, name, price: next.price };
}
