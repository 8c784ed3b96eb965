/** Joins the data of several databases about the same accounts. */
import type { PluginRecord } from "./plugin-record.ts";

/**
 * One record for each account, in the order in which accounts are first named. Groups and timed groups are joined, each
 * once; of a sum that several tell, the first one's counts.
 */
export function mergeRecords(readings: readonly (readonly PluginRecord[])[]): PluginRecord[] {
  const merged = new Map<string, PluginRecord>();
  for (const record of readings.flat()) {
    const first = merged.get(record.platformId);
    merged.set(record.platformId, first ? joined(first, record) : record);
  }
  return [...merged.values()];
}

function joined(first: PluginRecord, second: PluginRecord): PluginRecord {
  const timed = [...first.timedGroups, ...second.timedGroups];
  return {
    ...second,
    ...first,
    groups: [...new Set([...first.groups, ...second.groups])],
    timedGroups: [
      ...new Map(timed.map((each) => [JSON.stringify([each.group, each.from, each.until]), each])).values(),
    ],
  };
}
