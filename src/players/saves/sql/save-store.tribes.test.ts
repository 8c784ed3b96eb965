import { beforeEach, describe, expect, test } from "vitest";
import type { SavedChanges } from "../saved-contents.ts";
import { member, profileFile, savesWorld, second, tribeFile } from "../../../../test/support/save-batches.ts";

const world = await savesWorld();

beforeEach(async () => {
  await world.clear();
  await world.announced();
});

function memberships(): Promise<object[]> {
  return world.rows("select player_id, tribe_id, since, until from players.memberships order by since, player_id");
}

/** The members of tribes, as readers see them. */
function membersNow(): Promise<object[]> {
  return world.rows(`select m.tribe_id, m.player_id, m.has_profile from players.tribe_members m
    join players.tribes t on t.id = m.tribe_id and t.is_present order by 1, 2`);
}

async function storedLog(tribeId = 7): Promise<string[]> {
  const rows = await world.rows<{ line: string }>(
    `select number || ' ' || text as line from players.tribe_log where tribe_id = ${tribeId} order by number`,
  );
  return rows.map(({ line }) => line);
}

const line = (minute: number, text: string): string =>
  `Day 3, 10:${String(minute).padStart(2, "0")}:05: <RichColor Color="1, 0, 0, 1">${text}</>`;

describe("a tribe", () => {
  test("is inserted with the content of the save, and is announced", async () => {
    const alliances = [{ id: 4_000_000_000, name: "Pact", tribes: [{ id: 9, name: "Others" }] }];
    const members = [member(2n, "Anna"), { id: 1n, name: "", rankGroup: 3 }, member(2n, "twice")];
    const file = tribeFile({ id: 7, name: "Red", ownerId: 2n, adminIds: [1n], members, alliances, dinoCount: 5 }, 100);
    await world.apply("a", { tribes: [file] });
    expect(
      await world.rows(
        "select name, owner_id, dino_count, alliances, is_present, server, saved_at from players.tribes",
      ),
    ).toEqual([
      {
        name: "Red",
        owner_id: 2,
        dino_count: 5,
        alliances: expect.anything() as string,
        is_present: true,
        server: "a",
        saved_at: second(100),
      },
    ]);
    const [row] = await world.rows<{ alliances: string }>("select alliances from players.tribes");
    expect(JSON.parse(row?.alliances ?? "")).toEqual(alliances);
    expect(
      await world.rows(
        "select player_id, name, place, is_admin, rank_group from players.tribe_listings order by place",
      ),
    ).toEqual([
      { player_id: 2, name: "Anna", place: 0, is_admin: false, rank_group: null },
      { player_id: 1, name: "", place: 1, is_admin: true, rank_group: 3 },
    ]);
    expect(await world.announced()).toEqual([{ players: [], accounts: [], tribes: [7] }]);
    await world.apply("a", { tribes: [{ ...file, modifiedAt: second(200) }] });
    expect(await world.announced()).toEqual([]);
  });

  test.each([
    ["name", { name: "Blue" }],
    ["owner", { ownerId: 9n }],
    ["list of members", { members: [member(1n), member(2n)] }],
  ])("with another %s is announced", async (_what, change) => {
    await world.apply("a", { tribes: [tribeFile({ id: 7, members: [member(1n)] }, 100)] });
    await world.announced();
    await world.apply("a", { tribes: [tribeFile({ id: 7, members: [member(1n)], ...change }, 200)] });
    expect(await world.announced()).toEqual([{ players: [], accounts: [], tribes: [7] }]);
  });

  test("that takes a name again has it three times over", async () => {
    for (const [at, name] of [
      [100, "A"],
      [200, "B"],
      [300, "A"],
    ] as const) {
      await world.apply("a", { tribes: [tribeFile({ id: 7, name }, at)] });
    }
    expect(await world.rows("select name, since, until from players.tribe_names order by since")).toEqual([
      { name: "A", since: second(100), until: second(200) },
      { name: "B", since: second(200), until: second(300) },
      { name: "A", since: second(300), until: null },
    ]);
  });

  test("whose file is gone is not there any more", async () => {
    await world.apply("a", { tribes: [tribeFile({ id: 7 }, 100)] });
    await world.announced();
    await world.apply("a", { removed: ["7.arktribe"] });
    expect(await world.rows("select is_present from players.tribes")).toEqual([{ is_present: false }]);
    expect(await world.announced()).toEqual([{ players: [], accounts: [], tribes: [7] }]);
  });
});

