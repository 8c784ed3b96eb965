/** What server plugins know of a player's account, on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { parseInstant, type Instant } from "../../../kit/time/instant.ts";
import type { StoredPluginData } from "../store.ts";

interface Row {
  readonly platform_id: string | null;
  readonly groups: readonly string[] | null;
  /** Times in RFC 3339. */
  readonly timed_groups: string | null;
  readonly points: number | null;
  readonly total_spent: number | null;
  readonly read_at: Instant | null;
}

interface TimedGroupText {
  readonly group: string;
  readonly from: string | null;
  readonly until: string;
}

/** Undefined when the player does not exist. */
export async function findPluginData(db: Queryable, id: bigint): Promise<StoredPluginData | undefined> {
  const [row] = await db.query<Row>({
    name: "players.findPluginData",
    text: `select p.platform_id, r.groups, r.timed_groups::text as timed_groups, r.points, r.total_spent, r.read_at
      from players.players p left join players.plugin_records r on r.platform_id = p.platform_id where p.id = $1`,
    values: [String(id)],
  });
  if (!row) return undefined;
  const timed = JSON.parse(row.timed_groups ?? "[]") as readonly TimedGroupText[];
  return {
    platformId: row.platform_id ?? "",
    groups: row.groups ?? [],
    timedGroups: timed.flatMap(({ group, from, until }) => {
      const [begins, ends] = [parseInstant(from ?? ""), parseInstant(until)];
      return ends === undefined ? [] : [{ group, ...(begins === undefined ? {} : { from: begins }), until: ends }];
    }),
    points: row.points,
    totalSpent: row.total_spent,
    readAt: row.read_at,
  };
}
