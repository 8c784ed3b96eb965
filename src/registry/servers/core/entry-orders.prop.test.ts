import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slowerThanLinear } from "../../../../test/support/slower-than-linear.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { Catalogue } from "./catalogue.ts";
import { byIdentity, EntryOrders } from "./entry-orders.ts";
import { entryOf, type Entry } from "./entry.ts";
import type { ServerStatus } from "./status.ts";
import type { VersionRecord } from "./version-record.ts";

function recordOf(
  name: string,
  version: string,
  at = 1,
  arrivedAt = at,
  status: ServerStatus = "active",
): VersionRecord {
  return {
    serverName: name,
    version,
    status,
    statusMessage: null,
    statusChangedAt: at as Instant,
    publishedAt: 1 as Instant,
    updatedAt: at as Instant,
    arrivedAt: arrivedAt as Instant,
    document: JSON.stringify({ name, description: `The version ${version}`, version }),
    extraMeta: null,
  };
}

const time = fc.integer({ min: 1, max: 5 });
const version = fc.record({ number: fc.integer({ min: 0, max: 150 }), at: time, arrivedAt: time });

describe("the orders of time", () => {
  test("are those of a sort, whether few or many entries are replaced", () => {
    const key = { selector: ({ number }: { number: number }) => number };
    const some = fc.uniqueArray(version, { maxLength: 150, ...key });
    fc.assert(
      fc.property(some, some, fc.array(fc.boolean(), { minLength: 150, maxLength: 150 }), (first, second, leaves) => {
        const entriesOf = (list: typeof first): Entry[] =>
          list.map(({ number, at, arrivedAt }) => entryOf(recordOf("a.b/c", `1.${number}`, at, arrivedAt), false));
        const before = entriesOf(first);
        const gone = new Set(before.filter((_, index) => leaves[index]));
        const kept = before.filter((entry) => !gone.has(entry));
        const names = new Set(kept.map((entry) => entry.version));
        const fresh = new Set(entriesOf(second).filter((entry) => !names.has(entry.version)));
        const orders = new EntryOrders();
        orders.load(before);
        orders.replace(gone, fresh);
        const all = [...kept, ...fresh].sort(byIdentity);
        expect(orders.byUpdate).toEqual(all.toSorted((one, other) => one.updatedAt - other.updatedAt));
        expect(orders.byChangeHere).toEqual(all.toSorted((one, other) => one.changedHereAt - other.changedHereAt));
      }),
    );
  });

  test("replace all entries in time linear in their number", async () => {
    const one = entryOf(recordOf("a.b/c", "1.0"), false);
    const make = (length: number) => {
      // Every time is another one, and they are mixed.
      const at = (index: number): Instant => (1 + ((index * 7_919) % length)) as Instant;
      const entriesOf = (): Entry[] =>
        Array.from({ length }, (_, index) => ({
          ...one,
          version: `1.${index}`,
          updatedAt: at(index),
          changedHereAt: at(index),
        }));
      return { before: entriesOf(), fresh: new Set(entriesOf()) };
    };
    const work = ({ before, fresh }: ReturnType<typeof make>): void => {
      const orders = new EntryOrders();
      orders.load(before);
      orders.replace(new Set(before), fresh);
      expect(orders.byUpdate).toHaveLength(before.length);
    };
    expect(await slowerThanLinear(make, work, 64 * 1024)).toBeUndefined();
  });
});

test("a server whose versions all have another description is changed in time linear in their number", async () => {
  const make = (length: number) => {
    const versionsOf = (status: ServerStatus) =>
      Array.from({ length }, (_, at) => recordOf("a.b/c", `1.${at}`, 1, 1, status));
    const change = { name: "a.b/c", latestVersion: "1.0" };
    return [
      { ...change, revision: 1, versions: versionsOf("active") },
      { ...change, revision: 2, versions: versionsOf("deprecated") },
    ];
  };
  const work = (changes: ReturnType<typeof make>): void => {
    const catalogue = new Catalogue();
    for (const each of changes) catalogue.apply(each);
    expect(catalogue.byUpdate).toHaveLength(changes[0]?.versions.length ?? 0);
  };
  expect(await slowerThanLinear(make, work, 16 * 1024)).toBeUndefined();
});
