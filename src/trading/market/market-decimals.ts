/** Prices and quantities of a market as every answer, message and chart shows them. */
import { difference, onStep, placesFor, significant, toPlaces } from "../../kit/money/decimals.ts";
import type { Market } from "../exchanges/index.ts";
import type { Candles } from "../indicators/index.ts";
import { placesOf } from "./core/places.ts";
import type { Opportunity, Top } from "./view.ts";

export interface MarketDecimals {
  /** Decimals of a price. */
  readonly pricePlaces: number;
  readonly price: (value: number) => number;
  readonly quantity: (value: number) => number;
  /** Of a sum of quantities. */
  readonly volume: (value: number) => number;
}

/** Sums of many quantities have no more right digits for certain. */
const SUM_DIGITS = 12;

/** Where nothing is known of a market, values keep their digits. */
const UNKNOWN = decimalsOfSteps("0.00000001", "0.00000001");

const known = new WeakMap<Market, MarketDecimals>();

/** By the steps of a market; undefined for one that is only known from the tape. */
export function decimalsOf(market: Market | undefined): MarketDecimals {
  if (!market) return UNKNOWN;
  const found = known.get(market) ?? decimalsOfSteps(market.tickSize, market.stepSize);
  known.set(market, found);
  return found;
}

function decimalsOfSteps(tickSize: string, stepSize: string): MarketDecimals {
  const [pricePlaces, quantityPlaces] = [placesOf(tickSize), placesOf(stepSize)];
  return {
    pricePlaces,
    price: (value) => onStep(value, pricePlaces),
    quantity: (value) => onStep(value, quantityPlaces),
    volume: (value) => onStep(value, quantityPlaces, SUM_DIGITS),
  };
}

/** Candles as rows: first millisecond, open, high, low, close and volume. */
export function candleRows(candles: Candles, { price, volume }: MarketDecimals): number[][] {
  const { open, high, low, close } = candles;
  const prices = [open, high, low, close];
  return [...candles.ms].map((ms, at) => [
    ms,
    ...prices.map((column) => price(column[at] ?? 0)),
    volume(candles.volume[at] ?? 0),
  ]);
}

/** The ask of one market, the bid of another, and the difference: the record of a spread. */
export function spreadOf(
  asking: { readonly code: string; readonly market: Market },
  ask: Top,
  bidding: { readonly code: string; readonly market: Market },
  bid: Top,
) {
  const [asks, bids] = [decimalsOf(asking.market), decimalsOf(bidding.market)];
  const [askPrice, bidPrice] = [asks.price(ask.askPrice), bids.price(bid.bidPrice)];
  return {
    combination: `${asking.code}+${bidding.code}`,
    price: difference(askPrice, bidPrice),
    ratio: significant(askPrice / bidPrice),
    ask: { price: askPrice, qty: asks.quantity(ask.askQuantity), time: Math.floor(ask.askMs) },
    bid: { price: bidPrice, qty: bids.quantity(bid.bidQuantity), time: Math.floor(bid.bidMs) },
  };
}

export interface OpportunityPrices {
  readonly ask: number;
  readonly bid: number;
  /** Bid less ask, in the quote currency of the market that asks. */
  readonly spread: number;
  /** Proceeds and cost of one unit, and the difference, in bitcoin; undefined while a currency has no rate. */
  readonly bitcoin: { readonly brings: number; readonly costs: number; readonly difference: number } | undefined;
}

/** @param usdRate what one unit of a currency is worth in US dollars */
export function opportunityPrices(
  { buy, sell, askPrice, bidPrice }: Opportunity,
  usdRate: (currency: string) => number | undefined,
): OpportunityPrices {
  const [ask, bid] = [decimalsOf(buy.market).price(askPrice), decimalsOf(sell.market).price(bidPrice)];
  const bitcoin = usdRate("BTC");
  const [bought, sold] = [usdRate(buy.market.quote), usdRate(sell.market.quote)];
  const isExact = buy.market.quote === sell.market.quote;
  const spread = difference(isExact || !bought || !sold ? bid : (bid * sold) / bought, ask);
  if (!bitcoin || !bought || !sold) return { ask, bid, spread, bitcoin: undefined };
  // The same decimals for both, so that the difference has them too.
  const cost = (ask * bought) / bitcoin;
  const places = placesFor(cost);
  const [brings, costs] = [toPlaces((bid * sold) / bitcoin, places), toPlaces(cost, places)];
  return { ask, bid, spread, bitcoin: { brings, costs, difference: difference(brings, costs) } };
}
