/** The obvious search for opportunities: every listing against every other, each time from the start. */
import { MAX_RETURN_PERCENT, type Quote, type Venue } from "./opportunity-group.ts";
import { areRepeated } from "./price-source.ts";
import { quoteClass } from "./quote-classes.ts";

export interface NaiveVenue extends Venue {
  readonly best: Quote | undefined;
}

export interface NaiveOpportunity {
  readonly buy: number;
  readonly sell: number;
  readonly returnPercent: number;
  readonly netPercent: number;
  readonly quantity: number;
}

/** Every pair with a return, the highest first. */
export function findOpportunities(
  venues: readonly NaiveVenue[],
  rates: ReadonlyMap<string, number>,
): NaiveOpportunity[] {
  const found = venues.flatMap((buy) => venues.flatMap((sell) => opportunityOf(buy, sell, rates) ?? []));
  return found.sort(
    (one, other) =>
      other.returnPercent - one.returnPercent ||
      other.netPercent - one.netPercent ||
      one.buy - other.buy ||
      one.sell - other.sell,
  );
}

function opportunityOf(
  buy: NaiveVenue,
  sell: NaiveVenue,
  rates: ReadonlyMap<string, number>,
): NaiveOpportunity | undefined {
  if (buy.index === sell.index || buy.base !== sell.base || buy.isSimulated !== sell.isSimulated) return undefined;
  if (areRepeated(buy.source, sell.source)) return undefined;
  if (quoteClass(buy.quote) !== quoteClass(sell.quote) || !buy.best || !sell.best) return undefined;
  const isExact = buy.quote === sell.quote;
  const ask = buy.best.askPrice * (isExact ? 1 : (rates.get(buy.quote) ?? Number.NaN));
  const bid = sell.best.bidPrice * (isExact ? 1 : (rates.get(sell.quote) ?? Number.NaN));
  if (!(ask > 0 && bid > 0)) return undefined;
  const returnPercent = ((bid - ask) / ask) * 100;
  if (returnPercent <= 0 || returnPercent > MAX_RETURN_PERCENT) return undefined;
  const feesPercent = (buy.takerFee + (sell.takerFee * bid) / ask) * 100;
  const quantity = Math.min(buy.best.askQuantity, sell.best.bidQuantity);
  return { buy: buy.index, sell: sell.index, returnPercent, netPercent: returnPercent - feesPercent, quantity };
}
