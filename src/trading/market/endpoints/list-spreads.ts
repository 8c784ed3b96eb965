import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOfCombinations } from "../core/combinations.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { tradedListings } from "../show-market.ts";

export const listSpreads = endpoint({
  id: "market.listSpreads",
  method: ["GET", "POST"],
  path: "/public/spreads-list",
  auth: "public",
  summary: "Combinations that can be asked for",
  description:
    "Every two markets, in the order of their codes. Each can be asked for at public/fetch-spread-data, the other way " +
    "round too.",
  input: {
    params: Type.Object({
      spread_includes: Type.Optional(Type.String({ maxLength: 140, description: "Part of a combination" })),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      pagenumber: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    }),
  },
  output: json(
    Type.Object({
      combinations: Type.Array(Type.String()),
      page: Type.Integer(),
      showing: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
  errors: [],
  examples: [
    { name: "the first hundred" },
    { name: "of bitcoin", query: { spread_includes: "btcusdt", limit: "2" } },
    { name: "between two exchanges", query: { spread_includes: "btcusdt+simbeta" } },
  ],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps, { input: { params } }) {
    const { pagenumber: page } = params;
    const codes = refresher.get("codes", PUBLIC_REFRESH_MS, toMillis(clock.now()), () =>
      tradedListings(market)
        .map(({ code }) => code)
        .toSorted(),
    );
    // A plus sign in a query means a blank.
    const part = (params.spread_includes ?? "").trim().toLowerCase().replace(" ", "+");
    const { combinations, total } = pageOfCombinations(codes, part, rowsOf(params));
    return { combinations: [...combinations], page, showing: combinations.length, total };
  },
});
