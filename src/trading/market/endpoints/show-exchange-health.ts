import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const showExchangeHealth = endpoint({
  id: "market.showExchangeHealth",
  method: ["GET", "POST"],
  path: "/system/exchange-health",
  auth: "public",
  summary: "When an exchange last had trouble",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(Type.Object({ last_issue: seconds, time_now: seconds })),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/exchange-health" });
  },
});
