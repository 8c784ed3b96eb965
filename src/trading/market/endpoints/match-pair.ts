import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOfAll } from "../../page.ts";
import { paging } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { matchedPair } from "../records.ts";
import { showSymbol, tradedListings } from "../show-market.ts";

const MAX_PAIRS = 10;

export const matchPair = endpoint({
  id: "market.matchPair",
  method: ["GET", "POST"],
  path: "/public/match-pair",
  auth: "public",
  summary: "Which exchanges trade a pair",
  description:
    "By pair in upper case; `pair` is its id, in lower case. A pair that no exchange trades has a count of 0. Combinations are counted in order, each exchange " +
    "with itself too.",
  input: {
    params: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 300,
        pattern: "[^,\\s]",
        description: "Up to ten pair ids, separated by commas",
      }),
      ...paging,
    }),
  },
  output: json(Type.Record(Type.String(), matchedPair)),
  errors: [marketErrors.tooMany],
  examples: [
    { name: "two pairs", body: { code: "btcusdt,ethusdt" } },
    { name: "a pair without a market", body: { code: "nothing" } },
    { name: "no code between the commas", body: { code: " ,," }, status: 422 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  run({ market }: MarketDeps, { input: { params } }) {
    const ids = [...new Set(params.code.split(",").map(pairId))].filter(Boolean);
    if (ids.length > MAX_PAIRS) throw marketErrors.tooMany({ parameter: "code", maximum: MAX_PAIRS });
    const listings = tradedListings(market);
    const shown: Record<string, Static<typeof matchedPair>> = {};
    for (const id of pageOfAll(ids, params)) {
      const found = listings.filter((each) => each.market.id === id);
      shown[id.toUpperCase()] = {
        pair: id,
        count: found.length,
        active: found.map(({ exchange }) => market.exchange(exchange)?.name ?? exchange),
        detail: Object.fromEntries(found.map((each) => [each.exchange, showSymbol(each)])),
        possible_combinations: found.length * found.length,
      };
    }
    return shown;
  },
});

/** `BTC/USDT` counts as `btcusdt`. */
function pairId(text: string): string {
  return text.trim().toLowerCase().replace(/[/_]/, "");
}
