/** Invoices: which months are due for one, their names, and their lines. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Period } from "./period.ts";

export interface InvoiceItem {
  readonly description: string;
  readonly quantity: string;
  /** Decimal, 8 places; below zero for what was given back. */
  readonly amount: string;
}

/** How many months are looked back for invoices that were not made. */
const MONTHS_BACK = 12;

/** The calendar months, in UTC, that are over at an instant: the last twelve, oldest first. */
export function monthsToInvoice(at: Instant): Period[] {
  const now = new Date(at / 1000);
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_month, back) => {
    return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back) * 1000) as Instant;
  }).reverse();
  return months.slice(1).map((to, position) => ({ from: months[position] as Instant, to }));
}

/** The year, in UTC, whose numbers an invoice takes that is made at an instant. */
export function invoiceYear(at: Instant): number {
  return new Date(at / 1000).getUTCFullYear();
}

/** `2026-000001`; longer when a year has more than a million. */
export function invoiceNumber(year: number, sequence: number): string {
  return `${year}-${String(sequence).padStart(6, "0")}`;
}

/** The lines of some charges, and their sum in 1e-8. Without any there is one line, for the package that cost nothing. */
export function invoiceLines(
  charges: readonly { readonly description: string; readonly amount: bigint }[],
  packageName: string,
): { readonly items: readonly InvoiceItem[]; readonly total: bigint } {
  const lines = charges.length > 0 ? charges : [{ description: `${packageName} package`, amount: 0n }];
  return {
    items: lines.map(({ description, amount }) => ({ description, quantity: "1", amount: formatAmount(amount) })),
    total: charges.reduce((sum, { amount }) => sum + amount, 0n),
  };
}
