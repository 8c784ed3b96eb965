import type { AppError } from "../../kit/errors/catalogue.ts";
import type { MarketView } from "../market/index.ts";
import type { Channel } from "./channel.ts";
import { ArbitrageChannel } from "./channels/arbitrage-channel.ts";
import { BookChannel } from "./channels/book-channel.ts";
import { PriceChannel } from "./channels/price-channel.ts";
import { SpreadChannel } from "./channels/spread-channel.ts";
import { StatusChannel } from "./channels/status-channel.ts";
import { TradeChannel } from "./channels/trade-channel.ts";
import { bookTerms, type BookTerms } from "./core/book-terms.ts";
import type { ChannelName } from "./core/channel-name.ts";
import { pushErrors } from "./errors.ts";

/** Makes the channel of a name, or says which market there is not. Books need terms. */
export function openChannel(
  text: string,
  name: Exclude<ChannelName, { kind: "private" | "news" }>,
  market: MarketView,
  terms: BookTerms | undefined,
): Channel | AppError {
  switch (name.kind) {
    case "arbitrage":
      return new ArbitrageChannel(market);
    case "status":
      return new StatusChannel(market);
    case "spread": {
      const [ask, bid] = [market.listing(name.ask), market.listing(name.bid)];
      if (!ask) return pushErrors.unknownMarket({ code: name.ask });
      if (!bid) return pushErrors.unknownMarket({ code: name.bid });
      return new SpreadChannel(text, market, ask, bid);
    }
    case "book":
    case "price":
    case "trades": {
      const listing = market.listing(name.code);
      if (!listing) return pushErrors.unknownMarket({ code: name.code });
      if (name.kind === "book") return new BookChannel(text, market, listing, terms ?? bookTerms(undefined));
      if (name.kind === "trades") return new TradeChannel(text, market, listing);
      return new PriceChannel(text, market, listing, name.side, name.level);
    }
  }
}
