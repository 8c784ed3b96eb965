import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { topOfBook } from "../records.ts";

export const fetchSymbolPrice = endpoint({
  id: "market.fetchSymbolPrice",
  method: ["GET", "POST"],
  path: "/public/fetch-symbol-price",
  auth: "public",
  summary: "Best prices of markets",
  description: `Best bid and ask of up to ten markets. ${PENDING_MARKET_NOTE}`,
  input: {
    params: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 700, description: "Up to ten service codes, separated by commas" }),
    }),
  },
  output: json(
    Type.Intersect([
      Type.Object({ notes: Type.String() }),
      Type.Record(Type.String(), Type.Union([topOfBook, Type.String()])),
    ]),
  ),
  errors: [pendingErrors.market],
  examples: [
    { name: "not served yet", body: { code: "binance-btcusdt" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "public/fetch-symbol-price" });
  },
});
