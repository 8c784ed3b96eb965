// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { Paged } from "../../operation.ts";
import type { AuditEntry } from "./schemas.ts";

export interface ListAuditParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** Only of this user of the account. 1 to 1000000000000000. */
  uid?: number;
  /** Only actions that begin so, such as `ticket.`. */
  action?: string;
}

export interface ListAuditResult {
  entries: AuditEntry[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface AuditOperations {
  /**
   * Who changed what in the account. Changes by the main account, its sub-accounts and the platform, newest first.
   * Nothing is ever removed.
   */
  listAudit: Paged<ListAuditParams | undefined, ListAuditResult, AuditEntry>;
}
