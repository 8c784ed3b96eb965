import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { difference, percentage } from "../../../kit/money/decimals.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOfAll } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { opportunityPrices } from "../market-decimals.ts";
import { opportunity } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import type { MarketView, Opportunity } from "../view.ts";

export const listBitcoinProfits = endpoint({
  id: "market.listBitcoinProfits",
  method: ["GET", "POST"],
  path: "/public/realtime-bitcoin-profit",
  auth: "public",
  summary: "Arbitrage with a return",
  description:
    "Every two markets of one base, in one currency or in currencies that stand for the same money, where the ask of the " +
    "first is below the bid of the second: returns above 0 and up to 10 percent, the highest first, between books that " +
    "are live. `btc_opt1` is what one unit brings at the second market, `btc_opt2` what it costs at the first, both in " +
    "bitcoin, or null while bitcoin or the currency has no rate. `current_opt1` and `current_opt2` are the bid and the " +
    "ask themselves. Higher returns are left out as bad data, and so is an exchange with its own prices on paper. Without a " +
    "key, at most a second old.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("opportunities", opportunity)),
  errors: [],
  examples: [{ name: "the best ones", query: { limit: "5" } }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps, { input: { params }, actor }) {
    const { pagenumber: page } = params;
    const all = refresher.get("profits", actor ? 0 : PUBLIC_REFRESH_MS, toMillis(clock.now()), () =>
      market.opportunities(Infinity),
    );
    const opportunities = pageOfAll(all, params).map((each) => showOpportunity(market, each));
    return { opportunities, page, showing: opportunities.length, total: all.length };
  },
});

function showOpportunity(market: MarketView, found: Opportunity): Static<typeof opportunity> {
  const { buy, sell, returnPercent, feesPercent, netPercent, atMs } = found;
  const { ask, bid, bitcoin } = opportunityPrices(found, (currency) => market.usdRate(currency));
  return {
    code: `${buy.code}+${sell.code}`,
    spread: difference(ask, bid),
    difference: bitcoin?.difference ?? null,
    btc_opt1: bitcoin?.brings ?? null,
    btc_opt2: bitcoin?.costs ?? null,
    current_opt1: bid,
    current_opt2: ask,
    return_percent: percentage(returnPercent),
    fees_percent: percentage(feesPercent),
    net_percent: percentage(netPercent),
    time: Math.floor(atMs),
  };
}
