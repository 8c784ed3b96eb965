import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { CONDITION_OPERATORS, OPERAND_TYPES } from "../core/condition-operators.ts";

const shown = Type.Object(
  {
    id: Type.String({ description: "As conditions name it" }),
    name: Type.String(),
    operands: Type.Integer({ minimum: 0, description: "How many stand beside the metric" }),
    operand_types: Type.Array(Type.Array(Type.Enum([...OPERAND_TYPES])), {
      description: "For each of them, what it may be",
    }),
    returns: Type.Literal(true, { description: "The result is a yes or a no" }),
    description: Type.String(),
  },
  { title: "ConditionOperator" },
);

export const listConditionOperators = endpoint({
  id: "algorithms.listConditionOperators",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-condition-operators",
  auth: "user",
  permission: "strategies",
  summary: "List the operators of conditions",
  description: "How a condition can compare a metric of the market with its operands.",
  input: {},
  output: json(Type.Array(shown)),
  errors: [],
  examples: [{ name: "all" }],

  run() {
    return CONDITION_OPERATORS.map(({ id, name, operandTypes, description }) => ({
      id,
      name,
      operands: operandTypes.length,
      operand_types: operandTypes.map((types) => [...types]),
      returns: true as const,
      description,
    }));
  },
});
