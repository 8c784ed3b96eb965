import fc from "fast-check";
import { expect, test } from "vitest";
import { arkWorld, type ArkWorld } from "../../../../test/support/ark-cluster.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { parseTribeLogLine, readSave, type SavedProfile, type SavedTribe } from "../../saves/index.ts";
import { writeProfile, type ProfileSketch } from "../saves/profile-save.ts";
import { writeTribe, type TribeSketch } from "../saves/tribe-save.ts";
import { liveOn } from "./life.ts";
import { savedWorld } from "./saved-world.ts";
import type { Tribe } from "./tribe.ts";
import type { GameWorld } from "./world.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Lives on for this many events, with a wipe of a server in the middle. */
function live(seed: number, events = 400): ArkWorld {
  const parts = arkWorld(seed);
  const { world, dice, recruits, clock } = parts;
  const open = world.servers.map(({ key }) => key);
  for (let event = 0; event < events; event++) {
    const at = plusMillis(clock.now(), event * 30_000);
    if (event === events / 2) world.wipe(dice.pick(open) ?? "", at);
    liveOn(world, dice, at, { open, recruits });
  }
  return parts;
}

test("a life keeps the rules of the game", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { world } = live(seed);
      checkSurvivors(world);
      for (const tribe of world.tribes()) checkTribe(world, tribe);
    }),
    { numRuns: 40 },
  );
});

test("the same seed gives the same life, and another one another", () => {
  const filesOf = (seed: number) => {
    const { world } = live(seed);
    return world.servers.map(({ key }) => [...savedWorld(world, key)]);
  };
  expect(filesOf(7)).toEqual(filesOf(7));
  expect(filesOf(7)).not.toEqual(filesOf(8));
});

test("whatever happens is saved so that it is read as it was", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { world } = live(seed);
      for (const { key, game } of world.servers) {
        const version = game === "ase" ? 1 : 7;
        for (const [name, file] of savedWorld(world, key)) {
          const isTribe = file.kind === "tribe";
          const bytes = isTribe ? writeTribe(file.sketch, version) : writeProfile(file.sketch, version);
          const expected = isTribe ? { tribe: savedTribe(file.sketch) } : { profile: savedProfile(file.sketch) };
          expect(readSave(bytes), name).toEqual({ kind: file.kind, ...expected });
        }
      }
    }),
    { numRuns: 15 },
  );
});

test("every kind of thing happens in some life", () => {
  const kinds = new Set<string>();
  const seen = { moved: 0, alone: 0, allied: 0, staleListing: 0, ghosts: 0 };
  for (let seed = 0; seed < 40; seed++) {
    const { world } = live(seed);
    const ids = new Map(world.survivors().map((survivor) => [survivor.id, survivor]));
    seen.alone += world.survivors().filter(({ id, tribeId }) => tribeId === Number(id)).length;
    for (const tribe of world.tribes()) {
      seen.moved += tribe.servers.size > 1 ? 1 : 0;
      seen.allied += tribe.allies.size;
      seen.staleListing += [...tribe.listed.keys()].filter(
        (id) => ids.has(id) && ids.get(id)?.tribeId !== tribe.id,
      ).length;
      seen.ghosts += [...tribe.listed.keys()].filter((id) => !ids.has(id)).length;
      for (const line of tribe.log) kinds.add(parseTribeLogLine(line)?.event?.kind ?? `unknown: ${line}`);
    }
  }
  expect([...kinds].sort()).toEqual([
    "killed",
    "memberAdded",
    "memberLeft",
    "memberPromoted",
    "memberRemoved",
    "tamed",
  ]);
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});

function checkSurvivors(world: GameWorld): void {
  const survivors = world.survivors();
  expect(new Set(survivors.map(({ platformId }) => platformId)).size).toBe(survivors.length);
  for (const survivor of survivors) {
    const { id, tribeId, platformId, networkAddress } = survivor;
    if (tribeId !== undefined && tribeId !== Number(id)) expect(world.tribe(tribeId).listed.has(id)).toBe(true);
    const isAse = world.server(survivor.server).game === "ase";
    expect(platformId).toMatch(isAse ? /^7656119000\d{7}$/ : /^[0-9a-f]{32}$/);
    expect(networkAddress).toMatch(/^203\.0\.113\.\d{1,3}$/);
  }
  for (const { key, maxPlayers } of world.servers) expect(world.online(key).length).toBeLessThanOrEqual(maxPlayers);
}

function checkTribe(world: GameWorld, tribe: Tribe): void {
  const members = world.members(tribe.id);
  expect(members.map(({ id }) => id)).toContain(tribe.ownerId);
  for (const member of members) {
    expect(tribe.servers).toContain(member.server);
    expect(tribe.listed.get(member.id)).toBe(member.characterName);
  }
  expect(tribe.log.length).toBeLessThanOrEqual(400);
  expect(tribe.logIndex).toBeGreaterThanOrEqual(tribe.log.length);
  for (const allyId of tribe.allies.keys()) expect(world.tribe(allyId).allies.get(tribe.id)).toBe(tribe.name);
}

/** A sketch as it is read: without hidden values, and with defaults. */
function savedProfile({ networkAddress, ...sketch }: ProfileSketch): SavedProfile {
  expect(networkAddress ?? "203.0.113.1").toMatch(/^203\.0\.113\.\d{1,3}$/);
  const nothing = { platformId: undefined, tribeId: undefined, mapName: undefined, dataVersion: undefined };
  const times = { loginTime: undefined, lastLoginTime: undefined };
  const zero = { experience: 0, engramPoints: 0, deaths: 0, level: 1, isFemale: false };
  return { ...nothing, ...times, ...zero, ...sketch } as SavedProfile;
}

function savedTribe(sketch: TribeSketch): SavedTribe {
  return { ...sketch, alliances: sketch.alliances ?? [], adminIds: sketch.adminIds ?? [] } as SavedTribe;
}