describe("members", () => {
  test("are those whose own save says so, and listed ones without a save", async () => {
    await world.apply("a", {
      tribes: [tribeFile({ id: 7, members: [member(1n), member(2n), member(3n)] }, 100)],
      profiles: [profileFile({ id: 1n, tribeId: 7 }, 100), profileFile({ id: 2n }, 100)],
    });
    expect(await membersNow()).toEqual([
      { tribe_id: 7, player_id: 1, has_profile: true },
      { tribe_id: 7, player_id: 3, has_profile: false },
    ]);
  });

  test("change when a listed player gets a save, and when it goes: the tribe is announced", async () => {
    await world.apply("a", { tribes: [tribeFile({ id: 7, members: [member(1n)] }, 100)] });
    await world.announced();
    await world.apply("a", { profiles: [profileFile({ id: 1n }, 200)] });
    expect(await world.announced()).toMatchObject([{ tribes: [7] }]);
    expect(await membersNow()).toEqual([]);
    await world.apply("a", { removed: ["1.arkprofile"] });
    expect(await world.announced()).toMatchObject([{ tribes: [7] }]);
    expect(await membersNow()).toEqual([{ tribe_id: 7, player_id: 1, has_profile: false }]);
  });

  test("who change tribe are announced, with both tribes", async () => {
    const platformId = "76561190000000001";
    await world.apply("a", { profiles: [profileFile({ id: 1n, tribeId: 7 }, 100)] });
    await world.announced();
    await world.apply("a", { profiles: [profileFile({ id: 1n, tribeId: 8 }, 200)] });
    expect(await world.announced()).toEqual([{ players: [], accounts: [], tribes: [7, 8] }]);
    await world.apply("a", { profiles: [profileFile({ id: 1n }, 300)] });
    expect(await world.announced()).toEqual([{ players: [], accounts: [], tribes: [8] }]);
    expect(await memberships()).toEqual([
      { player_id: 1, tribe_id: 7, since: second(100), until: second(200) },
      { player_id: 1, tribe_id: 8, since: second(200), until: second(300) },
    ]);
    const told = { playerId: 1n, platformId, characterName: "character 1" };
    expect(world.moves).toEqual([
      { ...told, from: null, to: 7, at: second(100) },
      { ...told, from: 7, to: 8, at: second(200) },
      { ...told, from: 8, to: null, at: second(300) },
    ]);
  });

  test("who are seen at a folder's first reading are not news", async () => {
    await world.apply("a", { full: true, profiles: [profileFile({ id: 1n, tribeId: 7 }, 100)] });
    expect(world.moves).toEqual([]);
    expect(await memberships()).toHaveLength(1);
    await world.apply("b", { full: true, profiles: [profileFile({ id: 1n, tribeId: 8 }, 200)] });
    expect(world.moves).toMatchObject([{ from: 7, to: 8 }]);
  });

  test("who have their own id for a tribe are in one only while a save says so", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 7n, tribeId: 7 }, 100)] });
    expect([await memberships(), await membersNow(), world.moves]).toEqual([[], [], []]);
    await world.apply("a", { tribes: [tribeFile({ id: 7 }, 200)] }, 1_000);
    expect(await membersNow()).toEqual([{ tribe_id: 7, player_id: 7, has_profile: true }]);
    await world.apply("a", { removed: ["7.arktribe"] }, 1_100);
    expect(await memberships()).toEqual([{ player_id: 7, tribe_id: 7, since: second(1_000), until: second(1_100) }]);
    expect(world.moves).toMatchObject([
      { from: null, to: 7 },
      { from: 7, to: null },
    ]);
  });

  test("who come with a tribe of their own id are in it at once", async () => {
    await world.apply("a", {
      tribes: [tribeFile({ id: 7 }, 90)],
      profiles: [profileFile({ id: 7n, tribeId: 7 }, 100)],
    });
    expect(await memberships()).toEqual([{ player_id: 7, tribe_id: 7, since: second(100), until: null }]);
  });
});

