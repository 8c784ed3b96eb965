import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const indexExchanges = endpoint({
  id: "market.indexExchanges",
  method: ["GET", "POST"],
  path: "/exchangeindex/exchanges",
  auth: "public",
  summary: "The index of exchanges",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        rating: Type.String(),
        symbols: Type.Integer(),
        status: Type.String(),
        last_checked: Type.Integer(),
        announcements_monitored: Type.Boolean(),
      }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "exchangeindex/exchanges" });
  },
});
