import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { serviceCode } from "../../shapes.ts";
import { tradeTuple } from "../records.ts";

export const fetchSymbolTrades = endpoint({
  id: "market.fetchSymbolTrades",
  method: ["GET", "POST"],
  path: "/public/fetch-symbol-trades",
  auth: "public",
  summary: "Latest trades of a market",
  description: PENDING_MARKET_NOTE,
  input: {
    params: Type.Object({
      symbol: Type.Optional(serviceCode),
      side: Type.Enum(["both", "asks", "bids"], { default: "both" }),
    }),
  },
  output: json(
    Type.Record(
      Type.String(),
      Type.Object({ bids: Type.Optional(Type.Array(tradeTuple)), asks: Type.Optional(Type.Array(tradeTuple)) }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/fetch-symbol-trades" });
  },
});
