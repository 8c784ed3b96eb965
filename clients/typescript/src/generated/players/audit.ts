// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { Paged } from "../../operation.ts";
import type { AuditLine } from "./schemas.ts";

export interface ListAuditParams {
  /** Most lines to answer. 1 to 1000. Default: 100. */
  limit?: number;
  /** Only lines with a lower `Number`. 1 to 9007199254740991. */
  before?: number;
}

export interface AuditOperations {
  /**
   * Who changed what. Changes that were made over HTTP, newest first. The next page begins with `before`, the
   * `Number` of the last line. Commands of the operator are not in it. It does not name people: the subject of an
   * erasure is `sha256(account:ID)` or `sha256(player:ID)`.
   */
  listAudit: Paged<ListAuditParams | undefined, AuditLine[], AuditLine>;
}
