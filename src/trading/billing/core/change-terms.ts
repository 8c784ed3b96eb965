/** The change of a subscription when its account wants other terms: at once and for how much, or later. */
import type { Instant } from "../../../kit/time/instant.ts";
import { anchorDayOf, periodFrom, proratedDifference, type Period } from "./period.ts";
import type { Terms } from "./terms.ts";

/** Terms with what they cost a month, in 1e-8. */
export interface PricedTerms {
  readonly terms: Terms;
  readonly price: bigint;
}

export interface Subscription extends PricedTerms {
  /** The month that is paid for; undefined while nothing is to be paid. */
  readonly period: Period | undefined;
  readonly anchorDay: number | undefined;
  /** The terms that begin when the period ends. */
  readonly next: PricedTerms | undefined;
}

export type TermsChange =
  /** They are what is had, and nothing else was to come. */
  | { readonly kind: "none" }
  | {
      readonly kind: "now";
      /** Never below zero. */
      readonly charge: bigint;
      readonly subscription: Subscription;
    }
  /** Paid for until the end of the period, and the new price from then on. */
  | { readonly kind: "atPeriodEnd"; readonly effectiveAt: Instant; readonly subscription: Subscription };

/**
 * - dearer: at once, for the difference of the rest of the period; the first paid month begins now and is paid whole;
 * - the same price: at once and for nothing;
 * - cheaper: what is paid for stays until the period ends.
 *
 * Returning to the present plan cancels the planned change, for nothing.
 */
export function changeTerms(current: Subscription, wanted: PricedTerms, at: Instant): TermsChange {
  if (sameTerms(current.terms, wanted.terms)) {
    if (current.next === undefined) return { kind: "none" };
    return { kind: "now", charge: 0n, subscription: { ...current, next: undefined } };
  }
  const { period } = current;
  if (period !== undefined && wanted.price < current.price && at < period.to) {
    return { kind: "atPeriodEnd", effectiveAt: period.to, subscription: { ...current, next: wanted } };
  }
  if (period !== undefined && wanted.price > 0n) {
    const difference = proratedDifference(current.price, wanted.price, period, at);
    const charge = difference > 0n ? difference : 0n;
    return { kind: "now", charge, subscription: { ...current, ...wanted, next: undefined } };
  }
  return { kind: "now", charge: wanted.price, subscription: begun(wanted, at) };
}

/** A subscription that begins with its first month, which is to be charged. */
export function begun({ terms, price }: PricedTerms, at: Instant): Subscription {
  if (price === 0n) return { terms, price, period: undefined, anchorDay: undefined, next: undefined };
  const anchorDay = anchorDayOf(at);
  return { terms, price, period: periodFrom(at, anchorDay), anchorDay, next: undefined };
}

/**
 * The month after the one that ended, on the terms that were to come; its price is to be charged. A subscription that
 * costs nothing has no months.
 */
export function renewed(current: Subscription): Subscription {
  const { terms, price } = current.next ?? current;
  if (current.period === undefined || current.anchorDay === undefined || price === 0n) {
    return { terms, price, period: undefined, anchorDay: undefined, next: undefined };
  }
  return {
    terms,
    price,
    period: periodFrom(current.period.to, current.anchorDay),
    anchorDay: current.anchorDay,
    next: undefined,
  };
}

function sameTerms(one: Terms, other: Terms): boolean {
  return one.baseId === other.baseId && sorted(one) === sorted(other);
}

function sorted({ overrides }: Terms): string {
  return JSON.stringify(Object.entries(overrides).sort(([one], [other]) => (one < other ? -1 : 1)));
}
