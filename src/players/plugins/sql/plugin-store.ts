/** Groups and points of players on PostgreSQL. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { holdOffErasure, listErasedAccounts } from "../../privacy/index.ts";
import type { PluginKind, PluginRecord } from "../core/plugin-record.ts";
import type { PluginStore } from "../store.ts";

/** A transaction is short, and an announcement small. */
const BATCH = 1_000;

/** @param origin names this process in the change feed. */
export function pluginStore(db: Database, origin: string): PluginStore {
  return {
    async setRecords(records, lease, at, unread = []) {
      const inBatches = async <Item>(
        items: readonly Item[],
        write: (tx: Transaction, batch: readonly Item[]) => Promise<string[]>,
      ): Promise<number> => {
        let count = 0;
        for (let from = 0; from < items.length; from += BATCH) {
          const batch = items.slice(from, from + BATCH);
          count += await db.transaction(async (tx) => {
            await assertFence(tx, lease.name, lease.fence);
            const accounts = await write(tx, batch);
            const change: AnnouncedChange = { accounts };
            await appendChanges(tx, origin, PLAYERS_TOPIC, accounts.length > 0 ? [change] : []);
            return accounts.length;
          });
        }
        return count;
      };
      const known = new Set(records.map(({ platformId }) => platformId));
      const others = await listOthers(db, known);
      const removed = await inBatches(others, (tx, batch) => removeUntold(tx, batch, unread, at));
      const changed = await inBatches(records, async (tx, batch) =>
        upsertRecords(tx, await notErased(tx, batch), unread, at),
      );
      return { changed, removed };
    },
  };
}

/** Accounts with records that are not among `known`. */
async function listOthers(db: Database, known: ReadonlySet<string>): Promise<string[]> {
  const others: string[] = [];
  const statement = { text: "select platform_id from players.plugin_records" };
  for await (const rows of db.stream<{ platform_id: string }>(statement)) {
    for (const { platform_id } of rows) if (!known.has(platform_id)) others.push(platform_id);
  }
  return others;
}

/** Leaves out erased people, and blocks erasures until the transaction is over. */
async function notErased(tx: Transaction, records: readonly PluginRecord[]): Promise<readonly PluginRecord[]> {
  await holdOffErasure(tx);
  const erased = await listErasedAccounts(
    tx,
    records.map(({ platformId }) => platformId),
  );
  return records.filter(({ platformId }) => !erased.has(platformId));
}

/** Whether a row has data of each plugin. */
const HAS_GROUPS = "(groups <> '{}' or timed_groups <> '[]')";
const HAS_POINTS = "(points is not null or total_spent is not null)";

/** For statements that leave the data of unread plugins alone: whether Permissions is one, and ArkShop. */
function flagsOf(unread: readonly PluginKind[]): readonly [permissions: boolean, arkShop: boolean] {
  return [unread.includes("permissions"), unread.includes("arkshop")];
}

/** Removes data that no database of a plugin holds any more. Leaves the data of unread plugins. Answers with the accounts. */
async function removeUntold(
  tx: Transaction,
  platformIds: readonly string[],
  unread: readonly PluginKind[],
  at: Instant,
): Promise<string[]> {
  const rows = await tx.query<{ platform_id: string }>({
    name: "players.deletePluginRecords",
    text: `delete from players.plugin_records where platform_id = any ($1::text[])
        and not ($2::boolean and ${HAS_GROUPS}) and not ($3::boolean and ${HAS_POINTS})
      returning platform_id`,
    values: [platformIds, ...flagsOf(unread)],
  });
  const removed = rows.map(({ platform_id }) => platform_id);
  return unread.length === 0 ? removed : [...removed, ...(await clearRead(tx, platformIds, unread, at))];
}

/** Removes the data of the plugins that were read from the rows of these accounts. */
async function clearRead(
  tx: Transaction,
  platformIds: readonly string[],
  unread: readonly PluginKind[],
  at: Instant,
): Promise<string[]> {
  const rows = await tx.query<{ platform_id: string }>({
    name: "players.clearPluginRecords",
    text: `update players.plugin_records set
        groups = case when $2::boolean then groups else '{}' end, timed_groups = case when $2 then timed_groups else '[]' end,
        points = case when $3::boolean then points end, total_spent = case when $3 then total_spent end, read_at = $4
      where platform_id = any ($1::text[]) and (not $2 and ${HAS_GROUPS} or not $3 and ${HAS_POINTS})
      returning platform_id`,
    values: [platformIds, ...flagsOf(unread), timestamp(at)],
  });
  return rows.map(({ platform_id }) => platform_id);
}

/** Writes the records that differ from those that are stored, and answers whose they are. */
async function upsertRecords(
  tx: Transaction,
  records: readonly PluginRecord[],
  unread: readonly PluginKind[],
  at: Instant,
): Promise<string[]> {
  const rows = await tx.query<{ platform_id: string }>({
    name: "players.upsertPluginRecords",
    text: `with told as (
        select t.platform_id, array(select jsonb_array_elements_text(t.groups)) as groups, t.timed_groups, t.points,
          t.total_spent
        from jsonb_to_recordset($1::jsonb)
          as t (platform_id text, groups jsonb, timed_groups jsonb, points bigint, total_spent bigint)
      ), wanted as (
        select t.platform_id, k.platform_id is null as is_new,
          case when $3::boolean then coalesce(k.groups, '{}') else t.groups end as groups,
          case when $3 then coalesce(k.timed_groups, '[]') else t.timed_groups end as timed_groups,
          case when $4::boolean then k.points else t.points end as points,
          case when $4 then k.total_spent else t.total_spent end as total_spent
        from told t left join players.plugin_records k on k.platform_id = t.platform_id
      )
      insert into players.plugin_records as r (platform_id, groups, timed_groups, points, total_spent, read_at)
      select w.platform_id, w.groups, w.timed_groups, w.points, w.total_spent, $2
      from wanted w left join players.plugin_records k on k.platform_id = w.platform_id
      where w.is_new or (k.groups, k.timed_groups, k.points, k.total_spent)
        is distinct from (w.groups, w.timed_groups, w.points, w.total_spent)
      on conflict (platform_id) do update set groups = excluded.groups, timed_groups = excluded.timed_groups,
        points = excluded.points, total_spent = excluded.total_spent, read_at = excluded.read_at
      returning platform_id`,
    values: [JSON.stringify(records.map(rowOf)), timestamp(at), ...flagsOf(unread)],
  });
  return rows.map(({ platform_id }) => platform_id);
}

function rowOf({ platformId, groups, timedGroups, points, totalSpent }: PluginRecord) {
  return {
    platform_id: platformId,
    groups,
    timed_groups: timedGroups.map(({ group, from, until }) => ({
      group,
      from: from === undefined ? null : formatInstant(from),
      until: formatInstant(until),
    })),
    points: points ?? null,
    total_spent: totalSpent ?? null,
  };
}
