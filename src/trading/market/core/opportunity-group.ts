/** Listings that are compared with one another, and what follows from the prices of two of them. */
import { areRepeated, type PriceSource } from "./price-source.ts";

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
  /** It is not compared with markets that repeat its prices. */
  readonly source?: PriceSource;
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
  /** When the last report of its price arrived. */
  readonly atMs: number;
}

export interface ClosedOpportunity {
  readonly buy: number;
  readonly sell: number;
  readonly openedMs: number;
  /** The most that it left after fees while it was open. */
  readonly bestNetPercent: number;
}

/** Members have places in it, by which everything else is found. */
export interface Group {
  readonly isMixed: boolean;
  readonly members: Member[];
  /** The quote currency of each member. */
  readonly currencies: string[];
  readonly quotes: Set<string>;
  /** In the money of the group: infinite where nothing is asked, 0 where nothing is bid. */
  readonly asks: number[];
  readonly bids: number[];
  lowestAsk: number;
  highestBid: number;
  /** How many pairs are open, and in how many of them a listing buys, and sells. */
  count: number;
  readonly buying: number[];
  readonly selling: number[];
  /**
   * Of each pair, at `pairAt`: the highest return in percent since it opened, 0 for one that is not open; and when it opened.
   * Flat, because prices change all the time and most pairs of a volatile coin may be open: nothing else is read for those.
   */
  bestReturns: Float64Array;
  openedMs: Float64Array;
  /** Members that the two have room for. */
  room: number;
}

export function emptyGroup(isMixed: boolean): Group {
  return {
    isMixed,
    members: [],
    currencies: [],
    quotes: new Set(),
    asks: [],
    bids: [],
    lowestAsk: Infinity,
    highestBid: 0,
    count: 0,
    buying: [],
    selling: [],
    bestReturns: new Float64Array(),
    openedMs: new Float64Array(),
    room: 0,
  };
}

/** Adds a member that has no prices yet, at the next place. */
export function join(group: Group, member: Member): void {
  group.members.push(member);
  group.currencies.push(member.venue.quote);
  group.quotes.add(member.venue.quote);
  group.asks.push(Infinity);
  group.bids.push(0);
  group.buying.push(0);
  group.selling.push(0);
  if (group.members.length <= group.room) return;
  const room = Math.max(4, group.room * 2);
  group.bestReturns = widened(group.bestReturns, group.room, room);
  group.openedMs = widened(group.openedMs, group.room, room);
  group.room = room;
}

function widened(square: Float64Array, before: number, after: number): Float64Array {
  const wide = new Float64Array(after * after);
  for (let row = 0; row < before; row++) wide.set(square.subarray(row * before, (row + 1) * before), row * after);
  return wide;
}

/** The place of a pair in the flat arrays of its group. */
export function pairAt(group: Group, buyPlace: number, sellPlace: number): number {
  return buyPlace * group.room + sellPlace;
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
  /** The value of one unit of the quote currency; NaN when that is unknown. */
  rate: number;
}

/**
 * Whether something can be bought at one place of a group and sold at the other. Two listings of one quote currency
 * belong to the exact group.
 */
export function areCompared({ isMixed, currencies, members }: Group, buy: number, sell: number): boolean {
  if (buy === sell || (isMixed && currencies[buy] === currencies[sell])) return false;
  return !areRepeated(members[buy]?.venue.source, members[sell]?.venue.source);
}

/** The return in percent of the ask; 0 where there is none. */
export function percentOf(ask: number, bid: number): number {
  return bid > ask ? ((bid - ask) / ask) * 100 : 0;
}

/** Whether a return makes an opportunity. */
export function isOpportunity(returnPercent: number): boolean {
  return returnPercent > 0 && returnPercent <= MAX_RETURN_PERCENT;
}

/** Taker fees of both, in percent of what is paid. */
function feesOf(buyer: Member, seller: Member, ask: number, bid: number): number {
  return (buyer.venue.takerFee + (seller.venue.takerFee * bid) / ask) * 100;
}

/** The shown fields of an open pair. */
export function shown(group: Group, buyPlace: number, sellPlace: number): OpenOpportunity | undefined {
  const closed = closedPair(group, buyPlace, sellPlace);
  const buyer = group.members[buyPlace];
  const seller = group.members[sellPlace];
  if (!closed || !buyer || !seller) return undefined;
  const ask = group.asks[buyPlace] ?? Infinity;
  const bid = group.bids[sellPlace] ?? 0;
  const returnPercent = percentOf(ask, bid);
  const feesPercent = feesOf(buyer, seller, ask, bid);
  return {
    ...closed,
    askPrice: buyer.ask,
    bidPrice: seller.bid,
    returnPercent,
    feesPercent,
    netPercent: returnPercent - feesPercent,
    quantity: Math.min(buyer.askQuantity, seller.bidQuantity),
    atMs: Math.max(buyer.atMs, seller.atMs),
  };
}

/**
 * What is reported of a pair when it is over. Fees are shares of both prices, so most was left at the highest return.
 */
export function closedPair(group: Group, buyPlace: number, sellPlace: number): ClosedOpportunity | undefined {
  const buyer = group.members[buyPlace];
  const seller = group.members[sellPlace];
  if (!buyer || !seller) return undefined;
  const at = pairAt(group, buyPlace, sellPlace);
  const bestReturnPercent = group.bestReturns[at] ?? 0;
  return {
    buy: buyer.venue.index,
    sell: seller.venue.index,
    openedMs: group.openedMs[at] ?? 0,
    bestNetPercent: bestReturnPercent - feesOf(buyer, seller, 100, 100 + bestReturnPercent),
  };
}

/**
 * The cost of a unit in the money of the group; infinite when nothing is asked, or the value of its money is unknown.
 */
export function askOf(group: Group, member: Member): number {
  const cost = group.isMixed ? member.ask * member.rate : member.ask;
  return cost > 0 ? cost : Infinity;
}

/** The proceeds of a unit in the money of the group; 0 when nothing is bid, or the value of its money is unknown. */
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
