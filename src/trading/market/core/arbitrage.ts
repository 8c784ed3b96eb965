/**
 * Where something can be bought for less than it is sold elsewhere: every such pair of listings. Listings of one base
 * and one quote are a group. Those of one base whose quotes mean the same money (dollars and their tokens) are a
 * second, mixed group, compared by rates. Simulated exchanges have groups of their own. Each group knows its cheapest
 * ask and its highest bid. A change of one listing that crosses neither is done at once. One that does is compared
 * with each other listing of its group, and never with pairs of others.
 */
import { highestReturns } from "./highest-returns.ts";
import {
  areCompared,
  askOf,
  bidOf,
  closedPair,
  emptyGroup,
  highest,
  isOpportunity,
  join,
  lowest,
  pairAt,
  percentOf,
  type ClosedOpportunity,
  type Group,
  type Member,
  type OpenOpportunity,
  type Quote,
  type Venue,
} from "./opportunity-group.ts";
import { quoteClass } from "./quote-classes.ts";

export class Arbitrage {
  readonly #members: (Member | undefined)[] = [];
  readonly #groups = new Map<string, Group>();
  readonly #rates = new Map<string, number>();
  #count = 0;
  readonly #onClosed: (opportunity: ClosedOpportunity, nowMs: number) => void;

  /** `onClosed` is called with each opportunity that is over. */
  constructor(onClosed: (opportunity: ClosedOpportunity, nowMs: number) => void = () => undefined) {
    this.#onClosed = onClosed;
  }

  /** How many are open. */
  get count(): number {
    return this.#count;
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
    const rate = this.#rates.get(venue.quote) ?? Number.NaN;
    const places = { exact, exactPlace: exact.members.length, mixed, mixedPlace: mixed.members.length };
    const member: Member = { venue, ...places, bid: 0, bidQuantity: 0, ask: 0, askQuantity: 0, atMs: 0, rate };
    this.#members[venue.index] = member;
    join(exact, member);
    join(mixed, member);
  }

  /** The best prices of a listing have changed; undefined when they may not be traded on. */
  update(index: number, quote: Quote | undefined, nowMs: number): void {
    const member = this.#members[index];
    if (!member) return;
    member.bid = quote?.bidPrice ?? 0;
    member.bidQuantity = quote?.bidQuantity ?? 0;
    member.ask = quote?.askPrice ?? 0;
    member.askQuantity = quote?.askQuantity ?? 0;
    member.atMs = nowMs;
    this.#refresh(member.exact, member.exactPlace, nowMs);
    if (member.mixed.quotes.size > 1) this.#refresh(member.mixed, member.mixedPlace, nowMs);
  }

  /** The values of quote currencies in one money. Call it from time to time: it goes through all mixed groups. */
  setRates(rates: ReadonlyMap<string, number>, nowMs: number): void {
    const changed = new Set<string>();
    for (const currency of new Set([...rates.keys(), ...this.#rates.keys()])) {
      const after = rates.get(currency);
      if (this.#rates.get(currency) === after) continue;
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
      for (const [place, member] of group.members.entries()) {
        group.asks[place] = askOf(group, member);
        group.bids[place] = bidOf(group, member);
      }
      group.lowestAsk = lowest(group.asks, 0);
      group.highestBid = highest(group.bids, Infinity);
      // Each pair has one listing that buys.
      for (let place = 0; place < group.members.length; place++) this.#compareAsk(group, place, nowMs);
    }
  }

  /** The open opportunities, the highest return first, without the first `offset`; at most `limit`. */
  top(limit: number, offset = 0): OpenOpportunity[] {
    return highestReturns(this.#groups.values(), this.#count, offset + limit).slice(offset);
  }

  #group(pair: string, isMixed: boolean): Group {
    const key = isMixed ? `~${pair}` : pair;
    const known = this.#groups.get(key);
    if (known) return known;
    const group = emptyGroup(isMixed);
    this.#groups.set(key, group);
    return group;
  }

  #refresh(group: Group, place: number, nowMs: number): void {
    const member = group.members[place];
    if (!member) return;
    const askBefore = group.asks[place] ?? Infinity;
    const bidBefore = group.bids[place] ?? 0;
    const ask = askOf(group, member);
    const bid = bidOf(group, member);
    group.asks[place] = ask;
    group.bids[place] = bid;
    if (ask <= group.lowestAsk) group.lowestAsk = ask;
    else if (askBefore === group.lowestAsk) group.lowestAsk = lowest(group.asks, askBefore);
    if (bid >= group.highestBid) group.highestBid = bid;
    else if (bidBefore === group.highestBid) group.highestBid = highest(group.bids, bidBefore);
    if (ask !== askBefore) this.#compareAsk(group, place, nowMs);
    if (bid !== bidBefore) this.#compareBid(group, place, nowMs);
  }

  /** Finds where to sell again what a listing sells. */
  #compareAsk(group: Group, buy: number, nowMs: number): void {
    const ask = group.asks[buy] ?? Infinity;
    if (ask >= group.highestBid && group.buying[buy] === 0) return;
    const { bids, bestReturns } = group;
    const row = pairAt(group, buy, 0);
    for (let sell = 0; sell < bids.length; sell++) {
      if ((bids[sell] ?? 0) > ask || bestReturns[row + sell] !== 0) this.#assess(group, buy, sell, nowMs);
    }
  }

  /** Finds where to buy what a listing buys. */
  #compareBid(group: Group, sell: number, nowMs: number): void {
    const bid = group.bids[sell] ?? 0;
    if (bid <= group.lowestAsk && group.selling[sell] === 0) return;
    const { asks, bestReturns, room } = group;
    for (let buy = 0; buy < asks.length; buy++) {
      if (bid > (asks[buy] ?? Infinity) || bestReturns[buy * room + sell] !== 0) this.#assess(group, buy, sell, nowMs);
    }
  }

  /** Opens, changes or closes one pair. */
  #assess(group: Group, buy: number, sell: number, nowMs: number): void {
    const { bestReturns } = group;
    const at = pairAt(group, buy, sell);
    const best = bestReturns[at] ?? 0;
    const returnPercent = percentOf(group.asks[buy] ?? Infinity, group.bids[sell] ?? 0);
    if (!isOpportunity(returnPercent)) {
      if (best !== 0) this.#close(group, buy, sell, nowMs);
    } else if (best !== 0) {
      if (returnPercent > best) bestReturns[at] = returnPercent;
    } else if (areCompared(group, buy, sell)) {
      bestReturns[at] = returnPercent;
      group.openedMs[at] = nowMs;
      this.#add(group, buy, sell, 1);
    }
  }

  #close(group: Group, buy: number, sell: number, nowMs: number): void {
    const closed = closedPair(group, buy, sell);
    group.bestReturns[pairAt(group, buy, sell)] = 0;
    this.#add(group, buy, sell, -1);
    if (closed) this.#onClosed(closed, nowMs);
  }

  #add(group: Group, buy: number, sell: number, change: 1 | -1): void {
    group.buying[buy] = (group.buying[buy] ?? 0) + change;
    group.selling[sell] = (group.selling[sell] ?? 0) + change;
    group.count += change;
    this.#count += change;
  }
}
