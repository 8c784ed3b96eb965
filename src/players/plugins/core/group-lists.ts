/** The two lists that the permissions plugin keeps as text. */
import { fromSeconds, type Instant } from "../../../kit/time/instant.ts";
import type { TimedGroup } from "./plugin-record.ts";

/** The end of the year 9999, in seconds since 1970: no database that we write to keeps a later time. */
const LAST_SECOND = 253_402_300_799;

/**
 * Parses names with commas between them, and usually one behind the last: `Default,Admins,`. Empty and repeated names
 * are left out, and zero bytes, which PostgreSQL does not keep.
 */
export function parseGroups(text: string): string[] {
  const names = text
    .replaceAll("\0", "")
    .split(",")
    .map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/**
 * Parses entries `from;until;group` with commas between them, times in seconds since 1970; a `from` of 0 is not a
 * time. Other entries are counted.
 */
export function parseTimedGroups(text: string): { entries: TimedGroup[]; notUnderstood: number } {
  const entries: TimedGroup[] = [];
  let notUnderstood = 0;
  for (const entry of parseGroups(text)) {
    const [, from = "", until = "", group = ""] = /^(\d{1,12});(\d{1,12});(.*\S.*)$/s.exec(entry) ?? [];
    const [begins, ends] = [instantOf(from), instantOf(until)];
    if (begins === undefined || ends === undefined || ends === 0) notUnderstood++;
    else entries.push({ group: group.trim(), until: ends, ...(begins === 0 ? {} : { from: begins }) });
  }
  return { entries, notUnderstood };
}

function instantOf(seconds: string): Instant | undefined {
  const value = Number(seconds);
  return seconds === "" || value > LAST_SECOND ? undefined : fromSeconds(value);
}
