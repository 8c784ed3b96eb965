/** Announcements on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { Announcement, AnnouncementStore, NewAnnouncement } from "../store.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly category: Announcement["category"];
  readonly severity: Announcement["severity"];
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
}

export function announcementStore(db: Database): AnnouncementStore {
  return {
    list: (page, now) => listAnnouncements(db, page, now),
    add: (announcement) => addAnnouncement(db, announcement),
    remove: (id) => removeAnnouncement(db, id),
  };
}

/** One page of those that have not expired, newest first. */
async function listAnnouncements(
  db: Database,
  { limit, offset }: Page,
  now: Instant,
): Promise<{ items: Announcement[]; total: number }> {
  const rows = await db.query<Row>({
    name: "trading.listAnnouncements",
    text: `select id::text as id, title, body, category, severity, created_at, expires_at, starts_at, ends_at
      from trading.announcements where expires_at is null or expires_at > $1::timestamptz order by created_at desc, id desc limit $2 offset $3`,
    values: [timestamp(now), limit, offset],
  });
  const [count] = await db.query<{ total: number }>({
    name: "trading.countAnnouncements",
    text: `select count(*) as total from trading.announcements where expires_at is null or expires_at > $1::timestamptz`,
    values: [timestamp(now)],
  });
  return { items: rows.map(announcementOf), total: count?.total ?? 0 };
}

/** A new one; answers its id. */
async function addAnnouncement(db: Database, announcement: NewAnnouncement): Promise<string> {
  const { title, body, category, severity, createdAt, expiresAt, startsAt, endsAt } = announcement;
  const times = [createdAt, expiresAt, startsAt, endsAt].map((at) => (at === null ? null : timestamp(at)));
  const [row] = await db.query<{ id: string }>({
    name: "trading.addAnnouncement",
    text: `insert into trading.announcements (title, body, category, severity, created_at, expires_at, starts_at, ends_at)
      values ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7::timestamptz, $8::timestamptz) returning id::text as id`,
    values: [title, body, category, severity, ...times],
  });
  return row?.id ?? "";
}

/** Takes one back. */
async function removeAnnouncement(db: Database, id: string): Promise<boolean> {
  const removed = await db.execute({
    name: "trading.removeAnnouncement",
    text: "delete from trading.announcements where id = $1::bigint",
    values: [id],
  });
  return removed === 1;
}

function announcementOf({ created_at, expires_at, starts_at, ends_at, ...row }: Row): Announcement {
  return { ...row, createdAt: created_at, expiresAt: expires_at, startsAt: starts_at, endsAt: ends_at };
}
