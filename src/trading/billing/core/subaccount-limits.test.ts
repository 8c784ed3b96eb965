import { expect, test } from "vitest";
import { Value } from "typebox/value";
import { packageOf } from "./packages.ts";
import { planLimits } from "./plan-limits.ts";
import { limitsOfSubaccount, type NarrowingRights } from "./subaccount-limits.ts";

const basic = packageOf("basic").limits;
const all: NarrowingRights = {
  viewAllProfiles: true,
  allowApiAccess: true,
  allowExport: true,
  shareMasterKeys: true,
  addOwnKeys: true,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

test("a sub-account that may everything has the account's limits, and no sub-accounts", () => {
  expect(limitsOfSubaccount(basic, all)).toEqual({
    ...basic,
    subaccounts: { ...basic.subaccounts, enabled: false, maximum_accounts: 0 },
  });
});

test("a sub-account has what its owner leaves it, never more than the plan", () => {
  const limits = limitsOfSubaccount(basic, {
    ...all,
    allowApiAccess: false,
    allowExport: false,
    shareMasterKeys: false,
    addOwnKeys: false,
    exchanges: ["kraken"],
    parentMaximum: "5",
    childMaximum: "1000000",
    concurrentStrategiesMaximum: 2,
  });
  expect(limits.user_settings.api_access).toBe(false);
  expect(limits.strategies.export.transactions_rows).toBe(0);
  expect(limits.strategies.qty_parent.maximum).toBe(5);
  expect(limits.strategies.qty_child.maximum).toBe(100);
  expect(limits.strategies.maximum.strategies).toBe(2);
  expect(limits.subaccounts.exchanges).toEqual(["kraken"]);
  expect(limits.exchange_api_keys).toEqual({ enabled: false, maximum_stored: 0 });
  expect([...Value.Errors(planLimits, limits)]).toEqual([]);
});
