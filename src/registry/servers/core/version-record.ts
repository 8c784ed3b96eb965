/** One version of one server as it is stored, and as it is served. */
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "./status.ts";

/** The key of the registry's own block in `_meta`. Never honoured when a publisher sends it. */
export const OFFICIAL_META = "io.modelcontextprotocol.registry/official";

export interface VersionRecord {
  readonly serverName: string;
  readonly version: string;
  readonly status: ServerStatus;
  readonly statusMessage: string | null;
  readonly statusChangedAt: Instant;
  readonly publishedAt: Instant;
  readonly updatedAt: Instant;
  /**
   * When an import last wrote it here, which may be long after `updatedAt`. Undefined when no import did. Never shown.
   */
  readonly arrivedAt?: Instant | undefined;
  /** The server's document: compact JSON text. */
  readonly document: string;
  /** Compact JSON text of an object: members of `_meta` beside the official block, which only an upstream sets. */
  readonly extraMeta: string | null;
}

/** The effect of one committed change on one server: enough to bring a read model from `revision - 1` to `revision`. */
export interface ServerChange {
  readonly name: string;
  readonly revision: number;
  readonly latestVersion: string;
  /** The versions that were added or altered. */
  readonly versions: readonly VersionRecord[];
}

const HEAD = '{"server":';

/**
 * The ServerResponse of a version, as text. `isLatest` is a property of its server, so it is computed and not stored.
 */
export function renderVersion(record: VersionRecord, isLatest: boolean): string {
  return HEAD + record.document + renderTail(record, isLatest);
}

/** Where in the rendered bytes the document lies, so that they need not be kept twice. */
export function documentIn(body: Buffer, documentBytes: number): Buffer {
  return body.subarray(HEAD.length, HEAD.length + documentBytes);
}

function renderTail(record: VersionRecord, isLatest: boolean): string {
  const message = record.statusMessage === null ? "" : `"statusMessage":${JSON.stringify(record.statusMessage)},`;
  const others = record.extraMeta === null || record.extraMeta === "{}" ? "" : `,${record.extraMeta.slice(1, -1)}`;
  return (
    `,"_meta":{"${OFFICIAL_META}":{"status":"${record.status}",${message}` +
    `"statusChangedAt":"${formatInstant(record.statusChangedAt)}",` +
    `"publishedAt":"${formatInstant(record.publishedAt)}",` +
    `"updatedAt":"${formatInstant(record.updatedAt)}","isLatest":${isLatest}}${others}}}`
  );
}
