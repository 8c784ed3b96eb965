import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";

export const listStrategyOptions = endpoint({
  id: "strategies.listStrategyOptions",
  method: ["GET", "POST"],
  path: "/strategy/list-strategy-options",
  auth: "user",
  permission: "strategies",
  summary: "List what can be set",
  description: `The parameters of strategy/edit-profile with the bounds of your subscription. ${PENDING_NOTE}`,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(["string", "number", "bool", "enum", "array"]),
        required: Type.Boolean(),
        default: Type.Unknown(),
        minimum: Type.Union([Type.Number(), Type.Null()]),
        maximum: Type.Union([Type.Number(), Type.Null()]),
        allowed: Type.Array(Type.String(), { description: "Empty where anything goes" }),
        per_row: Type.Boolean({ description: "A list with one element for each row" }),
        description: Type.String(),
      }),
    ),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-strategy-options" });
  },
});
