import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { quoteTuple } from "../records.ts";

export const trackBitcoinPrice = endpoint({
  id: "market.trackBitcoinPrice",
  method: ["GET", "POST"],
  path: "/public/bitcoin-price-tracker",
  auth: "public",
  summary: "Bitcoin on all markets",
  description: PENDING_MARKET_NOTE,
  input: {
    params: Type.Object({
      interval: Type.Enum([1000, 900, 750, 500, 400, 250, 100, 50, 25], {
        default: 1000,
        description: "Milliseconds between two refreshes",
      }),
      symbol_filter: Type.Optional(Type.String({ maxLength: 64, description: "Part of a service code" })),
    }),
  },
  output: json(
    Type.Object({
      lastupdated: Type.Integer(),
      bids: Type.Record(Type.String(), quoteTuple),
      asks: Type.Record(Type.String(), quoteTuple),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/bitcoin-price-tracker" });
  },
});
