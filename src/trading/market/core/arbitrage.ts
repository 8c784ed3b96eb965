/**
 * Where something can be bought for less than it is sold elsewhere, after the fees of takers. Listings of one base and
 * one quote are a group; those of one base whose quotes stand for the same money (dollars and their tokens) are a
 * second, mixed one, compared by rates. Made-up exchanges have groups of their own. Each group knows its cheapest ask and its highest bid, so that a change of one
 * listing looks at that listing alone, and at its group only when it was the best and is no more.
 */
import { quoteClass } from "./quote-classes.ts";

/** More than this is no opportunity but two coins of one name, or a market that nobody can leave. */
export const MAX_RETURN_PERCENT = 10;

/** A rate that has moved by less is left as it is. */
const RATE_STEP = 1e-7;

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

/** Percentages are of the buying price. Kept up to date in place while it is open. */
export interface OpenOpportunity {
  readonly buy: number;
  readonly sell: number;
  returnPercent: number;
  feesPercent: number;
  netPercent: number;
  /** Base units. */
  quantity: number;
  /** The most that it left while it was open. */
  bestNetPercent: number;
  readonly openedMs: number;
  atMs: number;
}

interface Group {
  readonly isMixed: boolean;
  readonly members: number[];
  readonly quotes: Set<string>;
  /** Listings with the best net prices; -1 for none. */
  bestAsk: number;
  bestBid: number;
  netAsk: number;
  netBid: number;
  open: OpenOpportunity | undefined;
}

interface Member {
  venue: Venue;
  readonly exact: Group;
  readonly mixed: Group;
  bid: number;
  bidQuantity: number;
  ask: number;
  askQuantity: number;
  /** What one unit of the quote currency is worth; NaN when nobody knows. */
  rate: number;
}

export class Arbitrage {
  readonly #members: (Member | undefined)[] = [];
  readonly #groups = new Map<string, Group>();
  readonly #rates = new Map<string, number>();
  readonly #open = new Set<OpenOpportunity>();
  readonly #onClosed: (opportunity: OpenOpportunity, nowMs: number) => void;

  /** `onClosed` hears of each opportunity that is over. */
  constructor(onClosed: (opportunity: OpenOpportunity, nowMs: number) => void = () => undefined) {
    this.#onClosed = onClosed;
  }

  /** Adds a listing, or changes its fee. */
  add(venue: Venue): void {
    const known = this.#members[venue.index];
    if (known) {
      known.venue = venue;
      return;
    }
    const base = venue.isSimulated === true ? `simulated ${venue.base}` : venue.base;
    const exact = this.#group(`${base}/${venue.quote}`, false);
    const mixed = this.#group(`${base}/${quoteClass(venue.quote)}`, true);
    for (const { members, quotes } of [exact, mixed]) {
      members.push(venue.index);
      quotes.add(venue.quote);
    }
    const rate = this.#rates.get(venue.quote) ?? Number.NaN;
    this.#members[venue.index] = { venue, exact, mixed, bid: 0, bidQuantity: 0, ask: 0, askQuantity: 0, rate };
  }

  /** The best prices of a listing have changed; undefined when they may not be traded on. */
  update(index: number, quote: Quote | undefined, nowMs: number): void {
    const member = this.#members[index];
    if (!member) return;
    member.bid = quote?.bidPrice ?? 0;
    member.bidQuantity = quote?.bidQuantity ?? 0;
    member.ask = quote?.askPrice ?? 0;
    member.askQuantity = quote?.askQuantity ?? 0;
    this.#refresh(member.exact, member, nowMs);
    if (member.mixed.quotes.size > 1) this.#refresh(member.mixed, member, nowMs);
  }

