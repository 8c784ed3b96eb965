import { expect, test } from "vitest";
import { profileFile, savesWorld, tribeFile } from "../../../../test/support/save-batches.ts";
import { MAX_FORMER_NAMES } from "../core/kept-names.ts";
import { directoryStore } from "./directory-store.ts";

const world = await savesWorld();
const store = directoryStore(world.db);

async function all<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

test("of very many former names the latest are read, in the same order at the start and with a change", async () => {
  await world.apply("a", {
    profiles: [profileFile({ id: 101n, characterName: "Anna", platformName: "annaplays" }, 100)],
    tribes: [tribeFile({ id: 7, name: "Red" }, 100)],
  });
  const names = `select 'name ' || n as name, timestamptz '2020-01-01' + n * interval '1 hour' as since,
    timestamptz '2020-01-01' + (n + 1) * interval '1 hour' as until from generate_series(1, 700) as n`;
  await world.rows(`insert into players.names (player_id, kind, name, since, until)
    select 101, 'platform', name, since, until from (${names}) as n
    union all select 101, 'character', case when name = 'name 700' then 'Anna' else name end, since, until from (${names}) as n`);
  await world.rows(`insert into players.tribe_names (tribe_id, name, since, until) select 7, * from (${names}) as n`);
  const latest = Array.from({ length: MAX_FORMER_NAMES }, (_, index) => `name ${700 - index}`);

  const players = await all(store.streamPlayers());
  expect(players.map(({ formerNames }) => formerNames.slice(0, MAX_FORMER_NAMES))).toEqual([latest]);
  expect((await store.readPlayers(["101"], [])).map(({ formerNames }) => formerNames)).toEqual([latest]);
  const tribes = await all(store.streamTribes());
  expect(tribes.map(({ formerNames }) => formerNames)).toEqual([latest]);
  expect((await store.readTribes([7])).map(({ formerNames }) => formerNames)).toEqual([latest]);
});
