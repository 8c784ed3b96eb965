/** A batch's changes of tribes. Their logs are another matter; see `log-window.ts`. */
import type { Instant } from "../../../../kit/time/instant.ts";
import type { SavedTribe } from "../tribe.ts";
import { withoutNames } from "./erase-names.ts";
import { judgeFiles, newestOf, type HeldFile } from "./judge-files.ts";
import { earliest, type BroughtFile } from "./plan-players.ts";

/** A member that a tribe's save lists. */
export interface Listing {
  readonly playerId: bigint;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly rankGroup: number | null;
}

/** A tribe as stored. */
export interface TribeRow {
  readonly id: number;
  readonly name: string;
  /** 0 when the save names none. */
  readonly ownerId: bigint;
  readonly createdAt: Instant;
  readonly savedAt: Instant;
  readonly server: string;
  readonly mapName: string | null;
  readonly dinoCount: number | null;
  /** JSON: [{"id", "name", "tribes": [{"id", "name"}]}]. */
  readonly alliances: string;
  readonly isPresent: boolean;
}

export type TribeFile = BroughtFile<SavedTribe>;

/** The stored state of a tribe before the batch, and the batch's state. */
export interface TribeCase {
  readonly id: number;
  readonly before: TribeRow | undefined;
  /** In their order. */
  readonly listingsBefore: readonly Listing[];
  /** See `judgeFiles`. */
  readonly others: readonly HeldFile[];
  readonly mine: readonly TribeFile[];
}

/** The outcome of a tribe. */
export interface TribePlan {
  readonly before: TribeRow | undefined;
  readonly after: TribeRow;
  readonly isWritten: boolean;
  /** In their order; undefined when they stay as they are. */
  readonly listings: readonly Listing[] | undefined;
  /** See `PlayerPlan`. */
  readonly changedAt: Instant;
  readonly readAgain: HeldFile | undefined;
}

/** The change of one tribe; undefined for one that never existed. See `planPlayer`. */
export function planTribe(
  { before, listingsBefore, others, mine }: TribeCase,
  isErased: (playerId: bigint) => boolean,
  at: Instant,
): TribePlan | undefined {
  const { take, isPresent, readAgain } = judgeFiles(before, others, mine);
  const file = before ? take : newestOf(mine);
  const base = file ? tribeOf(file, isErased) : before;
  if (!base) return undefined;
  const createdAt = earliest([before?.createdAt, ...mine.map((each) => each.createdAt)]) ?? base.createdAt;
  const after: TribeRow = { ...base, createdAt, isPresent };
  const listings = file && listingsOf(file.content, isErased);
  return {
    before,
    after,
    isWritten: !before || !isSameTribe(before, after),
    listings: listings && isSameList(listings, listingsBefore) ? undefined : listings,
    changedAt: earliest([file?.modifiedAt, at]) ?? at,
    readAgain,
  };
}

/** The tribe of a save alone. Erased people are not named as its owner, or in its name, which often is a member's. */
function tribeOf({ content, ...file }: TribeFile, isErased: (playerId: bigint) => boolean): TribeRow {
  const { ownerId = 0n, mapName = null, dinoCount = null } = content;
  const erased = content.members.filter(({ id }) => isErased(id)).map(({ name }) => name);
  const alliances = content.alliances.map(({ id, name, tribes }) => ({
    id,
    name: withoutNames(name, erased),
    tribes: tribes.map((tribe) => ({ id: tribe.id, name: withoutNames(tribe.name, erased) })),
  }));
  return {
    id: content.id,
    name: withoutNames(content.name, erased),
    ownerId: isErased(ownerId) ? 0n : ownerId,
    createdAt: file.createdAt,
    savedAt: file.modifiedAt,
    server: file.server,
    mapName,
    dinoCount,
    alliances: JSON.stringify(alliances),
    isPresent: true,
  };
}

/** The members that a save lists, each once: a repeated member counts with the first entry. */
function listingsOf({ members, adminIds }: SavedTribe, isErased: (playerId: bigint) => boolean): Listing[] {
  const admins = new Set(adminIds);
  const listings = new Map<bigint, Listing>();
  for (const { id, name, rankGroup = null } of members) {
    if (listings.has(id) || isErased(id)) continue;
    listings.set(id, { playerId: id, name, isAdmin: admins.has(id), rankGroup });
  }
  return [...listings.values()];
}

function isSameTribe(one: TribeRow, other: TribeRow): boolean {
  return (Object.keys(one) as (keyof TribeRow)[]).every((member) => one[member] === other[member]);
}

function isSameList(one: readonly Listing[], other: readonly Listing[]): boolean {
  return one.length === other.length && one.every((listing, place) => isSameListing(listing, other[place]));
}

function isSameListing(one: Listing, other: Listing | undefined): boolean {
  return (
    other !== undefined &&
    one.playerId === other.playerId &&
    one.name === other.name &&
    one.isAdmin === other.isAdmin &&
    one.rankGroup === other.rankGroup
  );
}
