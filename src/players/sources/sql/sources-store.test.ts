import { beforeEach, expect, test } from "vitest";
import { emptyPlayers } from "../../../../test/support/cluster-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { sourcesStore } from "./sources-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const store = sourcesStore(db);

const accountOf = (n: number): string => String(76_561_190_000_000_000n + BigInt(n));

/** More accounts than any list of names should be read for. */
const MANY = 100_010;

beforeEach(() => emptyPlayers(db));

/** Accounts 1 to `count`, in saves of the island. Each has its own name, and the name `Ann` at `annAt`. */
async function insertAccounts(count: number, annAt: readonly number[]): Promise<void> {
  await db.execute({
    name: "test.insertAccounts",
    text: `with numbered as (
        select n, (76561190000000000 + n)::text as platform_id,
          case when n = any ($2::integer[]) then 'Ann' else 'player ' || n end as name
        from generate_series(1, $1) as n
      ), accounts as (
        insert into players.accounts (platform_id, seen_name) select platform_id, name from numbered
      ), saved as (
        insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female, experience,
          engram_points, deaths, created_at, saved_at, server, is_present)
        select n, platform_id, '', '', 'c', 1, false, 0, 0, 0, now(), now(), 'island', true from numbered
      )
      insert into players.save_files (server, file_name, kind, stamp, modified_at, subject_id)
      select 'island', n || '.arkprofile', 'profile', 's', now(), n from numbered`,
    values: [count, annAt],
  });
}

test("every account of a name is found, however many others there are", async () => {
  await insertAccounts(MANY, [1, MANY]);
  const names = await store.listAccountNames("island", ["Ann", "Stranger"]);
  expect(names).toEqual([1, MANY].map((n) => ({ platformId: accountOf(n), platformName: "Ann" })));
});

test("of accounts with the same name two are listed", async () => {
  await insertAccounts(5, [2, 3, 5]);
  const names = await store.listAccountNames("island", ["Ann", "player 4"]);
  expect(names.map(({ platformId, platformName }) => [platformId, platformName])).toEqual([
    [accountOf(2), "Ann"],
    [accountOf(3), "Ann"],
    [accountOf(4), "player 4"],
  ]);
});

test("a name is one of the platform, of a list or of a save, and begins with what is asked for, letter by letter", async () => {
  await insertAccounts(4, []);
  const long = "Ändert 🦖 sixteen";
  const start = Array.from(long).slice(0, 16).join("");
  await db.execute({
    name: "test.nameAccounts",
    text: "update players.accounts set summary_name = case platform_id when $1 then $3 when $2 then lower($3) end",
    values: [accountOf(1), accountOf(2), long],
  });
  await db.execute({
    name: "test.nameSaves",
    text: "update players.players set save_name = $1 where id = 3",
    values: [start],
  });
  expect(await store.listAccountNames("island", [start])).toEqual([
    { platformId: accountOf(1), platformName: long },
    { platformId: accountOf(3), platformName: start },
  ]);
});

test("players of other servers, and those whose saves are gone, are not meant", async () => {
  await insertAccounts(3, [1, 2, 3]);
  await db.execute({
    name: "test.removePlayer",
    text: "update players.players set is_present = false where id = 1",
  });
  await db.execute({
    name: "test.moveSave",
    text: "update players.save_files set server = 'ragnarok' where subject_id = 2",
  });
  expect(await store.listAccountNames("island", ["Ann"])).toEqual([{ platformId: accountOf(3), platformName: "Ann" }]);
});