describe("a tribe's log", () => {
  const apply = (at: number, texts: readonly string[], server = "a"): Promise<void> =>
    world.apply(server, { tribes: [tribeFile({ id: 7, log: texts.map((text, index) => line(index, text)) }, at)] });
  const applyLines = (at: number, log: readonly string[], server = "a"): Promise<void> =>
    world.apply(server, { tribes: [tribeFile({ id: 7, log }, at)] });

  test("is stored line by line, with what it tells", async () => {
    await apply(100, ["Anna with ID 12 was added to the Tribe!", "Anna Tamed a Rex - Lvl 5 (Rex)!"]);
    expect(await world.rows("select number, day, second, text, event, seen_at from players.tribe_log")).toMatchObject([
      { number: 1, day: 3, second: 36_005, text: "Anna with ID 12 was added to the Tribe!", seen_at: second(1_000) },
      { number: 2, day: 3, second: 36_065 },
    ]);
    const [row] = await world.rows<{ event: string }>("select event from players.tribe_log where number = 1");
    expect(JSON.parse(row?.event ?? "")).toEqual({ kind: "memberAdded", member: { name: "Anna", id: "12" } });
  });

  test("grows by what is new, repeated lines included", async () => {
    const [x, y, z] = [line(1, "x"), line(2, "y"), line(3, "z")];
    await applyLines(100, [x, x, y]);
    await applyLines(200, [x, y, y]);
    await applyLines(300, [y, y, z]);
    await applyLines(400, [y, y, z]);
    expect(await storedLog()).toEqual(["1 x", "2 x", "3 y", "4 y", "5 z"]);
  });

  test("that was rewritten goes on after the last number, even when old lines were removed", async () => {
    await apply(100, ["x", "y"]);
    await world.rows("delete from players.tribe_log");
    await apply(200, ["p", "q"]);
    expect(await storedLog()).toEqual(["3 p", "4 q"]);
  });

  test("that went back to a backup keeps what it has in common once", async () => {
    const lines = Array.from({ length: 6 }, (_, index) => line(index, `line ${index}`));
    await applyLines(100, lines);
    await applyLines(200, [...lines.slice(0, 3), line(50, "after the backup")]);
    expect(await storedLog()).toHaveLength(7);
    expect((await storedLog()).at(-1)).toBe("7 after the backup");
  });

  test("that two servers write comes together without repetitions", async () => {
    const common = [line(1, "x"), line(2, "y")];
    await applyLines(100, common);
    await applyLines(110, [...common, line(3, "on b")], "b");
    await applyLines(200, [...common, line(4, "on a")]);
    await applyLines(210, [...common, line(3, "on b"), line(5, "more on b")], "b");
    await applyLines(300, [...common, line(4, "on a")]);
    expect(await storedLog()).toEqual(["1 x", "2 y", "3 on b", "4 on a", "5 more on b"]);
  });

  test("may have lines of no known form", async () => {
    await applyLines(100, ["no time", line(1, "x"), "", "no time either"]);
    expect(await world.rows("select day, second, text from players.tribe_log order by number")).toEqual([
      { day: 0, second: 0, text: "no time" },
      { day: 3, second: 36_065, text: "x" },
      { day: 3, second: 36_065, text: "no time either" },
    ]);
  });
});

describe("the batches of a first reading", () => {
  test("announce tribes by their members once, with the last batch", async () => {
    const newMember = (id: bigint): Partial<SavedChanges> => ({ profiles: [profileFile({ id, tribeId: 7 }, 100)] });
    await world.apply("a", { full: true, last: false, tribes: [tribeFile({ id: 7 }, 100)] });
    await world.announced();
    await world.apply("a", { full: true, last: false, ...newMember(1n) });
    expect(await world.announced()).toMatchObject([{ players: ["1"], tribes: [] }]);
    await world.apply("a", { full: true, last: true, ...newMember(2n) });
    const tribes = (await world.announced()).flatMap((change) => change.tribes ?? []);
    expect([...new Set(tribes)]).toEqual([7]);
    await world.apply("a", newMember(3n));
    expect(await world.announced()).toMatchObject([{ players: ["3"], tribes: [7] }]);
  });
});
