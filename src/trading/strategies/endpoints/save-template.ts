import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";
import { template } from "../records.ts";

export const saveTemplate = endpoint({
  id: "strategies.saveTemplate",
  method: ["GET", "POST"],
  path: "/strategy/save-template",
  auth: "change",
  permission: "strategies",
  summary: "Save a strategy as a template",
  description: `Keeps the values of a profile, to begin others with them. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      copy_strategy_id: strategyId,
      label: Type.Optional(Type.String({ maxLength: 100, description: "Empty: the name of the strategy" })),
    }),
  },
  output: json(mutation({ template })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { copy_strategy_id: "1", label: "" }, status: 501 },
    { name: "no strategy", body: { label: "Mine" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/save-template" });
  },
});
