import { beforeEach, describe, expect, test } from "vitest";
import { changesOf, profileFile, savesWorld, second } from "../../../../test/support/save-batches.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { LeaseLost } from "../../../kit/sql/lease.ts";

const world = await savesWorld();

beforeEach(async () => {
  await world.clear();
  await world.announced();
});

interface Row {
  readonly id: number;
  readonly character_name: string;
  readonly platform_name: string;
  readonly level: number;
  readonly server: string;
  readonly saved_at: Instant;
  readonly created_at: Instant;
  readonly is_present: boolean;
}

async function player(id: number): Promise<Row | undefined> {
  const [row] = await world.rows<Row>(
    `select id, character_name, platform_name, level, server, saved_at, created_at, is_present
     from players.players where id = ${id}`,
  );
  return row;
}

function names(kind: string): Promise<{ name: string; since: Instant; until: Instant | null }[]> {
  return world.rows(`select name, since, until from players.names where kind = '${kind}' order by since`);
}

describe("a player", () => {
  test("is inserted with the content of the save, and is announced with the account", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 46, tribeId: 7 }, 100, "x.arkprofile", 50)] });
    expect(await player(5)).toEqual({
      id: 5,
      character_name: "character 5",
      platform_name: "platform 5",
      level: 46,
      server: "a",
      saved_at: second(100),
      created_at: second(50),
      is_present: true,
    });
    expect(await world.announced()).toEqual([{ players: ["5"], accounts: ["76561190000000005"], tribes: [7] }]);
    expect(await world.store.knownFiles("a")).toEqual(new Map([["x.arkprofile", "1:100:12"]]));
    expect(await world.store.knownFiles("b")).toEqual(new Map());
  });

  test("keeps every digit of a large id, and any name", async () => {
    const id = 9_223_372_036_854_775_807n;
    await world.apply("a", { profiles: [profileFile({ id, characterName: `小明 "\\" ' 🦖 $1` }, 1)] });
    expect(await world.rows("select id::text, character_name from players.players")).toEqual([
      { id: "9223372036854775807", character_name: `小明 "\\" ' 🦖 $1` },
    ]);
  });

  test("whose save was rewritten without a visible change is not announced", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, experience: 1 }, 100)] });
    await world.announced();
    await world.apply("a", { profiles: [profileFile({ id: 5n, experience: 2 }, 200)] });
    expect(await player(5)).toMatchObject({ saved_at: second(200), created_at: second(100) });
    expect(await world.announced()).toEqual([]);
    expect(await world.store.knownFiles("a")).toEqual(new Map([["5.arkprofile", "1:200:12"]]));
  });

  test.each([
    ["character name", { characterName: "new" }],
    ["name in the save", { platformName: "new" }],
    ["level", { level: 11 }],
  ])("with another %s is announced", async (_what, change) => {
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100)] });
    await world.announced();
    await world.apply("a", { profiles: [profileFile({ id: 5n, ...change }, 200)] });
    expect(await world.announced()).toEqual([{ players: ["5"], accounts: [], tribes: [] }]);
  });

  test("is shown by the newest name of its account, also where the save alone saw it", async () => {
    const account = "76561190000000005";
    await world.rows(
      `insert into players.accounts (platform_id, seen_name, seen_at) values ('${account}', 'seen', timestamptz '2026-01-01T00:02:30Z')`,
    );
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100)] });
    expect(await player(5)).toMatchObject({ platform_name: "seen" });
    await world.rows(
      `update players.accounts set summary_name = 'summary', summary_at = timestamptz '2026-01-01T00:02:40Z'`,
    );
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 200)] });
    expect(await player(5)).toMatchObject({ platform_name: "summary" });
    await world.apply("a", { profiles: [profileFile({ id: 5n, platformName: "renamed" }, 300)] });
    expect(await player(5)).toMatchObject({ platform_name: "renamed" });
    await world.rows(`update players.accounts set seen_name = '????', seen_at = timestamptz '2026-01-01T00:06:40Z'`);
    await world.apply("a", { profiles: [profileFile({ id: 5n, platformName: "renamed", level: 9 }, 500)] });
    expect(await player(5)).toMatchObject({ platform_name: "renamed" });
    expect((await names("platform")).map(({ name }) => name)).toEqual(["seen", "summary", "renamed"]);
  });

  test("who takes a name again has it three times over", async () => {
    for (const [at, characterName] of [
      [100, "A"],
      [200, "B"],
      [300, "A"],
      [400, "A"],
    ] as const) {
      await world.apply("a", { profiles: [profileFile({ id: 5n, characterName }, at)] });
    }
    expect(await names("character")).toEqual([
      { name: "A", since: second(100), until: second(200) },
      { name: "B", since: second(200), until: second(300) },
      { name: "A", since: second(300), until: null },
    ]);
  });

  test("has names one after another although the clock of the game server went back", async () => {
    for (const [at, characterName] of [
      [300, "A"],
      [100, "B"],
      [50, "C"],
    ] as const) {
      await world.apply("a", { profiles: [profileFile({ id: 5n, characterName }, at)] });
    }
    const [a, b, c] = await names("character");
    expect([a?.name, b?.name, c?.name]).toEqual(["A", "B", "C"]);
    expect([a?.until, b?.until]).toEqual([b?.since, c?.since]);
    expect(c?.until).toBeNull();
  });

  test("never has a name from a time to come", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 5_000)] }, 1_000);
    expect(await names("character")).toMatchObject([{ since: second(1_000) }]);
  });

  test("who wants no history keeps the present names only", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, characterName: "A", tribeId: 1 }, 100)] });
    await world.rows(`insert into players.opt_outs (player_id, at) values (5, now())`);
    world.moves.length = 0;
    await world.apply("a", { profiles: [profileFile({ id: 5n, characterName: "B", tribeId: 2 }, 200)] });
    await world.apply("a", { profiles: [profileFile({ id: 5n, characterName: "C", tribeId: 3 }, 300)] });
    expect(await names("character")).toEqual([{ name: "C", since: second(300), until: null }]);
    expect(await world.rows("select tribe_id, until from players.memberships")).toEqual([{ tribe_id: 3, until: null }]);
    expect(world.moves).toEqual([]);
  });
});

