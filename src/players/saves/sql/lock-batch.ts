/** Locking and looking: reads everything that a batch of saves is decided by. `core/apply/plan-batch.ts` decides. */
import type { Transaction } from "../../../kit/sql/database.ts";
import {
  concernedBy,
  groupFiles,
  logBefore,
  ownTribesOf,
  planBatch,
  planNewPlayers,
  planNewTribes,
  playersBefore,
  type BatchPlan,
  type BroughtFiles,
  type LogFile,
  type PlayersBefore,
  type TribeBefore,
} from "../core/apply/plan-batch.ts";
import type { AccountNames } from "../core/apply/plan-players.ts";
import type { SavedBatch } from "../store.ts";
import type { BatchFiles } from "./batch-files.ts";
import type { Erasures } from "./erasures.ts";
import { findFiles, listHolders } from "./files.ts";
import { addAccounts, addPlayers, lockAccountNames, lockPlayers } from "./players.ts";
import { addTribes, listListings, lockTribes } from "./tribes.ts";

/** The plans are of all players and tribes that the batch concerns. Those without a `before` have been put in already. */
export interface LockedBatch extends BatchPlan {
  /** In the order of the batch's tribes. */
  readonly logs: readonly LogFile[];
}

/** Locks the accounts, players and tribes that a batch concerns, puts in those that are new, and plans the rest. */
export async function lockBatch(
  tx: Transaction,
  batch: SavedBatch,
  files: BatchFiles,
  erasures: Erasures,
): Promise<LockedBatch> {
  const brought = groupFiles(batch.server, files.profiles, files.tribes, files.removed);
  const applied = await findFiles(tx, batch.server, brought.fileNames);
  const concerned = concernedBy(brought, applied.values());

  const accountNames = await lockAccounts(tx, batch, files);
  const players = await lockAllPlayers(tx, batch, brought, accountNames, concerned.players);
  const tribeIds = [...new Set([...concerned.tribes, ...ownTribesOf(players, brought)])];
  const tribes = await lockAllTribes(tx, batch, brought, erasures, tribeIds);

  const holders = await listHolders(tx, [...players.keys()], tribeIds);
  const logOf = ({ fileName, content }: BatchFiles["tribes"][number]): LogFile =>
    logBefore(content, applied.get(fileName), tribes.get(content.id)?.logCount ?? 0);
  return {
    ...planBatch(brought, { players, tribes, holders }, accountNames, erasures.isPlayer, batch.at),
    logs: files.tribes.map(logOf),
  };
}

async function lockAccounts(tx: Transaction, { world }: SavedBatch, { profiles }: BatchFiles): Promise<AccountNames> {
  const accounts = [...new Set(profiles.flatMap(({ content }) => content.platformId ?? []))];
  await addAccounts(tx, accounts);
  const logins = world?.logins ?? [];
  return lockAccountNames(tx, [...new Set([...accounts, ...logins.map(({ platformId }) => platformId)])]);
}

/** The players that there are or will be, as they were before the batch. */
async function lockAllPlayers(
  tx: Transaction,
  { at }: SavedBatch,
  brought: BroughtFiles,
  accountNames: AccountNames,
  ids: readonly bigint[],
): Promise<PlayersBefore> {
  const added = await addPlayers(tx, planNewPlayers(brought, accountNames, at));
  // Rows that this transaction inserted, no other one can lock.
  const stored = await lockPlayers(
    tx,
    ids.filter((id) => !added.has(id)),
  );
  return playersBefore(stored, added);
}

/** The same for tribes. */
async function lockAllTribes(
  tx: Transaction,
  { at }: SavedBatch,
  brought: BroughtFiles,
  erasures: Erasures,
  ids: readonly number[],
): Promise<Map<number, TribeBefore & { readonly logCount: number }>> {
  const added = await addTribes(tx, planNewTribes(brought, erasures.isPlayer, at));
  const stored = await lockTribes(tx, ids);
  const listings = await listListings(tx, [...brought.tribes.keys()]);
  return new Map(
    Array.from(stored, ([id, { row, logCount }]) => {
      const before = added.has(id) ? undefined : row;
      return [id, { before, listingsBefore: listings.get(id) ?? [], logCount }];
    }),
  );
}
