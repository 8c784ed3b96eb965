import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { serviceCode } from "../../shapes.ts";

export const embedChart = endpoint({
  id: "market.embedChart",
  method: ["GET", "POST"],
  path: "/public/tradingview-charts",
  auth: "public",
  summary: "A chart to put into a page",
  description: PENDING_MARKET_NOTE,
  input: { params: Type.Object({ symbol: serviceCode }) },
  output: json(
    Type.Object({
      symbol: Type.String(),
      tradingview_symbol: Type.String(),
      script: Type.String({ description: "HTML" }),
      container_id: Type.String(),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [
    { name: "not served yet", body: { symbol: "binance-btcusdt" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "public/tradingview-charts" });
  },
});
