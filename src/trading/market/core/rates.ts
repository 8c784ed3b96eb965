/**
 * The values of currencies in US dollars: from the dollar outwards over the live markets. Each currency uses the path
 * whose thinnest market holds the most money at its best prices; on a tie, the path whose last market holds the most.
 */
import { DOLLAR_TOKENS } from "./quote-classes.ts";

/** The middle of a market whose prices are further apart says nothing; a fraction of the middle. */
export const MAX_RATE_SPREAD = 0.1;

/** Best prices of one listing; zero where a side is empty. */
export interface RateQuote {
  readonly state: string;
  readonly bidPrice: number;
  readonly bidQuantity: number;
  readonly askPrice: number;
  readonly askQuantity: number;
}

interface Edge {
  readonly index: number;
  readonly to: number;
  /** Whether the currency at this end is the quote. */
  readonly isFromQuote: boolean;
}

export class Rates {
  readonly #ids = new Map<string, number>();
  readonly #edges: Edge[][] = [];
  readonly #names: string[] = [];

  /** Adds a listing by its index: what `compute` is given at that place are its best prices. */
  add(index: number, base: string, quote: string): void {
    const baseId = this.#id(base);
    const quoteId = this.#id(quote);
    this.#edges[quoteId]?.push({ index, to: baseId, isFromQuote: true });
    this.#edges[baseId]?.push({ index, to: quoteId, isFromQuote: false });
  }

  /**
   * The rates of all currencies that a live path reaches. Where no dollar is traded, a token that promises one counts as
   * one. Takes a few milliseconds for 10,000 listings: call it about once a second.
   */
  compute(quotes: readonly (RateQuote | undefined)[]): Map<string, number> {
    const search = new WidestPaths(this.#names.length);
    const rates = new Map<string, number>([["USD", 1]]);
    for (const seed of ["USD", ...DOLLAR_TOKENS]) {
      const id = this.#ids.get(seed);
      if (id === undefined || search.isDone(id)) continue;
      search.offer({ id, width: Infinity, held: Infinity, index: -1, rate: 1 });
      for (let next = search.take(); next !== undefined; next = search.take()) {
        rates.set(this.#names[next] ?? "", search.rateOf(next));
        for (const edge of this.#edges[next] ?? []) this.#follow(search, next, edge, quotes[edge.index]);
      }
    }
    return rates;
  }

  #follow(search: WidestPaths, from: number, { index, to, isFromQuote }: Edge, quote: RateQuote | undefined): void {
    if (!quote || quote.state !== "live" || search.isDone(to)) return;
    const middle = (quote.bidPrice + quote.askPrice) / 2;
    const isUsable =
      quote.bidPrice > 0 && quote.askPrice > 0 && quote.askPrice - quote.bidPrice <= MAX_RATE_SPREAD * middle;
    if (!isUsable) return;
    const fromRate = search.rateOf(from);
    const units = isFromQuote
      ? Math.min(quote.bidQuantity * quote.bidPrice, quote.askQuantity * quote.askPrice)
      : Math.min(quote.bidQuantity, quote.askQuantity);
    const held = units * fromRate;
    const rate = isFromQuote ? fromRate * middle : fromRate / middle;
    search.offer({ id: to, width: Math.min(search.widthOf(from), held), held, index, rate });
  }

  #id(currency: string): number {
    const known = this.#ids.get(currency);
    if (known !== undefined) return known;
    const id = this.#names.push(currency) - 1;
    this.#ids.set(currency, id);
    this.#edges.push([]);
    return id;
  }
}

/** A way to reach a currency. */
interface Offer {
  readonly id: number;
  /** The money in its thinnest market, and in its last one. */
  readonly width: number;
  readonly held: number;
  /** The last market. */
  readonly index: number;
  readonly rate: number;
}

/** Dijkstra's search for the widest instead of the shortest paths, over a binary heap. */
class WidestPaths {
  readonly #widths: Float64Array;
  readonly #rates: Float64Array;
  readonly #done: Uint8Array;
  /** The best first; a currency may be there more than once. */
  readonly #heap: Offer[] = [];

  constructor(size: number) {
    this.#widths = new Float64Array(size);
    this.#rates = new Float64Array(size);
    this.#done = new Uint8Array(size);
  }

  isDone(id: number): boolean {
    return this.#done[id] === 1;
  }

  rateOf(id: number): number {
    return this.#rates[id] ?? Number.NaN;
  }

  widthOf(id: number): number {
    return this.#widths[id] ?? 0;
  }

  offer(added: Offer): void {
    if (!(added.width > 0 && added.width >= this.widthOf(added.id))) return;
    this.#widths[added.id] = added.width;
    const heap = this.#heap;
    let place = heap.push(added) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = heap[parent];
      if (!above || !isBetter(added, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = added;
  }

  /** The currency with the best offer, which is now settled; undefined when there is none. */
  take(): number | undefined {
    for (let top = this.#pop(); top; top = this.#pop()) {
      if (this.isDone(top.id)) continue;
      this.#done[top.id] = 1;
      this.#rates[top.id] = top.rate;
      return top.id;
    }
    return undefined;
  }

  #pop(): Offer | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      let below = heap[child];
      const right = heap[child + 1];
      if (below && right && isBetter(right, below)) {
        below = right;
        child++;
      }
      if (!below || !isBetter(below, last)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return top;
  }
}

function isBetter(one: Offer, other: Offer): boolean {
  if (one.width !== other.width) return one.width > other.width;
  return one.held === other.held ? one.index < other.index : one.held > other.held;
}
