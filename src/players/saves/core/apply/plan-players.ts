/** What a batch of save files changes about players. */
import type { Instant } from "../../../../kit/time/instant.ts";
import type { SavedProfile } from "../profile.ts";
import { judgeFiles, newestOf, type HeldFile } from "./judge-files.ts";

/** A player as stored. */
export interface PlayerRow {
  readonly id: bigint;
  readonly platformId: string | null;
  readonly saveName: string;
  readonly platformName: string;
  readonly characterName: string;
  readonly level: number;
  readonly tribeId: number | null;
  readonly isFemale: boolean;
  readonly experience: number;
  readonly engramPoints: number;
  readonly deaths: number;
  readonly mapName: string | null;
  readonly createdAt: Instant;
  readonly savedAt: Instant;
  readonly server: string;
  readonly isPresent: boolean;
}

/** A save that this batch brings. */
export interface BroughtFile<Content> extends HeldFile {
  readonly createdAt: Instant;
  readonly content: Content;
}

export type ProfileFile = BroughtFile<SavedProfile>;

/** What is known of a player before the batch, and what the batch says. */
export interface PlayerCase {
  readonly id: bigint;
  /** Undefined when it is met for the first time. */
  readonly before: PlayerRow | undefined;
  /** See `judgeFiles`. */
  readonly others: readonly HeldFile[];
  readonly mine: readonly ProfileFile[];
}

/** What becomes of a player. */
export interface PlayerPlan {
  readonly before: PlayerRow | undefined;
  readonly after: PlayerRow;
  readonly isWritten: boolean;
  /** When what is new became so, as far as is known: when the save was written, and never later than now. */
  readonly changedAt: Instant;
  readonly readAgain: HeldFile | undefined;
}

/** The names by which accounts are shown, as far as the platform or a server's list has told; by account. */
export type AccountNames = ReadonlyMap<string, string>;

/** What becomes of one player; undefined when there is none and never was one. `at` is now. */
export function planPlayer(
  { before, others, mine }: PlayerCase,
  accountNames: AccountNames,
  at: Instant,
): PlayerPlan | undefined {
  const { take, isPresent, readAgain } = judgeFiles(before, others, mine);
  const file = before ? take : newestOf(mine);
  const base = file ? playerOf(file, accountNames) : before;
  if (!base) return undefined;
  const createdAt = earliest([before?.createdAt, ...mine.map((each) => each.createdAt)]) ?? base.createdAt;
  const after: PlayerRow = { ...base, createdAt, isPresent };
  return {
    before,
    after,
    isWritten: !before || !isSamePlayer(before, after),
    changedAt: earliest([file?.modifiedAt, at]) ?? at,
    readAgain,
  };
}

/** The player of a profile alone. */
function playerOf({ content, ...file }: ProfileFile, accountNames: AccountNames): PlayerRow {
  const platformId = content.platformId ?? null;
  const shownName = platformId === null ? undefined : accountNames.get(platformId);
  return {
    id: content.id,
    platformId,
    saveName: content.platformName,
    platformName: shownName ?? content.platformName,
    characterName: content.characterName,
    level: content.level,
    tribeId: content.tribeId ?? null,
    isFemale: content.isFemale,
    experience: content.experience,
    engramPoints: content.engramPoints,
    deaths: content.deaths,
    mapName: content.mapName ?? null,
    createdAt: file.createdAt,
    savedAt: file.modifiedAt,
    server: file.server,
    isPresent: true,
  };
}

function isSamePlayer(one: PlayerRow, other: PlayerRow): boolean {
  return (Object.keys(one) as (keyof PlayerRow)[]).every((member) => one[member] === other[member]);
}

/** The earliest of some instants, if there is one. */
export function earliest(instants: readonly (Instant | undefined)[]): Instant | undefined {
  const known = instants.filter((instant) => instant !== undefined);
  return known.length === 0 ? undefined : (Math.min(...known) as Instant);
}
