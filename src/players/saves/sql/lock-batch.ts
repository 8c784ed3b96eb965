/** Locking and looking: everything that a batch of saves decides by, and what follows from it. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { HeldFile } from "../core/apply/judge-files.ts";
import type { TribePresence } from "../core/apply/plan-memberships.ts";
import {
  planPlayer,
  type AccountNames,
  type BroughtFile,
  type PlayerPlan,
  type ProfileFile,
} from "../core/apply/plan-players.ts";
import { planTribe, type Listing, type TribeFile, type TribePlan } from "../core/apply/plan-tribes.ts";
import type { SavedBatch } from "../store.ts";
import type { SaveChange } from "../watch/save-changes.ts";
import type { BatchFiles } from "./batch-files.ts";
import type { Erasures } from "./erasures.ts";
import { findFiles, listHolders, type AppliedFile } from "./files.ts";
import { addAccounts, addPlayers, lockAccountNames, lockPlayers } from "./players.ts";
import type { LogFile } from "./tribe-log.ts";
import { addTribes, listListings, lockTribes, type LockedTribe } from "./tribes.ts";

export interface LockedBatch {
  /** Of everybody whom the batch concerns. Those without a `before` have been put in already. */
  readonly players: readonly PlayerPlan[];
  readonly tribes: readonly TribePlan[];
  /** In the order of the batch's tribes. */
  readonly logs: readonly LogFile[];
  /** Of the tribes of the batch, and of those that its players might have for one of their own. */
  readonly wasThere: TribePresence;
  readonly isThere: TribePresence;
}

/** Locks the accounts, players and tribes that a batch concerns, puts in those that are new, and plans the rest. */
export async function lockBatch(
  tx: Transaction,
  batch: SavedBatch,
  files: BatchFiles,
  erasures: Erasures,
): Promise<LockedBatch> {
  const { server } = batch;
  const profiles = byId<bigint, ProfileFile>(files.profiles.map((file) => brought(server, file)));
  const tribes = byId<number, TribeFile>(files.tribes.map((file) => brought(server, file)));
  const names = [...files.removed, ...[...files.profiles, ...files.tribes].map(({ fileName }) => fileName)];
  const applied = await findFiles(tx, server, names);
  const concerned = {
    players: [...profiles.keys(), ...subjectsOf(applied, "profile")],
    tribes: [...tribes.keys(), ...subjectsOf(applied, "tribe").map(Number)],
  };

  const accountNames = await lockAccounts(tx, batch, files);
  // A player may be alone in a tribe that has his own id: what becomes of the tribe then concerns him.
  const players = await lockAllPlayers(tx, batch, profiles, accountNames, [
    ...new Set([...concerned.players, ...concerned.tribes.map(BigInt)]),
  ]);
  const tribeIds = [...new Set([...concerned.tribes, ...ownTribesOf(players, profiles)])];
  const found = await lockAllTribes(tx, batch, tribes, erasures, tribeIds);

  const holders = await listHolders(tx, [...players.keys()], tribeIds);
  const touched = new Set(names);
  const isOther = (file: HeldFile): boolean => file.server !== server || !touched.has(file.fileName);
  const playerPlans = [...players].flatMap(([id, before]) => {
    const others = (holders.ofPlayers.get(id) ?? []).filter(isOther);
    return planPlayer({ id, before, others, mine: profiles.get(id) ?? [] }, accountNames, batch.at) ?? [];
  });
  const tribePlans = [...found].flatMap(([id, { before, listingsBefore }]) => {
    const others = (holders.ofTribes.get(id) ?? []).filter(isOther);
    const mine = tribes.get(id) ?? [];
    return planTribe({ id, before, listingsBefore, others, mine }, erasures.isPlayer, batch.at) ?? [];
  });
  const byTribe = new Map(tribePlans.map((plan) => [plan.after.id, plan]));
  return {
    players: playerPlans,
    tribes: tribePlans,
    logs: files.tribes.map(({ fileName, content }) => ({
      tribe: content,
      marksBefore: marksOf(applied.get(fileName), content.id),
      logCount: found.get(content.id)?.logCount ?? 0,
    })),
    wasThere: (id) => byTribe.get(id)?.before?.isPresent ?? false,
    isThere: (id) => byTribe.get(id)?.after.isPresent ?? false,
  };
}

