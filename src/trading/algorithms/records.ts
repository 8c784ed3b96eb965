/** Algorithms with their conditions and executions. */
import { Type, type TSchema } from "typebox";
import { decimal, id, seconds } from "../shapes.ts";
import { CONDITION_OPERATORS, OPERAND_TYPES } from "./core/condition-operators.ts";
import { METRICS } from "./core/metrics.ts";
import { ORDER_TYPES } from "./core/order-types.ts";

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const count = Type.Integer({ minimum: 0 });

const position = Type.Integer({ minimum: 0, description: "From 0" });

export const conditionOperator = Type.Enum(
  CONDITION_OPERATORS.map((operator) => operator.id),
  { description: "From algorithm-creator/list-condition-operators" },
);

export const reduceOnly = Type.Boolean({
  description:
    "Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce, it " +
    "waits, and the other rows go on",
});

export const operand = Type.Enum([...METRICS, ...OPERAND_TYPES], {
  description: "A metric, or what it is compared with",
});

const bookSide = Type.Enum(["asks", "bids"]);

export const join = Type.Enum(["and", "or"], { description: "`or` makes a group with the condition before" });

export const condition = Type.Object(
  {
    id,
    algorithm_id: id,
    position,
    name: Type.String(),
    operator: conditionOperator,
    operand1: operand,
    operand2: orNull(operand),
    side1: bookSide,
    side2: bookSide,
    join,
    needs_code: Type.Boolean({ description: "A profile names a market for it" }),
    needs_value: Type.Boolean({ description: "A profile gives it a threshold" }),
    needs_level: Type.Boolean({ description: "A profile chooses levels of the book for it" }),
  },
  { title: "Condition", description: "A test that must hold before a slice fires" },
);

export const orderType = Type.Enum(
  ORDER_TYPES.map((type) => type.id),
  { description: "From algorithm-creator/list-order-types" },
);

export const executionSide = Type.Enum(["buy", "sell", "from_condition"], {
  description: "`from_condition`: buys or sells as the condition that held says",
});

export const trigger = Type.Enum(["on_conditions", "on_fill", "on_partial_fill", "on_send"], {
  description: "Fires with the slice, or by what happens to the row that it depends on",
});

export const priceSource = Type.Enum(["same", "other", "reference"], {
  description: "Book that the price is read from: the row's own, that of another row, or the profile's reference",
});

export const execution = Type.Object(
  {
    id,
    algorithm_id: id,
    position,
    label: Type.String(),
    side: executionSide,
    order_type: orderType,
    depends_on: orNull(position),
    trigger,
    price_source: priceSource,
    reduce_only: reduceOnly,
  },
  { title: "Execution", description: "A recipe for one order: a row of the algorithm" },
);

export const algorithmStatus = Type.Enum(["draft", "published", "retired"]);

export const algorithm = Type.Object(
  {
    id,
    group_name: Type.String(),
    name: Type.String(),
    reverse_id: orNull(Type.String({ description: "The algorithm that undoes it" })),
    status: algorithmStatus,
    maximum_transactions_successful: orNull(count),
    maximum_transactions_canceled: orNull(count),
    cpa_successful: decimal,
    cpa_canceled: decimal,
    package_minimum: orNull(Type.String({ description: "Id of the lowest package that may use it" })),
    monthly_fee: decimal,
    comments: Type.String(),
    owner_uid: Type.Union([Type.Integer(), Type.Null()], { description: "The account; null for the library" }),
    conditions: Type.Array(condition),
    executions: Type.Array(execution),
    version: Type.Integer({ minimum: 1, description: "Yours: the latest. Of others: the published one" }),
    published_version: orNull(
      Type.Integer({ minimum: 1, description: "The version that others can choose; it does not change" }),
    ),
    time_created: seconds,
    last_updated: seconds,
  },
  { title: "Algorithm", description: "Conditions and executions in their order; charges in USD" },
);

/** The remaining ones after a removal, in the new order. */
export const positions = Type.Array(id, { description: "Those that are left, in their order" });

export const problem = Type.Object(
  {
    severity: Type.Enum(["error", "warning"]),
    part: Type.Enum(["algorithm", "condition", "execution"]),
    id,
    position: orNull(position),
    code: Type.String({ description: "Stable name of the problem" }),
    message: Type.String(),
  },
  { title: "AlgorithmProblem" },
);
