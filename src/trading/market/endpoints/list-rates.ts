import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { rateText } from "../core/rate-text.ts";
import { rateSourceName } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { rateSource } from "../show-market.ts";
import { seconds } from "../../shapes.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";

export const listRates = endpoint({
  id: "market.listRates",
  method: ["GET", "POST"],
  path: "/system/rates",
  auth: "public",
  summary: "Exchange rates",
  description:
    "The value of one unit of each currency in US dollars, over the live and deepest markets. A currency that no " +
    "live market leads to is not there.",
  input: {},
  output: json(
    Type.Object({
      base: Type.String(),
      source: rateSourceName,
      last_updated: seconds,
      rates: Type.Record(Type.String(), Type.String({ description: "Decimal" })),
    }),
  ),
  errors: [],
  examples: [{ name: "all of them" }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps) {
    const nowMs = toMillis(clock.now());
    return refresher.get("rates", PUBLIC_REFRESH_MS, nowMs, () => ({
      base: "USD",
      source: rateSource(market),
      last_updated: Math.floor(nowMs / 1000),
      rates: Object.fromEntries(
        [...market.usdRates()]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([code, rate]) => [code, rateText(rate)]),
      ),
    }));
  },
});
