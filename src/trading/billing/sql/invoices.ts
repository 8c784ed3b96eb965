/**
 * Invoices on PostgreSQL. A transaction that makes some holds the year's numbers until its end, so the numbers have no
 * gaps.
 */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import { invoiceLines, invoiceNumber, invoiceYear, type InvoiceItem } from "../core/invoice.ts";
import { BILLING_CURRENCY, FREE_PLAN, type BaseId } from "../core/packages.ts";
import type { Period } from "../core/period.ts";
import { planFor, type Overrides } from "../core/terms.ts";
import type { Invoice, Listed } from "../store.ts";
import { recordRefunds } from "./charges.ts";

export interface NewInvoice {
  readonly ownerUid: number;
  readonly kind: "month" | "due";
  readonly period: Period;
  readonly amount: bigint;
  readonly items: readonly InvoiceItem[];
}

interface Row {
  readonly id: number;
  readonly number: string;
  readonly period_from: Instant;
  readonly period_to: Instant;
  readonly currency: string;
  readonly amount: string;
  readonly tax: string;
  readonly status: Invoice["status"];
  readonly items: string;
  readonly created_at: Instant;
  readonly paid_at: Instant | null;
}

/** Writes invoices with the next numbers of the year; answers their ids in the same order. */
export async function insertInvoices(tx: Transaction, invoices: readonly NewInvoice[], at: Instant): Promise<number[]> {
  if (invoices.length === 0) return [];
  const year = invoiceYear(at);
  const last = await takeNumbers(tx, year, invoices.length);
  const first = last - invoices.length + 1;
  const rows = await tx.query<{ readonly id: number; readonly owner_id: number }>({
    name: "trading.insertInvoices",
    text: `insert into trading.invoices
        (owner_id, number, kind, period_from, period_to, currency, amount, status, items, created_at, paid_at)
      select n.owner_id, n.number, n.kind, n.period_from, n.period_to, $1, n.amount, n.status, n.items::jsonb, $2,
        case when n.status in ('zero', 'paid') then $2::timestamptz end
      from unnest($3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::numeric[], $9::text[],
        $10::text[]) as n (owner_id, number, kind, period_from, period_to, amount, status, items)
      returning id, owner_id`,
    values: [
      BILLING_CURRENCY,
      timestamp(at),
      invoices.map(({ ownerUid }) => ownerUid),
      invoices.map((_invoice, position) => invoiceNumber(year, first + position)),
      invoices.map(({ kind }) => kind),
      invoices.map(({ period }) => timestamp(period.from)),
      invoices.map(({ period }) => timestamp(period.to)),
      invoices.map(({ amount }) => String(amount)),
      invoices.map(statusOf),
      invoices.map(({ items }) => JSON.stringify(items)),
    ],
  });
  const byOwner = new Map(rows.map(({ id, owner_id }) => [owner_id, id]));
  return invoices.map(({ ownerUid }) => {
    const id = byOwner.get(ownerUid);
    invariant(id !== undefined, "each invoice that was written has an id");
    return id;
  });
}

/** Locks the year's numbers, and takes some: the last of them. */
async function takeNumbers(tx: Transaction, year: number, count: number): Promise<number> {
  const [row] = await tx.query<{ readonly last: number }>({
    name: "trading.takeInvoiceNumbers",
    text: `insert into trading.invoice_numbers (year, last) values ($1, $2)
      on conflict (year) do update set last = invoice_numbers.last + excluded.last returning last`,
    values: [year, count],
  });
  invariant(row, "taken numbers are skipped");
  return row.last;
}

/** How many accounts get their invoices in one transaction. */
const BATCH = 200;

/** Makes the invoices of a month for accounts that have none of it: how many. */
export async function makeMonthInvoices(tx: Transaction, period: Period, at: Instant): Promise<number> {
  // A transaction that makes some at the same time is waited for here; its invoices are seen afterwards.
  await takeNumbers(tx, invoiceYear(at), 0);
  const owners = await listOwnersWithoutInvoice(tx, period);
  const uids = owners.map(({ owner_id }) => owner_id);
  await recordRefunds(tx, uids, period.to);
  const charges = await listUninvoiced(tx, uids, period.to);
  const invoices = owners.map(({ owner_id, base_id, overrides }) => {
    const own = charges.filter((charge) => charge.owner_id === owner_id);
    const lines = own.map(({ description, amount }) => ({ description, amount: BigInt(amount) }));
    const { items, total } = invoiceLines(lines, packageName(base_id, overrides));
    return { ownerUid: owner_id, kind: "month" as const, period, amount: total, items };
  });
  const ids = await insertInvoices(tx, invoices, at);
  const idOf = new Map(uids.map((uid, position) => [uid, ids[position]]));
  await markInvoiced(
    tx,
    charges.map(({ id }) => id),
    charges.map(({ owner_id }) => idOf.get(owner_id)),
  );
  return owners.length;
}

