import { beforeEach, describe, expect, test } from "vitest";
import { member, profileFile, savesWorld, second, tribeFile } from "../../../../test/support/save-batches.ts";
import { listTombstones, tombstoneHash } from "../../privacy/index.ts";
import { privacyStore } from "../../privacy/sql/privacy-store.ts";

const world = await savesWorld();

beforeEach(async () => {
  await world.clear();
  await world.announced();
});

async function player(): Promise<object | undefined> {
  const [row] = await world.rows(
    "select level, server, saved_at, created_at, is_present from players.players where id = 5",
  );
  return row;
}

function stamps(): Promise<object[]> {
  return world.rows("select server, stamp from players.save_files order by server");
}

describe("of two servers that hold a player", () => {
  test("the newer save counts, whichever comes first", async () => {
    const [older, newer] = [profileFile({ id: 5n, level: 1 }, 100), profileFile({ id: 5n, level: 2 }, 200)];
    const outcome = { level: 2, server: "b", saved_at: second(200), created_at: second(100), is_present: true };
    await world.apply("a", { profiles: [older] });
    await world.apply("b", { profiles: [newer] });
    expect(await player()).toEqual(outcome);
    await world.clear();
    await world.apply("b", { profiles: [newer] });
    await world.announced();
    await world.apply("a", { profiles: [older] });
    expect(await player()).toEqual(outcome);
    expect(await world.announced()).toEqual([]);
    expect(await stamps()).toHaveLength(2);
  });

  test("one that goes back to an older save is believed about its own", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 9 }, 300)] });
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 4 }, 100)] });
    expect(await player()).toMatchObject({ level: 4, saved_at: second(100) });
  });

  test("one that goes back behind the other has the other's save read again", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 9 }, 300)] });
    await world.apply("b", { profiles: [profileFile({ id: 5n, level: 5 }, 200)] });
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 4 }, 100)] });
    expect(await stamps()).toEqual([
      { server: "a", stamp: "1:100:12" },
      { server: "b", stamp: "" },
    ]);
    await world.apply("b", { profiles: [profileFile({ id: 5n, level: 5 }, 200)] });
    expect(await player()).toMatchObject({ level: 5, server: "b" });
    expect(await stamps()).toMatchObject([{ stamp: "1:100:12" }, { stamp: "1:200:12" }]);
  });

  test("the one that is left takes over when the other's save is gone", async () => {
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 1 }, 100)] });
    await world.apply("b", { profiles: [profileFile({ id: 5n, level: 2 }, 200)] });
    await world.apply("b", { removed: ["5.arkprofile"] });
    expect(await player()).toMatchObject({ level: 2, is_present: true });
    expect(await stamps()).toEqual([{ server: "a", stamp: "" }]);
    await world.apply("a", { profiles: [profileFile({ id: 5n, level: 1 }, 100)] });
    expect(await player()).toMatchObject({ level: 1, server: "a", is_present: true });
  });
});

describe("a player who goes from server to server", () => {
  const here = profileFile({ id: 5n, tribeId: 7 }, 100);
  const there = profileFile({ id: 5n, tribeId: 7, level: 11 }, 200);

  test("is never away when the new save comes before the old one goes", async () => {
    await world.apply("a", { profiles: [here] });
    await world.apply("b", { profiles: [there] });
    await world.announced();
    world.moves.length = 0;
    await world.apply("a", { removed: [here.fileName] });
    expect(await player()).toMatchObject({ server: "b", level: 11, is_present: true });
    expect([await world.announced(), world.moves]).toEqual([[], []]);
    expect(await world.rows("select until from players.memberships")).toEqual([{ until: null }]);
  });

  test("is away in between when the old save goes first, and is the same afterwards", async () => {
    await world.apply("a", { profiles: [here] });
    await world.apply("a", { removed: [here.fileName] }, 150);
    expect(await player()).toMatchObject({ is_present: false });
    await world.apply("b", { profiles: [there] });
    expect(await player()).toEqual({
      level: 11,
      server: "b",
      saved_at: second(200),
      created_at: second(100),
      is_present: true,
    });
    expect(await world.rows("select since, until from players.memberships order by since")).toEqual([
      { since: second(100), until: second(150) },
      { since: second(200), until: null },
    ]);
  });

  test("of two servers that apply at once comes out the same as one after the other", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => BigInt(index + 1));
    const save = (at: (id: bigint) => number) =>
      ids.map((id) => profileFile({ id, level: at(id), tribeId: 7 }, at(id)));
    for (let round = 0; round < 5; round++) {
      await world.clear();
      await Promise.all([
        world.apply("a", { profiles: save((id) => (id % 2n === 0n ? 100 : 200)) }),
        world.apply("b", { profiles: save((id) => (id % 2n === 0n ? 200 : 100)).reverse() }),
      ]);
      const wrong = await world.rows(
        "select id from players.players where level <> 200 or server <> case when id % 2 = 0 then 'b' else 'a' end",
      );
      expect(wrong).toEqual([]);
      expect(await world.rows("select count(*) from players.players")).toEqual([{ count: 40 }]);
    }
  });
});

