/** Removes what is too old to be kept. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { RETENTION_BATCH, type RetentionStore } from "../store.ts";
import { vacuumErased } from "./vacuum-erased.ts";
import { removeGoneAccounts, removeGonePlayers, removeGoneTribes } from "./remove-gone.ts";

/**
 * @param origin names this process in the change feed.
 * @param openUnhurried opens a pool on the same database whose statements have no time limit.
 */
export function retentionStore(db: Database, origin: string, openUnhurried: () => Database): RetentionStore {
  const announced = (work: (tx: Transaction) => Promise<{ removed: number; change: AnnouncedChange }>) =>
    db.transaction(async (tx) => {
      const { removed, change } = await work(tx);
      if (removed > 0) await appendChanges(tx, origin, PLAYERS_TOPIC, [change]);
      return removed;
    });
  return {
    removeLogLines: (before) => removeLogLines(db, before),
    removePastNames: (before) =>
      announced(async (tx) => {
        const players = await removePlayerNames(tx, before);
        const tribes = await removeTribeNames(tx, before);
        const change = { players: [...new Set(players)], tribes: [...new Set(tribes)] };
        // Either may have more: the larger batch says whether it was full.
        return { removed: Math.max(players.length, tribes.length), change };
      }),
    removePastMemberships: (before) => removePastMemberships(db, before),
    removeGonePlayers: (before) => announced((tx) => removeGonePlayers(tx, before)),
    removeGoneAccounts: (before) => removeGoneAccounts(db, before),
    removeGoneTribes: (before) => announced((tx) => removeGoneTribes(tx, before)),
    removeUnwantedDeliveries: () => removeUnwantedDeliveries(db),
    vacuumErased: (signal) => vacuumErased(openUnhurried, signal),
  };
}

/** Lines of logs. A tribe's row counts them, so that what is removed is not stored again. */
async function removeLogLines(db: Database, before: Instant): Promise<number> {
  return db.execute({
    name: "players.removeLogLines",
    text: `delete from players.tribe_log where (tribe_id, number) in (
      select tribe_id, number from players.tribe_log where seen_at < $1 order by seen_at limit ${RETENTION_BATCH})`,
    values: [timestamp(before)],
  });
}

/** Names that players gave up. Answers whose. */
async function removePlayerNames(tx: Transaction, before: Instant): Promise<string[]> {
  const rows = await tx.query<{ player_id: string }>({
    name: "players.removePastNames",
    text: `delete from players.names where (player_id, kind, since) in (
        select player_id, kind, since from players.names where until < $1 order by until limit ${RETENTION_BATCH})
      returning player_id::text as player_id`,
    values: [timestamp(before)],
  });
  return rows.map(({ player_id }) => player_id);
}

/** Names that tribes gave up. Answers whose. */
async function removeTribeNames(tx: Transaction, before: Instant): Promise<number[]> {
  const rows = await tx.query<{ tribe_id: number }>({
    name: "players.removePastTribeNames",
    text: `delete from players.tribe_names where (tribe_id, since) in (
        select tribe_id, since from players.tribe_names where until < $1 order by until limit ${RETENTION_BATCH})
      returning tribe_id`,
    values: [timestamp(before)],
  });
  return rows.map(({ tribe_id }) => tribe_id);
}

/** Memberships that ended. No process keeps them in memory. */
async function removePastMemberships(db: Database, before: Instant): Promise<number> {
  return db.execute({
    name: "players.removePastMemberships",
    text: `delete from players.memberships where (player_id, since) in (
      select player_id, since from players.memberships where until < $1 order by until limit ${RETENTION_BATCH})`,
    values: [timestamp(before)],
  });
}

/** Messages about people who want no history. */
async function removeUnwantedDeliveries(db: Database): Promise<number> {
  return db.execute({
    name: "players.removeUnwantedDeliveries",
    text: `delete from players.webhook_deliveries where id in (
      select id from players.webhook_deliveries
      where (delivered_at is not null or gave_up_at is not null)
        and player_ids && array(select player_id from players.opt_outs)
      order by id limit ${RETENTION_BATCH})`,
  });
}
