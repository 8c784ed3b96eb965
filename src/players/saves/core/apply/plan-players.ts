/** A batch's changes of players. */
import type { Instant } from "../../../../kit/time/instant.ts";
import type { SavedProfile } from "../profile.ts";
import { judgeFiles, newestOf, type HeldFile } from "./judge-files.ts";

/** A player as stored. */
export interface PlayerRow {
  readonly id: bigint;
  readonly platformId: string | null;
  readonly saveName: string;
  /** When the save that first had this name was written; null when that was before times were kept. */
  readonly saveNameAt: Instant | null;
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

/** The stored state of a player before the batch, and the batch's state. */
export interface PlayerCase {
  readonly id: bigint;
  /** Undefined when it is met for the first time. */
  readonly before: PlayerRow | undefined;
  /** See `judgeFiles`. */
  readonly others: readonly HeldFile[];
  readonly mine: readonly ProfileFile[];
}

/** The outcome of a player. */
export interface PlayerPlan {
  readonly before: PlayerRow | undefined;
  readonly after: PlayerRow;
  readonly isWritten: boolean;
  /** When what is new became so, as far as is known: when the save was written, and never later than now. */
  readonly changedAt: Instant;
  readonly readAgain: HeldFile | undefined;
}

/** The name by which an account is shown whose save has a name since some time; see `shownName`. */
export type AccountNames = (
  platformId: string,
  saved: { readonly name: string; readonly at: Instant | null },
) => string;

/** The change of one player; undefined for one that never existed. `at` is now. */
export function planPlayer(
  { before, others, mine }: PlayerCase,
  accountNames: AccountNames,
  at: Instant,
): PlayerPlan | undefined {
  const { take, isPresent, readAgain } = judgeFiles(before, others, mine);
  const file = before ? take : newestOf(mine);
  const base = file ? playerOf(file, before, accountNames, at) : before;
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
function playerOf(
  { content, ...file }: ProfileFile,
  before: PlayerRow | undefined,
  accountNames: AccountNames,
  at: Instant,
): PlayerRow {
  const platformId = content.platformId ?? null;
  const isKnown = before?.saveName === content.platformName;
  const saveNameAt = isKnown ? before.saveNameAt : (earliest([file.modifiedAt, at]) ?? at);
  const saved = { name: content.platformName, at: saveNameAt };
  return {
    id: content.id,
    platformId,
    saveName: content.platformName,
    saveNameAt,
    platformName: platformId === null ? content.platformName : accountNames(platformId, saved),
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
