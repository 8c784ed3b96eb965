// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { AuditEntry, AuditPage } from "./schemas.ts";

export interface ListAuditParams {
  /** `metadata.nextCursor` of the page before, exactly as returned. */
  cursor?: string;
  /** Entries on a page. 1 to 100. Default: 50. */
  limit?: number;
  /** A server name, or the beginning of one followed by `*`. */
  name?: string;
  action?: "publish" | "edit" | "status" | "status-all" | "delete" | "import" | "token.create" | "token.revoke" | "webhook.create" | "webhook.edit" | "webhook.delete" | "webhook.redeliver";
  /** Exactly this subject of an actor. */
  actor?: string;
  /** RFC 3339: at this time or later. */
  since?: string;
  /** RFC 3339: before this time. */
  until?: string;
}

export interface GetEntryParams {
  /** 1 to 9007199254740991. */
  id: number;
}

export interface AuditOperations {
  /**
   * Who did what. Newest first. The trail is kept permanently: actions of admins over HTTP are in it beside the
   * changes of servers.
   */
  listAudit: Paged<ListAuditParams | undefined, AuditPage, AuditEntry>;
  /** One entry of the audit trail. With its whole detail: the list leaves out what is longer than 8 KiB. */
  getEntry(params: GetEntryParams, options?: CallOptions): Promise<AuditEntry>;
}
