import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";

export const editOrder = endpoint({
  id: "strategies.editOrder",
  method: ["GET", "POST"],
  path: "/strategy/edit-order",
  auth: "change",
  permission: "strategies",
  summary: "Set the order of strategies on the screen",
  description: "Without `ids`, shows the order as it is. " + PENDING_NOTE,
  input: {
    params: Type.Object({
      ids: Type.Optional(
        Type.Array(strategyId, {
          minItems: 1,
          maxItems: 1000,
          uniqueItems: true,
          description: "All strategies, first to last",
        }),
      ),
    }),
  },
  output: json(Type.Object({ status: Type.Literal(true), order: Type.Array(id) })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "two strategies", body: { ids: ["2", "1"] }, status: 501 },
    { name: "names in place of ids", body: { ids: ["first"] }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/edit-order" });
  },
});
