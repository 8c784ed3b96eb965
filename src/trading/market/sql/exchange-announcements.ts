/** Announcements of exchanges, on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import type {
  AnnouncementCategory,
  AnnouncementFilter,
  ExchangeAnnouncement,
  ExchangeAnnouncementStore,
  NewExchangeAnnouncement,
} from "../store.ts";

export function exchangeAnnouncements(db: Queryable): ExchangeAnnouncementStore {
  return {
    recordAnnouncement: (announcement) => recordAnnouncement(db, announcement),
    async listAnnouncements(filter) {
      return { total: await countAnnouncements(db, filter), announcements: await listAnnouncements(db, filter) };
    },
  };
}

/** Keeps an announcement; answers its id. */
async function recordAnnouncement(q: Queryable, announcement: NewExchangeAnnouncement): Promise<number> {
  const { exchange, title, body, category, codes, publishedMs } = announcement;
  const rows = await q.query<{ id: number }>({
    name: "trading.recordExchangeAnnouncement",
    text: `insert into trading.exchange_announcements (exchange, title, body, category, codes, published_at)
      values ($1, $2, $3, $4, $5::text[], $6) returning id`,
    values: [exchange, title, body, category, codes, timestamp(fromMillis(publishedMs))],
  });
  return rows[0]?.id ?? 0;
}

/** One page, the newest first. */
async function listAnnouncements(q: Queryable, filter: AnnouncementFilter): Promise<ExchangeAnnouncement[]> {
  const rows = await q.query<{
    id: number;
    exchange: string;
    title: string;
    body: string;
    category: AnnouncementCategory;
    codes: string[];
    published_at: Instant;
  }>({
    name: "trading.listExchangeAnnouncements",
    text: `select id, exchange, title, body, category, codes, published_at from trading.exchange_announcements
      where ($1::text is null or exchange = $1) and ($2::text is null or category = $2)
      order by published_at desc, id desc offset $3 limit $4`,
    values: [filter.exchange ?? null, filter.category ?? null, filter.offset, filter.limit],
  });
  return rows.map(({ published_at: publishedAt, ...row }) => ({ ...row, publishedMs: toMillis(publishedAt) }));
}

/** How many pages there are. */
async function countAnnouncements(q: Queryable, filter: AnnouncementFilter): Promise<number> {
  const rows = await q.query<{ total: number }>({
    name: "trading.countExchangeAnnouncements",
    text: `select count(*) as total from trading.exchange_announcements
      where ($1::text is null or exchange = $1) and ($2::text is null or category = $2)`,
    values: [filter.exchange ?? null, filter.category ?? null],
  });
  return rows[0]?.total ?? 0;
}
