/** What callers see of the servers of the cluster. */
import { expect, test } from "vitest";
import { listServers } from "../../src/players/system/endpoints/list-servers.ts";
import { playersWorld } from "../support/players-world.ts";

const world = await playersWorld();
const { system } = world.players;
await system.configureServers([{ key: "island", name: "Island", game: "ase", isInvented: false }]);

async function saidTo(key: string): Promise<unknown> {
  const { json } = await world.get("/Servers", `Bearer ${key}`);
  return json[0].Sources.Saves.Says;
}

test(`${listServers.id} names files that cannot be read to admins alone`, async () => {
  const at = world.platform.clock.now();
  const says = "2 profiles and 1 tribe. 1 file cannot be read.";
  const detail = "It is 76561198000000101.arkprofile: The file ends too early.";
  await system.reportSource("island", "saves", { isGood: false, says, detail, at });
  expect(await saidTo(world.keys.read)).toBe(says);
  expect(await saidTo(world.keys.history)).toBe(says);
  expect(await saidTo(world.keys.admin)).toBe(`${says} ${detail}`);

  await system.reportSource("island", "saves", { isGood: true, says: "3 profiles and 1 tribe.", at });
  expect(await saidTo(world.keys.admin)).toBe("3 profiles and 1 tribe.");
});
