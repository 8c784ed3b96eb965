/** The ask of one market less the bid of another. */
import { spreadOf, type Listing, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import { askState, bidState, stateRemark, worseOf, type ShownState } from "./book-state.ts";

export class SpreadChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "top";
  readonly listings: readonly [Listing, Listing];
  version = 0;
  readonly #market: MarketView;
  #state: ShownState = "none";
  #text: string | undefined;

  constructor(name: string, market: MarketView, ask: Listing, bid: Listing) {
    this.name = name;
    this.listings = [ask, bid];
    this.#market = market;
  }

  refresh(): boolean {
    const [asking, bidding] = this.listings;
    const [ask, bid] = [this.#market.top(asking), this.#market.top(bidding)];
    const state = worseOf(askState(ask), bidState(bid));
    const text = state === "live" ? JSON.stringify(spreadOf(asking, ask, bidding, bid)) : undefined;
    if (state === this.#state && text === this.#text) return false;
    this.#state = state;
    this.#text = text;
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
