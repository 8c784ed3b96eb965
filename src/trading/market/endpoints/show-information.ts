import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const showInformation = endpoint({
  id: "market.showInformation",
  method: ["GET", "POST"],
  path: "/system/information",
  auth: "user",
  summary: "What the subscription may use",
  description: `Exchanges and symbols that are open to the caller. ${PENDING_MARKET_NOTE}`,
  input: {},
  output: json(
    Type.Object({
      time: Type.Integer(),
      supported: Type.Object({ exchanges: Type.Array(Type.String()), symbols: Type.Array(Type.String()) }),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/information" });
  },
});
