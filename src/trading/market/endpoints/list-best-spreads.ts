import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { bestSpreads } from "../best-spreads.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { spread } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";

const SHOWN = 100;

export const listBestSpreads = endpoint({
  id: "market.listBestSpreads",
  method: ["GET", "POST"],
  path: "/public/spreads/data",
  auth: "public",
  summary: "The best spreads",
  description:
    "The hundred combinations of two markets of the same pair where the ask of the first is lowest for the bid of the " +
    "second: a ratio below 1 is more bid than asked. Computed once a second, from books that are live.",
  input: {},
  output: json(
    Type.Object({
      last_updated: Type.Integer({ description: "Milliseconds since 1970" }),
      spreads: Type.Array(spread),
    }),
  ),
  errors: [],
  examples: [{ name: "at this moment" }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps) {
    const nowMs = Math.floor(toMillis(clock.now()));
    return refresher.get("spreads", PUBLIC_REFRESH_MS, nowMs, () => ({
      last_updated: nowMs,
      spreads: bestSpreads(market, SHOWN),
    }));
  },
});
