/** The two lists of the algorithms area that never change. */
import { expect, test } from "vitest";
import { listConditionOperators } from "./list-condition-operators.ts";
import { listOrderTypes } from "./list-order-types.ts";

const call = { input: {}, requestId: "r", signal: new AbortController().signal } as const;
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
const rows = (answer: unknown): any[] => JSON.parse(JSON.stringify(answer));

test("every operator has one list of types for each operand, and an id of its own", () => {
  const operators = rows(listConditionOperators.run({}, { ...call, actor: {} as never }));
  expect(operators).toHaveLength(15);
  expect(new Set(operators.map(({ id }) => id)).size).toBe(15);
  expect(operators.filter(({ operands, operand_types }) => operands !== operand_types.length)).toEqual([]);
  expect(operators.find(({ id }) => id === "between")).toMatchObject({ operands: 2, returns: true });
  expect(operators.find(({ id }) => id === "is_true")).toMatchObject({ operands: 0 });
});

test("every order type rests, takes or does both, and has an id of its own", () => {
  const types = rows(listOrderTypes.run({}, { ...call, actor: {} as never }));
  expect(types).toHaveLength(13);
  expect(new Set(types.map(({ id }) => id)).size).toBe(13);
  expect(types.filter(({ maker, taker }) => !maker && !taker)).toEqual([]);
  expect(types.find(({ id }) => id === "maker")).toMatchObject({ taker: false, time_in_force: ["PO"] });
  expect(types.find(({ id }) => id === "market")).toMatchObject({ needs_price: false, maker: false });
});
