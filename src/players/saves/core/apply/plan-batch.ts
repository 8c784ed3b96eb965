/** The players and tribes that a batch of save files concerns, and the change of each. */
import type { Instant } from "../../../../kit/time/instant.ts";
import type { SaveChange } from "../../watch/save-changes.ts";
import type { SaveKind } from "../../watch/core/save-kind.ts";
import type { SavedProfile } from "../profile.ts";
import type { SavedTribe } from "../tribe.ts";
import type { HeldFile } from "./judge-files.ts";
import type { TribePresence } from "./plan-memberships.ts";
import {
  planPlayer,
  type AccountNames,
  type BroughtFile,
  type PlayerPlan,
  type PlayerRow,
  type ProfileFile,
} from "./plan-players.ts";
import { planTribe, type Listing, type TribeFile, type TribePlan, type TribeRow } from "./plan-tribes.ts";

/** The files that a batch brings or takes away. */
export interface BroughtFiles {
  readonly server: string;
  /** By the ids of their players. */
  readonly profiles: ReadonlyMap<bigint, readonly ProfileFile[]>;
  /** By the ids of their tribes. */
  readonly tribes: ReadonlyMap<number, readonly TribeFile[]>;
  /** Of all these files, and of those that are gone. */
  readonly fileNames: readonly string[];
}

/** A file as it was applied before. */
export interface AppliedFile {
  readonly kind: SaveKind;
  /** Decimal; null for files of other kinds than profiles and tribes. */
  readonly subjectId: string | null;
  readonly logMarks: Buffer | null;
}

/** Files by the ids of their players, and by those of their tribes. */
export interface Holders {
  readonly ofPlayers: ReadonlyMap<bigint, readonly HeldFile[]>;
  readonly ofTribes: ReadonlyMap<number, readonly HeldFile[]>;
}

/** Players before a batch, in the order of their ids: undefined for those that are new. */
export type PlayersBefore = ReadonlyMap<bigint, PlayerRow | undefined>;

export interface TribeBefore {
  /** Undefined for a tribe that is new. */
  readonly before: TribeRow | undefined;
  readonly listingsBefore: readonly Listing[];
}

export type TribesBefore = ReadonlyMap<number, TribeBefore>;

/** A tribe's file with what is known of its log. */
export interface LogFile {
  readonly tribe: SavedTribe;
  /** See `logNews`. */
  readonly marksBefore: Buffer | null;
  /** Of the tribe's lines, those that are stored or have been. */
  readonly logCount: number;
}

export interface BatchPlan {
  readonly players: readonly PlayerPlan[];
  readonly tribes: readonly TribePlan[];
  /** Of the tribes of the batch, and of those that its players might have for one of their own. */
  readonly wasThere: TribePresence;
  readonly isThere: TribePresence;
}

/** @param removed names of files that are gone. */
export function groupFiles(
  server: string,
  profiles: readonly SaveChange<SavedProfile>[],
  tribes: readonly SaveChange<SavedTribe>[],
  removed: readonly string[],
): BroughtFiles {
  return {
    server,
    profiles: byId<bigint, ProfileFile>(profiles.map((file) => brought(server, file))),
    tribes: byId<number, TribeFile>(tribes.map((file) => brought(server, file))),
    fileNames: [...removed, ...[...profiles, ...tribes].map(({ fileName }) => fileName)],
  };
}

/**
 * The players and tribes that a batch concerns, each once: those whose files it brings, and those whose files it takes
 * away or gives to others. A player may be alone in a tribe that has his own id: what becomes of the tribe then concerns
 * him.
 *
 * @param applied the files of the batch as they were applied before.
 */
export function concernedBy(
  { profiles, tribes }: BroughtFiles,
  applied: Iterable<AppliedFile>,
): { readonly players: readonly bigint[]; readonly tribes: readonly number[] } {
  const known = [...applied];
  const tribeIds = unique([...tribes.keys(), ...subjectsOf(known, "tribe").map(Number)]);
  return {
    players: unique([...profiles.keys(), ...subjectsOf(known, "profile"), ...tribeIds.map(BigInt)]),
    tribes: tribeIds,
  };
}