  /** What quote currencies are worth in one money. Call it from time to time: all mixed groups are looked at anew. */
  setRates(rates: ReadonlyMap<string, number>, nowMs: number): void {
    const changed = new Set<string>();
    for (const currency of new Set([...rates.keys(), ...this.#rates.keys()])) {
      const before = this.#rates.get(currency);
      const after = rates.get(currency);
      if (before === after) continue;
      if (before !== undefined && after !== undefined && Math.abs(after / before - 1) < RATE_STEP) continue;
      if (after === undefined) this.#rates.delete(currency);
      else this.#rates.set(currency, after);
      changed.add(currency);
    }
    if (changed.size === 0) return;
    for (const member of this.#members) {
      if (member && changed.has(member.venue.quote)) member.rate = this.#rates.get(member.venue.quote) ?? Number.NaN;
    }
    for (const group of this.#groups.values()) {
      if (!group.isMixed || group.quotes.size < 2 || ![...group.quotes].some((quote) => changed.has(quote))) continue;
      this.#findAsk(group);
      this.#findBid(group);
      this.#assess(group, nowMs);
    }
  }

  /** What is open, the best first; at most `limit`. Copy what is kept. */
  top(limit: number): OpenOpportunity[] {
    const sorted = [...this.#open].sort(
      (one, other) => other.netPercent - one.netPercent || one.buy - other.buy || one.sell - other.sell,
    );
    return sorted.slice(0, limit);
  }

  #group(pair: string, isMixed: boolean): Group {
    const key = isMixed ? `~${pair}` : pair;
    const known = this.#groups.get(key);
    if (known) return known;
    const none = { bestAsk: -1, bestBid: -1, netAsk: Infinity, netBid: -Infinity, open: undefined };
    const group: Group = { isMixed, members: [], quotes: new Set(), ...none };
    this.#groups.set(key, group);
    return group;
  }

  #refresh(group: Group, member: Member, nowMs: number): void {
    const { index } = member.venue;
    let isOfTheBest = group.bestAsk === index || group.bestBid === index;
    const ask = netAsk(group, member);
    if (group.bestAsk === index) {
      if (ask > group.netAsk) this.#findAsk(group);
      else group.netAsk = ask;
    } else if (ask < group.netAsk || (ask === group.netAsk && index < group.bestAsk)) {
      group.bestAsk = index;
      group.netAsk = ask;
    }
    const bid = netBid(group, member);
    if (group.bestBid === index) {
      if (bid < group.netBid) this.#findBid(group);
      else group.netBid = bid;
    } else if (bid > group.netBid || (bid === group.netBid && index < group.bestBid)) {
      group.bestBid = index;
      group.netBid = bid;
    }
    isOfTheBest ||= group.bestAsk === index || group.bestBid === index;
    if (isOfTheBest) this.#assess(group, nowMs);
  }

  #findAsk(group: Group): void {
    group.bestAsk = -1;
    group.netAsk = Infinity;
    for (const index of group.members) {
      const ask = netAsk(group, this.#members[index] as Member);
      if (ask < group.netAsk || (ask === group.netAsk && index < group.bestAsk)) {
        group.bestAsk = index;
        group.netAsk = ask;
      }
    }
  }

  #findBid(group: Group): void {
    group.bestBid = -1;
    group.netBid = -Infinity;
    for (const index of group.members) {
      const bid = netBid(group, this.#members[index] as Member);
      if (bid > group.netBid || (bid === group.netBid && index < group.bestBid)) {
        group.bestBid = index;
        group.netBid = bid;
      }
    }
  }

  #assess(group: Group, nowMs: number): void {
    const buy = this.#members[group.bestAsk];
    const sell = this.#members[group.bestBid];
    if (!buy || !sell || buy === sell) return this.#close(group, nowMs);
    // A pair of one quote currency belongs to the exact group.
    if (group.isMixed && buy.venue.quote === sell.venue.quote) return this.#close(group, nowMs);
    const ask = buy.ask * factorOf(group, buy);
    const bid = sell.bid * factorOf(group, sell);
    const returnPercent = ((bid - ask) / ask) * 100;
    if (!(returnPercent > 0 && returnPercent <= MAX_RETURN_PERCENT)) return this.#close(group, nowMs);
    const { open } = group;
    if (open && (open.buy !== group.bestAsk || open.sell !== group.bestBid)) this.#close(group, nowMs);
    const feesPercent = (buy.venue.takerFee + (sell.venue.takerFee * bid) / ask) * 100;
    const netPercent = returnPercent - feesPercent;
    const quantity = Math.min(buy.askQuantity, sell.bidQuantity);
    if (!group.open) {
      const pair = { buy: group.bestAsk, sell: group.bestBid };
      const state = { returnPercent, feesPercent, netPercent, quantity, bestNetPercent: netPercent, atMs: nowMs };
      group.open = { ...pair, ...state, openedMs: nowMs };
      this.#open.add(group.open);
    } else {
      group.open.returnPercent = returnPercent;
      group.open.feesPercent = feesPercent;
      group.open.netPercent = netPercent;
      group.open.quantity = quantity;
      group.open.atMs = nowMs;
      if (netPercent > group.open.bestNetPercent) group.open.bestNetPercent = netPercent;
    }
  }

  #close(group: Group, nowMs: number): void {
    if (!group.open) return;
    const { open } = group;
    group.open = undefined;
    this.#open.delete(open);
    this.#onClosed(open, nowMs);
  }
}

function factorOf(group: Group, member: Member): number {
  return group.isMixed ? member.rate : 1;
}

/** What a unit costs with the fee; infinite when nobody sells, or nobody knows what the money is worth. */
function netAsk(group: Group, member: Member): number {
  const cost = member.ask * (1 + member.venue.takerFee) * factorOf(group, member);
  return cost > 0 ? cost : Infinity;
}

/** What a unit brings after the fee; minus infinity when nobody buys. */
function netBid(group: Group, member: Member): number {
  const value = member.bid * (1 - member.venue.takerFee) * factorOf(group, member);
  return value > 0 ? value : -Infinity;
}
