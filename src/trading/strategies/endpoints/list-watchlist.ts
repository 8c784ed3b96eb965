import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { id, seconds } from "../../shapes.ts";
import { milliseconds } from "../records.ts";
import type { MarketDeps, MarketView } from "../../market/index.ts";
import type { WatchlistDeps } from "../deps.ts";
import type { WatchlistItem } from "../store.ts";

const shown = Type.Object(
  {
    id,
    code: Type.String({ description: "Service code" }),
    exchange: Type.String({ description: "Code of the exchange" }),
    symbol: Type.Union([Type.String(), Type.Null()], { description: "BASE/QUOTE; null while the market is not known" }),
    bid: Type.Union([Type.Number(), Type.Null()], { description: "Best bid, quote currency; null without a price" }),
    ask: Type.Union([Type.Number(), Type.Null()], { description: "Best ask, quote currency; null without a price" }),
    time: Type.Union([milliseconds, Type.Null()], { description: "When that was so, milliseconds since 1970" }),
    time_created: seconds,
  },
  { title: "WatchlistItem" },
);

export const listWatchlist = endpoint({
  id: "strategies.listWatchlist",
  method: ["GET", "POST"],
  path: "/strategy/list-watchlist",
  auth: "user",
  summary: "List watched markets",
  description: "Newest first, with their prices where there are any.",
  input: {},
  output: json(Type.Array(shown)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ watchlist, market }: WatchlistDeps & MarketDeps, { actor }) {
    const items = await watchlist.listItems(actor.uid);
    return items.map((item) => shownItem(item, market));
  },
});

/** No exchange's code has a hyphen in it. A book that is not live shows no prices here. */
function shownItem({ id: itemId, code, createdAt }: WatchlistItem, market: MarketView) {
  const listing = market.listing(code);
  const top = listing && market.top(listing);
  const live = top?.state === "live" ? top : undefined;
  return {
    id: String(itemId),
    code,
    exchange: code.slice(0, code.indexOf("-")),
    symbol: listing?.market.symbol ?? null,
    bid: live && live.bidPrice > 0 ? live.bidPrice : null,
    ask: live && live.askPrice > 0 ? live.askPrice : null,
    time: live ? Math.floor(Math.max(live.bidMs, live.askMs)) : null,
    time_created: toSeconds(createdAt),
  };
}
