/** One version as the catalogue holds it: the bytes that are sent, and the few facts that lists are chosen by. */
import { hash } from "node:crypto";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "./status.ts";
import { documentIn, renderVersion, type VersionRecord } from "./version-record.ts";

export interface Entry {
  readonly serverName: string;
  /** In lower case, for searches. */
  readonly lowerName: string;
  readonly version: string;
  readonly status: ServerStatus;
  readonly statusMessage: string | null;
  readonly statusChangedAt: Instant;
  readonly publishedAt: Instant;
  readonly updatedAt: Instant;
  /** Not before `updatedAt`; later for what arrived here after it had changed elsewhere. */
  readonly changedHereAt: Instant;
  readonly isLatest: boolean;
  /** The whole ServerResponse. */
  readonly body: Buffer;
  readonly documentBytes: number;
  readonly extraMeta: string | null;
  /** Registry types of its packages, in lower case. */
  readonly registryTypes: readonly string[];
  readonly hasRemote: boolean;
  /** Title and description in lower case, for the wider search. */
  readonly words: string;
  /** A strong validator of `body`, made when first asked for. */
  tag: string | undefined;
  /** Equal for versions that no filter tells apart, made when first asked for. */
  facets: string | undefined;
}

interface Facets {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly packages?: unknown;
  readonly remotes?: readonly unknown[];
}

const NO_TYPES: readonly string[] = [];

export function entryOf(record: VersionRecord, isLatest: boolean): Entry {
  const document = JSON.parse(record.document) as Facets;
  const types = registryTypesOf(document.packages);
  return {
    serverName: record.serverName,
    lowerName: record.serverName.toLowerCase(),
    version: record.version,
    status: record.status,
    statusMessage: record.statusMessage,
    statusChangedAt: record.statusChangedAt,
    publishedAt: record.publishedAt,
    updatedAt: record.updatedAt,
    changedHereAt: lastChangeHere(record),
    isLatest,
    body: Buffer.from(renderVersion(record, isLatest)),
    documentBytes: Buffer.byteLength(record.document),
    extraMeta: record.extraMeta,
    registryTypes: types,
    hasRemote: Array.isArray(document.remotes) && document.remotes.length > 0,
    words: [document.title, document.description].filter(isText).join("\n").toLowerCase(),
    tag: undefined,
    facets: undefined,
  };
}

/** What readers who follow this registry have to ask by. */
function lastChangeHere({ updatedAt, arrivedAt }: VersionRecord): Instant {
  return arrivedAt === undefined || arrivedAt < updatedAt ? updatedAt : arrivedAt;
}

function registryTypesOf(packages: unknown): readonly string[] {
  if (!Array.isArray(packages)) return NO_TYPES;
  const types = (packages as ({ registryType?: unknown } | null)[]).map((each) => each?.registryType).filter(isText);
  return types.map((type) => type.toLowerCase());
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The same version with the flag set or taken away. */
export function withLatest(entry: Entry, isLatest: boolean): Entry {
  if (entry.isLatest === isLatest) return entry;
  return {
    ...entry,
    isLatest,
    body: Buffer.from(renderVersion(recordOf(entry), isLatest)),
    tag: undefined,
    facets: undefined,
  };
}

/** The stored part of an entry. */
function recordOf(entry: Entry): VersionRecord {
  return {
    serverName: entry.serverName,
    version: entry.version,
    status: entry.status,
    statusMessage: entry.statusMessage,
    statusChangedAt: entry.statusChangedAt,
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt,
    document: documentIn(entry.body, entry.documentBytes).toString(),
    extraMeta: entry.extraMeta,
  };
}

/** The fields of the filters, as one text. */
export function facetsOf(entry: Entry): string {
  const { status, isLatest, hasRemote, registryTypes } = entry;
  return (entry.facets ??= `${status} ${isLatest ? 1 : 0}${hasRemote ? 1 : 0} ${registryTypes.join("\n")}`);
}

/** The strong validator of an entry's bytes: the same on every node. */
export function tagOfEntry(entry: Entry): string {
  return (entry.tag ??= hash("sha1", entry.body, "base64url").slice(0, 22));
}
