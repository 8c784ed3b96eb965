/** Every operation of the loopback exchange's REST interface: what it weighs, who may call it, and what it answers. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import type { Accounts, LoopbackAccount } from "./accounts.ts";
import { BinanceError, missing } from "./binance-error.ts";
import { exchangeInfo } from "./exchange-info.ts";
import { INTERVALS } from "./intervals.ts";
import { aggregateView, bestView, bookView, candleView, dayView, tradeView } from "./market-views.ts";
import { cancelAll, cancelOrder, cancelReplace, findOrder, placeOrder } from "./order-entry.ts";
import { fillView, orderView } from "./order-views.ts";
import { integer, optionalInteger, required, type Parameters } from "./parameters.ts";
import type { WeightLimits } from "./request-weight.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import type { Venue } from "./venue.ts";

export interface RouteContext {
  readonly venue: Venue;
  readonly accounts: Accounts;
  readonly limits: WeightLimits;
  readonly graceMs: number;
  /** The exchange says that it is being maintained. */
  isMaintained(): boolean;
}

interface RouteBase {
  readonly weight: number | ((parameters: Parameters) => number);
  /** Counts as an order. */
  readonly isOrder?: boolean;
}

export type Route = RouteBase &
  (
    | { readonly security: "none"; run(context: RouteContext, parameters: Parameters): unknown }
    | {
        readonly security: "key" | "signed" | "trade";
        run(context: RouteContext, parameters: Parameters, account: LoopbackAccount): unknown;
      }
  );

const hasSymbol = (one: number, all: number) => (parameters: Parameters) => (parameters.has("symbol") ? one : all);

const PUBLIC: Readonly<Record<string, Route>> = {
  "GET /api/v3/ping": { weight: 1, security: "none", run: () => ({}) },
  "GET /api/v3/time": { weight: 1, security: "none", run: ({ venue }) => ({ serverTime: venue.serverMs() }) },
  "GET /api/v3/exchangeInfo": {
    weight: 20,
    security: "none",
    run: ({ venue, limits }, parameters) =>
      exchangeInfo(chosenMarkets(venue, parameters), { nowMs: venue.serverMs(), limits }),
  },
  "GET /api/v3/depth": {
    weight: depthWeight,
    security: "none",
    run: ({ venue }, parameters) => bookView(venue, oneMarket(venue, parameters), depthLimit(parameters)),
  },
  "GET /api/v3/trades": {
    weight: 25,
    security: "none",
    run({ venue }, parameters) {
      const { trades } = venue.tape(oneMarket(venue, parameters).id);
      return trades.slice(-listLimit(parameters, 500)).map(tradeView);
    },
  },
  "GET /api/v3/aggTrades": { weight: 4, security: "none", run: aggregateTrades },
  "GET /api/v3/klines": { weight: 2, security: "none", run: klines },
  "GET /api/v3/ticker/24hr": {
    weight: hasSymbol(2, 80),
    security: "none",
    run: ({ venue }, parameters) => oneOrMany(venue, parameters, (market) => dayView(venue, market)),
  },
  "GET /api/v3/ticker/price": {
    weight: hasSymbol(2, 4),
    security: "none",
    run: ({ venue }, parameters) =>
      oneOrMany(venue, parameters, (market) => ({
        symbol: market.id.toUpperCase(),
        price: formatAmount(venue.tape(market.id).trades.at(-1)?.price ?? 0n),
      })),
  },
  "GET /api/v3/ticker/bookTicker": {
    weight: hasSymbol(2, 4),
    security: "none",
    run: ({ venue }, parameters) => oneOrMany(venue, parameters, (market) => bestView(venue, market)),
  },
  "GET /sapi/v1/system/status": {
    weight: 1,
    security: "none",
    run: ({ isMaintained }) =>
      isMaintained() ? { status: 1, msg: "system maintenance" } : { status: 0, msg: "normal" },
  },
};

