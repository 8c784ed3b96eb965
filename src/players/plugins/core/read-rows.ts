/** Makes records of the rows of a plugin's table. */
import { parseGroups, parseTimedGroups } from "./group-lists.ts";
import type { PluginKind, PluginProblem, PluginReading, PluginRecord } from "./plugin-record.ts";
import type { TableShape } from "./table-shape.ts";

/** A value as a database gives it; MySQL's are all text. */
export type PluginValue = string | number | bigint | Uint8Array | null | undefined;

/** More than these are only counted. */
const MAX_PROBLEMS = 20;

/**
 * One record for each account. Data that cannot be understood are left out and reported: a row without a known
 * account, all rows of an account that has several, a sum that is not a whole number, an entry of a list.
 */
export function recordsOf(
  plugin: PluginKind,
  shape: TableShape,
  rows: readonly Readonly<Record<string, PluginValue>>[],
): PluginReading {
  const problems: PluginProblem[] = [];
  let problemCount = 0;
  const tell = (why: string, platformId?: string): void => {
    problemCount++;
    if (problems.length < MAX_PROBLEMS) problems.push({ why, ...(platformId === undefined ? {} : { platformId }) });
  };

  const records = new Map<string, PluginRecord>();
  const several = new Set<string>();
  const read = plugin === "permissions" ? groupsOf : sumsOf;
  for (const row of rows) {
    const platformId = platformIdOf(row[shape.account]);
    if (platformId === undefined) {
      tell("A row has neither a SteamID64 nor an EOS id.");
    } else if (records.has(platformId)) {
      several.add(platformId);
    } else {
      const second = shape.second === undefined ? null : row[shape.second];
      const held = read(row[shape.first], second, (why) => tell(why, platformId));
      records.set(platformId, { platformId, groups: [], timedGroups: [], ...held });
    }
  }
  for (const platformId of several) {
    records.delete(platformId);
    tell("The account has several rows.", platformId);
  }
  return { records: [...records.values()], problems, problemCount };
}

/** 17 digits, or 32 hexadecimal digits made lower-case. A number that is not exact has lost digits, and is none. */
function platformIdOf(value: PluginValue): string | undefined {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
  const text = textOf(value)?.trim().toLowerCase();
  return text !== undefined && /^(?:\d{17}|[\da-f]{32})$/.test(text) ? text : undefined;
}

type Held = Partial<Omit<PluginRecord, "platformId">>;

function groupsOf(groups: PluginValue, timed: PluginValue, tell: (why: string) => void): Held {
  const { entries, notUnderstood } = parseTimedGroups(textOf(timed) ?? "");
  if (notUnderstood > 0) tell("A timed group is not understood.");
  return { groups: parseGroups(textOf(groups) ?? ""), timedGroups: entries };
}

function sumsOf(points: PluginValue, totalSpent: PluginValue, tell: (why: string) => void): Held {
  const sum = (value: PluginValue, name: "points" | "totalSpent", says: string): Held => {
    const text = textOf(value);
    if (text === undefined) return {};
    if (/^-?\d{1,15}$/.test(text)) return { [name]: Number(text) };
    tell(says);
    return {};
  };
  return {
    ...sum(points, "points", "The points are not a whole number."),
    ...sum(totalSpent, "totalSpent", "The sum that was spent is not a whole number."),
  };
}

/** Undefined for no value. Bytes are text of a column that was declared without an encoding. */
function textOf(value: PluginValue): string | undefined {
  if (value === null || value === undefined) return undefined;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}
