/**
 * Removes players, accounts and tribes that have been gone for long. A player who is just coming back is left alone.
 */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { AnnouncedChange } from "../../directory/index.ts";
import { RETENTION_BATCH } from "../store.ts";
import { removeForsakenPlayers, removeForsakenTribes } from "./remove-forsaken.ts";

/** A tribe's log goes with it, thousands of lines. */
const TRIBES_AT_ONCE = 50;

interface Removed {
  readonly removed: number;
  readonly change: AnnouncedChange;
}

/** Players without a save, or with saves of former servers only. Their names and memberships are removed too. */
export async function removeGonePlayers(tx: Transaction, before: Instant): Promise<Removed> {
  const gone = await removeAbsentPlayers(tx, before);
  const forsaken = await removeForsakenPlayers(tx, before);
  const rows = [...gone, ...forsaken];
  const tribes = [...new Set(rows.flatMap(({ tribe_id }) => tribe_id ?? []))];
  // Either may have more: the larger batch says whether it was full.
  const removed = Math.max(gone.length, forsaken.length);
  return { removed, change: { players: rows.map(({ id }) => id), tribes } };
}

/** Players whom no save holds. */
async function removeAbsentPlayers(
  tx: Transaction,
  before: Instant,
): Promise<{ id: string; tribe_id: number | null }[]> {
  return tx.query<{ id: string; tribe_id: number | null }>({
    name: "players.removeGonePlayers",
    text: `delete from players.players where id in (
        select p.id from players.players p
        where not p.is_present and p.saved_at < $1 and not exists (
          select from players.accounts a
          where a.platform_id = p.platform_id and (a.online_on is not null or a.last_seen >= $1))
        order by p.saved_at limit ${RETENTION_BATCH} for update of p skip locked)
      returning id::text as id, tribe_id`,
    values: [timestamp(before)],
  });
}

/** Accounts without players, with what is kept under their ids. */
export async function removeGoneAccounts(db: Database, before: Instant): Promise<number> {
  return db.execute({
    name: "players.removeGoneAccounts",
    text: `with gone as (
        select a.platform_id from players.accounts a
        where a.online_on is null and coalesce(a.last_seen, '-infinity') < $1
          and not exists (select from players.players p where p.platform_id = a.platform_id)
        limit ${RETENTION_BATCH} for update of a skip locked
      ), visits as (
        delete from players.sessions where platform_id in (select platform_id from gone)
      ), plugins as (
        delete from players.plugin_records where platform_id in (select platform_id from gone)
      )
      delete from players.accounts where platform_id in (select platform_id from gone)`,
    values: [timestamp(before)],
  });
}

/** Tribes without a save, or with saves of former servers only, and their logs. */
export async function removeGoneTribes(tx: Transaction, before: Instant): Promise<Removed> {
  const tribes: number[] = [];
  while (tribes.length < RETENTION_BATCH) {
    const absent = await removeAbsentTribes(tx, before);
    const forsaken = await removeForsakenTribes(tx, before, TRIBES_AT_ONCE);
    tribes.push(...absent, ...forsaken);
    if (Math.max(absent.length, forsaken.length) < TRIBES_AT_ONCE) break;
  }
  return { removed: tribes.length, change: { tribes } };
}

/** A few of those that no save holds. */
async function removeAbsentTribes(tx: Transaction, before: Instant): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "players.removeGoneTribes",
    text: `delete from players.tribes where id in (
        select id from players.tribes where not is_present and saved_at < $1
        order by saved_at limit ${TRIBES_AT_ONCE} for update skip locked)
      returning id`,
    values: [timestamp(before)],
  });
  return rows.map(({ id }) => id);
}