/** Players as they are put in where they are met for the first time. */
export function planNewPlayers({ profiles }: BroughtFiles, accountNames: AccountNames, at: Instant): PlayerRow[] {
  return [...profiles].flatMap(
    ([id, mine]) => planPlayer({ id, before: undefined, others: [], mine }, accountNames, at)?.after ?? [],
  );
}

/** The same for tribes. */
export function planNewTribes(
  { tribes }: BroughtFiles,
  isErased: (playerId: bigint) => boolean,
  at: Instant,
): TribeRow[] {
  return [...tribes].flatMap(([id, mine]) => {
    const tribe = { id, before: undefined, listingsBefore: [], others: [], mine };
    return planTribe(tribe, isErased, at)?.after ?? [];
  });
}

/** Players as they were before the batch, of those that were there and those that the batch has just put in. */
export function playersBefore(stored: ReadonlyMap<bigint, PlayerRow>, added: ReadonlySet<bigint>): PlayersBefore {
  const ids = [...stored.keys(), ...added].sort((one, other) => Number(one > other) - Number(one < other));
  return new Map(ids.map((id) => [id, added.has(id) ? undefined : stored.get(id)]));
}

/** The ids of players that are named as tribes, by a player's row or by his file: the game gives them to lone players. */
export function ownTribesOf(players: PlayersBefore, { profiles }: BroughtFiles): readonly number[] {
  return [...players].flatMap(([id, before]) => {
    const tribeIds = [before?.tribeId, ...(profiles.get(id) ?? []).map(({ content }) => content.tribeId)];
    return tribeIds.filter((tribeId) => typeof tribeId === "number").filter((tribeId) => BigInt(tribeId) === id);
  });
}

/**
 * The outcome of the players and tribes of a batch. Files of the batch's server that it names are judged as the batch
 * has them, all others as they are held.
 *
 * @param accountNames see `planPlayer`.
 * @param at now.
 */
export function planBatch(
  files: BroughtFiles,
  before: { readonly players: PlayersBefore; readonly tribes: TribesBefore; readonly holders: Holders },
  accountNames: AccountNames,
  isErased: (playerId: bigint) => boolean,
  at: Instant,
): BatchPlan {
  const touched = new Set(files.fileNames);
  const isOther = ({ server, fileName }: HeldFile): boolean => server !== files.server || !touched.has(fileName);
  const players = [...before.players].flatMap(([id, row]) => {
    const others = (before.holders.ofPlayers.get(id) ?? []).filter(isOther);
    return planPlayer({ id, before: row, others, mine: files.profiles.get(id) ?? [] }, accountNames, at) ?? [];
  });
  const tribes = [...before.tribes].flatMap(([id, tribe]) => {
    const others = (before.holders.ofTribes.get(id) ?? []).filter(isOther);
    return planTribe({ ...tribe, id, others, mine: files.tribes.get(id) ?? [] }, isErased, at) ?? [];
  });
  const byTribe = new Map(tribes.map((plan) => [plan.after.id, plan]));
  return {
    players,
    tribes,
    wasThere: (id) => byTribe.get(id)?.before?.isPresent ?? false,
    isThere: (id) => byTribe.get(id)?.after.isPresent ?? false,
  };
}

/**
 * The stored part of a tribe's log before its file is read. Marks of the file are of no use where it was another
 * tribe's.
 */
export function logBefore(tribe: SavedTribe, applied: AppliedFile | undefined, logCount: number): LogFile {
  const isSame = applied?.kind === "tribe" && applied.subjectId === String(tribe.id);
  return { tribe, marksBefore: isSame ? applied.logMarks : null, logCount };
}

function subjectsOf(applied: readonly AppliedFile[], kind: "profile" | "tribe"): readonly bigint[] {
  return applied.flatMap((file) => (file.kind === kind && file.subjectId !== null ? BigInt(file.subjectId) : []));
}

function brought<Content>(server: string, file: SaveChange<Content>): BroughtFile<Content> {
  const { fileName, modifiedAt, createdAt, content } = file;
  return { server, fileName, modifiedAt, createdAt, content };
}

function byId<Id, File extends BroughtFile<{ readonly id: Id }>>(files: readonly File[]): Map<Id, File[]> {
  const groups = new Map<Id, File[]>();
  for (const file of files) {
    const group = groups.get(file.content.id);
    if (group) group.push(file);
    else groups.set(file.content.id, [file]);
  }
  return groups;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
