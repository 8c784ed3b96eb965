/** How every connected exchange does. */
import type { MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import { TextChannel } from "../text-channel.ts";

export class StatusChannel extends TextChannel implements Channel {
  readonly name = "system/status";
  readonly wakenBy = "second";
  readonly #market: MarketView;

  constructor(market: MarketView) {
    super();
    this.#market = market;
  }

  refresh(): boolean {
    const exchanges = this.#market.exchanges().map(({ code, name, kind, health }) => {
      const { state, reason, sinceMs } = health;
      return { code, name, kind, state, reason, since: Math.floor(sinceMs) };
    });
    return this.tellNew(JSON.stringify({ exchanges }));
  }
}
