import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { paging } from "../../shapes.ts";
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
    "By pair in upper case. A pair that nobody trades has a count of 0. Combinations are counted in order, each exchange " +
    "with itself too.",
  input: {
    params: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 300, description: "Up to ten pair ids, separated by commas" }),
      ...paging,
    }),
  },
  output: json(Type.Record(Type.String(), matchedPair)),
  errors: [marketErrors.tooMany],
  examples: [
    { name: "two pairs", body: { code: "btcusdt,ethusdt" } },
    { name: "a pair that nobody trades", body: { code: "nothing" } },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  run({ market }, { input: { params } }) {
    const { limit, pagenumber: page } = params;
    const ids = [...new Set(params.code.split(",").map(pairId))].filter(Boolean);
    if (ids.length > MAX_PAIRS) throw marketErrors.tooMany({ parameter: "code", maximum: MAX_PAIRS });
    const listings = tradedListings(market);
    const shown: Record<string, Static<typeof matchedPair>> = {};
    for (const id of ids.slice((page - 1) * limit, page * limit)) {
      const found = listings.filter((each) => each.market.id === id);
      const pair = id.toUpperCase();
      shown[pair] = {
        pair,
        count: found.length,
        active: found.map(({ exchange }) => market.exchange(exchange)?.name ?? exchange),
        detail: Object.fromEntries(found.map((each) => [each.exchange, showSymbol(each)])),
        possible_combinations: found.length * found.length,
      };
    }
    return shown;
  },
});

/** `BTC/USDT` is taken for `btcusdt`. */
function pairId(text: string): string {
  return text.trim().toLowerCase().replace(/[/_]/, "");
}
