import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const showStatus = endpoint({
  id: "market.showStatus",
  method: ["GET", "POST"],
  path: "/system/status",
  auth: "public",
  summary: "State of the parts of the platform",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({ name: Type.String(), status: Type.String(), last_checked: Type.Integer(), issues: Type.String() }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/status" });
  },
});
