/** Listings that are compared with one another, and what follows from the prices of two of them. */

/** A higher return comes from two coins of one name, or from a market that cannot be left. */
export const MAX_RETURN_PERCENT = 10;

export interface Venue {
  readonly index: number;
  readonly base: string;
  readonly quote: string;
  /** A fraction. */
  readonly takerFee: number;
  /** Nothing real is bought there, so it is compared only with others of its kind. */
  readonly isSimulated?: boolean;
}

/** Best prices that may be traded on. Zero where there are none. */
export interface Quote {
  readonly bidPrice: number;
  readonly bidQuantity: number;
  readonly askPrice: number;
  readonly askQuantity: number;
}

/** As it is at this moment. Percentages are of the buying price. */
export interface OpenOpportunity extends ClosedOpportunity {
  /** The ask of `buy` and the bid of `sell`, each in its own quote currency. */
  readonly askPrice: number;
  readonly bidPrice: number;
  readonly returnPercent: number;
  readonly feesPercent: number;
  readonly netPercent: number;
  /** Base units. */
  readonly quantity: number;
  /** When a price of it was last heard. */
  readonly atMs: number;
}

export interface ClosedOpportunity {
  readonly buy: number;
  readonly sell: number;
  readonly openedMs: number;
  /** The most that it left after fees while it was open. */
  readonly bestNetPercent: number;
}

/** What is kept of an open pair: only what does not follow from its listings, because prices change all the time. */
export interface Pair {
  readonly group: Group;
  readonly buyPlace: number;
  readonly sellPlace: number;
  readonly openedMs: number;
  bestNetPercent: number;
}

/** Members have places in it, by which everything else is found. */
export interface Group {
  readonly isMixed: boolean;
  readonly members: Member[];
  readonly quotes: Set<string>;
  /** In the money of the group: infinite where nothing is asked, 0 where nothing is bid. */
  readonly asks: number[];
  readonly bids: number[];
  lowestAsk: number;
  highestBid: number;
  /** What is open, by the place of the buying listing and then by that of the selling one. */
  readonly open: (Pair | undefined)[][];
  /** How many are open in which a listing buys, and sells. */
  readonly buying: number[];
  readonly selling: number[];
}

export interface Member {
  venue: Venue;
  readonly exact: Group;
  readonly exactPlace: number;
  readonly mixed: Group;
  readonly mixedPlace: number;
  bid: number;
  bidQuantity: number;
  ask: number;
  askQuantity: number;
  atMs: number;
  /** What one unit of the quote currency is worth; NaN when that is unknown. */
  rate: number;
}

/** The return in percent of the ask; 0 where there is none. */
export function percentOf(ask: number, bid: number): number {
  return bid > ask ? ((bid - ask) / ask) * 100 : 0;
}

/** Taker fees of both, in percent of what is paid. */
export function feesOf(buyer: Member, seller: Member, ask: number, bid: number): number {
  return (buyer.venue.takerFee + (seller.venue.takerFee * bid) / ask) * 100;
}

/** Of an open pair at this moment. */
export function returnOf({ group, buyPlace, sellPlace }: Pair): number {
  return percentOf(group.asks[buyPlace] ?? Infinity, group.bids[sellPlace] ?? 0);
}

/** What is shown of an open pair. */
export function shown(pair: Pair): OpenOpportunity | undefined {
  const { group, buyPlace, sellPlace, openedMs, bestNetPercent } = pair;
  const buyer = group.members[buyPlace];
  const seller = group.members[sellPlace];
  if (!buyer || !seller) return undefined;
  const returnPercent = returnOf(pair);
  const feesPercent = feesOf(buyer, seller, group.asks[buyPlace] ?? 0, group.bids[sellPlace] ?? 0);
  return {
    buy: buyer.venue.index,
    sell: seller.venue.index,
    askPrice: buyer.ask,
    bidPrice: seller.bid,
    returnPercent,
    feesPercent,
    netPercent: returnPercent - feesPercent,
    quantity: Math.min(buyer.askQuantity, seller.bidQuantity),
    bestNetPercent,
    openedMs,
    atMs: Math.max(buyer.atMs, seller.atMs),
  };
}

/** What a unit costs in the money of the group; infinite when nothing is asked, or the worth of its money is unknown. */
export function askOf(group: Group, member: Member): number {
  const cost = group.isMixed ? member.ask * member.rate : member.ask;
  return cost > 0 ? cost : Infinity;
}

/** What a unit brings in the money of the group; 0 when nothing is bid, or the worth of its money is unknown. */
export function bidOf(group: Group, member: Member): number {
  const value = group.isMixed ? member.bid * member.rate : member.bid;
  return value > 0 ? value : 0;
}

/** @param before none is lower: where another is equal, the search ends there */
export function lowest(asks: readonly number[], before: number): number {
  let found = Infinity;
  for (const ask of asks) {
    if (ask < found) found = ask;
    if (found <= before) break;
  }
  return found;
}

/** @param before none is higher: where another is equal, the search ends there */
export function highest(bids: readonly number[], before: number): number {
  let found = 0;
  for (const bid of bids) {
    if (bid > found) found = bid;
    if (found >= before) break;
  }
  return found;
}
