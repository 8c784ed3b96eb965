/** The loopback exchange's description of itself and its markets, filters included. */
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import type { WeightLimits } from "./request-weight.ts";
import type { SeededMarket } from "./seeded-markets.ts";

/** The bounds that all markets have in common, in units of 1e-8, and orders by number. */
export const LIMITS = {
  maxPrice: 1_000_000n * 100_000_000n,
  maxAmount: 9_000_000n * 100_000_000n,
  maxMarketAmount: 100_000n * 100_000_000n,
  openOrders: 200,
  step: (market: SeededMarket): bigint => parseAmount(market.stepSize),
} as const;

const ORDER_TYPES = ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT"];

export function exchangeInfo(
  markets: readonly SeededMarket[],
  { nowMs, limits }: { readonly nowMs: number; readonly limits: WeightLimits },
): object {
  return {
    timezone: "UTC",
    serverTime: nowMs,
    rateLimits: [
      { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: limits.weight },
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: limits.orders },
      { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 200_000 },
    ],
    exchangeFilters: [],
    symbols: markets.map(symbolView),
  };
}

function symbolView(market: SeededMarket): object {
  const step = formatAmount(parseAmount(market.stepSize));
  const tick = formatAmount(parseAmount(market.tickSize));
  return {
    symbol: market.id.toUpperCase(),
    status: market.isActive ? "TRADING" : "BREAK",
    baseAsset: market.base,
    baseAssetPrecision: 8,
    quoteAsset: market.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: true,
    amendAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      { filterType: "PRICE_FILTER", minPrice: tick, maxPrice: formatAmount(LIMITS.maxPrice), tickSize: tick },
      {
        filterType: "LOT_SIZE",
        minQty: formatAmount(parseAmount(market.minAmount)),
        maxQty: formatAmount(LIMITS.maxAmount),
        stepSize: step,
      },
      {
        filterType: "MARKET_LOT_SIZE",
        minQty: "0.00000000",
        maxQty: formatAmount(LIMITS.maxMarketAmount),
        stepSize: "0.00000000",
      },
      {
        filterType: "NOTIONAL",
        minNotional: formatAmount(parseAmount(market.minNotional)),
        applyMinToMarket: true,
        maxNotional: "9000000.00000000",
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
      { filterType: "MAX_NUM_ORDERS", maxNumOrders: LIMITS.openOrders },
    ],
    permissions: [],
    permissionSets: [["SPOT"]],
    defaultSelfTradePreventionMode: "NONE",
    allowedSelfTradePreventionModes: ["NONE"],
  };
}
