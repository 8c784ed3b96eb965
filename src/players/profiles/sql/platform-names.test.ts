import { beforeEach, describe, expect, test } from "vitest";
import { profileFile, savesWorld, second } from "../../../../test/support/save-batches.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { refreshPlatformNames } from "./platform-names.ts";

const world = await savesWorld();
const [ONE, TWO] = ["76561190000000001", "76561190000000002"];

beforeEach(async () => {
  await world.clear();
  await world.apply("a", {
    profiles: [
      profileFile({ id: 1n, platformId: ONE, platformName: "save" }, 100),
      profileFile({ id: 3n, platformId: ONE, platformName: "cut..." }, 100),
      profileFile({ id: 2n, platformId: TWO, platformName: "save" }, 100),
    ],
  });
});

function refresh(at: number, ...accounts: string[]): Promise<string[]> {
  return world.db.transaction((tx) => refreshPlatformNames(tx, accounts, second(at)));
}

async function shown(): Promise<string[]> {
  const rows = await world.rows<{ platform_name: string }>("select platform_name from players.players order by id");
  return rows.map(({ platform_name }) => platform_name);
}

function history(id: number): Promise<{ name: string; since: Instant; until: Instant | null }[]> {
  return world.rows(
    `select name, since, until from players.names where player_id = ${id} and kind = 'platform' order by since`,
  );
}

describe("the name that is shown", () => {
  test("is the newest certain one", async () => {
    expect(await refresh(200, ONE, TWO)).toEqual([]);
    await world.rows(
      `update players.accounts set seen_name = 'seen', seen_at = timestamptz '2026-01-01T00:02:30Z' where platform_id = '${ONE}'`,
    );
    expect(await refresh(200, ONE, TWO)).toEqual(["1", "3"]);
    expect(await shown()).toEqual(["seen", "save", "seen"]);
    await world.rows(
      `update players.accounts set summary_name = 'summary', summary_at = timestamptz '2026-01-01T00:02:40Z' where platform_id = '${ONE}'`,
    );
    expect(await refresh(300, ONE)).toEqual(["1", "3"]);
    expect(await shown()).toEqual(["summary", "save", "summary"]);
    await world.rows("update players.accounts set summary_name = '', seen_name = ''");
    expect(await refresh(400, ONE, TWO)).toEqual(["1", "3"]);
    expect(await shown()).toEqual(["save", "save", "cut..."]);
    expect(await refresh(500, ONE, TWO)).toEqual([]);
    await world.rows("update players.accounts set seen_name = '????', seen_at = timestamptz '2026-01-01T00:10:00Z'");
    expect(await refresh(600, ONE, TWO)).toEqual([]);
  });

  test("of accounts that were not asked about stays", async () => {
    await world.rows("update players.accounts set seen_name = 'seen', seen_at = timestamptz '2026-01-01T00:02:30Z'");
    expect(await refresh(200, TWO)).toEqual(["2"]);
    expect(await shown()).toEqual(["save", "seen", "cut..."]);
    expect(await refresh(200)).toEqual([]);
  });

  test("is kept as history, without gaps, whatever the clock says", async () => {
    const named = async (name: string, at: number): Promise<void> => {
      await world.rows(
        `update players.accounts set summary_name = '${name}', summary_at = timestamptz '2026-01-01T00:02:30Z' where platform_id = '${ONE}'`,
      );
      await refresh(at, ONE);
    };
    await named("A", 200);
    await named("B", 150);
    await named("A", 300);
    const rows = await history(1);
    expect(rows.map(({ name }) => name)).toEqual(["save", "A", "B", "A"]);
    expect(rows.map(({ until }) => until)).toEqual([...rows.slice(1).map(({ since }) => since), null]);
    expect(rows[3]?.since).toBe(second(300));
  });

  test("is the only one kept of a player who wants no history", async () => {
    await world.rows("insert into players.opt_outs (player_id, at) values (1, now())");
    await world.rows(
      `update players.accounts set seen_name = 'seen', seen_at = timestamptz '2026-01-01T00:02:30Z' where platform_id = '${ONE}'`,
    );
    await refresh(200, ONE);
    expect(await history(1)).toEqual([{ name: "seen", since: second(200), until: null }]);
    expect((await history(3)).map(({ name }) => name)).toEqual(["cut...", "seen"]);
  });
});
