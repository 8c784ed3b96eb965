/** Sealed texts, whatever they hold and wherever they stand. */
import type { Database, Queryable, Transaction } from "../../sql/database.ts";
import type { SealedPlace } from "../sealed-place.ts";

export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/** How many texts of a place one key has sealed. */
export interface SealedCount {
  readonly keyId: string;
  readonly texts: number;
}

const KEY_ID = "split_part(t.sealed, '.', 2)";

/** The places that the database has: one that an older release has left lacks some. */
export async function listPlacesThere(db: Queryable, places: readonly SealedPlace[]): Promise<readonly SealedPlace[]> {
  const rows = await db.query<{ at: number }>({
    name: "kit.listPlacesThere",
    text: `select n.at::integer as at from unnest($1::text[], $2::text[]) with ordinality as n (place, col, at)
      join pg_attribute a on a.attrelid = to_regclass(n.place) and a.attname = n.col and not a.attisdropped
      order by 1`,
    values: [places.map(({ table }) => table), places.map(({ column }) => column)],
  });
  const there = new Set(rows.map(({ at }) => at - 1));
  return places.filter((_, at) => there.has(at));
}

/** The texts of a place by the keys that sealed them; of more than `limit` texts some are left out. */
export async function countByKey(db: Queryable, place: SealedPlace, limit: number): Promise<SealedCount[]> {
  const rows = await db.query<{ key_id: string; texts: number }>({
    name: `kit.countSealed:${place.table}`,
    text: `select ${KEY_ID} as key_id, count(*) as texts
      from (select t.${place.column} as sealed from ${place.table} t where ${place.holds} limit $1) t
      group by 1 order by 1`,
    values: [limit],
  });
  return rows.map(({ key_id: keyId, texts }) => ({ keyId, texts }));
}

/** Some text of a place that one of these keys has sealed, to be tried. */
export async function findSealed(
  db: Queryable,
  place: SealedPlace,
  keyIds: readonly string[],
): Promise<SealedText | undefined> {
  const [row] = await db.query<SealedText>({
    name: `kit.findSealed:${place.table}`,
    text: `select t.id, t.sealed
      from (select ${place.id} as id, t.${place.column} as sealed from ${place.table} t where ${place.holds}) t
      where ${KEY_ID} = any ($1) limit 1`,
    values: [keyIds],
  });
  return row;
}

/** Every text of a place that other keys than these have sealed, in batches. */
export function streamOthers(
  db: Database,
  place: SealedPlace,
  keyIds: readonly string[],
  batchSize: number,
): AsyncIterable<SealedText[]> {
  return db.stream<SealedText>(
    {
      text: `select t.id, t.sealed
        from (select ${place.id} as id, t.${place.column} as sealed from ${place.table} t where ${place.holds}) t
        where ${KEY_ID} <> all ($1)`,
      values: [keyIds],
    },
    batchSize,
  );
}

/** Puts other sealed texts in the place of those that are still as they were read. Answers how many were. */
export async function replaceSealed(
  tx: Transaction,
  place: SealedPlace,
  changes: readonly (SealedText & { readonly after: string })[],
): Promise<number> {
  return tx.execute({
    name: `kit.replaceSealed:${place.table}`,
    text: `update ${place.table} t set ${place.column} = n.after
      from unnest($1::text[], $2::text[], $3::text[]) as n (id, before, after)
      where ${place.isRow} and t.${place.column} = n.before`,
    values: [changes.map(({ id }) => id), changes.map(({ sealed }) => sealed), changes.map(({ after }) => after)],
  });
}
