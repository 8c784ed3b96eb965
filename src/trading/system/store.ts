/** The storage port of the system area. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";

export interface NewAnnouncement {
  readonly title: string;
  readonly body: string;
  readonly category: "maintenance" | "release" | "exchange" | "security";
  readonly severity: "info" | "warning" | "critical";
  readonly createdAt: Instant;
  /** Not shown afterwards; null for never. */
  readonly expiresAt: Instant | null;
  /** When the maintenance that it announces begins; null for none that is planned. */
  readonly startsAt: Instant | null;
  /** Null where that is open. */
  readonly endsAt: Instant | null;
}

export interface Announcement extends NewAnnouncement {
  readonly id: string;
}

export interface AnnouncementStore {
  /** Those that have not expired, newest first, and how many there are in all. */
  list(page: Page, now: Instant): Promise<{ items: Announcement[]; total: number }>;
  add(announcement: NewAnnouncement): Promise<string>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
