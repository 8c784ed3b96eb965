/** The best levels of both sides of a book: all of them first, then those that have changed. */
import { decimalsOf, type Listing, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import type { BookTerms } from "../core/book-terms.ts";
import { ToldSide } from "../core/told-side.ts";
import { stateRemark, type ShownState } from "./book-state.ts";

export class BookChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "depth";
  readonly paceMs: number;
  readonly listings: readonly [Listing];
  version = 0;
  readonly #market: MarketView;
  readonly #levels: number;
  readonly #asks = new ToldSide();
  readonly #bids = new ToldSide();
  #state: ShownState = "none";
  #heardMs = 0;
  /** The version with which the book became usable: followers with an earlier one need all levels. */
  #begunAt = 0;
  /** The last message: many followers get the same. */
  #written = { version: -1, since: -1, text: "" };

  constructor(name: string, market: MarketView, listing: Listing, { levels, paceMs }: BookTerms) {
    this.name = name;
    this.paceMs = paceMs;
    this.listings = [listing];
    this.#market = market;
    this.#levels = levels;
  }

  /** Asks for the whole book, where another process keeps it. */
  watch(): () => void {
    return this.#market.follow(this.listings[0].code, "shown");
  }

  refresh(): boolean {
    const [listing] = this.listings;
    const top = this.#market.top(listing);
    const { isWhole, asks, bids } = this.#market.depth(listing, this.#levels);
    const state = top.state === "live" && !isWhole ? "best-only" : top.state;
    if (state !== "live") {
      if (state === this.#state && this.version > 0) return false;
      this.#state = state;
      this.version++;
      return true;
    }
    const version = this.version + 1;
    const hasNewAsks = this.#asks.take(this.#shown(asks), version);
    const hasNewBids = this.#bids.take(this.#shown(bids), version);
    if (this.#state === "live" && !hasNewAsks && !hasNewBids) return false;
    if (this.#state !== "live") this.#begunAt = version;
    this.#state = "live";
    this.#heardMs = Math.floor(top.heardMs);
    this.version = version;
    return true;
  }

  data(since: number): string | undefined {
    if (this.#state !== "live") return undefined;
    const { version, since: before, text } = this.#written;
    if (version === this.version && before === since) return text;
    this.#written = { version: this.version, since, text: JSON.stringify(this.#news(since)) };
    return this.#written.text;
  }

  remark(): string {
    return stateRemark(this.#state);
  }

  #news(since: number): object {
    const time = this.#heardMs;
    const changed = since < this.#begunAt ? undefined : [this.#asks.since(since), this.#bids.since(since)];
    const [asks, bids] = changed ?? [];
    if (asks && bids) return { kind: "changes", asks, bids, time };
    return { kind: "snapshot", levels: this.#levels, asks: this.#asks.all(), bids: this.#bids.all(), time };
  }

  /** Levels with the decimals of the market. */
  #shown(levels: readonly number[]): readonly number[] {
    const shown = decimalsOf(this.listings[0].market);
    return levels.map((value, at) => (at % 2 === 0 ? shown.price(value) : shown.quantity(value)));
  }
}
