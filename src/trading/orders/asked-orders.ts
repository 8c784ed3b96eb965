/** Orders as requests see them: those of the journal, and those that exchanges list and the platform did not place. */
import type { Static } from "typebox";
import type { KeptFill, ListedOrder, OrderDeps } from "../engine/index.ts";
import type { Caller } from "../caller.ts";
import type { ExchangeKey, OrderReport } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import type { missingPart, order as orderRecord } from "./records.ts";
import { showForeign, showOrder, SHOWN_TRADES } from "./show-order.ts";

export type ShownOrder = Static<typeof orderRecord>;
export type MissingPart = Static<typeof missingPart>;

/** An order that the platform did not place. */
export interface ForeignOrder {
  readonly key: ExchangeKey;
  readonly report: OrderReport;
}

/** Which orders are wanted. `code` is a service code. */
export interface WantedOrders {
  readonly apikey?: string | undefined;
  readonly code?: string | undefined;
}

export function exchangeOf(code: string | undefined): string | undefined {
  return code?.slice(0, code.indexOf("-"));
}

export function marketIdOf(code: string | undefined): string | undefined {
  return code?.slice(code.indexOf("-") + 1);
}

export function missingOf(key: ExchangeKey, error: string, code: string | null = null): MissingPart {
  return { apikey: String(key.id), exchange: key.exchange, code, error };
}

/** Leaves out what is in the journal of the account, and what two keys of one account at an exchange both list. */
export async function foreignOrders(
  { orders }: OrderDeps,
  { ownerUid }: Caller,
  listed: readonly { readonly key: ExchangeKey; readonly reports: readonly OrderReport[] }[],
): Promise<readonly ForeignOrder[]> {
  const found = new Map<string, ForeignOrder>();
  for (const { key, reports } of listed) {
    if (reports.length === 0) continue;
    const known = await orders.listReported({
      ownerUid,
      keyId: key.id,
      exchangeOrderIds: reports.map(({ exchangeOrderId }) => exchangeOrderId),
      clientOrderIds: reports.map(({ clientOrderId }) => clientOrderId).filter((id) => id !== ""),
    });
    const names = new Set(known.flatMap(namesOf));
    for (const report of reports) {
      if (namesOfReport(key, report).some((name) => names.has(name))) continue;
      const name = `${key.exchange} ${report.marketId} ${report.exchangeOrderId}`;
      if (!found.has(name)) found.set(name, { key, report });
    }
  }
  return [...found.values()];
}

function namesOf({ terms, order }: ListedOrder): string[] {
  const byOurs = `ours ${terms.exchange} ${terms.marketId} ${order.clientOrderId}`;
  const byTheirs = `theirs ${String(terms.keyId)} ${terms.marketId} ${order.exchangeOrderId}`;
  return order.exchangeOrderId === "" ? [byOurs] : [byOurs, byTheirs];
}

function namesOfReport({ id, exchange }: ExchangeKey, report: OrderReport): readonly string[] {
  const { marketId, clientOrderId, exchangeOrderId } = report;
  return [`ours ${exchange} ${marketId} ${clientOrderId}`, `theirs ${String(id)} ${marketId} ${exchangeOrderId}`];
}

/** Orders of both kinds in the order that they have here, ours with their trades. */
export async function showOrders(
  { orders, market }: OrderDeps & MarketDeps,
  page: readonly (ListedOrder | ForeignOrder)[],
): Promise<ShownOrder[]> {
  const ids = page.flatMap((each) => ("report" in each || each.order.booked === 0n ? [] : [each.terms.id]));
  const fills = ids.length === 0 ? [] : await orders.listFillsOf(ids, SHOWN_TRADES.order, SHOWN_TRADES.answer);
  const byOrder = new Map<number, KeptFill[]>();
  for (const fill of fills) {
    const own = byOrder.get(fill.orderId);
    if (own) own.push(fill);
    else byOrder.set(fill.orderId, [fill]);
  }
  return page.map((each) => {
    if ("report" in each) {
      const { key, report } = each;
      return showForeign(key, report, market.listing(`${key.exchange}-${report.marketId}`));
    }
    const { id, exchange, marketId } = each.terms;
    return showOrder(each, byOrder.get(id) ?? [], market.listing(`${exchange}-${marketId}`));
  });
}

/** When an order was asked for: lists are sorted by it, the newest first. */
export function createdMsOf(each: ListedOrder | ForeignOrder): number {
  return "report" in each ? each.report.createdMs : each.terms.createdMs;
}
