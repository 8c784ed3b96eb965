import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import type { BillingDeps } from "../deps.ts";
import type { Invoice } from "../store.ts";

const invoiceRecord = Type.Object(
  {
    id,
    number: Type.String({ description: "Without gaps in each year: 2026-000001" }),
    period_from: seconds,
    period_to: seconds,
    currency: Type.String(),
    amount: decimal,
    tax: decimal,
    total: decimal,
    status: Type.Enum(["zero", "due", "paid", "void"]),
    items: Type.Array(Type.Object({ description: Type.String(), quantity: Type.String(), amount: decimal })),
    time_created: seconds,
    paid_at: Type.Union([seconds, Type.Null()]),
  },
  { title: "Invoice" },
);

export const listInvoices = endpoint({
  id: "billing.listInvoices",
  method: ["GET", "POST"],
  path: "/subscriptions/invoices",
  auth: "owner",
  summary: "Invoices of the account",
  description:
    "One for each calendar month, also when there was nothing to pay, and one for each month that is due. What was given back is a " +
    "line below zero in the month in which it was given back.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("invoices", invoiceRecord)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "a page that is too long", query: { limit: "1001" }, status: 422 }],

  async run({ billing }: BillingDeps, { input: { params }, actor }) {
    const { items, total } = await billing.listInvoices(actor.ownerUid, rowsOf(params));
    return { invoices: items.map(viewInvoice), page: params.pagenumber, showing: items.length, total };
  },
});

function viewInvoice(invoice: Invoice): Static<typeof invoiceRecord> {
  return {
    id: String(invoice.id),
    number: invoice.number,
    period_from: toSeconds(invoice.periodFrom),
    period_to: toSeconds(invoice.periodTo),
    currency: invoice.currency,
    amount: formatAmount(invoice.amount),
    tax: formatAmount(invoice.tax),
    total: formatAmount(invoice.amount + invoice.tax),
    status: invoice.status,
    items: invoice.items.map((item) => ({ ...item })),
    time_created: toSeconds(invoice.createdAt),
    paid_at: invoice.paidAt === null ? null : toSeconds(invoice.paidAt),
  };
}
