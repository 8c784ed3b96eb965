/** Every exchange that pages open orders is asked by the unmodified library until all of them are there, or it is said that some lack. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { giveMarkets } from "../../../../test/support/unmodified-library.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import { IncompleteOrders } from "../core/incomplete-orders.ts";
import type { Market } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { loadCcxt } from "./library.ts";
import { readOpenOrders, type AskOpenOrders } from "./open-order-pages.ts";
import { quirksOf } from "./quirks.ts";

type Query = Readonly<Record<string, string>>;
interface Order {
  readonly number: number;
  readonly market: string;
}

/** An exchange that pages: the ids of its markets, how large its pages are, and its answer. */
interface Paging {
  readonly markets: readonly [string, string];
  readonly path: string;
  readonly mostOnPage: number;
  readonly usual: number;
  readonly type?: "swap";
  /** @param open newest first */
  readonly answer: (open: readonly Order[], query: Query, size: number) => unknown;
}

const BEGAN = 1_700_000_000_000;
/** Longer than numbers of ours are exact. */
const idOf = ({ number }: Order): string => String(1_317_251_910_906_570_000n + BigInt(number));
/** Several orders of one moment. */
const timeOf = ({ number }: Order): string => String(BEGAN + Math.floor(number / 3));

const below = (open: readonly Order[], id: string | undefined): readonly Order[] =>
  open.filter((order) => id === undefined || BigInt(idOf(order)) < BigInt(id));
const numbered = (open: readonly Order[], page: string | undefined, size: number): readonly Order[] =>
  open.slice((Number(page ?? 1) - 1) * size, Number(page ?? 1) * size);

/** What every open order of an exchange has. */
const OPEN = {
  kucoin: { type: "limit", side: "buy", price: "1", size: "1", dealSize: "0", isActive: true, status: "open" },
  bybit: { orderType: "Limit", orderStatus: "New", side: "Buy", price: "1", qty: "1", cumExecQty: "0" },
  okx: { instType: "SPOT", ordType: "limit", side: "buy", px: "1", sz: "1", accFillSz: "0", state: "live" },
  bitget: { orderType: "limit", side: "buy", priceAvg: "1", size: "1", status: "live", baseVolume: "0" },
  gate: { type: "limit", side: "buy", price: "1", amount: "1", left: "1", status: "open", account: "spot" },
  htx: { type: "buy-limit", price: "1", amount: "1", state: "submitted", "filled-amount": "0" },
};

const kucoin = (path: string, type?: "swap"): Omit<Paging, "markets"> => ({
  path,
  mostOnPage: type ? 1000 : 500,
  usual: 50,
  ...(type && { type }),
  answer: (open, { currentPage, status }, size) => ({
    code: "200000",
    data: {
      items: numbered(status === "active" ? open : [], currentPage, size).map((order) => ({
        id: idOf(order),
        symbol: order.market,
        clientOid: `own${String(order.number)}`,
        ...OPEN.kucoin,
        createdAt: Number(timeOf(order)),
      })),
    },
  }),
});

