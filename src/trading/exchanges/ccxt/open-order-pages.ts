/**
 * Open orders of an account from exchanges that page them. What lies behind the last page that was read does not count as
 * absent: the list is then called incomplete.
 */
import { IncompleteOrders } from "../core/incomplete-orders.ts";
import type { OrderReport } from "../port.ts";
import type { MarketCatalog } from "./catalog.ts";
import type { CcxtOrder, CcxtParams } from "./library.ts";
import { reportOf } from "./orders.ts";
import type { OpenOrderPages } from "./quirk-shapes.ts";
import { quirksOf } from "./quirks.ts";

/** Asks for one page. Without a symbol it holds orders of all markets. */
export type AskOpenOrders = (symbol: string | undefined, params: CcxtParams) => Promise<readonly CcxtOrder[]>;

/** More pages than these are not read at once. They hold more orders than exchanges let one account have open. */
const MOST_PAGES = 50;

/**
 * The open orders of a market or of all.
 *
 * @throws ExchangeFailure as `ask`
 * @throws IncompleteOrders where more are open than can be read; it has those that were read
 */
export async function readOpenOrders(
  ask: AskOpenOrders,
  marketId: string | undefined,
  {
    code,
    catalog,
    nowMs,
  }: {
    readonly code: string;
    readonly catalog: Pick<MarketCatalog, "market" | "bySymbol">;
    readonly nowMs: number;
  },
): Promise<readonly OrderReport[]> {
  const symbol = marketId === undefined ? undefined : catalog.market(marketId).symbol;
  const { openOrderPages: pages } = quirksOf(code);
  const { orders, lack } = pages ? await readPages(ask, symbol, pages) : { orders: await ask(symbol, {}) };
  const reports = orders.map((order) => reportOf(order, catalog, { nowMs }));
  if (lack === undefined) return reports;
  throw new IncompleteOrders(
    `Only ${String(reports.length)} open orders could be listed: the exchange ${lack}`,
    reports,
  );
}

interface Pages {
  readonly orders: readonly CcxtOrder[];
  /** Why more may be open. */
  readonly lack?: string;
}

/** Reads page after page, and keeps every order once. */
async function readPages(ask: AskOpenOrders, symbol: string | undefined, pages: OpenOrderPages): Promise<Pages> {
  const found = new Map<string, CcxtOrder>();
  let place: CcxtParams | undefined = {};
  for (let page = 1; page <= MOST_PAGES; page++) {
    const orders = await ask(symbol, { ...pages.asks, ...place });
    const before = found.size;
    for (const order of orders) found.set(`${order.symbol ?? ""} ${order.id ?? ""}`, order);
    place = nextPlace(orders, pages, page);
    if (!place) return { orders: [...found.values()] };
    if (found.size === before) return { orders: [...found.values()], lack: "answers the same page again" };
  }
  return { orders: [...found.values()], lack: `has more than ${String(MOST_PAGES)} pages of them` };
}

/** Where the next page begins; undefined after the last one. */
function nextPlace(orders: readonly CcxtOrder[], pages: OpenOrderPages, page: number): CcxtParams | undefined {
  const { next } = pages;
  if (next.by === "cursor") {
    const cursor = orders.map(({ info }) => memberOf(info, next.member)).find((each) => each !== undefined);
    return cursor === undefined ? undefined : { [next.parameter]: cursor };
  }
  if (!isFull(orders, pages)) return undefined;
  if (next.by === "number") return { [next.parameter]: page + 1 };
  return { ...next.beside, [next.parameter]: smallest(orders.map(({ id = "" }) => id)) };
}

function isFull(orders: readonly CcxtOrder[], { size, ofEachMarket = false }: OpenOrderPages): boolean {
  if (!ofEachMarket) return orders.length >= size;
  const counts = new Map<string | undefined, number>();
  for (const { symbol } of orders) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= size);
}

/** Of ids that are numbers and may have more digits than numbers of ours. */
function smallest(ids: readonly string[]): string | undefined {
  return ids.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))[0];
}

function memberOf(info: unknown, name: string): string | undefined {
  const value =
    typeof info === "object" && info !== null ? (info as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
