import { describe, expect, test } from "vitest";
import { FREE_PLAN } from "../../billing/index.ts";
import type { SubaccountRights } from "../../caller.ts";
import { keyViewOf, mayChangeKey, whyNoNewKey } from "./key-access.ts";

const rights: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: true,
  allowExport: false,
  shareMasterKeys: true,
  addOwnKeys: true,
  exchanges: ["kraken"],
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

function plan(own: boolean, share: boolean, enabled = true) {
  const { limits } = FREE_PLAN;
  return {
    ...FREE_PLAN,
    limits: {
      ...limits,
      exchange_api_keys: { ...limits.exchange_api_keys, enabled },
      subaccounts: { ...limits.subaccounts, exchange_api_keys: { add_own: own, share_master: share } },
    },
  };
}

const main = { uid: 1, ownerUid: 1, rights: undefined, plan: plan(true, true) };
const sub = { uid: 2, ownerUid: 1, rights, plan: plan(true, true) };

describe("a caller's view", () => {
  test("is the whole account for the main account", () => {
    expect(keyViewOf(main)).toEqual({ ownerUid: 1, onlyUid: null, includesOwners: true, exchanges: null });
  });

  test.each([
    ["right and plan", sub, true],
    ["no right", { ...sub, rights: { ...rights, shareMasterKeys: false } }, false],
    ["no plan for it", { ...sub, plan: plan(true, false) }, false],
  ])("includes the main account's keys for a sub-account with %s: %s", (_, caller, includesOwners) => {
    expect(keyViewOf(caller)).toEqual({ ownerUid: 1, onlyUid: 2, includesOwners, exchanges: ["kraken"] });
  });
});

describe("a new key", () => {
  test.each([
    ["the main account", main, "okx", undefined],
    ["a sub-account with the right", sub, "kraken", undefined],
    [
      "a sub-account that may use every exchange",
      { ...sub, rights: { ...rights, exchanges: undefined } },
      "okx",
      undefined,
    ],
    ["a sub-account for another exchange", sub, "okx", /not use this exchange/],
    ["a sub-account without the right", { ...sub, rights: { ...rights, addOwnKeys: false } }, "kraken", /may not add/],
    ["a sub-account without a plan for it", { ...sub, plan: plan(false, true) }, "kraken", /subscription/],
    ["a plan without keys", { ...main, plan: plan(true, true, false) }, "okx", /subscription/],
  ])("of %s", (_, caller, exchange, refusal) => {
    const reason = whyNoNewKey(caller, exchange);
    if (refusal) expect(reason).toMatch(refusal);
    else expect(reason).toBeUndefined();
  });
});

test("a sub-account changes its own keys, the main account all", () => {
  expect([mayChangeKey(main, 1), mayChangeKey(main, 2), mayChangeKey(sub, 2)]).toEqual([true, true, true]);
  expect(mayChangeKey(sub, 1)).toBe(false);
});