const PAGING: Readonly<Record<string, Paging>> = {
  bybit: {
    markets: ["BTCUSDT", "ETHUSDT"],
    path: "/v5/order/realtime",
    mostOnPage: 50,
    usual: 20,
    answer: (open, { cursor, category }, size) => {
      const [, last] = /^page%3A(\d+)%2Cend$/.exec(cursor ?? "") ?? [];
      const rest = category === "spot" ? below(open, last) : [];
      const page = rest.slice(0, size);
      const end = page.at(-1);
      const list = page.map((order) => ({
        orderId: idOf(order),
        orderLinkId: `own${String(order.number)}`,
        symbol: order.market,
        ...OPEN.bybit,
        createdTime: timeOf(order),
      }));
      const nextPageCursor = end && rest.length > size ? `page%3A${idOf(end)}%2Cend` : "";
      return { retCode: 0, retMsg: "OK", result: { category, nextPageCursor, list } };
    },
  },
  okx: {
    markets: ["BTC-USDT", "ETH-USDT"],
    path: "/api/v5/trade/orders-pending",
    mostOnPage: 100,
    usual: 100,
    answer: (open, { after }, size) => ({
      code: "0",
      data: below(open, after)
        .slice(0, size)
        .map((order) => ({
          ordId: idOf(order),
          clOrdId: `own${String(order.number)}`,
          instId: order.market,
          ...OPEN.okx,
          cTime: timeOf(order),
        })),
    }),
  },
  bitget: {
    markets: ["BTCUSDT", "ETHUSDT"],
    path: "/api/v2/spot/trade/unfilled-orders",
    mostOnPage: 100,
    usual: 100,
    answer: (open, { idLessThan }, size) => ({
      code: "00000",
      data: below(open, idLessThan)
        .slice(0, size)
        .map((order) => ({
          orderId: idOf(order),
          clientOid: `own${String(order.number)}`,
          symbol: order.market,
          ...OPEN.bitget,
          cTime: timeOf(order),
        })),
    }),
  },
  gate: {
    markets: ["BTC_USDT", "ETH_USDT"],
    path: "/spot/open_orders",
    mostOnPage: 100,
    usual: 100,
    // Pages of each market, and of all markets, whichever is asked for.
    answer: (open, { page }, size) =>
      ["BTC_USDT", "ETH_USDT"].flatMap((market) => {
        const orders = open.filter((order) => order.market === market);
        const shown = numbered(orders, page, size).map((order) => ({
          id: idOf(order),
          text: `t-own${String(order.number)}`,
          currency_pair: order.market,
          ...OPEN.gate,
          create_time_ms: timeOf(order),
        }));
        return shown.length === 0 ? [] : [{ currency_pair: market, total: orders.length, orders: shown }];
      }),
  },
  htx: {
    markets: ["btcusdt", "ethusdt"],
    path: "/v1/order/openOrders",
    mostOnPage: 500,
    usual: 100,
    answer: (open, { from, direct }, size) => ({
      status: "ok",
      // Begins with the order that is named.
      data: open
        .filter((order) => from === undefined || (direct === "next" && BigInt(idOf(order)) <= BigInt(from)))
        .slice(0, size)
        .map((order) => ({
          id: idOf(order),
          "client-order-id": `own${String(order.number)}`,
          symbol: order.market,
          ...OPEN.htx,
          "created-at": Number(timeOf(order)),
        })),
    }),
  },
  kucoin: { ...kucoin("/api/v1/orders"), markets: ["BTC-USDT", "ETH-USDT"] },
  kucoinfutures: { ...kucoin("/api/v1/orders", "swap"), markets: ["XBTUSDTM", "ETHUSDTM"] },
};

let server: LoopbackServer;
let paging: Paging;
let open: readonly Order[] = [];
/** An exchange that answers the first page whatever it is asked for. */
let isStuck = false;

beforeAll(async () => {
  server = await loopbackServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, server.url);
    const query = Object.fromEntries(searchParams);
    // The signed text: what is encoded once stays so.
    const [, cursor] = /[?&]cursor=([^&]*)/.exec(path) ?? [];
    const limit = query["limit"] ?? query["pageSize"] ?? query["size"];
    const size = Number(limit ?? paging.usual);
    const wanted = isStuck ? { category: query["category"], status: query["status"] } : { ...query, cursor };
    const known = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Query;
    response.setHeader("content-type", "application/json");
    if (pathname.endsWith("/v1/account/accounts")) {
      return response.end(JSON.stringify({ status: "ok", data: [{ id: 7, type: "spot", state: "working" }] }));
    }
    if (!pathname.endsWith(paging.path) || size > paging.mostOnPage) {
      response.statusCode = 400;
      return response.end("{}");
    }
    return response.end(JSON.stringify(paging.answer(open, known, size)));
  });
});
afterAll(() => server.close());

const SYMBOLS = ["BTC/USDT", "ETH/USDT"];

