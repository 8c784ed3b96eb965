import fc from "fast-check";
import { expect, test } from "vitest";
import { readLeaf, withLeaf, type LeafValue } from "./leaves.ts";
import { PACKAGES } from "./packages.ts";
import type { PlanLimits } from "./plan-limits.ts";
import { priceOf } from "./price.ts";
import { REGIONS } from "./regions.ts";
import { SETTING_RULES, type SettingRule } from "./setting-rules.ts";

const paths = Object.keys(SETTING_RULES);

function ruleOf(path: string): SettingRule {
  const rule = SETTING_RULES[path];
  if (rule === undefined) throw new Error(`${path} has no rule`);
  return rule;
}

/** Values of a setting, as changes leave them. */
function valueFor(rule: SettingRule): fc.Arbitrary<LeafValue> {
  if (rule.kind === "boolean") return fc.boolean();
  if (rule.kind === "regions") return fc.subarray([...REGIONS]);
  if (rule.kind === "codes") return fc.constant([]);
  const { minimum, maximum, isInteger } = rule;
  if (isInteger) return fc.integer({ min: minimum, max: maximum });
  return fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => Number(value.toFixed(8)));
}

/** Any plan that can be made: a package with some settings changed. */
const plans: fc.Arbitrary<PlanLimits> = fc
  .tuple(fc.constantFrom(...PACKAGES), fc.subarray(paths, { maxLength: 8 }))
  .chain(([base, chosen]) =>
    fc.tuple(...chosen.map((path) => valueFor(ruleOf(path)))).map((values) => {
      return chosen.reduce((limits, path, position) => withLeaf(limits, path, values[position] ?? false), base.limits);
    }),
  );

/** Two values of one setting, the second allowing no less. */
const steps = fc.constantFrom(...paths).chain((path) => {
  const rule = ruleOf(path);
  return fc.tuple(valueFor(rule), valueFor(rule)).map(([one, other]) => ({ path, ...ordered(rule, one, other) }));
});

function ordered(rule: SettingRule, one: LeafValue, other: LeafValue): { less: LeafValue; more: LeafValue } {
  if (rule.kind === "boolean") return { less: false, more: true };
  if (Array.isArray(one) && Array.isArray(other)) return { less: one, more: [...new Set([...one, ...other])] };
  const isRising = rule.kind === "number" && rule.dearer === "higher";
  const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one];
  return isRising ? { less: low, more: high } : { less: high, more: low };
}

test("a price is never below zero", () => {
  fc.assert(fc.property(plans, (limits) => priceOf(limits) >= 0n));
});

test("more of one setting never costs less, whatever the others are", () => {
  fc.assert(
    fc.property(plans, steps, (limits, { path, less, more }) => {
      expect(priceOf(withLeaf(limits, path, more))).toBeGreaterThanOrEqual(priceOf(withLeaf(limits, path, less)));
    }),
    { numRuns: 500 },
  );
});

test("a setting that is changed and changed back costs what it did", () => {
  fc.assert(
    fc.property(plans, steps, (limits, { path, more }) => {
      const back = withLeaf(withLeaf(limits, path, more), path, readLeaf(limits, path) ?? false);
      expect(priceOf(back)).toBe(priceOf(limits));
    }),
  );
});