test("a removal of all files removes all of a server, and nothing of another one", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => BigInt(index + 1));
  const profiles = ids.map((id) => profileFile({ id, tribeId: 70 }, 100));
  await world.apply("a", { profiles, tribes: [tribeFile({ id: 70, members: [member(1n)] }, 100)] });
  await world.apply("b", { profiles: profiles.slice(0, 10) });
  const names = [...(await world.store.knownFiles("a")).keys()];
  await world.apply("a", { removed: names });
  expect(await world.rows("select count(*) from players.players where is_present")).toEqual([{ count: 10 }]);
  expect(await world.rows("select is_present from players.tribes")).toEqual([{ is_present: false }]);
  expect(await world.rows("select count(*) from players.memberships where until is null")).toEqual([{ count: 10 }]);
  expect(await world.store.knownFiles("a")).toEqual(new Map());
});

test("a player who was erased by the number alone takes the account along, once a save says whose it is", async () => {
  const account = "76561190000000005";
  const people = privacyStore(world.db, "test", async () => undefined);
  await world.apply("a", { profiles: [profileFile({ id: 4n }, 100)] });
  await people.erase({ playerId: 5n }, second(1_000));
  await world.rows(`insert into players.accounts (platform_id) values ('${account}')`);
  await world.apply("a", { profiles: [profileFile({ id: 5n }, 100)] });
  expect(await world.rows("select platform_id from players.accounts")).toEqual([{ platform_id: "76561190000000004" }]);
  const [tombstone] = await listTombstones(world.db, [tombstoneHash("account", account).toString("hex")]);
  expect(tombstone).toBeDefined();
  // Other numbers say nothing of the account that is named with them later.
  await people.erase({ playerId: 4n }, second(1_000));
  await world.apply("a", { profiles: [profileFile({ id: 4n, platformId: "76561190000000009" }, 200)] });
  const other = tombstoneHash("account", "76561190000000009").toString("hex");
  expect(await listTombstones(world.db, [other])).toEqual([]);
});

