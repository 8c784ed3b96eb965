import { describe, expect, test } from "vitest";
import { recommend, type Needs } from "./recommend.ts";

describe("the recommended package", () => {
  test.each<[Needs, string, number, readonly string[]]>([
    [{}, "free", 1, ["basic", "pro"]],
    [{ strategies: 3 }, "free", 1, ["basic", "pro"]],
    [{ strategies: 4 }, "basic", 1, ["pro"]],
    [{ strategies: 1, subaccounts: 11 }, "pro", 1, []],
    [{ qtyParent: 10.00000001 }, "basic", 1, ["pro"]],
    [{ exchanges: 25, ordersPerSecond: 5 }, "basic", 1, ["pro"]],
    [{ strategies: 1_000_000, subaccounts: 100 }, "pro", 0.5, []],
    [{ strategies: 1_000_000 }, "free", 0, ["basic", "pro"]],
  ])("for %j is %s with score %d", (needs, id, score, alternatives) => {
    const answer = recommend(needs);
    expect(answer.recommended.id).toBe(id);
    expect(answer.score).toBe(score);
    expect(answer.alternatives.map((each) => each.id)).toEqual(alternatives);
  });

  test("has a reason for each need", () => {
    expect(recommend({ strategies: 4, subaccounts: 1_000 }).reasons).toEqual([
      "4 strategies are within the 25 of Basic",
      "1000 sub-accounts are more than the 10 of Basic",
    ]);
  });
});