async function lockAccounts(tx: Transaction, { world }: SavedBatch, { profiles }: BatchFiles): Promise<AccountNames> {
  const accounts = [...new Set(profiles.flatMap(({ content }) => content.platformId ?? []))];
  await addAccounts(tx, accounts);
  const logins = world?.logins ?? [];
  return lockAccountNames(tx, [...new Set([...accounts, ...logins.map(({ platformId }) => platformId)])]);
}

/** The players that there are or will be, as they were before the batch: undefined for those that are new. */
async function lockAllPlayers(
  tx: Transaction,
  { at }: SavedBatch,
  profiles: ReadonlyMap<bigint, readonly ProfileFile[]>,
  accountNames: AccountNames,
  ids: readonly bigint[],
): Promise<Map<bigint, PlayerPlan["before"]>> {
  const perhapsNew = [...profiles].flatMap(
    ([id, mine]) => planPlayer({ id, before: undefined, others: [], mine }, accountNames, at)?.after ?? [],
  );
  const added = await addPlayers(tx, perhapsNew);
  // What this transaction put in, no other one can lock.
  const stored = await lockPlayers(
    tx,
    ids.filter((id) => !added.has(id)),
  );
  const inOrder = [...stored.keys(), ...added].sort((one, other) => Number(one > other) - Number(one < other));
  return new Map(inOrder.map((id) => [id, stored.get(id)]));
}

interface FoundTribe {
  readonly before: TribePlan["before"];
  readonly listingsBefore: readonly Listing[];
  readonly logCount: number;
}

/** The same for tribes. */
async function lockAllTribes(
  tx: Transaction,
  { at }: SavedBatch,
  files: ReadonlyMap<number, readonly TribeFile[]>,
  erasures: Erasures,
  ids: readonly number[],
): Promise<Map<number, FoundTribe>> {
  const perhapsNew = [...files].flatMap(([id, mine]) => {
    const tribe = { id, before: undefined, listingsBefore: [], others: [], mine };
    return planTribe(tribe, erasures.isPlayer, at)?.after ?? [];
  });
  const added = await addTribes(tx, perhapsNew);
  const stored: ReadonlyMap<number, LockedTribe> = await lockTribes(tx, ids);
  const listings = await listListings(tx, [...files.keys()]);
  return new Map(
    Array.from(stored, ([id, { row, logCount }]) => {
      const listingsBefore = listings.get(id) ?? [];
      return [id, { before: added.has(id) ? undefined : row, listingsBefore, logCount }];
    }),
  );
}

/** The tribes of players that have the player's own id. */
function ownTribesOf(
  players: ReadonlyMap<bigint, PlayerPlan["before"]>,
  profiles: ReadonlyMap<bigint, readonly ProfileFile[]>,
): readonly number[] {
  return [...players].flatMap(([id, before]) => {
    const tribeIds = [before?.tribeId, ...(profiles.get(id) ?? []).map(({ content }) => content.tribeId)];
    return tribeIds.filter((tribeId) => typeof tribeId === "number").filter((tribeId) => BigInt(tribeId) === id);
  });
}

function subjectsOf(applied: ReadonlyMap<string, AppliedFile>, kind: "profile" | "tribe"): readonly bigint[] {
  return [...applied.values()].flatMap((file) =>
    file.kind === kind && file.subjectId !== null ? BigInt(file.subjectId) : [],
  );
}

/** What is known of a log is of no use when the file was another tribe's. */
function marksOf(file: AppliedFile | undefined, tribeId: number): Buffer | null {
  return file?.kind === "tribe" && file.subjectId === String(tribeId) ? file.logMarks : null;
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
