import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { spread } from "../records.ts";

export const listBestSpreads = endpoint({
  id: "market.listBestSpreads",
  method: ["GET", "POST"],
  path: "/public/spreads/data",
  auth: "public",
  summary: "The widest spreads",
  description: `The hundred combinations with the best ratio. ${PENDING_MARKET_NOTE}`,
  input: {},
  output: json(Type.Object({ last_updated: Type.Integer(), spreads: Type.Array(spread) })),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/spreads/data" });
  },
});
