/** One level of one side of a book: `[price, quantity, time]`. */
import { decimalsOf, type Listing, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import type { BookSide } from "../core/channel-name.ts";
import { askState, bidState, stateRemark, type ShownState } from "./book-state.ts";

export class PriceChannel implements Channel {
  readonly name: string;
  readonly wakenBy: "top" | "depth";
  readonly listings: readonly [Listing];
  version = 0;
  readonly #market: MarketView;
  readonly #side: BookSide;
  readonly #level: number;
  #state: ShownState = "none";
  #price = 0;
  #quantity = 0;
  #text: string | undefined;

  /** @param level from 1, the best, to 10 */
  constructor(name: string, market: MarketView, listing: Listing, side: BookSide, level: number) {
    this.name = name;
    this.wakenBy = level === 1 ? "top" : "depth";
    this.listings = [listing];
    this.#market = market;
    this.#side = side;
    this.#level = level;
  }

  refresh(): boolean {
    const [listing] = this.listings;
    const top = this.#market.top(listing);
    const isAsk = this.#side === "asks";
    let state = isAsk ? askState(top) : bidState(top);
    let price = isAsk ? top.askPrice : top.bidPrice;
    let quantity = isAsk ? top.askQuantity : top.bidQuantity;
    let ms = isAsk ? top.askMs : top.bidMs;
    if (this.#level > 1 && state === "live") {
      const { isWhole, [this.#side]: levels } = this.#market.depth(listing, this.#level);
      const at = 2 * (this.#level - 1);
      price = levels[at] ?? 0;
      quantity = levels[at + 1] ?? 0;
      // Books do not keep when each level changed.
      ms = top.heardMs;
      if (price === 0) state = isWhole ? "empty" : "best-only";
    }
    if (state === this.#state && (state !== "live" || (price === this.#price && quantity === this.#quantity))) {
      return false;
    }
    this.#state = state;
    this.#price = price;
    this.#quantity = quantity;
    const shown = decimalsOf(listing.market);
    this.#text = state === "live" ? `[${shown.price(price)},${shown.quantity(quantity)},${Math.floor(ms)}]` : undefined;
    this.version++;
    return true;
  }

  data(): string | undefined {
    return this.#text;
  }

  remark(): string {
    return stateRemark(this.#state);
  }
}
