import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";

export const listExchanges = endpoint({
  id: "strategies.listExchanges",
  method: ["GET", "POST"],
  path: "/strategy/list-exchanges",
  auth: "user",
  permission: "strategies",
  summary: "List exchanges",
  description:
    "The exchanges that strategies can trade at. `code` goes into exchange-api-keys/add and into service " +
    `codes. ${PENDING_NOTE}`,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        spot: Type.Boolean(),
        futures: Type.Boolean(),
        margin: Type.Boolean(),
        needs_password: Type.Boolean({ description: "Keys have a passphrase or memo" }),
        sandbox: Type.Boolean({ description: "Has a market to try things in" }),
        status: Type.Enum(["running", "degraded", "maintenance"]),
        rating: Type.Enum(["A", "B", "C", "D", "E"], { description: "A is best" }),
      }),
    ),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-exchanges" });
  },
});
