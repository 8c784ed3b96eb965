import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { spreadMinute } from "../records.ts";

export const fetchSpreadData = endpoint({
  id: "market.fetchSpreadData",
  method: ["GET", "POST"],
  path: "/public/fetch-spread-data",
  auth: "public",
  summary: "A spread, minute by minute",
  description: `Open, high, low and close of ask less bid, and of ask divided by bid. ${PENDING_MARKET_NOTE}`,
  input: {
    params: Type.Object({
      combination: Type.String({
        minLength: 1,
        maxLength: 140,
        description: "Two service codes joined by +: the first asks, the second bids",
      }),
      latestonly: Type.Optional(Type.Boolean()),
      date: Type.Optional(
        Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "YYYY-MM-DD; today without it" }),
      ),
    }),
  },
  output: json(Type.Array(spreadMinute)),
  errors: [pendingErrors.market],
  examples: [
    { name: "not served yet", body: { combination: "binance-btcusdt+kraken-btcusdt" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "public/fetch-spread-data" });
  },
});