const PRIVATE: Readonly<Record<string, Route>> = {
  "GET /api/v3/account": { weight: 20, security: "signed", run: accountView },
  "GET /sapi/v1/account/apiRestrictions": {
    weight: 1,
    security: "signed",
    run: (_, __, { rights }) => ({
      ipRestrict: rights.isAddressRestricted,
      createTime: 1_600_000_000_000,
      enableReading: true,
      enableWithdrawals: rights.withdraw,
      enableInternalTransfer: false,
      enableMargin: false,
      enableFutures: false,
      permitsUniversalTransfer: false,
      enableVanillaOptions: false,
      enableFixApiTrade: false,
      enableFixReadOnly: false,
      enableSpotAndMarginTrading: rights.trade,
      enablePortfolioMarginTrading: false,
    }),
  },
  "POST /api/v3/order": {
    weight: 1,
    isOrder: true,
    security: "trade",
    run: ({ venue }, parameters, account) => placeOrder(venue, account, parameters),
  },
  "GET /api/v3/order": {
    weight: 4,
    security: "signed",
    run: ({ venue }, parameters, account) => orderView(findOrder(venue, account, parameters)),
  },
  "DELETE /api/v3/order": {
    weight: 1,
    security: "trade",
    run: ({ venue }, parameters, account) => cancelOrder(venue, account, parameters),
  },
  "POST /api/v3/order/cancelReplace": {
    weight: 1,
    isOrder: true,
    security: "trade",
    run: ({ venue }, parameters, account) => cancelReplace(venue, account, parameters),
  },
  "GET /api/v3/openOrders": {
    weight: hasSymbol(6, 80),
    security: "signed",
    run({ venue }, parameters, { account }) {
      const market = parameters.has("symbol") ? oneMarket(venue, parameters) : undefined;
      return venue.engine.openOrders(account, market?.id).map(orderView);
    },
  },
  "DELETE /api/v3/openOrders": {
    weight: 1,
    security: "trade",
    run: ({ venue }, parameters, account) => cancelAll(venue, account, parameters),
  },
  "GET /api/v3/allOrders": { weight: 20, security: "signed", run: allOrders },
  "GET /api/v3/myTrades": { weight: 20, security: "signed", run: myTrades },
  "POST /api/v3/userDataStream": {
    weight: 2,
    security: "key",
    run: ({ accounts }, _, account) => ({ listenKey: accounts.listenKey(account) }),
  },
  "PUT /api/v3/userDataStream": {
    weight: 2,
    security: "key",
    run({ accounts }, parameters, account) {
      accounts.keepListenKey(account, parameters.get("listenKey"));
      return {};
    },
  },
  "DELETE /api/v3/userDataStream": {
    weight: 2,
    security: "key",
    run({ accounts }, parameters, account) {
      accounts.dropListenKey(account, parameters.get("listenKey"));
      return {};
    },
  },
};

/** By method and path. */
export const REST_ROUTES: ReadonlyMap<string, Route> = new Map(Object.entries({ ...PUBLIC, ...PRIVATE }));

function oneMarket(venue: Venue, parameters: Parameters): SeededMarket {
  return venue.market(required(parameters, "symbol"));
}

function chosenMarkets(venue: Venue, parameters: Parameters): readonly SeededMarket[] {
  if (parameters.has("symbol")) return [oneMarket(venue, parameters)];
  const symbols = parameters.get("symbols");
  if (symbols === undefined) return [...venue.markets.values()];
  if (!/^\[("[A-Z0-9]{1,20}"(,"[A-Z0-9]{1,20}"){0,999})\]$/.test(symbols)) {
    throw new BinanceError(400, -1100, "Illegal characters found in parameter 'symbols'.");
  }
  return (JSON.parse(symbols) as string[]).map((symbol) => venue.market(symbol));
}

function oneOrMany<View>(venue: Venue, parameters: Parameters, view: (market: SeededMarket) => View): View | View[] {
  if (parameters.has("symbol")) return view(oneMarket(venue, parameters));
  return chosenMarkets(venue, parameters).map(view);
}

function depthLimit(parameters: Parameters): number {
  return integer(parameters, "limit", { least: 1, most: 5000, otherwise: 100 });
}

function depthWeight(parameters: Parameters): number {
  const limit = Number(parameters.get("limit") ?? 100);
  if (limit <= 100) return 5;
  if (limit <= 500) return 25;
  return limit <= 1000 ? 50 : 250;
}

function listLimit(parameters: Parameters, otherwise: number): number {
  return integer(parameters, "limit", { least: 1, most: 1000, otherwise });
}

