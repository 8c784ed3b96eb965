/** The readers of an article today, as hashes, and their number in a month. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { MAX_READERS_OF_PLACE, type ReaderHashes } from "../reader.ts";

const FORGET_BATCH = 5_000;

/** The salt of a day, made at its first use. */
export async function saltOf(q: Queryable, day: string, fresh: Uint8Array): Promise<Buffer> {
  const known = await findSalt(q, day);
  if (known) return known;
  await q.execute({
    name: "trading.insertArticleSalt",
    text: "insert into trading.article_salts (day, salt) values ($1, $2) on conflict (day) do nothing",
    values: [day, Buffer.from(fresh)],
  });
  const made = await findSalt(q, day);
  invariant(made, "a day has a salt until it is over");
  return made;
}

/** The salt of a day that has one. */
async function findSalt(q: Queryable, day: string): Promise<Buffer | undefined> {
  const [row] = await q.query<{ salt: Buffer }>({
    name: "trading.findArticleSalt",
    text: "select salt from trading.article_salts where day = $1",
    values: [day],
  });
  return row?.salt;
}

/** Counts a reader once a day and article. Paid views no longer count. */
export async function recordView(
  q: Queryable,
  articleId: number,
  day: string,
  { reader, place }: ReaderHashes,
): Promise<boolean> {
  const counted = await q.execute({
    name: "trading.recordArticleView",
    text: `with seen as (
        insert into trading.article_readers (day, article_id, reader, place)
        select $1::date, $2::bigint, $3::bytea, $4::bytea
        where (select count(*) from trading.article_readers
          where day = $1::date and article_id = $2 and place = $4) < ${MAX_READERS_OF_PLACE}
        on conflict do nothing returning article_id, day
      )
      insert into trading.article_views as v (article_id, month, views)
      select article_id, date_trunc('month', day::timestamp)::date, 1 from seen
      on conflict (article_id, month) do update set views = v.views + 1 where v.paid_at is null`,
    values: [day, articleId, reader, place],
  });
  return counted === 1;
}

/** Forgets who has read on days before that one. Salts go last: without readers they say nothing. */
export async function forgetReaders(db: Database, before: string): Promise<number> {
  const forgotten = await db.execute({
    name: "trading.forgetArticleReaders",
    text: `delete from trading.article_readers where ctid in (
        select ctid from trading.article_readers where day < $1 limit ${FORGET_BATCH})`,
    values: [before],
  });
  if (forgotten > 0) return forgotten;
  return db.execute({
    name: "trading.forgetArticleSalts",
    text: "delete from trading.article_salts where day < $1",
    values: [before],
  });
}