/** Main accounts that there were in a period and that have no invoice of it, with the package that they are on. */
async function listOwnersWithoutInvoice(
  tx: Transaction,
  { from, to }: Period,
): Promise<{ readonly owner_id: number; readonly base_id: BaseId | null; readonly overrides: string | null }[]> {
  return await tx.query({
    name: "trading.listOwnersWithoutInvoice",
    text: `select u.id as owner_id, s.base_id, s.overrides
      from trading.users u left join trading.subscriptions s on s.owner_id = u.id
      where u.owner_id is null and u.created_at < $2 and (u.closed_at is null or u.closed_at >= $1)
        and not exists (
          select from trading.invoices i where i.owner_id = u.id and i.kind = 'month' and i.period_from = $1)
      order by u.id limit ${BATCH}`,
    values: [timestamp(from), timestamp(to)],
  });
}

/** The accounts' charges until then that no invoice lists. */
async function listUninvoiced(
  tx: Transaction,
  uids: readonly number[],
  before: Instant,
): Promise<
  { readonly id: number; readonly owner_id: number; readonly description: string; readonly amount: string }[]
> {
  return await tx.query({
    name: "trading.listUninvoicedCharges",
    text: `select id, owner_id, description, amount from trading.charges
      where owner_id = any ($1::bigint[]) and invoice_id is null and at < $2 order by id`,
    values: [uids, timestamp(before)],
  });
}

/** Assigns each charge to its invoice. */
async function markInvoiced(
  tx: Transaction,
  chargeIds: readonly number[],
  invoiceIds: readonly (number | undefined)[],
): Promise<void> {
  await tx.execute({
    name: "trading.markChargesInvoiced",
    text: `update trading.charges c set invoice_id = n.invoice_id
      from unnest($1::bigint[], $2::bigint[]) as n (id, invoice_id) where c.id = n.id`,
    values: [chargeIds, invoiceIds],
  });
}

/** The invoice of the month that could not be charged. */
export async function findDueInvoice(tx: Transaction, ownerUid: number): Promise<number | undefined> {
  const [row] = await tx.query<{ readonly id: number }>({
    name: "trading.findDueInvoice",
    text: "select id from trading.invoices where owner_id = $1 and status = 'due' order by id desc limit 1",
    values: [ownerUid],
  });
  return row?.id;
}

/** A due invoice was paid after all, or never will be. */
export async function settleDueInvoice(
  tx: Transaction,
  id: number,
  status: "paid" | "void",
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "trading.settleDueInvoice",
    text: `update trading.invoices set status = $2, paid_at = case when $2 = 'paid' then $3::timestamptz end
      where id = $1 and status = 'due'`,
    values: [id, status, timestamp(at)],
  });
}

/** A page of an account's invoices, newest first. */
export async function listInvoices(q: Queryable, ownerUid: number, page: Page): Promise<Listed<Invoice>> {
  const rows = await q.query<Row>({
    name: "trading.listInvoices",
    text: `select id, number, period_from, period_to, currency, amount, tax, status, items, created_at, paid_at
      from trading.invoices where owner_id = $1 order by id desc limit $2 offset $3`,
    values: [ownerUid, page.limit, page.offset],
  });
  return { items: rows.map(invoiceOf), total: await countInvoices(q, ownerUid) };
}

/** The total beside a page. */
async function countInvoices(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ readonly total: number }>({
    name: "trading.countInvoices",
    text: "select count(*) as total from trading.invoices where owner_id = $1",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

function packageName(baseId: BaseId | null, overrides: string | null): string {
  if (baseId === null) return FREE_PLAN.name;
  return planFor({ baseId, overrides: JSON.parse(overrides ?? "{}") as Overrides }).name;
}

function statusOf({ kind, amount }: NewInvoice): Invoice["status"] {
  if (kind === "due") return "due";
  return amount === 0n ? "zero" : "paid";
}

function invoiceOf(row: Row): Invoice {
  return {
    id: row.id,
    number: row.number,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    currency: row.currency,
    amount: BigInt(row.amount),
    tax: BigInt(row.tax),
    status: row.status,
    items: JSON.parse(row.items) as InvoiceItem[],
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}