/** Those between `startTime` and `endTime`: from the beginning of the range when it has one, else the latest. */
function inRange<Item>(
  parameters: Parameters,
  items: readonly Item[],
  { atMs, id }: { readonly atMs: (item: Item) => number; readonly id: (item: Item) => number },
): readonly Item[] {
  const startMs = optionalInteger(parameters, "startTime");
  const endMs = optionalInteger(parameters, "endTime") ?? Infinity;
  const fromId = optionalInteger(parameters, "fromId") ?? optionalInteger(parameters, "orderId");
  const limit = listLimit(parameters, 500);
  const found = items.filter(
    (item) => atMs(item) >= (startMs ?? 0) && atMs(item) <= endMs && (fromId === undefined || id(item) >= fromId),
  );
  return startMs === undefined && fromId === undefined ? found.slice(-limit) : found.slice(0, limit);
}

function aggregateTrades({ venue }: RouteContext, parameters: Parameters): unknown {
  const { aggregates } = venue.tape(oneMarket(venue, parameters).id);
  return inRange(parameters, aggregates, { atMs: (trade) => trade.atMs, id: (trade) => trade.id }).map(aggregateView);
}

function klines({ venue }: RouteContext, parameters: Parameters): unknown {
  const market = oneMarket(venue, parameters);
  const intervalMs = INTERVALS[required(parameters, "interval")];
  if (intervalMs === undefined) throw new BinanceError(400, -1120, "Invalid interval.");
  const toMs = Math.min(optionalInteger(parameters, "endTime") ?? Infinity, venue.nowMs());
  const startMs = optionalInteger(parameters, "startTime");
  const limit = listLimit(parameters, 500);
  const fromMs = startMs ?? Math.max(0, toMs - limit * intervalMs);
  const found = venue.tape(market.id).candles(intervalMs, { fromMs, toMs });
  return (startMs === undefined ? found.slice(-limit) : found.slice(0, limit)).map((candle) =>
    candleView(candle, intervalMs),
  );
}

function allOrders({ venue }: RouteContext, parameters: Parameters, { account }: LoopbackAccount): unknown {
  const market = oneMarket(venue, parameters);
  const orders = [
    ...venue.engine.openOrders(account, market.id),
    ...venue.engine.closedOrders(account, market.id, 10_000),
  ].toSorted((one, other) => one.orderId - other.orderId);
  return inRange(parameters, orders, { atMs: (order) => order.createdMs, id: (order) => order.orderId }).map(orderView);
}

function myTrades({ venue }: RouteContext, parameters: Parameters, { account }: LoopbackAccount): unknown {
  const market = oneMarket(venue, parameters);
  const orderId = optionalInteger(parameters, "orderId");
  const fills = venue
    .fills(account)
    .filter((fill) => fill.marketId === market.id && (orderId === undefined || fill.order.orderId === orderId));
  const rest = new Map([...parameters].filter(([name]) => name !== "orderId"));
  return inRange(rest, fills, { atMs: (fill) => fill.atMs, id: (fill) => fill.tradeId }).map(fillView);
}

function accountView({ venue }: RouteContext, parameters: Parameters, { account, rights }: LoopbackAccount): object {
  const omitsZero = parameters.get("omitZeroBalances") === "true";
  const balances = [...venue.engine.balances(account)].map(([asset, { free, held }]) => ({
    asset,
    free: formatAmount(free),
    locked: formatAmount(held),
    isZero: free + held === 0n,
  }));
  const [market] = venue.markets.values();
  if (!market) throw missing("symbol");
  const rate = (fraction: number): string => fraction.toFixed(8);
  return {
    makerCommission: Math.round(market.makerFee * 10_000),
    takerCommission: Math.round(market.takerFee * 10_000),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: rate(market.makerFee),
      taker: rate(market.takerFee),
      buyer: "0.00000000",
      seller: "0.00000000",
    },
    canTrade: rights.trade,
    canWithdraw: rights.withdraw,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: venue.nowMs(),
    accountType: "SPOT",
    balances: balances
      .filter(({ isZero }) => !omitsZero || !isZero)
      .map(({ asset, free, locked }) => ({ asset, free, locked })),
    permissions: ["SPOT"],
    uid: 1,
  };
}
