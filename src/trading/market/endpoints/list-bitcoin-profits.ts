import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import { opportunity } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import type { MarketView, Opportunity } from "../view.ts";

const MOST = 10_000;

export const listBitcoinProfits = endpoint({
  id: "market.listBitcoinProfits",
  method: ["GET", "POST"],
  path: "/public/realtime-bitcoin-profit",
  auth: "public",
  summary: "Arbitrage with a return",
  description:
    "Opportunities with a return above nothing and up to ten percent, best first, between books that are live: what is " +
    "bought at the first market's ask and sold at the second one's bid. `btc_opt1` is what one unit brings there, " +
    "`btc_opt2` what it costs here, both in bitcoin; `current_opt1` and `current_opt2` are the bid and the ask themselves. " +
    "Wider ones are dropped as bad data. Without a key, at most a second old.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("opportunities", opportunity)),
  errors: [],
  examples: [{ name: "the best ones", query: { limit: "5" } }],

  run({ market, refresher, clock }, { input: { params }, actor }) {
    const { limit, pagenumber: page } = params;
    const all = refresher.get("profits", actor ? 0 : PUBLIC_REFRESH_MS, toMillis(clock.now()), () =>
      market.opportunities(MOST).flatMap((each) => showOpportunity(market, each) ?? []),
    );
    const opportunities = all.slice((page - 1) * limit, page * limit);
    return { opportunities, page, showing: opportunities.length, total: all.length };
  },
});

/** Undefined while bitcoin, or what the pair is paid in, has no rate. */
function showOpportunity(market: MarketView, found: Opportunity): Static<typeof opportunity> | undefined {
  const { buy, sell, returnPercent, feesPercent, netPercent, atMs } = found;
  const bitcoin = market.usdRate("BTC");
  const [buyRate, sellRate] = [market.usdRate(buy.market.quote), market.usdRate(sell.market.quote)];
  if (!bitcoin || !buyRate || !sellRate || returnPercent <= 0) return undefined;
  const { askPrice } = market.top(buy);
  const { bidPrice } = market.top(sell);
  // The return was computed with the prices of its moment, which may have moved on: the three figures agree.
  const cost = (askPrice * buyRate) / bitcoin;
  const revenue = cost * (1 + returnPercent / 100);
  return {
    code: `${buy.code}+${sell.code}`,
    spread: askPrice - bidPrice,
    difference: revenue - cost,
    btc_opt1: revenue,
    btc_opt2: cost,
    current_opt1: bidPrice,
    current_opt2: askPrice,
    return_percent: returnPercent,
    fees_percent: feesPercent,
    net_percent: netPercent,
    time: Math.floor(atMs),
  };
}
