import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { parseGroups, parseTimedGroups } from "./group-lists.ts";
import { mergeRecords } from "./merge-records.ts";
import { recordsOf } from "./read-rows.ts";
import { shapeOf, type TableShape } from "./table-shape.ts";

const STEAM_ID = "76561198000000001";
const EOS_ID = "0002a3f81e9d4c5b8f7061524334a5b6";
const seconds = (value: number): Instant => (value * 1_000_000) as Instant;

describe("a list of groups", () => {
  test.each([
    ["Default,", ["Default"]],
    ["Default,Admins,VIP,", ["Default", "Admins", "VIP"]],
    [" Default , Admins", ["Default", "Admins"]],
    ["Default,,Default,", ["Default"]],
    ["Groß 狼,", ["Groß 狼"]],
    // PostgreSQL keeps no such character: one row would keep all others out.
    ["Adm\0ins,\0,VIP", ["Admins", "VIP"]],
    ["", []],
    [",", []],
  ])("%j holds %j", (text, groups) => {
    expect(parseGroups(text)).toEqual(groups);
  });
});

describe("a list of timed groups", () => {
  test("tells from when and until when each holds", () => {
    expect(parseTimedGroups("0;1700000000;VIP,1600000000;1800000000;Gold;Plus,")).toEqual({
      entries: [
        { group: "VIP", until: seconds(1_700_000_000) },
        { group: "Gold;Plus", from: seconds(1_600_000_000), until: seconds(1_800_000_000) },
      ],
      notUnderstood: 0,
    });
  });

  test("keeps times up to the end of the year 9999 exact", () => {
    expect(parseTimedGroups("0;253402300799;VIP").entries[0]?.until).toBe(seconds(253_402_300_799));
  });

  test.each([
    "VIP",
    "1;2",
    "1;2;",
    "1;2; ",
    "a;2;VIP",
    "-1;2;VIP",
    "1;1.5;VIP",
    "0;0;VIP",
    "0;253402300800;VIP",
    ";;VIP",
  ])("counts %j as not understood, and reads the rest", (entry) => {
    const { entries, notUnderstood } = parseTimedGroups(`${entry},0;5;Other,`);
    expect([entries.map(({ group }) => group), notUnderstood]).toEqual([["Other"], 1]);
  });
});

describe("the columns of a table", () => {
  test.each([
    ["permissions", ["Id", "SteamId", "PermissionGroups", "TimedPermissionGroups"], "SteamId"],
    ["permissions", ["Id", "EOS_Id", "PermissionGroups", "TimedPermissionGroups"], "EOS_Id"],
    ["permissions", ["id", "steamid", "permissiongroups"], "steamid"],
    ["arkshop", ["Id", "SteamId", "Kits", "Points", "TotalSpent"], "SteamId"],
    ["arkshop", ["Id", "EosId", "Kits", "Points"], "EosId"],
  ] as const)("of %s, %j, tell the account by %s", (plugin, columns, account) => {
    expect(shapeOf(plugin, columns)).toMatchObject({ account });
  });

  test.each([
    ["permissions", ["Id", "TribeId", "PermissionGroups"], /none of the columns SteamId, EOS_Id, EosId/],
    ["permissions", ["SteamId", "EOS_Id", "PermissionGroups"], /both a column SteamId and a column EOS_Id/],
    ["permissions", ["SteamId", "Points"], /no column PermissionGroups/],
    ["arkshop", ["SteamId", "PermissionGroups"], /no column Points/],
  ] as const)("of %s, %j, are refused in a sentence", (plugin, columns, says) => {
    expect(shapeOf(plugin, columns)).toMatch(says);
  });
});

describe("rows", () => {
  const permissions: TableShape = { account: "SteamId", first: "PermissionGroups", second: "TimedPermissionGroups" };
  const shop: TableShape = { account: "EosId", first: "Points", second: "TotalSpent" };
  const player = (SteamId: string | number | bigint | null, PermissionGroups: string | null = "Default,") => ({
    SteamId,
    PermissionGroups,
    TimedPermissionGroups: "",
  });

  test("tell accounts exactly, as numbers or as text", () => {
    const rows = [player(76_561_198_000_000_001n), player("76561198000000003"), player(EOS_ID.toUpperCase())];
    const { records, problemCount } = recordsOf("permissions", permissions, rows);
    expect(records.map(({ platformId }) => platformId)).toEqual([STEAM_ID, "76561198000000003", EOS_ID]);
    expect(problemCount).toBe(0);
  });

  test.each([[null], ["0"], [0], [76_561_198_000_000_000], ["7656119800000000"], [`${EOS_ID}0`], ["x".repeat(17)]])(
    "with the account %j are left out and reported",
    (account) => {
      expect(recordsOf("permissions", permissions, [player(account), player(STEAM_ID)])).toEqual({
        records: [{ platformId: STEAM_ID, groups: ["Default"], timedGroups: [] }],
        problems: [{ why: "A row has neither a SteamID64 nor an EOS id." }],
        problemCount: 1,
      });
    },
  );

  test("of one account that contradict each other are all left out and reported", () => {
    const rows = [player(STEAM_ID, "Admins,"), player(STEAM_ID, "Default,"), player(STEAM_ID, "")];
    expect(recordsOf("permissions", permissions, rows)).toEqual({
      records: [],
      problems: [{ platformId: STEAM_ID, why: "The account has several rows." }],
      problemCount: 1,
    });
  });

  test("without lists have no groups", () => {
    const { records } = recordsOf("permissions", { ...permissions, second: undefined }, [player(STEAM_ID, null)]);
    expect(records).toEqual([{ platformId: STEAM_ID, groups: [], timedGroups: [] }]);
  });

  test("of the shop give sums, and leave out values that are not whole numbers", () => {
    const rows = [
      { EosId: EOS_ID, Points: 250, TotalSpent: "-3" },
      { EosId: STEAM_ID, Points: "1.5", TotalSpent: 7n },
      { EosId: "76561198000000003", Points: 1e21, TotalSpent: null },
    ];
    expect(recordsOf("arkshop", shop, rows)).toMatchObject({
      records: [
        { platformId: EOS_ID, points: 250, totalSpent: -3 },
        { platformId: STEAM_ID, totalSpent: 7 },
        { platformId: "76561198000000003" },
      ],
      problems: [{ platformId: STEAM_ID }, { platformId: "76561198000000003" }],
    });
  });

  test("that are not understood are all counted, and only some are reported", () => {
    const { problems, problemCount } = recordsOf(
      "permissions",
      permissions,
      Array.from({ length: 500 }, () => player("?")),
    );
    expect([problems.length, problemCount]).toEqual([20, 500]);
  });
});

test("what several databases tell of an account is joined, each thing once", () => {
  const vip = { group: "VIP", until: seconds(5) };
  const merged = mergeRecords([
    [{ platformId: STEAM_ID, groups: ["Default"], timedGroups: [vip] }],
    [
      { platformId: EOS_ID, groups: [], timedGroups: [], points: 1 },
      { platformId: STEAM_ID, groups: [], timedGroups: [], points: 9, totalSpent: 4 },
    ],
    [{ platformId: STEAM_ID, groups: ["Default", "Admins"], timedGroups: [{ ...vip }], points: 1000 }],
  ]);
  expect(merged).toEqual([
    { platformId: STEAM_ID, groups: ["Default", "Admins"], timedGroups: [vip], points: 9, totalSpent: 4 },
    { platformId: EOS_ID, groups: [], timedGroups: [], points: 1 },
  ]);
});
