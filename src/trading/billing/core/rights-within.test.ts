import { expect, test } from "vitest";
import { withLeaf, type LeafValue } from "./leaves.ts";
import { FREE_PLAN } from "./packages.ts";
import { rightsWithin } from "./rights-within.ts";

const ALL = {
  viewAllProfiles: true,
  allowApiAccess: true,
  allowExport: true,
  shareMasterKeys: true,
  addOwnKeys: true,
  exchanges: undefined as readonly string[] | undefined,
  parentMaximum: "1",
  childMaximum: undefined,
  concurrentStrategiesMaximum: 3,
};
const planWith = (leaf: string, value: LeafValue) => withLeaf(FREE_PLAN.limits, `subaccounts.${leaf}`, value);

test.each([
  ["see_all_strategies", "viewAllProfiles"],
  ["api_access", "allowApiAccess"],
  ["export", "allowExport"],
  ["exchange_api_keys.share_master", "shareMasterKeys"],
  ["exchange_api_keys.add_own", "addOwnKeys"],
])("without %s in the plan %s is lost, and everything else stays", (leaf, right) => {
  expect(rightsWithin(ALL, planWith(leaf, false))).toEqual({ ...ALL, [right]: false });
});

test.each([
  [undefined, [], undefined],
  [["binance", "kraken"], [], ["binance", "kraken"]],
  [undefined, ["binance"], ["binance"]],
  [["binance", "kraken"], ["kraken", "bitmex"], ["kraken"]],
  [["binance"], ["kraken"], []],
])("of the exchanges %j and a plan with %j, %j count", (given, plan, expected) => {
  expect(rightsWithin({ ...ALL, exchanges: given }, planWith("exchanges", plan)).exchanges).toEqual(expected);
});

test("a plan gives no right that the owner has not given", () => {
  const none = {
    ...ALL,
    viewAllProfiles: false,
    allowApiAccess: false,
    allowExport: false,
    shareMasterKeys: false,
    addOwnKeys: false,
  };
  expect(rightsWithin(none, FREE_PLAN.limits)).toEqual(none);
});
