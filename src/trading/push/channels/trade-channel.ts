/** The trades of a market, oldest first: the last hundred, then each that follows; and where some may be missing. */
import type { Trade } from "../../exchanges/index.ts";
import { decimalsOf, type Listing, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import { RecentEntries, skippedRemark } from "../core/recent-entries.ts";

/** A follower that falls further behind gets the newest; the older ones are left out and counted. */
const KEPT = 100;

/** Between two trades: from then on, by our clock, others may have been. */
interface Break {
  readonly brokenSinceMs: number;
}

export class TradeChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "trade";
  readonly listings: readonly [Listing];
  readonly #trades: RecentEntries<Trade | Break>;
  /** No trade has come since the last break. */
  #isBroken: boolean;
  /** The last message: many followers get the same. */
  #written = { version: -1, since: -1, text: "" };

  constructor(name: string, market: MarketView, listing: Listing) {
    this.name = name;
    this.listings = [listing];
    const known = knownEntries(market, listing);
    this.#trades = new RecentEntries(KEPT, known);
    const last = known.at(-1);
    this.#isBroken = last !== undefined && isBreak(last);
  }

  /** Trades and breaks since the channel was opened. */
  get version(): number {
    return this.#trades.version;
  }

  note(trade: Trade): void {
    this.#isBroken = false;
    this.#trades.add(trade);
  }

  broke(sinceMs: number): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#trades.add({ brokenSinceMs: Math.floor(sinceMs) });
  }

  refresh(): boolean {
    return this.#trades.hasGrown();
  }

  data(since: number): string {
    const { version, since: before, text } = this.#written;
    if (version === this.version && before === since) return text;
    const shown = decimalsOf(this.listings[0].market);
    const tuples = this.#trades
      .since(since)
      .filter(isTrade)
      .map(({ price, quantity, atMs, id }) => [shown.price(price), shown.quantity(quantity), atMs, id]);
    this.#written = { version: this.version, since, text: JSON.stringify(tuples) };
    return this.#written.text;
  }

  remark(since: number): string {
    const first = this.#trades.since(since).find(isBreak);
    const broken = first ? `,"broken":${first.brokenSinceMs}` : "";
    return skippedRemark(this.#trades.skippedSince(since)) + broken;
  }
}

/** The kept trades, with the breaks between them. */
function knownEntries(market: MarketView, listing: Listing): (Trade | Break)[] {
  const trades = market.trades(listing);
  const breaks = market.tradeBreaks(listing);
  const parts = breaks.flatMap(({ sinceMs, place }, at) => [
    { brokenSinceMs: Math.floor(sinceMs) },
    ...trades.slice(place, breaks[at + 1]?.place),
  ]);
  return [...trades.slice(0, breaks[0]?.place), ...parts];
}

function isBreak(entry: Trade | Break): entry is Break {
  return "brokenSinceMs" in entry;
}

function isTrade(entry: Trade | Break): entry is Trade {
  return !isBreak(entry);
}
