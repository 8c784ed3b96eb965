/** The content of saves, computed from all files at once: the slow way, for tests to compare with. */
import type { SavedProfile } from "../core/profile.ts";
import type { SavedTribe } from "../core/tribe.ts";
import type { SaveChange } from "../watch/save-changes.ts";

export type NaiveFile =
  | ({ readonly kind: "profile" } & SaveChange<SavedProfile>)
  | ({ readonly kind: "tribe" } & SaveChange<SavedTribe>);

/** The files of each server, by their names, as they are on its disk. */
export type NaiveDisks = ReadonlyMap<string, ReadonlyMap<string, NaiveFile>>;

export interface NaiveState {
  readonly players: readonly { id: number; level: number; server: string; character_name: string }[];
  readonly tribes: readonly { id: number; name: string; server: string }[];
  readonly members: readonly { tribe_id: number; player_id: number; has_profile: boolean }[];
  readonly memberships: readonly { player_id: number; tribe_id: number }[];
}

/** Players and tribes that are there, and who is in which tribe. */
export function naiveState(disks: NaiveDisks): NaiveState {
  const files = [...disks].flatMap(([server, disk]) => Array.from(disk.values(), (file) => ({ ...file, server })));
  const newestFirst = files.toSorted(
    (one, other) =>
      other.modifiedAt - one.modifiedAt || order(other.server, one.server) || order(other.fileName, one.fileName),
  );
  const players = new Map<bigint, SavedProfile & { server: string }>();
  const tribes = new Map<number, SavedTribe & { server: string }>();
  for (const file of newestFirst) {
    const { server } = file;
    if (file.kind === "profile") {
      if (!players.has(file.content.id)) players.set(file.content.id, { ...file.content, server });
    } else if (!tribes.has(file.content.id)) tribes.set(file.content.id, { ...file.content, server });
  }
  const own = [...players.values()].flatMap(({ id, tribeId }) =>
    tribeId === undefined ? [] : [{ tribe_id: tribeId, player_id: Number(id), has_profile: true }],
  );
  const placeholders = [...tribes.values()].flatMap((tribe) =>
    [...new Set(tribe.members.map(({ id }) => id))]
      .filter((id) => !players.has(id))
      .map((id) => ({ tribe_id: tribe.id, player_id: Number(id), has_profile: false })),
  );
  return {
    players: Array.from(players.values(), ({ id, level, server, characterName }) => ({
      id: Number(id),
      level,
      server,
      character_name: characterName,
    })).sort((one, other) => one.id - other.id),
    tribes: Array.from(tribes.values(), ({ id, name, server }) => ({ id, name, server })).sort(
      (one, other) => one.id - other.id,
    ),
    members: [...own, ...placeholders]
      .filter(({ tribe_id }) => tribes.has(tribe_id))
      .sort((one, other) => one.tribe_id - other.tribe_id || one.player_id - other.player_id),
    memberships: own
      .filter(({ tribe_id, player_id }) => tribe_id !== player_id || tribes.has(tribe_id))
      .map(({ tribe_id, player_id }) => ({ player_id, tribe_id }))
      .sort((one, other) => one.player_id - other.player_id),
  };
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
