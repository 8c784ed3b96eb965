/** One batch of a server's saves, in one transaction. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { PLAYERS_TOPIC } from "../../directory/index.ts";
import { serverLeaseName } from "../../presence/index.ts";
import { holdOffErasure } from "../../privacy/index.ts";
import { recordNames } from "../../profiles/index.ts";
import { cameOrWent, planAnnouncement } from "../core/apply/plan-announcement.ts";
import { planMoves, type TribeMove } from "../core/apply/plan-memberships.ts";
import type { PlayerPlan } from "../core/apply/plan-players.ts";
import type { TribePlan } from "../core/apply/plan-tribes.ts";
import type { SavedBatch, SaveHooks } from "../store.ts";
import { openErasures } from "./erasures.ts";
import { askToReadAgain, forgetFiles, noteFiles } from "./files.ts";
import { noteFirstReading } from "./first-readings.ts";
import { lockBatch, type LockedBatch } from "./lock-batch.ts";
import { listForgotten, recordMoves } from "./memberships.ts";
import { listContested, noteLogins, updatePlayers } from "./players.ts";
import { filesToNote, keptFiles } from "./batch-files.ts";
import { appendLogs } from "./tribe-log.ts";
import { listPresentTribes, listTribesListing, recordTribeNames, replaceListings, updateTribes } from "./tribes.ts";
import { noteGameTime } from "./world.ts";

/**
 * Applies a batch; see `SaveStore.apply`. Locks, in this order: the lease, erasures, accounts, players and tribes, each
 * in the order of their ids.
 */
export async function applyBatch(tx: Transaction, origin: string, hooks: SaveHooks, batch: SavedBatch): Promise<void> {
  await assertFence(tx, serverLeaseName(batch.server), batch.fence);
  await holdOffErasure(tx);
  await noteFirstReading(tx, batch);
  const erasures = await openErasures(tx);
  const files = await keptFiles(batch, erasures);
  const locked = await lockBatch(tx, batch, files, erasures);
  const { players, tribes } = locked;

  await updatePlayers(
    tx,
    players.filter(({ before, isWritten }) => before && isWritten).map(({ after }) => after),
  );
  await updateTribes(
    tx,
    tribes.filter(({ before, isWritten }) => before && isWritten).map(({ after }) => after),
  );
  await replaceListings(tx, tribes);
  await recordTribeNames(tx, tribes);
  await recordPlayerNames(tx, players);
  const moves = planMoves(players, locked.wasThere, locked.isThere);
  await recordMoves(tx, moves);
  await tellMoves(tx, hooks, batch, moves);

  const marks = await appendLogs(tx, locked.logs, erasures, batch.at);
  await forgetFiles(tx, batch.server, files.removed);
  await noteFiles(tx, batch.server, filesToNote(batch, files, marks));
  await askToReadAgain(
    tx,
    [...players, ...tribes].flatMap(({ readAgain }) => readAgain ?? []),
  );
  if (batch.world) {
    await noteGameTime(tx, batch.server, batch.world);
    // By the time of the save's file, for which the game server's clock stands: it may be ahead of ours.
    const { at } = batch;
    const logins = batch.world.logins.map((login) => (login.at > at ? { ...login, at } : login));
    await noteLogins(tx, logins);
  }
  await announce(tx, origin, batch, locked);
}

async function recordPlayerNames(tx: Transaction, players: readonly PlayerPlan[]): Promise<void> {
  const taken = (kind: "characterName" | "platformName") =>
    players
      .filter(({ before, after }) => before?.[kind] !== after[kind])
      .map(({ before, after, changedAt }) => ({
        playerId: String(after.id),
        name: after[kind],
        since: changedAt,
        isOfNewPlayer: before === undefined,
      }));
  await recordNames(tx, "character", taken("characterName"));
  await recordNames(tx, "platform", taken("platformName"));
}

/** Players in the first reading of a folder have been in their tribes for long: that is not a change. */
async function tellMoves(
  tx: Transaction,
  { onTribeChanges }: SaveHooks,
  { changes }: SavedBatch,
  moves: readonly TribeMove[],
): Promise<void> {
  if (!onTribeChanges) return;
  const news = moves.filter(({ plan }) => plan.before || !changes.full);
  const forgotten = await listForgotten(
    tx,
    news.map(({ plan }) => plan.after.id),
  );
  const told = news
    .filter(({ plan }) => !forgotten.has(plan.after.id))
    .map(({ plan: { after, changedAt }, from, to }) => ({
      playerId: after.id,
      platformId: after.platformId,
      characterName: after.characterName,
      from,
      to,
      at: changedAt,
    }));
  if (told.length > 0) await onTribeChanges(tx, told);
}

/** Comes last: readers see changes of a player in the order of its locks only if they are appended under them. */
async function announce(
  tx: Transaction,
  origin: string,
  { changes: { full, last } }: SavedBatch,
  { players, tribes }: LockedBatch,
): Promise<void> {
  // Each batch of a first reading adds members to most tribes. Their numbers are read again once, with the last one.
  const isOnTheWay = full && !last;
  const listing = isOnTheWay ? [] : await listTribesListing(tx, cameOrWent(players));
  const resaved = players.filter(({ before, after }) => before && before.savedAt !== after.savedAt);
  const contested = await listContested(
    tx,
    resaved.flatMap(({ after }) => after.platformId ?? []),
  );
  const plan = planAnnouncement(players, tribes satisfies readonly TribePlan[], listing, contested, isOnTheWay);
  const counted = full && last ? await listPresentTribes(tx) : [];
  await appendChanges(tx, origin, PLAYERS_TOPIC, [...(plan ? [plan] : []), ...counted.map((ids) => ({ tribes: ids }))]);
}
