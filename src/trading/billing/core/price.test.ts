import { describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { formatAmount } from "../../../kit/money/amount.ts";
import { changeSetting } from "./change-setting.ts";
import { LEAVES, readLeaf } from "./leaves.ts";
import { PACKAGES } from "./packages.ts";
import { planLimits } from "./plan-limits.ts";
import { priceOf } from "./price.ts";
import { SETTING_RULES } from "./setting-rules.ts";
import { FREE_TERMS, planFor, type Terms } from "./terms.ts";

const BASIC_TERMS: Terms = { baseId: "basic", overrides: {} };

function changed(terms: Terms, setting: string, value: string): Terms {
  const outcome = changeSetting(terms, setting, value);
  if (outcome.kind === "refused") throw new Error(outcome.why);
  return outcome.terms;
}

const price = (terms: Terms): string => formatAmount(priceOf(planFor(terms).limits));

describe("packages", () => {
  test.each(PACKAGES)("$id has the whole tree", ({ limits }) => {
    expect([...Value.Errors(planLimits, limits)]).toEqual([]);
  });

  test.each(PACKAGES)("$id costs what it says: none is cheaper put together from another", (each) => {
    expect(priceOf(each.limits)).toBe(each.price);
  });

  test.each(PACKAGES)("every setting of $id is one that could be chosen", ({ limits }) => {
    for (const [path, rule] of Object.entries(SETTING_RULES)) {
      const value = readLeaf(limits, path);
      if (rule.kind === "number") {
        expect(value, path).toBeGreaterThanOrEqual(rule.minimum);
        expect(value, path).toBeLessThanOrEqual(rule.maximum);
      }
    }
  });

  test("every rule is about a leaf of the tree", () => {
    expect(Object.keys(SETTING_RULES).filter((path) => !LEAVES.includes(path))).toEqual([]);
  });
});

describe("a custom package", () => {
  test.each([
    ["strategies.maximum.strategies", "4", "0.50000000"],
    ["strategies.maximum.strategies", "3", "0.00000000"],
    ["strategies.maximum.strategies", "1", "0.00000000"],
    ["strategies.ratelimit.orders_per_second", "3", "4.00000000"],
    ["strategies.commissions", "0.05", "5.00000000"],
    // Doubles put these a hair above or below the decimal that was asked for: the price is that of the decimal.
    ["strategies.commissions", "0.03", "7.00000000"],
    ["strategies.qty_parent.maximum", "16.58", "0.03290000"],
    ["strategies.servers.locations.private.active", "tokyo,frankfurt", "1.00000000"],
    ["subaccounts.force_twofactor", "true", "0.00000000"],
    ["strategies.maximum.strategies", "100", "48.50000000"],
    ["subaccounts.maximum_accounts", "1000", "999.00000000"],
  ])("free with %s of %s costs %s", (setting, value, expected) => {
    expect(price(changed(FREE_TERMS, setting, value))).toBe(expected);
  });

  test("costs no more than a package that has all of it", () => {
    const wanted: readonly [string, string][] = [
      ["strategies.maximum.strategies", "25"],
      ["strategies.ratelimit.orders_per_second", "5"],
      ["subaccounts.maximum_accounts", "10"],
      ["exchange_api_keys.maximum_stored", "25"],
    ];
    const parts = wanted.map(([setting, value]) => priceOf(planFor(changed(FREE_TERMS, setting, value)).limits));
    expect(formatAmount(parts.reduce((sum, part) => sum + part))).toBe("33.50000000");
    expect(price(wanted.reduce((terms, [setting, value]) => changed(terms, setting, value), FREE_TERMS))).toBe(
      "29.00000000",
    );
  });

  test("costs no less than its package for what it does without", () => {
    expect(price(changed(BASIC_TERMS, "strategies.maximum.strategies", "24"))).toBe("29.00000000");
  });

  test("is the package again when the setting is put back", () => {
    const custom = changed(BASIC_TERMS, "strategies.maximum.strategies", "30");
    expect(planFor(custom)).toMatchObject({ id: "custom", name: "Custom" });
    expect(changed(custom, "strategies.maximum.strategies", "25")).toEqual(BASIC_TERMS);
  });

  test("counts as inactive the regions that are not active", () => {
    const { limits } = planFor(changed(FREE_TERMS, "strategies.servers.locations.shared.active", "Tokyo, london"));
    expect(limits.strategies.servers.locations.shared).toEqual({
      active: ["london", "tokyo"],
      inactive: ["frankfurt", "new-york", "singapore", "sydney"],
    });
  });

  test("keeps what the tree has gained since", () => {
    const { limits } = planFor({ baseId: "free", overrides: { "strategies.gone": 1, "strategies.commissions": 0.05 } });
    expect([...Value.Errors(planLimits, limits)]).toEqual([]);
    expect(limits.strategies.commissions).toBe(0.05);
  });
});

describe("a change is refused", () => {
  test.each([
    ["of what there is not", "strategies.luck", "1", "There is no setting strategies.luck"],
    ["of a branch", "strategies.maximum", "1", "There is no setting strategies.maximum"],
    ["of what belongs to every object", "strategies.__proto__", "1", "There is no setting strategies.__proto__"],
    ["of what is not for sale", "user_settings.twofactor", "false", "comes with the package"],
    ["of what follows from another", "strategies.servers.locations.shared.inactive", "", "comes with the package"],
    ["to more than there is", "strategies.maximum.strategies", "1001", "a whole number from 1 to 1000"],
    ["to less than there is", "strategies.maximum.strategies", "0", "a whole number from 1 to 1000"],
    ["to a part", "strategies.maximum.strategies", "4.5", "a whole number"],
    ["to no number", "strategies.maximum.strategies", "1e2", "a whole number"],
    ["to nothing", "strategies.maximum.strategies", "", "a whole number"],
    ["to a maybe", "subaccounts.export", "maybe", "true or false"],
    ["to a region of legend", "strategies.servers.locations.shared.active", "atlantis", "regions of frankfurt"],
    ["to codes of no exchange", "subaccounts.exchanges", "a b", "codes of exchanges"],
    ["to a minimum above the maximum", "strategies.qty_parent.minimum", "11", "would be above"],
  ])("%s", (_what, setting, value, why) => {
    expect(changeSetting(FREE_TERMS, setting, value)).toMatchObject({
      kind: "refused",
      why: expect.stringContaining(why) as string,
    });
  });
});
