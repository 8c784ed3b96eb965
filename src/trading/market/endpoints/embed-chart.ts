import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { chartErrors, chartInclude, publicApiUrl, type ChartDeps } from "../../charts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps } from "../../platform-deps.ts";
import { serviceCode } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";

export const embedChart = endpoint({
  id: "market.embedChart",
  method: ["GET", "POST"],
  path: "/public/tradingview-charts",
  auth: "public",
  summary: "A chart to put into a page",
  description: "The script draws candles of a minute and goes on as trades come, in a page with nothing else in it.",
  input: {
    params: Type.Object({ symbol: serviceCode }),
    headers: Type.Object({
      host: Type.Optional(Type.String({ maxLength: 300 })),
      "x-forwarded-proto": Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  output: json(
    Type.Object({
      symbol: Type.String(),
      tradingview_symbol: Type.String(),
      script: Type.String({ description: "HTML" }),
      container_id: Type.String({ description: "The element that is drawn into; it is made where it is not there" }),
    }),
  ),
  errors: [chartErrors.unknownMarket],
  examples: [
    { name: "a chart", body: { symbol: "simalpha-btcusdt" } },
    { name: "an unknown market", body: { symbol: "simalpha-nothing" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run({ market, apiUrl, chartScript }: MarketDeps & ChartDeps & ApiUrlDeps, { input: { params, headers } }) {
    const { symbol } = params;
    const listing = market.listing(symbol);
    if (!listing) throw chartErrors.unknownMarket({ symbol });
    const { version } = chartScript;
    const { script, containerId } = chartInclude({ symbol, apiUrl: publicApiUrl(apiUrl, headers), version });
    const { base, quote } = listing.market;
    return {
      symbol,
      tradingview_symbol: `${listing.exchange}:${base}${quote}`.toUpperCase(),
      script,
      container_id: containerId,
    };
  },
});
