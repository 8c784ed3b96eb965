/** The value of orders and positions, and an order's place on its market, by the prices that this process knows. */
import { fineOfNumber, fineProduct, parseFine } from "../../kit/money/fine.ts";
import { marketGrid, type MarketGrid } from "../algorithms/index.ts";
import type { OrderType, Side } from "../exchanges/index.ts";
import type { Listing, MarketView, Top } from "../market/index.ts";
import type { RiskOrder } from "./core/risk.ts";
import type { MarketName, Worth } from "./core/risk-figures.ts";

/** An order as far as its risk needs it. */
export interface PricedOrder extends MarketName {
  readonly side: Side;
  readonly type: OrderType;
  /** Decimals. */
  readonly amount: string;
  readonly price: string | null;
  readonly stopPrice: string | null;
}

/** Prices further apart than this fraction of their middle do not confirm each other. */
const MAX_SPREAD = 0.1;
const PAPER = /_paper$/;

export class MarketWorth implements Worth {
  readonly #market: MarketView;
  /** Listings by base and quote. */
  readonly #pairs = new Map<string, Listing[]>();
  #known = 0;

  constructor(market: MarketView) {
    this.#market = market;
  }

  currencies({ exchange, marketId }: MarketName): { readonly base: string; readonly quote: string } | undefined {
    return this.#market.listing(`${exchange}-${marketId}`)?.market;
  }

  grid({ exchange, marketId }: MarketName): MarketGrid | undefined {
    const listing = this.#market.listing(`${exchange}-${marketId}`);
    return listing && marketGrid(listing.market);
  }

  usd(currency: string): bigint | undefined {
    const rate = this.#market.usdRate(currency);
    return rate === undefined ? undefined : fineOfNumber(rate);
  }

  /**
   * How an order looks on its market now. To be read within the turn of the event loop: most of it is computed when it is asked
   * for, and without limits nobody asks.
   *
   * @param nowMs milliseconds
   * @param clockDriftMs how far the clocks of the exchange and of this machine are known to be apart
   */
  order(order: PricedOrder, { nowMs, clockDriftMs }: { nowMs: number; clockDriftMs: number }): RiskOrder {
    const listing = this.#market.listing(`${order.exchange}-${order.marketId}`);
    const top = listing && this.#market.top(listing);
    const live = top?.state === "live" ? top : undefined;
    const usd = (currency: string | undefined): bigint | undefined =>
      currency === undefined ? undefined : this.usd(currency);
    const secondPrice = (): bigint | undefined => listing && (this.#elsewhere(listing) ?? middleOf(live));
    return {
      get notional() {
        const [price, quoteRate] = [priceOf(order, live), usd(listing?.market.quote)];
        if (price === undefined || quoteRate === undefined) return undefined;
        return fineProduct(fineProduct(parseFine(order.amount, "up") ?? 0n, price, "up"), quoteRate, "up");
      },
      get baseValue() {
        return usd(listing?.market.base);
      },
      get price() {
        return priceOf(order, live);
      },
      isWaiting: order.type === "stop" || order.type === "stop_limit",
      get secondPrice() {
        return secondPrice();
      },
      bestBid: fine(live?.bidPrice),
      bestAsk: fine(live?.askPrice),
      bookAgeMs: live ? nowMs - live.heardMs : Infinity,
      clockDriftMs,
    };
  }

  /** The median of the middles of the same pair at other exchanges. Real prices are compared with real ones. */
  #elsewhere({ exchange, market }: Listing): bigint | undefined {
    const kind = this.#market.exchange(exchange)?.kind === "simulated" ? "simulated" : "live";
    const middles: bigint[] = [];
    for (const each of this.#samePair(market.base, market.quote)) {
      // On paper the prices are those of the exchange itself.
      if (each.exchange === exchange.replace(PAPER, "")) continue;
      if (each.market.type !== market.type || this.#market.exchange(each.exchange)?.kind !== kind) continue;
      const middle = middleOf(this.#market.top(each));
      if (middle !== undefined) middles.push(middle);
    }
    middles.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    return middles[Math.floor((middles.length - 1) / 2)];
  }

  #samePair(base: string, quote: string): readonly Listing[] {
    const listings = this.#market.listings();
    for (; this.#known < listings.length; this.#known++) {
      const added = listings[this.#known];
      if (!added) break;
      const pair = `${added.market.base}/${added.market.quote}`;
      const same = this.#pairs.get(pair);
      if (same) same.push(added);
      else this.#pairs.set(pair, [added]);
    }
    return this.#pairs.get(`${base}/${quote}`) ?? [];
  }
}

/** The price that it would trade at; for an order that waits for its trigger, the trigger. */
function priceOf({ type, side, price, stopPrice }: PricedOrder, top: Top | undefined): bigint | undefined {
  if (type === "limit" || type === "stop_limit") return parseFine(price ?? "", "up");
  if (type === "stop") return parseFine(stopPrice ?? "", "up");
  const best = fine(side === "buy" ? top?.askPrice : top?.bidPrice);
  return best === 0n ? undefined : best;
}

function middleOf(top: Top | undefined): bigint | undefined {
  if (!top || top.state !== "live" || top.bidPrice <= 0 || top.askPrice <= 0) return undefined;
  const middle = (top.bidPrice + top.askPrice) / 2;
  return top.askPrice - top.bidPrice > MAX_SPREAD * middle ? undefined : fineOfNumber(middle);
}

function fine(price: number | undefined): bigint {
  return price === undefined ? 0n : (fineOfNumber(price) ?? 0n);
}
