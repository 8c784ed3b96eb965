import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { shownOptions } from "../../algorithms/index.ts";
import { endpoint } from "../../endpoint.ts";
import { optionLimits } from "../option-limits.ts";

export const listStrategyOptions = endpoint({
  id: "strategies.listStrategyOptions",
  method: ["GET", "POST"],
  path: "/strategy/list-strategy-options",
  auth: "user",
  permission: "strategies",
  summary: "List what can be set",
  description:
    "The parameters of strategy/edit-profile with the bounds of your subscription; of a sub-account, with what its " +
    "owner leaves it. strategy/edit-profile is checked by the same table.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(["string", "number", "bool", "enum", "array"]),
        required: Type.Boolean(),
        default: Type.Union([Type.String(), Type.Boolean(), Type.Null()], {
          description: "Of a list: of each element. Null for none",
        }),
        minimum: Type.Union([Type.Number(), Type.Null()]),
        maximum: Type.Union([Type.Number(), Type.Null()]),
        allowed: Type.Array(Type.String(), { description: "Empty where anything goes" }),
        per_row: Type.Boolean({ description: "A list with one element for each row" }),
        description: Type.String(),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all" }],

  run(_deps, { actor }) {
    return shownOptions(optionLimits(actor)).map((each) => ({
      ...each,
      default: each.type === "bool" ? each.default === "true" : each.default,
      allowed: [...(each.allowed ?? [])],
    }));
  },
});
