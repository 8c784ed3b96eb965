/**
 * Removes players and tribes that only saves contain which are not read any more: the departure of a player would never be
 * noticed. The saves are also forgotten: if the server comes back, they are read again.
 */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { RETENTION_BATCH } from "../store.ts";

/**
 * A server that is not part of the cluster, or of which other sources report, and its saves were not read since. One that a
 * process reads by another cluster's file says so once a minute.
 */
const IS_FORMER = `(not s.is_configured and s.sources = '{}' or s.is_configured and s.sources <> '{}'
  and not s.sources ? 'saves' and coalesce(s.read_at, '-infinity') < $1)`;

/** Players, with the tribes that their rows name. Their names and memberships go with them. */
export async function removeForsakenPlayers(
  tx: Transaction,
  before: Instant,
): Promise<{ id: string; tribe_id: number | null }[]> {
  return tx.query({
    name: "players.removeForsakenPlayers",
    text: `with forsaken as (
        select p.id from players.players p
        where p.saved_at < $1 and p.id in (
            select f.subject_id from players.servers s join players.save_files f on f.server = s.key
            where ${IS_FORMER} and f.kind = 'profile')
          and not exists (
            select from players.save_files f left join players.servers s on s.key = f.server
            where f.kind = 'profile' and f.subject_id = p.id and (s.key is null or not (${IS_FORMER})))
          and not exists (
            select from players.accounts a
            where a.platform_id = p.platform_id and (a.online_on is not null or a.last_seen >= $1))
        order by p.saved_at limit ${RETENTION_BATCH} for update of p skip locked
      ), files as (
        delete from players.save_files where kind = 'profile' and subject_id in (select id from forsaken)
      )
      delete from players.players where id in (select id from forsaken) returning id::text as id, tribe_id`,
    values: [timestamp(before)],
  });
}

/** At most `limit` tribes, with their logs. */
export async function removeForsakenTribes(tx: Transaction, before: Instant, limit: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "players.removeForsakenTribes",
    text: `with forsaken as (
        select t.id from players.tribes t
        where t.saved_at < $1 and t.id in (
            select f.subject_id from players.servers s join players.save_files f on f.server = s.key
            where ${IS_FORMER} and f.kind = 'tribe')
          and not exists (
            select from players.save_files f left join players.servers s on s.key = f.server
            where f.kind = 'tribe' and f.subject_id = t.id and (s.key is null or not (${IS_FORMER})))
        order by t.saved_at limit $2 for update of t skip locked
      ), files as (
        delete from players.save_files where kind = 'tribe' and subject_id in (select id from forsaken)
      )
      delete from players.tribes where id in (select id from forsaken) returning id`,
    values: [timestamp(before), limit],
  });
  return rows.map(({ id }) => id);
}
