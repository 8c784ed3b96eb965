/** The content of a server's saves now, file by file. */
import type { Game } from "../../cluster/index.ts";
import type { ProfileSketch } from "../saves/profile-save.ts";
import type { TribeSketch } from "../saves/tribe-save.ts";
import type { Survivor } from "./survivor.ts";
import type { Tribe } from "./tribe.ts";
import type { GameWorld } from "./world.ts";

export type SavedFile =
  | { readonly kind: "profile"; readonly sketch: ProfileSketch }
  | { readonly kind: "tribe"; readonly sketch: TribeSketch };

/** A server's players and tribes by the names of their files; tribes first, as the game writes them. */
export function savedWorld(world: GameWorld, key: string): ReadonlyMap<string, SavedFile> {
  const { game, mapName } = world.server(key);
  const files = new Map<string, SavedFile>();
  for (const tribe of world.tribes()) {
    if (!tribe.servers.has(key)) continue;
    files.set(`${tribe.id}.arktribe`, { kind: "tribe", sketch: tribeSketch(tribe, mapName) });
  }
  for (const survivor of world.survivors()) {
    if (survivor.server !== key) continue;
    files.set(profileFileName(survivor), { kind: "profile", sketch: profileSketch(survivor, game, mapName) });
  }
  return files;
}

export function profileFileName({ platformId }: Survivor): string {
  return `${platformId}.arkprofile`;
}

/** As each generation of the game writes it: only Ascended keeps network addresses and times. */
export function profileSketch(survivor: Survivor, game: Game, mapName: string): ProfileSketch {
  const { id, platformId, platformName, characterName, level, deaths, tribeId, isFemale = false } = survivor;
  const common = { id, platformId, platformName, characterName, level, deaths, tribeId, isFemale, mapName };
  const learnt = { experience: (level - 1) * (level + 20), engramPoints: (level - 1) * 12, dataVersion: 1 };
  if (game === "ase") return { ...common, ...learnt };
  const { networkAddress, lastLogin } = survivor;
  return { ...common, ...learnt, networkAddress, loginTime: lastLogin, lastLoginTime: lastLogin };
}

function tribeSketch(tribe: Tribe, mapName: string): TribeSketch {
  const { id, name, ownerId, logIndex } = tribe;
  const adminIds = [...tribe.adminIds];
  const rankOf = (member: bigint): number => (member === ownerId ? 2 : tribe.adminIds.has(member) ? 1 : 0);
  const members = Array.from(tribe.listed, ([member, listedName]) => ({
    id: member,
    name: listedName,
    rankGroup: rankOf(member),
  }));
  const allies = Array.from(tribe.allies, ([allyId, allyName]) => ({ id: allyId, name: allyName }));
  const alliances = allies.length > 0 ? [{ id: 1, name: "The Pact", tribes: [{ id, name }, ...allies] }] : [];
  return {
    id,
    name,
    ownerId,
    members,
    adminIds,
    alliances,
    log: [...tribe.log],
    logIndex,
    dinoCount: tribe.dinos,
    mapName,
  };
}
