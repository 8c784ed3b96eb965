import { describe, expect, test } from "vitest";
import { conflictsOf, newConflicts } from "./conflicts.ts";
import { packageOf } from "./packages.ts";
import { withLeaf } from "./leaves.ts";

const free = packageOf("free").limits;
const basic = packageOf("basic").limits;

describe("what is in use and another plan does not allow", () => {
  test.each([
    [{ subaccounts: 2 }, [{ setting: "subaccounts.maximum_accounts", used: 2, allowed: 1 }]],
    [{ subaccounts: 1, storedKeys: 3 }, []],
    [{ storedKeys: 4 }, [{ setting: "exchange_api_keys.maximum_stored", used: 4, allowed: 3 }]],
    [{ templates: 6 }, [{ setting: "strategies.maximum.templates", used: 6, allowed: 5 }]],
    [{ runningStrategies: 4 }, [{ setting: "strategies.maximum.strategies", used: 4, allowed: 3 }]],
    [
      { servers: [{ type: "private" as const, region: "london" }] },
      [{ setting: "strategies.servers.locations.private.active", used: 1, allowed: 0 }],
    ],
    [{ servers: [{ type: "private" as const, region: "frankfurt" }] }, []],
  ])("%j", (usage, conflicts) => {
    expect(conflictsOf(usage, free)).toEqual(conflicts);
  });

  test("counts every rented server when the plan no longer has the kind", () => {
    const limits = withLeaf(free, "strategies.servers.private_resource", false);
    expect(conflictsOf({ servers: [{ type: "private", region: "frankfurt" }] }, limits)).toEqual([
      { setting: "strategies.servers.private_resource", used: 1, allowed: 0 },
    ]);
  });

  test("does not keep anybody from a bigger plan who uses too much already", () => {
    expect(newConflicts({ subaccounts: 12 }, free, basic)).toEqual([]);
    expect(newConflicts({ subaccounts: 12 }, basic, free)).toHaveLength(1);
    expect(newConflicts({ subaccounts: 12 }, basic, basic)).toEqual([]);
  });
});
