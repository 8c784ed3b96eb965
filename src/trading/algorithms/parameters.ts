/** Parameters that several operations of the algorithms area take. */
import { Type } from "typebox";
import { algorithmStatus, conditionOperator, join, operand, priceSource, reduceOnly, trigger } from "./records.ts";
import { BASE_IDS } from "../billing/index.ts";
import { bookSide } from "../validation.ts";
import { EMPTY_OR_NOT_BLANK } from "../shapes.ts";

const idText = (description: string) => Type.String({ pattern: "^[0-9]{1,18}$", description });

export const algorithmId = idText("Id of an algorithm, from algorithm-creator/list-algorithms");
export const conditionId = idText("Id of a condition, from algorithm-creator/list-conditions");
export const executionId = idText("Id of an execution, from algorithm-creator/list-executions");

/** USD, not negative. */
export const money = (description: string) =>
  Type.String({
    maxLength: 32,
    pattern: "^([0-9]{1,18}(\\.[0-9]{0,8})?|\\.[0-9]{1,8})$",
    description: `${description}, USD, at most 10000, with at most 8 places`,
  });

const maximum = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: `${description}. 0 for no limit` }));

const rowPosition = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 49, description }));

/** The common parameters of creating and changing an algorithm. */
export const algorithmSettings = {
  reverse_id: Type.Optional(
    Type.String({ maxLength: 18, pattern: "^[0-9]*$", description: "The algorithm that undoes this one" }),
  ),
  status: Type.Optional(algorithmStatus),
  comments: Type.Optional(Type.String({ maxLength: 4000 })),
  maximum_transactions_successful: maximum("Stop after so many successful transactions"),
  maximum_transactions_canceled: maximum("Stop after so many cancelled transactions"),
  package_minimum: Type.Optional(
    Type.Enum(["", ...BASE_IDS], { description: "Id of the lowest package that may use it. Empty: any" }),
  ),
  monthly_fee: Type.Optional(money("What its users pay a month")),
} as const;

export const conditionName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[a-z][a-z0-9_]*$",
  description: "Metric, operator and operand, such as spread_greater_than_input_number",
});

/** All of a condition but its name. Fields that are absent when it is added follow from the name. */
export const conditionFields = {
  operator: Type.Optional(conditionOperator),
  operand1: Type.Optional(operand),
  operand2: Type.Optional(operand),
  side1: Type.Optional(bookSide),
  side2: Type.Optional(bookSide),
  join: Type.Optional(join),
  position: rowPosition("Place among the conditions, from 0. Default: the last"),
} as const;

/** Pages of lists that answer their entries alone. */
export const listPage = (longest: number) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: longest, description: `Entries on a page. Default ${longest}` }),
  ),
  pagenumber: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Which page, from 1. Default 1" }),
  ),
});

/** All of an execution but its side and type. */
export const executionFields = {
  position: rowPosition("Place among the rows, from 0. Default: the last"),
  depends_on: rowPosition("Position of the row whose orders set this one off. Default: none"),
  trigger: Type.Optional(trigger),
  label: Type.Optional(Type.String({ maxLength: 100, pattern: EMPTY_OR_NOT_BLANK })),
  price_source: Type.Optional(priceSource),
  reduce_only: Type.Optional(reduceOnly),
} as const;
