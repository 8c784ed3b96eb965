/** The trades of a market, oldest first: the last hundred, then each that follows. */
import type { Trade } from "../../exchanges/index.ts";
import { decimalsOf, type Listing, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";

/** Of whoever falls further behind, the older ones are left out and counted. */
const KEPT = 100;

export class TradeChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "trade";
  readonly listings: readonly [Listing];
  /** Trades since the channel was opened. */
  version = 0;
  readonly #kept: Trade[];
  #refreshed = 0;
  /** What was written last: many followers are told the same. */
  #written = { version: -1, since: -1, text: "" };

  constructor(name: string, market: MarketView, listing: Listing) {
    this.name = name;
    this.listings = [listing];
    this.#kept = market.trades(listing).slice(-KEPT);
  }

  note(trade: Trade): void {
    this.#kept.push(trade);
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.version++;
  }

  refresh(): boolean {
    if (this.#refreshed === this.version) return false;
    this.#refreshed = this.version;
    return true;
  }

  data(since: number): string {
    const { version, since: before, text } = this.#written;
    if (version === this.version && before === since) return text;
    const count = since < 0 ? KEPT : Math.min(KEPT, this.version - since);
    const shown = decimalsOf(this.listings[0].market);
    const tuples = this.#kept
      .slice(-count)
      .map(({ price, quantity, atMs, id }) => [shown.price(price), shown.quantity(quantity), atMs, id]);
    this.#written = { version: this.version, since, text: JSON.stringify(tuples) };
    return this.#written.text;
  }

  remark(since: number): string {
    const skipped = since < 0 ? 0 : this.version - since - KEPT;
    return skipped > 0 ? `,"skipped":${skipped}` : "";
  }
}
