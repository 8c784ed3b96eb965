/** How every connected exchange does. */
import type { MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";

export class StatusChannel implements Channel {
  readonly name = "system/status";
  readonly wakenBy = "second";
  readonly listings = [];
  version = 0;
  readonly #market: MarketView;
  #text = "";

  constructor(market: MarketView) {
    this.#market = market;
  }

  refresh(): boolean {
    const exchanges = this.#market.exchanges().map(({ code, name, kind, health }) => {
      const { state, reason, sinceMs } = health;
      return { code, name, kind, state, reason, since: Math.floor(sinceMs) };
    });
    const text = JSON.stringify({ exchanges });
    if (text === this.#text) return false;
    this.#text = text;
    this.version++;
    return true;
  }

  data(): string {
    return this.#text;
  }

  remark(): string {
    return "";
  }
}
