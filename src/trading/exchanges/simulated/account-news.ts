/** What the host of a simulated venue tells the other processes of orders there. It may be lost: their polls find it anyway. */
import type { Fill, OrderReport, OrderSink } from "../port.ts";

/** One of both; without either, something may have been missed. */
export interface AccountNews {
  readonly order?: OrderReport;
  readonly fill?: Fill;
}

export function newsTopic(code: string): string {
  return `simulated.orders.${code}`;
}

/** @param account by the digest that names it */
export function newsText(account: string, happened: AccountNews): string {
  return JSON.stringify({ account, ...happened });
}

/** Tells the sink of an account what a message says of it. */
export function tellNews(text: string, account: string, sink: OrderSink): void {
  // Most messages are about others.
  if (!text.startsWith(`{"account":"${account}"`)) return;
  const { order, fill } = JSON.parse(text) as AccountNews;
  if (order) sink.order(order);
  else if (fill) sink.fill(fill);
  else sink.resynced();
}
