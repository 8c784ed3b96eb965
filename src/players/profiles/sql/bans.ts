/** The bans of a player's account that were seen, on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { BanChange } from "../../platform/index.ts";
import type { SeenBanRow } from "../store.ts";

interface Row {
  /** Null, as the rest, where the player has none. */
  readonly id: number | null;
  readonly seen_at: Instant;
  readonly is_first: boolean;
  readonly members: BanChange["members"];
  /** JSON, as `after`. */
  readonly before: string;
  readonly after: string;
}

/** The latest first. Undefined when the player does not exist. */
export async function listBans(
  db: Queryable,
  id: bigint,
  limit: number,
  before: number | undefined,
): Promise<SeenBanRow[] | undefined> {
  const rows = await db.query<Row>({
    name: "players.listBans",
    text: `select b.id, b.seen_at, b.is_first, b.members, b.before::text as before, b.after::text as after
      from players.players p left join players.bans b on b.platform_id = p.platform_id and ($3::bigint is null or b.id < $3)
      where p.id = $1 order by b.id desc limit $2`,
    values: [String(id), limit, before ?? null],
  });
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) => (row.id === null ? [] : [banOf(row, row.id)]));
}

function banOf({ seen_at: at, is_first: isFirst, members, before, after }: Row, id: number): SeenBanRow {
  return { id, at, change: { isFirst, members, before: bansIn(before), after: bansIn(after) } };
}

function bansIn(json: string): BanChange["after"] {
  return JSON.parse(json) as BanChange["after"];
}
