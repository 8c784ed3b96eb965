/**
 * Compares a market view with the loopback exchange's real state, now and earlier: a served book must be one that the
 * exchange had, and not older than its served age.
 */
import type { Listing, MarketView } from "../../../src/trading/market/index.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";

export const LEVELS = 20;

/** The watchdog: silent for 5 seconds and for 20 usual silences, looked at once a second. */
const LEAST_SILENCE_MS = 5_000;
const USUAL_SILENCES = 20;
const GAP_WEIGHT = 0.1;
const SWEEP_MS = 1_000;
const KEPT_MS = 240_000;
/** The same thing is said of a market this often, and no more. */
const MOST_PROBLEMS_EACH = 3;

interface Moment {
  readonly fromMs: number;
  readonly book: string;
}

interface Watched {
  /** The exchange's states, oldest first; each until the next. */
  readonly truth: Moment[];
  /** How long it usually goes without a change, as watchdogs reckon it: the last gap counts for a tenth. */
  usualGapMs: number;
  problems: number;
}

export class TruthWatch {
  readonly problems: string[] = [];
  /** Looks at a market that were made. */
  looks = 0;
  /** Looks at which it was served as live, and as something that is not to be traded on. */
  readonly states: Record<string, number> = {};
  /** The farthest that a book was behind the exchange's while it was served as live, with and without its age. */
  behindLiveMs = 0;
  behindAgeMs = 0;
  /** How far a book may be behind its age: what is on its way. */
  underWayMs: number;
  readonly #loopback: BinanceLoopback;
  readonly #view: MarketView;
  readonly #lost: ReadonlySet<string>;
  readonly #watched = new Map<string, Watched>();

  /** @param lost markets whose books may not be used now, by the adapter's word */
  constructor(loopback: BinanceLoopback, view: MarketView, lost: ReadonlySet<string>, underWayMs: number) {
    this.#loopback = loopback;
    this.#lost = lost;
    this.#view = view;
    this.underWayMs = underWayMs;
    for (const { id } of loopback.markets) {
      this.#watched.set(id, { truth: [], usualGapMs: 0, problems: 0 });
    }
  }

  /** Records the exchange's present state. */
  note(nowMs: number): void {
    for (const [id, watched] of this.#watched) {
      const { truth } = watched;
      const book = this.truthOf(id);
      const last = truth.at(-1);
      if (last?.book === book) continue;
      if (last) watched.usualGapMs += (nowMs - last.fromMs - watched.usualGapMs) * GAP_WEIGHT;
      truth.push({ fromMs: nowMs, book });
      while ((truth[1]?.fromMs ?? nowMs) < nowMs - KEPT_MS) truth.shift();
    }
  }

  /** Looks at what is served of every market. */
  look(nowMs: number): void {
    for (const listing of this.#view.listings()) {
      const { state, heardMs } = this.#view.top(listing);
      this.looks++;
      this.states[state] = (this.states[state] ?? 0) + 1;
      if (state === "none") continue;
      const watched = this.#watched.get(listing.market.id);
      if (watched) this.#judge(watched, listing, { nowMs, isLive: state === "live", ageMs: nowMs - heardMs });
    }
  }

  /** Where the view differs from the exchange's present state, or is not live: nothing when all is well. */
  differences(): string[] {
    const listings = this.#view.listings();
    if (listings.length !== this.#watched.size) {
      return [`${String(listings.length)} of ${String(this.#watched.size)} markets are listed`];
    }
    return listings.flatMap((listing) => {
      const { state } = this.#view.top(listing);
      if (state !== "live") return [`${listing.code} is ${state}`];
      const [ours, theirs] = [this.#served(listing), this.truthOf(listing.market.id)];
      return ours === theirs ? [] : [`${listing.code} is ${ours}, and at the exchange ${theirs}`];
    });
  }

  /** The exchange's own book, level by level. */
  truthOf(marketId: string): string {
    const { bids, asks } = this.#loopback.book(marketId.toUpperCase(), LEVELS);
    return `${bids.map(String).join(" ")} / ${asks.map(String).join(" ")}`;
  }

  #judge(watched: Watched, listing: Listing, seen: { nowMs: number; isLive: boolean; ageMs: number }): void {
    const { nowMs, isLive, ageMs } = seen;
    const served = this.#served(listing);
    const best = this.#bestOf(listing);
    const { truth } = watched;
    const at = truth.findLastIndex(({ book }) => book === served);
    const complain = (what: string): void => {
      if (++watched.problems <= MOST_PROBLEMS_EACH) this.problems.push(`${listing.code}: ${what}`);
    };
    if (best !== undefined) complain(best);
    if (at < 0) {
      if (isLive) complain("a book is served as live that the exchange never had");
      return;
    }
    const behindMs = nowMs - (truth[at + 1]?.fromMs ?? nowMs);
    this.behindAgeMs = Math.max(this.behindAgeMs, behindMs - ageMs);
    if (behindMs > ageMs + this.underWayMs) {
      complain(`a book of ${String(behindMs)} ms ago is served as of ${String(ageMs)} ms ago`);
    }
    if (!isLive) return;
    if (this.#lost.has(listing.market.id)) complain("a book that was lost is served as live");
    this.behindLiveMs = Math.max(this.behindLiveMs, behindMs);
    const silenceMs = Math.max(LEAST_SILENCE_MS, USUAL_SILENCES * watched.usualGapMs);
    if (behindMs > silenceMs + SWEEP_MS + this.underWayMs) {
      complain(`a book of ${String(behindMs)} ms ago is served as live`);
    }
  }

  /** The problems of the best prices: they come with the age of the book, and are its first levels. */
  #bestOf(listing: Listing): string | undefined {
    const { bidPrice, bidQuantity, askPrice, askQuantity } = this.#view.top(listing);
    const { bids, asks } = this.#view.depth(listing, 1);
    const [top, book] = [pairs([bidPrice, bidQuantity, askPrice, askQuantity]), pairs([...bids, ...asks])];
    return top === book ? undefined : `the best prices are ${top}, and the book's are ${book}`;
  }

  #served(listing: Listing): string {
    const { bids, asks } = this.#view.depth(listing, LEVELS);
    return `${pairs(bids)} / ${pairs(asks)}`;
  }
}

function pairs(levels: readonly number[]): string {
  const texts: string[] = [];
  for (let at = 0; at < levels.length; at += 2) texts.push(`${String(levels[at])},${String(levels[at + 1])}`);
  return texts.join(" ");
}
