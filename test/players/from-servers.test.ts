/** From a game server's save folder and RCON port to answers over HTTP, through everything between. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/kit/time/clock.ts";
import { rconServer } from "../../src/players/demo/rcon/rcon-server.ts";
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import type { Cluster } from "../../src/players/cluster/index.ts";
import { playersWorld } from "../support/players-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ACCOUNT = "76561198000000001";
const EOS = "000200000000000000000000000000aa";
const ADDRESS = "192.0.2.77";
const PASSWORD = "a password of the game";

const folder = await temporaryFolder("tripod-saves-");
const online: { name: string; platformId: string }[] = [];
const game = {
  players: () => online,
  takeChat: () => [],
  takeGameLog: () => [],
  saveWorld: () => undefined,
};
const rcon = await rconServer({ game, password: PASSWORD, clock: systemClock(), habits: { keepAlives: true } });
const world = await playersWorld({ fixture: false });
const cluster: Cluster = {
  name: "Test",
  servers: [
    {
      key: "island",
      name: "The Island",
      game: "asa",
      saves: { folder: folder.path, store: "files", worldFile: undefined },
      rcon: { host: rcon.host, port: rcon.port, password: { from: "text", text: PASSWORD } },
      query: undefined,
      pollSeconds: 0.1,
      gameLog: false,
      chat: false,
    },
  ],
  plugins: { permissions: undefined, arkShop: undefined },
};
const run = world.players.readFrom(cluster, { reportMs: 50, retryMs: 100 });
await run.start();
afterAll(async () => {
  await run.stop();
  await rcon.close();
  await folder.remove();
});

/** As the game does it: beside, then into place. */
async function save(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(join(folder.path, `${name}.tmp`), bytes);
  await rename(join(folder.path, `${name}.tmp`), join(folder.path, name));
}

const onlineNow = async (): Promise<unknown> =>
  ((await world.get("/Online")).json as { Id: number; PlatformName: string }[]).map(({ Id, PlatformName }) => [
    Id,
    PlatformName,
  ]);

test("A19 a profile of ARK: Survival Ascended is read, and its network address is stored nowhere", async () => {
  const sketch = {
    id: 410n,
    platformId: EOS,
    platformName: "shown name",
    characterName: "Ascended Rex",
    level: 111,
    tribeId: 7001,
    networkAddress: ADDRESS,
    fullness: 0.2,
  };
  await save(`${EOS}.arkprofile`, writeProfile(sketch, 7));
  await expect.poll(async () => (await world.get("/Player/410")).status).toBe(200);
  const { json } = await world.get("/Player/410");
  expect(json).toMatchObject({ Id: 410, PlatformId: EOS, Level: 111, CharacterName: "Ascended Rex" });
  await expect.poll(async () => (await world.get("/Search?type=player&q=ascended")).json).toHaveLength(1);
  expect(await everythingStored()).toContain("Ascended Rex");
  expect(await everythingStored()).not.toContain(ADDRESS);
});

test("A20 whoever RCON lists is online, whatever the name, and gone after two lists without", async () => {
  online.push({ name: "A, b. c", platformId: ACCOUNT });
  await expect.poll(onlineNow).toEqual([[0, "A, b. c"]]);
  online.length = 0;
  await expect.poll(onlineNow).toEqual([]);
});

test("a stranger has a profile when the save comes, and stays online", async () => {
  online.push({ name: "New Here", platformId: EOS });
  await expect.poll(onlineNow).toEqual([[410, "New Here"]]);
  online.length = 0;
});

test("the servers say how they are", async () => {
  const { json } = await world.get("/Servers");
  expect(json).toMatchObject([
    { Key: "island", Reachable: true, Sources: { Rcon: { Ok: true }, Saves: { Ok: true } } },
  ]);
});

test("what the database lost with its last moment is read again from the files, although they have not changed", async () => {
  const { db } = world.database;
  // As the promotion of a standby that was behind would leave it.
  await db.transaction(async (tx) => {
    for (const text of [
      "delete from players.save_files where subject_id = 410",
      "delete from players.players where id = 410",
      "delete from kit.outbox where seq = (select max(seq) from kit.outbox)",
    ]) {
      await tx.execute({ name: text.slice(0, 60), text });
    }
  });
  const stored = { name: "test.back", text: "select level from players.players where id = 410" };
  await expect.poll(() => db.query(stored)).toEqual([{ level: 111 }]);
  await expect.poll(async () => (await world.get("/Player/410")).json).toMatchObject({ Level: 111 });
});

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const { db } = world.database;
  const tables = await db.query<{ name: string }>({
    name: "test.tables",
    text: "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('players', 'kit')",
  });
  const texts = await Promise.all(
    tables.map(async ({ name }, at) => {
      const text = `select string_agg(t::text, ' ') as text from ${name} t`;
      const [row] = await db.query<{ text: string | null }>({ name: `test.dump${at}`, text });
      return row?.text ?? "";
    }),
  );
  return texts.join("\n");
}
