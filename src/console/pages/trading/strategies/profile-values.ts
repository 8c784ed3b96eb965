/** The values of a profile by the names of the parameters that set them, and which of them a form has changed. */
import type { ListStrategyOptionsResult, Profile } from "../../../../../clients/typescript/src/trading.ts";
import type { Entered } from "../../../parts/action-form.tsx";

export type StrategyOption = ListStrategyOptionsResult[number];

/** What a parameter is for: the whole profile, or a list with one element for each condition or row. */
export type OptionPlace = "profile" | "condition" | "row";

/** These have places of their own on the page. */
const ELSEWHERE = new Set(["algorithm_id"]);

export function placeOf({ name, per_row }: StrategyOption): OptionPlace | undefined {
  if (ELSEWHERE.has(name)) return undefined;
  if (!per_row) return "profile";
  return name.startsWith("condition_") ? "condition" : "row";
}

/** Members of a profile are named as the parameters, without what says the list, and with the plural taken off. */
const RENAMED: Readonly<Record<string, string>> = {
  codes: "code",
  values: "value",
  apikeys: "apikey",
  parents: "parent",
};

function memberOf(name: string): string {
  const bare = name.replace(/^(?:condition|executable)_/, "");
  return RENAMED[bare] ?? bare;
}

/** The texts of a parameter: one for the profile, or one for each condition or row. Undefined: the profile does not show it. */
export function valuesOf(profile: Profile, option: StrategyOption): readonly (string | undefined)[] {
  const place = placeOf(option);
  if (place === undefined) return [];
  if (place === "profile") {
    if (option.name === "parent") return [profile.parent.qty ?? ""];
    return [textOf(profile as unknown as Members, option.name)];
  }
  const rows = place === "condition" ? profile.conditions : profile.executions;
  return rows.map((row) => textOf(row as unknown as Members, memberOf(option.name)));
}

type Members = Readonly<Record<string, unknown>>;

function textOf(members: Members, name: string): string | undefined {
  if (!Object.hasOwn(members, name)) return undefined;
  const value = members[name];
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The name of a field of the form. */
export function fieldName({ name, per_row }: StrategyOption, row: number): string {
  return per_row ? `${name}.${row}` : name;
}

export interface ChangedComponent {
  readonly component: string;
  readonly value: string;
}

/** What `strategy/edit-component` is sent: only parameters with another value, so that the rest stays as it is. */
export function changedComponents(
  profile: Profile,
  options: readonly StrategyOption[],
  entered: Entered,
): readonly ChangedComponent[] {
  return options.flatMap((option) => {
    const before = valuesOf(profile, option);
    const after = before.map((_, row) => entered[fieldName(option, row)]?.trim() ?? "");
    const isChanged = after.some((text, row) => (before[row] === undefined ? text !== "" : text !== before[row]));
    if (!isChanged) return [];
    const [first = ""] = after;
    return [{ component: option.name, value: option.per_row ? listText(option, after) : first }];
  });
}

/** Whole numbers are numbers in these lists; amounts stay texts, so that no digit is lost. */
const WHOLE = new Set([
  "condition_orderbooklevel_side1",
  "condition_orderbooklevel_side2",
  "executable_maximumtimelive",
  "executable_obqtycumulativecheck",
  "post_request_delay",
  "post_request_random",
]);

function listText({ name, default: fallback }: StrategyOption, texts: readonly string[]): string {
  if (!WHOLE.has(name)) return JSON.stringify(texts);
  return JSON.stringify(texts.map((text) => Number(text === "" ? (fallback ?? 0) : text)));
}
