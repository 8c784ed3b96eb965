/** The obvious search for opportunities: every listing against every other, all over again. */
import { MAX_RETURN_PERCENT, type Quote, type Venue } from "./arbitrage.ts";
import { quoteClass } from "./quote-classes.ts";

export interface NaiveVenue extends Venue {
  readonly best: Quote | undefined;
}

export interface NaiveOpportunity {
  readonly buy: number;
  readonly sell: number;
  readonly netPercent: number;
}

export function findOpportunities(
  venues: readonly NaiveVenue[],
  rates: ReadonlyMap<string, number>,
): NaiveOpportunity[] {
  const exact = groupsOf(venues, ({ base, quote }) => `${base}/${quote}`).map((group) => bestOf(group, () => 1));
  const mixed = groupsOf(venues, ({ base, quote }) => `${base}/${quoteClass(quote)}`).map((group) =>
    bestOf(group, ({ quote }) => rates.get(quote)),
  );
  const found = [
    ...exact,
    ...mixed.filter((pair) => pair && venues[pair.buy]?.quote !== venues[pair.sell]?.quote),
  ].filter((pair) => pair !== undefined);
  return found.sort((one, other) => other.netPercent - one.netPercent || one.buy - other.buy || one.sell - other.sell);
}

function groupsOf(venues: readonly NaiveVenue[], key: (venue: NaiveVenue) => string): NaiveVenue[][] {
  const groups = new Map<string, NaiveVenue[]>();
  for (const venue of venues) groups.set(key(venue), [...(groups.get(key(venue)) ?? []), venue]);
  return [...groups.values()];
}

function bestOf(
  group: readonly NaiveVenue[],
  rateOf: (venue: NaiveVenue) => number | undefined,
): NaiveOpportunity | undefined {
  const known = group.filter((venue) => venue.best !== undefined && rateOf(venue) !== undefined);
  const asks = known.flatMap((venue) => {
    const price = (venue.best?.askPrice ?? 0) * (rateOf(venue) ?? 0);
    return price > 0
      ? [{ venue, price, net: (venue.best?.askPrice ?? 0) * (1 + venue.takerFee) * (rateOf(venue) ?? 0) }]
      : [];
  });
  const bids = known.flatMap((venue) => {
    const price = (venue.best?.bidPrice ?? 0) * (rateOf(venue) ?? 0);
    return price > 0
      ? [{ venue, price, net: (venue.best?.bidPrice ?? 0) * (1 - venue.takerFee) * (rateOf(venue) ?? 0) }]
      : [];
  });
  const [ask] = asks.sort((one, other) => one.net - other.net || one.venue.index - other.venue.index);
  const [bid] = bids.sort((one, other) => other.net - one.net || one.venue.index - other.venue.index);
  if (!ask || !bid || ask.venue === bid.venue) return undefined;
  const returnPercent = ((bid.price - ask.price) / ask.price) * 100;
  if (returnPercent <= 0 || returnPercent > MAX_RETURN_PERCENT) return undefined;
  const feesPercent = (ask.venue.takerFee + (bid.venue.takerFee * bid.price) / ask.price) * 100;
  return { buy: ask.venue.index, sell: bid.venue.index, netPercent: returnPercent - feesPercent };
}
