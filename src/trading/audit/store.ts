/** The storage port of the trail. Entries are written in the transaction of the change, by `recordAudit`. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";

export interface AuditEntry {
  readonly ownerUid: number;
  /** Null for the platform itself. */
  readonly uid: number | null;
  /** `<thing>.<what was done>`, such as `ticket.create`; up to 60 characters. */
  readonly action: string;
  /** Id of what was changed; up to 200 characters. */
  readonly subject: string;
  /** Without secrets; up to 8 KB as JSON. */
  readonly details?: object;
  readonly at: Instant;
}

export interface RecordedEntry extends Required<AuditEntry> {
  readonly id: number;
}

export interface AuditFilter {
  /** Of one user of the account. */
  readonly uid: number | undefined;
  /** Actions that begin so. */
  readonly action: string | undefined;
}

export interface AuditTrail {
  /** A page of an account's entries, newest first, and how many there are on all pages. */
  list(
    ownerUid: number,
    filter: AuditFilter,
    page: Page,
  ): Promise<{ readonly entries: RecordedEntry[]; readonly total: number }>;
}