describe("a file", () => {
  test("that is gone takes its player along, who stays known", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, tribeId: 7 }, 100)] });
    await world.announced();
    await world.apply("a", { removed: ["5.arkprofile"] }, 150);
    expect(await player(5)).toMatchObject({ character_name: "character 5", is_present: false });
    expect(await world.rows("select tribe_id, until from players.memberships")).toEqual([
      { tribe_id: 7, until: second(150) },
    ]);
    expect(await world.announced()).toEqual([{ players: [], accounts: ["76561190000000005"], tribes: [7] }]);
    expect(await world.store.knownFiles("a")).toEqual(new Map());
  });

  test("that holds another player now takes the first one away", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100, "x.arkprofile")] });
    await world.apply("a", { profiles: [profileFile({ id: 6n }, 200, "x.arkprofile")] });
    expect(await player(5)).toMatchObject({ is_present: false });
    expect(await player(6)).toMatchObject({ is_present: true });
  });

  test("of a name that only changed its letters keeps its player", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100, "X.arkprofile")] });
    await world.announced();
    await world.apply("a", {
      profiles: [profileFile({ id: 5n }, 100, "x.arkprofile")],
      removed: ["X.arkprofile"],
    });
    expect(await player(5)).toMatchObject({ is_present: true });
    expect(await world.announced()).toEqual([]);
  });

  test("that was never applied may be removed", async () => {
    await world.apply("a", { removed: ["never.arkprofile"] });
    expect(await world.announced()).toEqual([]);
  });
});

describe("a batch", () => {
  test("that is applied again changes nothing and is not announced", async () => {
    const batch = { profiles: [profileFile({ id: 5n, tribeId: 7 }, 100)], removed: ["old.arkprofile"] };
    const everything = `select (select json_agg(p) from (select xmin, * from players.players) p) as players,
      (select json_agg(n) from (select xmin, * from players.names) n) as names,
      (select json_agg(m) from (select xmin, * from players.memberships) m) as memberships,
      (select json_agg(f) from (select xmin, * from players.save_files) f) as files`;
    await world.apply("a", batch);
    await world.announced();
    const before = await world.rows(everything);
    await world.apply("a", batch);
    expect(await world.rows(everything)).toEqual(before);
    expect(await world.announced()).toEqual([]);
    expect(world.moves).toHaveLength(1);
  });

  test("of a process that lost its lease is refused whole", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100)] });
    const stale = { server: "a", fence: 0, at: second(1), changes: changesOf({ removed: ["5.arkprofile"] }) };
    await expect(world.store.apply(stale)).rejects.toThrow(LeaseLost);
    expect(await player(5)).toMatchObject({ is_present: true });
  });

  test("notes the game's time and when accounts came last, but nothing earlier than what is known", async () => {
    await world.rows(`insert into players.servers (key, name, game, is_configured) values ('a', 'A', 'asa', true)`);
    await world.apply("a", { profiles: [profileFile({ id: 5n }, 100)] });
    const accounts = "select last_seen from players.accounts";
    const logins = (at: number) => [{ platformId: "76561190000000005", at: second(at) }];
    const facts = { gameTimeSeconds: 12.5, savedAt: second(100) };
    await world.apply("a", {}, 100, { world: { ...facts, logins: logins(90) } });
    expect(await world.rows(accounts)).toEqual([{ last_seen: second(90) }]);
    await world.apply("a", {}, 100, { world: { ...facts, logins: logins(80) } });
    expect(await world.rows(accounts)).toEqual([{ last_seen: second(90) }]);
    // The clock of the game server is ahead: nobody was seen later than now.
    await world.apply("a", {}, 120, { world: { ...facts, logins: logins(100_000) } });
    expect(await world.rows(accounts)).toEqual([{ last_seen: second(120) }]);
    expect(await world.rows("select game_time, game_time_at from players.servers")).toEqual([
      { game_time: 12.5, game_time_at: second(100) },
    ]);
  });
});
