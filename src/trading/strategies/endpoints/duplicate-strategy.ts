import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";
import { profile } from "../records.ts";

export const duplicateStrategy = endpoint({
  id: "strategies.duplicateStrategy",
  method: ["GET", "POST"],
  path: "/strategy/duplicate-strategy",
  auth: "change",
  permission: "strategies",
  summary: "Copy a strategy",
  description: `The copy has the same values, no history, and does not run. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: strategyId,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Default: the name with (copy)" })),
    }),
  },
  output: json(mutation({ profile })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/duplicate-strategy" });
  },
});
