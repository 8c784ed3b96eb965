/** The state of a server's saves, in words for its operators. */
import { counted } from "../../../kit/text/counted.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { FolderStatus } from "../watch/core/folder-status.ts";

/** The result of the last look into a world save. */
export interface WorldStatus {
  /** When the world that was last read well was saved. */
  readonly savedAt?: Instant | undefined;
  readonly gameTimeSeconds?: number | undefined;
  /** Those inside it; undefined when players have files of their own. */
  readonly held?: { readonly players: number; readonly tribes: number; readonly broken: number } | undefined;
  /** Why a later one could not be read: a sentence. */
  readonly problem?: string | undefined;
}

export interface SaveSourceStatus {
  /** As of a folder; see `FolderStatus`. */
  readonly state: FolderStatus["state"];
  /** The same in plain words, to be shown as it is. Without paths. */
  readonly sentence: string;
  readonly folder: FolderStatus;
  readonly world: WorldStatus;
}

/** The report about a server's saves. */
export function sourceStatus(folder: FolderStatus, world: WorldStatus): SaveSourceStatus {
  const isReadable = folder.state === "ok" || folder.state === "partlyBroken";
  const isPartly = isReadable && (world.problem !== undefined || (world.held?.broken ?? 0) > 0);
  return {
    state: isPartly ? "partlyBroken" : folder.state,
    sentence: sentence(folder, world, isReadable),
    folder,
    world,
  };
}

function sentence(folder: FolderStatus, { held, problem }: WorldStatus, isReadable: boolean): string {
  if (!isReadable) return folder.sentence;
  const problems = problem === undefined ? [] : [problem];
  if (!held) return [folder.sentence, ...problems].join(" ");
  const broken = held.broken === 0 ? [] : [`${held.broken} of them cannot be read; what was last read of them stays.`];
  const there = `The world save holds ${counted(held.players, "player")} and ${counted(held.tribes, "tribe")}.`;
  return [there, ...broken, ...problems].join(" ");
}
