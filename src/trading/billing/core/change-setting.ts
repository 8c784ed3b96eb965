/** Changes one setting of a plan, by the dotted path of the tree and a value as text. */
import { readLeaf, type LeafValue } from "./leaves.ts";
import { packageOf } from "./packages.ts";
import { REGIONS } from "./regions.ts";
import { SETTING_RULES, type NumberRule, type SettingRule } from "./setting-rules.ts";
import { planFor, type Overrides, type Terms } from "./terms.ts";

export type SettingChange =
  | { readonly kind: "changed"; readonly terms: Terms; readonly oldValue: LeafValue; readonly newValue: LeafValue }
  | { readonly kind: "refused"; readonly why: string };

/** Longest text of a value that is read. */
export const MAX_VALUE_CHARACTERS = 2_000;

/**
 * Terms with one setting changed. A setting that returns to the package's value is no longer the account's own.
 * Refused: a path that is not a setting or cannot be changed, and a value that does not fit.
 */
export function changeSetting(terms: Terms, setting: string, text: string): SettingChange {
  const { limits } = planFor(terms);
  const oldValue = readLeaf(limits, setting);
  if (oldValue === undefined) return refused(`There is no setting ${setting}`);
  const rule = SETTING_RULES[setting];
  if (rule === undefined) return refused(`${setting} comes with the package and cannot be changed`);
  const newValue = readValue(rule, text);
  if (newValue === undefined) return refused(`${setting} takes ${expectation(rule)}`);
  const changed = { baseId: terms.baseId, overrides: withOverride(terms, setting, newValue) };
  const crossed = crossedRange(changed, setting);
  return crossed ? refused(crossed) : { kind: "changed", terms: changed, oldValue, newValue };
}

function withOverride({ baseId, overrides }: Terms, setting: string, value: LeafValue): Overrides {
  const others = Object.fromEntries(Object.entries(overrides).filter(([path]) => path !== setting));
  const isPackages = sameValue(readLeaf(packageOf(baseId).limits, setting), value);
  return isPackages ? others : { ...others, [setting]: value };
}

/** Whether two leaves say the same. */
function sameValue(one: LeafValue | undefined, other: LeafValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A range whose minimum has come above its maximum. */
function crossedRange(terms: Terms, setting: string): string | undefined {
  const { limits } = planFor(terms);
  const range = setting.replace(/\.(?:minimum|maximum)$/, "");
  const minimum = readLeaf(limits, `${range}.minimum`);
  const maximum = readLeaf(limits, `${range}.maximum`);
  if (typeof minimum !== "number" || typeof maximum !== "number" || minimum <= maximum) return undefined;
  return `${range}.minimum would be above ${range}.maximum`;
}

function readValue(rule: SettingRule, text: string): LeafValue | undefined {
  if (text.length > MAX_VALUE_CHARACTERS) return undefined;
  if (rule.kind === "boolean") return readBoolean(text);
  if (rule.kind === "number") return readNumber(rule, text);
  const items = [...new Set(text.split(",").map((item) => item.trim().toLowerCase()))].filter((item) => item !== "");
  if (rule.kind === "regions") {
    const isKnown = items.every((item) => REGIONS.some((region) => region === item));
    return isKnown ? REGIONS.filter((region) => items.includes(region)) : undefined;
  }
  const areCodes = items.every((item) => /^[a-z0-9_]{2,32}$/.test(item));
  return areCodes && items.length <= rule.maximumLength ? items.sort() : undefined;
}

function readBoolean(text: string): boolean | undefined {
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}

/** Plain decimals with at most 8 places, as amounts are written everywhere. */
function readNumber({ minimum, maximum, isInteger }: NumberRule, text: string): number | undefined {
  if (!/^-?\d{1,12}(?:\.\d{1,8})?$/.test(text)) return undefined;
  const value = Number(text);
  const fits = value >= minimum && value <= maximum && (!isInteger || Number.isInteger(value));
  // There is one zero.
  return fits ? value + 0 : undefined;
}

function expectation(rule: SettingRule): string {
  if (rule.kind === "boolean") return "true or false";
  if (rule.kind === "regions") return `regions of ${REGIONS.join(", ")}, with commas between`;
  if (rule.kind === "codes") return `at most ${rule.maximumLength} codes of exchanges, with commas between`;
  return `${rule.isInteger ? "a whole number" : "a number"} from ${rule.minimum} to ${rule.maximum}`;
}

function refused(why: string): SettingChange {
  return { kind: "refused", why };
}
