import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { paging } from "../../shapes.ts";
import { matchedPair } from "../records.ts";

export const matchPair = endpoint({
  id: "market.matchPair",
  method: ["GET", "POST"],
  path: "/public/match-pair",
  auth: "public",
  summary: "Which exchanges trade a pair",
  description: PENDING_MARKET_NOTE,
  input: {
    params: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 300, description: "Up to ten pair ids, separated by commas" }),
      ...paging,
    }),
  },
  output: json(Type.Record(Type.String(), matchedPair)),
  errors: [pendingErrors.market],
  examples: [
    { name: "not served yet", body: { code: "btcusdt" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "public/match-pair" });
  },
});
