/** An account takes another package, or changes a setting of its own. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { recordAudit } from "../../audit/index.ts";
import { changeTerms, type PricedTerms, type TermsChange } from "../core/change-terms.ts";
import { newConflicts } from "../core/conflicts.ts";
import { packageOf, type BaseId } from "../core/packages.ts";
import { planFor } from "../core/terms.ts";
import { billingErrors } from "../errors.ts";
import type { Change, Changed } from "../store.ts";
import { postCharge } from "./charges.ts";
import { settleMonths } from "./renew.ts";
import { lockSubscription, writeSubscription, type LockedSubscription } from "./subscriptions.ts";
import { usageOf } from "./usage.ts";

/** Takes a package as it is sold. */
export async function changePackage(tx: Transaction, change: Change, baseId: BaseId): Promise<Changed> {
  const locked = await lockSettled(tx, change);
  return await applyTerms(tx, change, locked, { terms: { baseId, overrides: {} }, price: packageOf(baseId).price });
}

/** A subscription whose months are paid for up to now: nothing is changed while one is due. */
export async function lockSettled(tx: Transaction, { ownerUid, at }: Change): Promise<LockedSubscription> {
  return await settleMonths(tx, await lockSubscription(tx, ownerUid, at), at);
}

/**
 * Changes a locked subscription to other terms: money, row and trail.
 *
 * @param charge the price quoted before, instead of the present one.
 */
export async function applyTerms(
  tx: Transaction,
  change: Change,
  locked: LockedSubscription,
  wanted: PricedTerms,
  charge?: bigint,
): Promise<Changed> {
  const decided = await decideTerms(tx, change, locked, wanted);
  const plan = planFor(wanted.terms);
  const difference = wanted.price - locked.subscription.price;
  if (decided.kind === "none") return { plan, effectiveAt: change.at, charge: 0n, difference };
  const { revision } = await writeSubscription(tx, locked, decided.subscription, change.at);
  const due = decided.kind === "now" ? (charge ?? decided.charge) : 0n;
  await postCharge(tx, {
    ownerUid: change.ownerUid,
    reference: `subscription:${change.ownerUid}:change:${revision}`,
    type: "subscription",
    description: `Change to the package ${plan.name}`,
    amount: due,
    at: change.at,
  });
  const effectiveAt = decided.kind === "now" ? change.at : decided.effectiveAt;
  await recordAudit(tx, {
    ownerUid: change.ownerUid,
    uid: change.uid,
    action: decided.kind === "now" ? "subscription.change" : "subscription.schedule",
    subject: plan.id,
    details: { overrides: wanted.terms.overrides, price: String(wanted.price), charge: String(due), effectiveAt },
    at: change.at,
  });
  return { plan, effectiveAt, charge: due, difference };
}

/**
 * The change of a locked subscription, if it were made. @throws billingErrors.inUse when the new limits would be
 * broken.
 */
export async function decideTerms(
  tx: Transaction,
  change: Change,
  { subscription }: LockedSubscription,
  wanted: PricedTerms,
): Promise<TermsChange> {
  const usage = await usageOf(tx, change.ownerUid);
  const conflicts = newConflicts(usage, planFor(subscription.terms).limits, planFor(wanted.terms).limits);
  if (conflicts.length > 0) throw billingErrors.inUse({ details: { conflicts } });
  return changeTerms(subscription, wanted, change.at);
}
