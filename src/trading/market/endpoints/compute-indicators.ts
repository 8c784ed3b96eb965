import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const computeIndicators = endpoint({
  id: "market.computeIndicators",
  method: ["GET", "POST"],
  path: "/backtesting/technical-indicators",
  auth: "public",
  summary: "Candles with indicators and patterns",
  description: `Values are null while an indicator warms up. ${PENDING_MARKET_NOTE}`,
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
      interval: Type.Enum(["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"]),
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
      code: Type.String(),
      interval: Type.String(),
      count: Type.Integer(),
      candles: Type.Array(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 })),
      indicators: Type.Record(Type.String(), Type.Unknown()),
      patterns: Type.Array(
        Type.Object({ time: Type.Integer(), name: Type.String(), direction: Type.Enum(["bullish", "bearish"]) }),
      ),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [
    {
      name: "not served yet",
      body: { exchange: "binance", symbol: "BTC/USDT", timefrom: 1599600000, timeto: 1599603600, interval: "1h" },
      status: 501,
    },
    {
      name: "without what it needs",
      body: { exchange: "binance", symbol: "BTC/USDT", timefrom: 1599600000, timeto: 1599603600, interval: "7m" },
      status: 422,
    },
  ],
  run() {
    throw pendingErrors.market({ operation: "backtesting/technical-indicators" });
  },
});
