/** How feeds do. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence, type Lease } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { NewsSource } from "../sources/source.ts";
import type { FeedLook, FeedState, PutOff } from "../store.ts";

const MAX_FEEDS = 2_000;

interface Row {
  readonly name: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly interval_seconds: number;
  readonly next_at: Instant;
  readonly failures: number;
  readonly problem: string | null;
  readonly checked_at: Instant | null;
  readonly succeeded_at: Instant | null;
  readonly articles: number;
  readonly taken_hour: Instant | null;
  readonly taken: number;
}

/** The sources of the operator's list, and no others. Facts about an address belong to that address. */
export async function installFeeds(db: Database, sources: readonly NewsSource[], at: Instant): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute({
      name: "trading.removeNewsFeeds",
      text: "delete from trading.news_feeds where not (name = any ($1::text[]))",
      values: [sources.map(({ name }) => name)],
    });
    await tx.execute({
      name: "trading.installNewsFeeds",
      text: `insert into trading.news_feeds as known (name, url, interval_seconds, next_at)
        select name, url, seconds, $4::timestamptz
        from unnest($1::text[], $2::text[], $3::integer[]) as given (name, url, seconds) order by name
        on conflict (name) do update set url = excluded.url, interval_seconds = excluded.interval_seconds,
          next_at = excluded.next_at, etag = null, last_modified = null, failures = 0, problem = null
        where known.url <> excluded.url`,
      values: [
        sources.map(({ name }) => name),
        sources.map(({ url }) => url),
        sources.map(({ intervalSeconds }) => intervalSeconds),
        timestamp(at),
      ],
    });
  });
}

/** All feeds, by name. */
export async function listFeeds(db: Queryable): Promise<FeedState[]> {
  const rows = await db.query<Row>({
    name: "trading.listNewsFeeds",
    text: `select name, etag, last_modified, interval_seconds, next_at, failures, problem, checked_at, succeeded_at, articles,
        taken_hour, taken
      from trading.news_feeds order by name limit ${MAX_FEEDS}`,
  });
  return rows.map((row) => ({
    name: row.name,
    etag: row.etag ?? undefined,
    lastModified: row.last_modified ?? undefined,
    intervalSeconds: row.interval_seconds,
    nextAt: row.next_at,
    failures: row.failures,
    problem: row.problem ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    succeededAt: row.succeeded_at ?? undefined,
    articles: row.articles,
    takenHour: row.taken_hour ?? undefined,
    taken: row.taken,
  }));
}

/** The findings of a look, written only by the owner of the feed. */
export async function saveLook(db: Database, lease: Lease, look: FeedLook, putOff?: PutOff): Promise<void> {
  await db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    await tx.execute({
      name: "trading.saveNewsLook",
      text: `update trading.news_feeds set etag = $2, last_modified = $3, interval_seconds = $4, next_at = $5,
          failures = $6, problem = $7, checked_at = $8,
          succeeded_at = case when $6::integer = 0 then $8::timestamptz else succeeded_at end,
          changed_at = case when $9::bigint > 0 then $8::timestamptz else changed_at end,
          articles = articles + $9::bigint, taken_hour = $10, taken = $11
        where name = $1`,
      values: [
        look.name,
        look.etag ?? null,
        look.lastModified ?? null,
        look.intervalSeconds,
        timestamp(look.nextAt),
        look.failures,
        look.problem ?? null,
        timestamp(look.at),
        look.added,
        look.takenHour === undefined ? null : timestamp(look.takenHour),
        look.taken,
      ],
    });
    if (putOff) await noteQuietSite(tx, putOff);
  });
}

/** The effect on its feeds of a site that wants fewer requests: delay. */
export async function noteQuietSite(tx: Transaction, { names, until }: PutOff): Promise<void> {
  await tx.execute({
    name: "trading.noteQuietNewsSite",
    text: "update trading.news_feeds set next_at = greatest(next_at, $2::timestamptz) where name = any ($1::text[])",
    values: [names, timestamp(until)],
  });
}