describe("an erased player", () => {
  const line = (text: string): string => `Day 1, 00:00:01: ${text}`;

  beforeEach(async () => {
    const hashes = [tombstoneHash("player", 5n), tombstoneHash("account", "76561190000000006")];
    for (const hash of hashes) {
      await world.rows(`insert into players.tombstones (hash, at) values ('\\x${hash.toString("hex")}', now())`);
    }
  });

  test("is not brought back by a save, by the player's id or by the account's", async () => {
    const profiles = [profileFile({ id: 4n }, 100), profileFile({ id: 5n }, 100), profileFile({ id: 6n }, 100)];
    await world.apply("a", { profiles });
    expect(await world.rows("select id from players.players")).toEqual([{ id: 4 }]);
    expect(await world.rows("select platform_id from players.accounts")).toHaveLength(1);
    expect([...(await world.store.knownFiles("a")).keys()]).toEqual(["4.arkprofile"]);
    expect(await world.announced()).toMatchObject([{ players: ["6"] }, { players: ["4"] }]);
  });

  test("is not listed, owns nothing, and is not named by a tribe's log", async () => {
    const log = [
      "Anna Rex with ID 5 was added to the Tribe by Bob with ID 6!",
      "Anna Rex Tamed a Dodo - Lvl 5 (Dodo)!",
      "Annabel Tamed a Dodo - Lvl 5 (Dodo)!",
      "Tribemember Nick - Lvl 3 was killed by a Rex - Lvl 9!",
    ].map(line);
    const members = [member(5n, "Nick"), member(6n, "Bob")];
    await world.apply("a", { tribes: [tribeFile({ id: 7, ownerId: 5n, members, log }, 100)] });
    expect(await world.rows("select owner_id from players.tribes")).toEqual([{ owner_id: 0 }]);
    expect(await world.rows("select player_id from players.tribe_listings")).toEqual([{ player_id: 6 }]);
    const rows = await world.rows<{ text: string; event: string }>(
      "select text, event from players.tribe_log order by number",
    );
    expect(rows.map(({ text }) => text)).toEqual([
      "[erased] was added to the Tribe by Bob with ID 6!",
      "[erased] Tamed a Dodo - Lvl 5 (Dodo)!",
      "Annabel Tamed a Dodo - Lvl 5 (Dodo)!",
      "Tribemember [erased] - Lvl 3 was killed by a Rex - Lvl 9!",
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Anna Rex|Nick|"5"/);
    expect(JSON.parse(rows[0]?.event ?? "")).toMatchObject({ kind: "memberAdded", member: { name: "[erased]" } });
  });

  describe("who is in no list of the tribe any more", () => {
    const log = [
      "Anna Rex Tamed a Dodo - Lvl 5 (Dodo)!",
      "Bob Tamed a Raptor - Lvl 6 (Raptor)!",
      "Bob demolished a 'Wall' at Anna Rex's Base!",
    ].map(line);
    const theirs = tribeFile({ id: 7, members: [member(8n, "Bob")], log }, 200);
    const texts = async (): Promise<string[]> =>
      (await world.rows<{ text: string }>("select text from players.tribe_log order by number")).map(
        ({ text }) => text,
      );
    const without = [
      "[erased] Tamed a Dodo - Lvl 5 (Dodo)!",
      "Bob Tamed a Raptor - Lvl 6 (Raptor)!",
      "Bob demolished a 'Wall' at [erased]'s Base!",
    ];

    beforeEach(async () => {
      await world.apply("a", { profiles: [profileFile({ id: 9n, characterName: "Anna Rex", tribeId: 7 }, 100)] });
      await world.apply("a", { tribes: [theirs] });
      await privacyStore(world.db, "test", async () => undefined).erase({ playerId: 9n }, second(300));
      expect(await texts()).toEqual(without);
    });

    test("is not named again by a log that another server's save repeats", async () => {
      await world.apply("b", { tribes: [theirs] });
      expect(await texts()).toEqual(without);
    });

    test("is not named again by a log that goes back to a backup", async () => {
      const last = line("Bob froze Rexy - Lvl 7 (Rex)");
      await world.apply("a", { tribes: [tribeFile({ id: 7, log: [...log, last] }, 300)] });
      await world.apply("a", { tribes: [{ ...theirs, modifiedAt: second(400) }] });
      expect(await texts()).toEqual([...without, "Bob froze Rexy - Lvl 7 (Rex)"]);
    });

    test("takes no line of another moment along, nor one of other words", async () => {
      const later = "Day 2, 00:00:01: Eve Tamed a Dodo - Lvl 5 (Dodo)!";
      const more = [...log, line("Eve Tamed a Dodo - Lvl 7 (Dodo)!"), later];
      await world.apply("b", { tribes: [tribeFile({ id: 7, log: more }, 200)] });
      expect(await texts()).toEqual([
        ...without,
        "Eve Tamed a Dodo - Lvl 7 (Dodo)!",
        "Eve Tamed a Dodo - Lvl 5 (Dodo)!",
      ]);
    });
  });

  describe("who makes another character", () => {
    const again = profileFile({ id: 60n, platformId: "76561190000000006", characterName: "Anna Neu", tribeId: 7 }, 100);
    const log = ["Anna Neu with ID 60 was added to the Tribe!", "Anna Neu Tamed a Dodo - Lvl 5 (Dodo)!"].map(line);
    const members = [member(60n, "Anna Neu"), member(8n, "Bob")];
    const theirs = tribeFile({ id: 7, name: "Tribe of Anna Neu", ownerId: 60n, members, log }, 100);

    const stored = async (): Promise<object> => ({
      players: await world.rows("select id from players.players"),
      listed: await world.rows("select player_id, name from players.tribe_listings"),
      tribes: await world.rows("select name, owner_id from players.tribes"),
      log: await world.rows("select text from players.tribe_log order by number"),
    });
    const without = {
      players: [],
      listed: [{ player_id: 8, name: "Bob" }],
      tribes: [{ name: "Tribe of [erased]", owner_id: 0 }],
      log: [{ text: "[erased] was added to the Tribe!" }, { text: "[erased] Tamed a Dodo - Lvl 5 (Dodo)!" }],
    };

    test("is not named by the tribe that the character is in", async () => {
      await world.apply("a", { profiles: [again], tribes: [theirs] });
      expect(await stored()).toEqual(without);
      await world.apply("b", { tribes: [theirs] });
      expect(await stored()).toEqual(without);
    });

    test("is not named any longer by a tribe that was read before", async () => {
      await world.apply("a", { tribes: [theirs] });
      await world.apply("a", { profiles: [again] });
      expect(await stored()).toEqual(without);
    });

    test("takes nobody else along whose character has the same number", async () => {
      await world.apply("a", { profiles: [profileFile({ id: 60n, platformId: "76561190000000099" }, 100)] });
      await world.apply("b", { profiles: [again] });
      expect(await stored()).toMatchObject({ players: [{ id: 60 }] });
    });
  });

  test("gives no name to a tribe, nor to an alliance of it", async () => {
    const members = [member(5n, "Nick"), member(6n, "Bob")];
    const tribes = [
      { id: 7, name: "Tribe of Nick" },
      { id: 8, name: "Nickel & Co" },
    ];
    const alliances = [{ id: 1, name: "Nick & Bob", tribes }];
    await world.apply("a", { tribes: [tribeFile({ id: 7, name: "Tribe of Nick", members, alliances }, 100)] });
    expect(await world.rows("select name, alliances from players.tribes")).toEqual([
      {
        name: "Tribe of [erased]",
        alliances: expect.stringMatching(/"\[erased\] & Bob".*"Tribe of \[erased\]".*"Nickel & Co"/),
      },
    ]);
    expect(await world.rows("select name from players.tribe_names")).toEqual([{ name: "Tribe of [erased]" }]);
  });
});
