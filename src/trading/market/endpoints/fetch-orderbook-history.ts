import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const fetchOrderbookHistory = endpoint({
  id: "market.fetchOrderbookHistory",
  method: ["GET", "POST"],
  path: "/backtesting/orderbook-data",
  auth: "public",
  summary: "Recorded best prices",
  description: `One row for each change. ${PENDING_MARKET_NOTE}`,
  input: {
    params: Type.Object({
      exchange: Type.String({ minLength: 1, maxLength: 40 }),
      symbol: Type.String({
        minLength: 3,
        maxLength: 40,
        pattern: "^[A-Za-z0-9]+/[A-Za-z0-9:.-]+$",
        description: "BASE/QUOTE",
      }),
      type: Type.String({ minLength: 2, maxLength: 20, default: "spot" }),
      timefrom: seconds,
      timeto: seconds,
    }),
  },
  output: json(
    Type.Object({
      status: Type.Boolean(),
      label: Type.String(),
      from: Type.Integer(),
      to: Type.Integer(),
      seconds: Type.Integer(),
      code: Type.String(),
      count: Type.Integer(),
      orderbook: Type.Array(Type.Array(Type.Number(), { minItems: 5, maxItems: 5 })),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [
    {
      name: "not served yet",
      body: { exchange: "binance", symbol: "BTC/USDT", timefrom: 1599600000, timeto: 1599603600 },
      status: 501,
    },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "backtesting/orderbook-data" });
  },
});
