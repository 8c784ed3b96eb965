import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOfAll } from "../../page.ts";
import { pageOf, paging, seconds } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { symbolRecord } from "../records.ts";
import { presentListings, showSymbol } from "../show-market.ts";
import type { Listing } from "../view.ts";

export const indexSymbols = endpoint({
  id: "market.indexSymbols",
  method: ["GET", "POST"],
  path: "/exchangeindex/symbols",
  auth: "public",
  summary: "Symbols of one exchange",
  description:
    "All that were ever seen there, those that came last first. `suspended` are those that the exchange lists and does not trade at " +
    "the moment, `delisted` those that are there no more.",
  input: { params: Type.Object({ exchange: Type.String({ maxLength: 40, description: "Its code" }), ...paging }) },
  output: json(
    pageOf(
      "symbols",
      Type.Object({
        ...symbolRecord.properties,
        code: Type.String(),
        exchange: Type.String(),
        status: Type.Enum(["trading", "suspended", "delisted"]),
        first_seen: seconds,
        last_seen: seconds,
      }),
    ),
  ),
  errors: [marketErrors.unknownExchange],
  examples: [
    { name: "the first ten", body: { exchange: "simalpha" } },
    { name: "an exchange that is not there", body: { exchange: "nowhere" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  run({ market }: MarketDeps, { input: { params } }) {
    const { pagenumber: page } = params;
    const exchange = params.exchange.trim().toLowerCase();
    if (!market.exchange(exchange)) throw marketErrors.unknownExchange({ exchange: params.exchange });
    const present = new Set(presentListings(market));
    const all = market
      .listings()
      .filter((each) => each.exchange === exchange)
      .toSorted((one, other) => other.firstSeenMs - one.firstSeenMs || (one.code < other.code ? -1 : 1));
    const symbols = pageOfAll(all, params).map((each) => ({
      ...showSymbol(each),
      code: each.code,
      exchange,
      status: symbolStatus(each, present.has(each)),
      first_seen: Math.floor(each.firstSeenMs / 1000),
      last_seen: Math.floor(each.lastSeenMs / 1000),
    }));
    return { symbols, page, showing: symbols.length, total: all.length };
  },
});

function symbolStatus({ market }: Listing, isPresent: boolean): "trading" | "suspended" | "delisted" {
  if (!isPresent) return "delisted";
  return market.isActive ? "trading" : "suspended";
}
