/** What prices did after articles, packed for pages of many articles. */
import type { Database } from "../../../kit/sql/database.ts";
import { HORIZONS, type Horizon } from "../core/impact.ts";
import { packImpacts } from "../core/packed-impacts.ts";
import { impactsOf } from "./read-articles.ts";

const PACKED_AT_ONCE = 200;

/**
 * The newest that are whole and not packed yet. Two that pack the same write the same. What cannot be packed is marked
 * with an empty text, and is read as it was written.
 */
export async function packNext(db: Database): Promise<boolean> {
  const rows = await db.query<{ article_id: number; seconds: Horizon[]; data: string }>({
    name: "trading.listUnpackedNewsImpacts",
    text: `select article_id, seconds, data from trading.news_article_impacts
      where packed is null and cardinality(seconds) >= ${HORIZONS.length} order by article_id desc limit ${PACKED_AT_ONCE}`,
  });
  if (rows.length === 0) return false;
  await db.execute({
    name: "trading.packNewsImpacts",
    text: `update trading.news_article_impacts i set packed = given.packed
      from unnest($1::bigint[], $2::text[]) as given (article_id, packed) where i.article_id = given.article_id`,
    values: [
      rows.map(({ article_id }) => article_id),
      rows.map(({ seconds, data }) => packImpacts(impactsOf(seconds, data)) ?? ""),
    ],
  });
  return rows.length === PACKED_AT_ONCE;
}
