import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const listSpreads = endpoint({
  id: "market.listSpreads",
  method: ["GET", "POST"],
  path: "/public/spreads-list",
  auth: "public",
  summary: "Combinations that can be asked for",
  description: PENDING_MARKET_NOTE,
  input: {
    params: Type.Object({
      spread_includes: Type.Optional(Type.String({ maxLength: 140, description: "Part of a combination" })),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      pagenumber: Type.Integer({ minimum: 1, maximum: 1000000, default: 1 }),
    }),
  },
  output: json(
    Type.Object({
      combinations: Type.Array(Type.String()),
      page: Type.Integer(),
      showing: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/spreads-list" });
  },
});