async function accountAt(code: string, count: number) {
  const facts = PAGING[code];
  if (!facts) throw new Error(`Pages of ${code} are not described`);
  paging = facts;
  isStuck = false;
  // Every fourth is of the other market.
  open = Array.from({ length: count }, (_, number) => ({
    number,
    market: facts.markets[number % 4 === 0 ? 1 : 0],
  })).toReversed();
  const maker = await loadCcxt(code);
  const clock = systemClock();
  const credentials = { token: "key", secret: "c2VjcmV0", password: "word" };
  const exchange = maker.make({ clock, credentials, address: server.url });
  const type = facts.type ?? "spot";
  const listed = SYMBOLS.map((symbol, place) => {
    const [base = "", quote = ""] = symbol.split("/");
    const common = { id: facts.markets[place], base, quote, baseId: base, quoteId: quote, type, [type]: true };
    const contract = { settle: "USDT", contract: true, linear: true, contractSize: 1 };
    const shown = type === "swap" ? { symbol: `${symbol}:USDT`, ...contract } : { symbol };
    return { ...common, ...shown, active: true, precision: { amount: 0.1, price: 0.1 }, limits: {}, info: {} };
  });
  giveMarkets(exchange, listed);
  const markets = listed.map(({ id, symbol }) => ({ id, symbol, contractSize: "1" }) as Market);
  const catalog = {
    market: (id: string) => markets.find((market) => market.id === id) as Market,
    bySymbol: (symbol: string | undefined) => markets.find((market) => market.symbol === symbol),
    idPrefix: clientOrderIdRules(code)?.prefix,
  };
  let asked = 0;
  const ask: AskOpenOrders = (symbol, params) => {
    asked++;
    return exchange.fetchOpenOrders(symbol, undefined, undefined, params);
  };
  const read = (marketId?: string) => readOpenOrders(ask, marketId, { code, catalog, nowMs: BEGAN });
  return { read, pagesRead: () => asked, ids: catalog, markets: facts.markets };
}

const ownIds = (orders: readonly Order[]): string[] => orders.map(({ number }) => `own${String(number)}`).toSorted();
const shownIds = (reports: readonly { readonly clientOrderId: string }[]): string[] =>
  reports.map(({ clientOrderId }) => clientOrderId).toSorted();

const CODES = Object.keys(PAGING);

test("every exchange whose pages are known is asked here", () => {
  expect(CODES.toSorted()).toEqual(EXCHANGE_CODES.filter((code) => quirksOf(code).openOrderPages).toSorted());
});

test.each(CODES)("%s lists open orders of all markets, however many pages they fill", async (code) => {
  const { read } = await accountAt(code, 1_203);
  expect(shownIds(await read())).toEqual(ownIds(open));
});

test.each(CODES)("%s lists the open orders of one market, however many pages they fill", async (code) => {
  const { read, markets } = await accountAt(code, 1_203);
  const [first] = markets;
  const ofFirst = open.filter(({ market }) => market === first);
  // The loopback exchange shows all: the library leaves out those of other markets.
  if (code !== "gate") open = ofFirst;
  expect(shownIds(await read(first))).toEqual(ownIds(ofFirst));
});

test.each(CODES)("%s is asked once where one page holds them all", async (code) => {
  const { read, pagesRead } = await accountAt(code, 19);
  expect(await read()).toHaveLength(19);
  expect(pagesRead()).toBe(1);
});

test.each(CODES)("%s lists open orders that fill a page to the last place", async (code) => {
  const { read } = await accountAt(code, (quirksOf(code).openOrderPages?.size ?? 0) * 2);
  expect(shownIds(await read())).toEqual(ownIds(open));
});

test.each(CODES)("a list of %s says that it is incomplete where the next page does not come", async (code) => {
  const { read, pagesRead } = await accountAt(code, 1_203);
  isStuck = true;
  const failure: unknown = await read().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IncompleteOrders);
  expect((failure as IncompleteOrders).listed.length).toBeGreaterThan(0);
  expect((failure as IncompleteOrders).listed.length).toBeLessThan(1_203);
  expect(pagesRead()).toBe(2);
});

test("a list with more pages than are read at once says that it is incomplete", async () => {
  const { read, pagesRead } = await accountAt("bybit", 2_501);
  const failure: unknown = await read().catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: "unavailable", message: expect.stringContaining("Only 2500 open orders") });
  expect((failure as IncompleteOrders).listed).toHaveLength(2_500);
  expect(pagesRead()).toBe(50);
});
