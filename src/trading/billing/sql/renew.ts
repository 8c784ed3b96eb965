/** The month after the one that is over: charged, or due, or given up. */
import { AppError } from "../../../kit/errors/catalogue.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { formatInstant, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { begun, renewed, type Subscription } from "../core/change-terms.ts";
import { invoiceLines } from "../core/invoice.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";
import { decideRenewal, GRACE_MS, isGraceOver } from "../core/renewal.ts";
import { FREE_TERMS, planFor } from "../core/terms.ts";
import { postCharge } from "./charges.ts";
import { findDueInvoice, insertInvoices, settleDueInvoice } from "./invoices.ts";
import { findPayer, type Payer } from "./payer.ts";
import { lockSubscription, writeSubscription, type LockedSubscription } from "./subscriptions.ts";

/** Charges what is owed of an account, or notes that it is due, or gives its package up. Safe to run twice. */
export async function renew(tx: Transaction, ownerUid: number, at: Instant): Promise<void> {
  const payer = await findPayer(tx, ownerUid);
  const locked = await lockSubscription(tx, ownerUid, at);
  if (decideRenewal(locked.subscription, at).kind === "none") return;
  if (payer === undefined) return await giveUp(tx, locked, at);
  const { settled, refusal } = await settleAsFarAsPaid(tx, locked, at);
  if (refusal === undefined) return;
  if (settled.dueSince === undefined) return await noteDue(tx, settled, payer, at);
  if (!isGraceOver(settled.dueSince, at)) return;
  await giveUp(tx, settled, at);
  await tellGivenUp(tx, settled, payer, at);
}

/**
 * Charges every month up to now.
 *
 * @throws ledgerErrors.insufficient when the account has too little for one of them.
 */
export async function settleMonths(
  tx: Transaction,
  locked: LockedSubscription,
  at: Instant,
): Promise<LockedSubscription> {
  const { settled, refusal } = await settleAsFarAsPaid(tx, locked, at);
  if (refusal) throw refusal;
  return settled;
}

interface Settled {
  readonly settled: LockedSubscription;
  /** Why it went no further. */
  readonly refusal?: AppError;
}

/** The same, up to the month that cannot be charged. An entry that is refused changes nothing: the transaction goes on. */
async function settleAsFarAsPaid(tx: Transaction, locked: LockedSubscription, at: Instant): Promise<Settled> {
  let settled = locked;
  try {
    for (;;) {
      const renewal = decideRenewal(settled.subscription, at);
      if (renewal.kind === "none") return { settled };
      settled = await chargeMonth(tx, settled, renewal.subscription, at);
    }
  } catch (error) {
    if (error instanceof AppError && error.code === ledgerErrors.insufficient.spec.code) {
      return { settled, refusal: error };
    }
    throw error;
  }
}

async function chargeMonth(
  tx: Transaction,
  locked: LockedSubscription,
  next: Subscription,
  at: Instant,
): Promise<LockedSubscription> {
  const { ownerUid, subscription, dueSince } = locked;
  invariant(subscription.period, "a subscription that is renewed has a period");
  const invoiceId = dueSince === undefined ? undefined : await findDueInvoice(tx, ownerUid);
  await postCharge(tx, {
    ownerUid,
    reference: `subscription:${ownerUid}:month:${formatInstant(subscription.period.to)}`,
    type: "subscription",
    description: monthOf(next),
    amount: next.price,
    at,
    ...(invoiceId === undefined ? {} : { invoiceId }),
  });
  if (invoiceId !== undefined) await settleDueInvoice(tx, invoiceId, next.price > 0n ? "paid" : "void", at);
  const written = await writeSubscription(tx, locked, next, at);
  await recordAudit(tx, {
    ownerUid,
    uid: null,
    action: "subscription.renew",
    subject: planFor(next.terms).id,
    details: { price: String(next.price) },
    at,
  });
  return written;
}

/** The account keeps its package for some days, and is notified. */
async function noteDue(tx: Transaction, locked: LockedSubscription, payer: Payer, at: Instant): Promise<void> {
  const { ownerUid, subscription } = locked;
  const next = renewed(subscription);
  invariant(next.period, "a month that cannot be charged costs something");
  const { items, total } = invoiceLines([{ description: monthOf(next), amount: next.price }], "");
  await insertInvoices(tx, [{ ownerUid, kind: "due", period: next.period, amount: total, items }], at);
  await writeSubscription(tx, locked, subscription, at, at);
  const plan = planFor(next.terms);
  await recordAudit(tx, {
    ownerUid,
    uid: null,
    action: "subscription.due",
    subject: plan.id,
    details: { price: String(next.price) },
    at,
  });
  const until = dayOf(plusMillis(at, GRACE_MS));
  await enqueueMail(tx, {
    to: payer.email,
    subject: `Your package ${plan.name} could not be renewed`,
    text: `Hello ${payer.name},

the next month of your package ${plan.name} costs ${formatAmount(next.price)} ${BILLING_CURRENCY}, and your balance is lower.
Please top it up. The platform charges the month as soon as your balance is enough.
Until ${until} nothing changes. After that, your account has the free package.
`,
    uid: ownerUid,
    at,
  });
}

/** The free package from now on. */
async function giveUp(tx: Transaction, locked: LockedSubscription, at: Instant): Promise<void> {
  const { ownerUid } = locked;
  const invoiceId = await findDueInvoice(tx, ownerUid);
  if (invoiceId !== undefined) await settleDueInvoice(tx, invoiceId, "void", at);
  await writeSubscription(tx, locked, begun({ terms: FREE_TERMS, price: 0n }, at), at);
  await recordAudit(tx, { ownerUid, uid: null, action: "subscription.end", subject: "free", at });
}

async function tellGivenUp(tx: Transaction, lost: LockedSubscription, payer: Payer, at: Instant): Promise<void> {
  const { name } = planFor(lost.subscription.terms);
  await enqueueMail(tx, {
    to: payer.email,
    subject: `Your package ${name} has ended`,
    text: `Hello ${payer.name},

your balance has been too low for the month for seven days, so your account has the free package from today.
Nothing was deleted. What exceeds the free package works again when you take a larger one.
`,
    uid: lost.ownerUid,
    at,
  });
}

function monthOf({ terms, period }: Subscription): string {
  const { name } = planFor(terms);
  return period ? `${name} package, ${dayOf(period.from)} to ${dayOf(period.to)}` : `${name} package`;
}

/** `2026-01-31`, in UTC. */
function dayOf(at: Instant): string {
  return formatInstant(at).slice(0, 10);
}
