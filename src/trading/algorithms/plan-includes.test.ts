import { expect, test } from "vitest";
import { planFor, type Terms } from "../billing/core/terms.ts";
import { whyNotIncluded } from "./plan-includes.ts";
import type { StoredAlgorithm } from "./store.ts";

const why = (terms: Terms, packageMinimum: string | null, authorUid: number | null = 2) =>
  whyNotIncluded({ plan: planFor(terms), ownerUid: 1 }, {
    id: 7,
    ownerUid: authorUid,
    definition: { packageMinimum },
  } as StoredAlgorithm);

test("an algorithm needs its package or a larger one, whatever was changed in it, and nothing of its author", () => {
  const basic: Terms = { baseId: "basic", overrides: {} };
  expect(why(basic, "pro")).toBe("The algorithm 7 needs the package pro or a larger one");
  expect(why(basic, "pro", null)).toBe("The algorithm 7 needs the package pro or a larger one");
  expect(why({ baseId: "basic", overrides: { "strategies.commissions": 0.02 } }, "basic")).toBeUndefined();
  expect(why({ baseId: "pro", overrides: {} }, "basic")).toBeUndefined();
  expect(why(basic, "pro", 1)).toBeUndefined();
  expect(why(basic, null)).toBeUndefined();
});

test("an algorithm that the plan excludes is not included, also for its author", () => {
  const excluded: Terms = { baseId: "pro", overrides: { "strategies.algos_excluded": ["7"] } };
  expect(why(excluded, null, 1)).toBe("The subscription does not include the algorithm 7");
});
