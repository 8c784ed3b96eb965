import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../../test/support/free-port.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type SqliteValue, writeSqlite } from "../sqlite/index.ts";
import type { PluginKind, PluginReading } from "./core/plugin-record.ts";
import { PluginError } from "./error.ts";
import { type PluginSource, readPluginDatabase } from "./read-plugin-database.ts";

const STEAM_ID = 76_561_198_000_000_001n;
const EOS_ID = "0002a3f81e9d4c5b8f7061524334a5b6";

let folder: TemporaryFolder;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, "plugin.db");
});

afterEach(() => folder.remove());

const sourceOf = (plugin: PluginKind): PluginSource => ({ plugin, database: { kind: "sqlite", path } });
const read = (plugin: PluginKind): Promise<PluginReading> => readPluginDatabase(sourceOf(plugin));

const write = (columns: readonly string[], rows: readonly (readonly SqliteValue[])[]): Promise<void> =>
  writeSqlite(path, [
    { name: "Players", columns, rows },
    { name: "Tribes", columns: ["Id INTEGER", "TribeId BIGINT", "PermissionGroups TEXT"], rows: [[1, 5, "Default,"]] },
  ]);

async function kindOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PluginError);
  expect((error as PluginError).message).not.toContain(folder.path);
  return (error as PluginError).kind;
}

describe("a database over MySQL", () => {
  // The library is loaded with the first question: where another file has asked before, this cannot fail.
  test("where nothing listens fails alone, though it is the first that the process asks", async () => {
    const account = { host: "127.0.0.1", user: "reader", password: "sesame", database: "plugins" };
    const database = { kind: "mysql", port: await freePort(), ...account } as const;
    expect(await kindOf(readPluginDatabase({ plugin: "permissions", database }))).toBe("unreachable");
  });
});

describe("an SQLite database", () => {
  test("of the permissions tells groups, by SteamID64 for ASE", async () => {
    const columns = [
      "Id INTEGER PRIMARY KEY",
      "SteamId INTEGER",
      "PermissionGroups TEXT",
      "TimedPermissionGroups TEXT",
    ];
    await write(columns, [
      [1, STEAM_ID, "Default,Admins,", "0;1700000000;VIP,"],
      [2, STEAM_ID + 2n, "Default,", ""],
    ]);
    expect(await read("permissions")).toEqual({
      records: [
        {
          platformId: "76561198000000001",
          groups: ["Default", "Admins"],
          timedGroups: [{ group: "VIP", until: 1_700_000_000_000_000 }],
        },
        { platformId: "76561198000000003", groups: ["Default"], timedGroups: [] },
      ],
      problems: [],
      problemCount: 0,
    });
  });

  test("of the permissions tells groups, by EOS id for ASA", async () => {
    await write(["Id INTEGER", "EOS_Id VARCHAR(50)", "PermissionGroups TEXT"], [[1, EOS_ID.toUpperCase(), "Default,"]]);
    expect((await read("permissions")).records).toEqual([{ platformId: EOS_ID, groups: ["Default"], timedGroups: [] }]);
  });

  test("of the shop tells points and what was spent", async () => {
    const columns = ["Id INTEGER", "SteamId BIGINT UNSIGNED", "Kits LONGTEXT", "Points INT", "TotalSpent INT"];
    await write(columns, [[1, STEAM_ID, "{}", 150, 20]]);
    expect((await read("arkshop")).records).toEqual([
      { platformId: String(STEAM_ID), groups: [], timedGroups: [], points: 150, totalSpent: 20 },
    ]);
  });

  test("is read by a table name with every letter that the cluster's file allows", async () => {
    const table = "ARK_Points$2";
    await writeSqlite(path, [{ name: table, columns: ["EosId", "Points"], rows: [[EOS_ID, 7]] }]);
    const { records } = await readPluginDatabase({ ...sourceOf("arkshop"), table });
    expect(records).toEqual([{ platformId: EOS_ID, groups: [], timedGroups: [], points: 7 }]);
  });

  test("is left as it was", async () => {
    await write(["EosId", "Points"], [[EOS_ID, 1]]);
    const before = await readFile(path);
    await read("arkshop");
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(folder.path)).toEqual(["plugin.db"]);
  });

  test("with more rows or bytes than the limits is refused whole", async () => {
    await write(
      ["EosId", "Points"],
      [
        [EOS_ID, 1],
        [String(STEAM_ID), 2],
      ],
    );
    expect((await readPluginDatabase(sourceOf("arkshop"), { maxRows: 2, maxBytes: 100 })).records).toHaveLength(2);
    expect(await kindOf(readPluginDatabase(sourceOf("arkshop"), { maxRows: 1, maxBytes: 100 }))).toBe("tooLarge");
    expect(await kindOf(readPluginDatabase(sourceOf("arkshop"), { maxRows: 2, maxBytes: 50 }))).toBe("tooLarge");
  });

  test("of another plugin, without the table, or broken is refused, and told apart", async () => {
    expect(await kindOf(read("permissions"))).toBe("unreachable");
    await writeFile(path, "");
    expect(await kindOf(read("permissions"))).toBe("busy");
    await writeFile(path, "SteamId,Points");
    expect(await kindOf(read("permissions"))).toBe("damaged");
    await write(["EosId", "Points"], []);
    expect(await kindOf(read("permissions"))).toBe("notPlugin");
    expect(await kindOf(readPluginDatabase({ ...sourceOf("arkshop"), table: "Shop" }))).toBe("notPlugin");
  });
});

test.each(["", "a b", "a`b", 'a"b', "a;b", "a.b", "ä", "x".repeat(65)])(
  "the table name %j is refused",
  async (table) => {
    expect(await kindOf(readPluginDatabase({ ...sourceOf("arkshop"), table }))).toBe("badName");
  },
);
