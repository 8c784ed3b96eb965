import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import { rightsErrors } from "../../subaccounts/index.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { MAX_STRATEGIES } from "../store.ts";
import { doing, viewOf } from "../strategy-view.ts";

export const editOrder = endpoint({
  id: "strategies.editOrder",
  method: ["GET", "POST"],
  path: "/strategy/edit-order",
  auth: "user",
  permission: "strategies",
  summary: "Set the order of strategies on the screen",
  description:
    "Without `ids`, shows the order as it is; to set it needs a key that may trade. Strategies that are not named follow in the order that they had. Each user " +
    "has an order of its own.",
  input: {
    params: Type.Object({
      ids: Type.Optional(
        Type.Array(strategyId, {
          minItems: 1,
          maxItems: MAX_STRATEGIES,
          uniqueItems: true,
          description: "Strategies, first to last",
        }),
      ),
    }),
  },
  output: json(Type.Object({ status: Type.Literal(true), order: Type.Array(id) })),
  errors: [strategyErrors.strategyNotFound, strategyErrors.strategyUnclear, strategyErrors.namedTwice],
  examples: [
    { name: "as it is" },
    { name: "one in front", body: { ids: ["1000001"] } },
    { name: "names in place of ids", body: { ids: ["first"] }, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    if (params.ids && actor.access === "read_only") throw rightsErrors.read_only();
    const order = params.ids
      ? await strategies.setOrder(doing(actor, clock.now()), params.ids.map(Number))
      : await strategies.readOrder(viewOf(actor));
    return { status: true as const, order: order.map(String) };
  },
});
