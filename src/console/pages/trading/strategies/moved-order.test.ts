import { expect, test } from "vitest";
import { movedOrder } from "./moved-order.ts";

const profile = (id: string, ...strategies: readonly string[]) => ({
  id,
  strategies: strategies.map((each) => ({ id: each })),
});
const GROUPS = [
  { profiles: [profile("a", "1"), profile("b", "2", "3"), profile("c", "4")] },
  { profiles: [profile("d", "5")] },
];

test.each([
  ["b", -1, ["2", "3", "1", "4", "5"]],
  ["b", 1, ["1", "4", "2", "3", "5"]],
  ["c", -1, ["1", "4", "2", "3", "5"]],
  ["a", -1, undefined],
  ["c", 1, undefined],
  ["d", -1, undefined],
  ["gone", 1, undefined],
] as const)("%s moves by %d within its group", (id, step, order) => {
  expect(movedOrder(GROUPS, id, step)).toEqual(order);
});
