/**
 * Reads one entry of another registry. It is as tolerant as it can be: a quarter of what is published breaks the rules
 * of today, and was right when it was published.
 */
import { Compile } from "typebox/compile";
import { parseInstant, type Instant } from "../../kit/time/instant.ts";
import { OFFICIAL_META, serverResponse, type ServerStatus, type VersionRecord } from "../servers/index.ts";

export interface ImportEntry {
  readonly record: VersionRecord;
  readonly isLatest: boolean;
  /** The change that was needed to keep it. */
  readonly note: string | undefined;
}

export type ReadEntry =
  | { readonly ok: true; readonly entry: ImportEntry }
  | {
      readonly ok: false;
      readonly name: string | undefined;
      readonly version: string | undefined;
      readonly reason: string;
    };

/** A source's item in place of an entry that could not even be read as JSON. */
export class UnreadableEntry {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Largest document, in bytes. The members of `_meta` that are not ours may be as large again. */
export const MAX_IMPORTED_BYTES = 1024 * 1024;

const MAX_DEPTH = 64;
const MAX_NAME_CHARACTERS = 200;
const MAX_VERSION_CHARACTERS = 255;
const MAX_STATUS_MESSAGE_CHARACTERS = 500;

/** The pattern of a server's name in server.json; names of older rules fit it too. */
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const STATUSES: ReadonlySet<unknown> = new Set<ServerStatus>(["active", "deprecated", "deleted"]);

/** Members and types, as the interface promises them, without any limits: one odd entry must not fail a reader's page. */
const shape = Compile(serverResponse.properties.server);

/** JSON.stringify writes U+0000 and halves of surrogate pairs, which PostgreSQL refuses, as these escapes. */
const UNSTORABLE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Reads a ServerResponse of the MCP registry API. Refuses what cannot be stored or addressed: a name outside the
 * pattern or 3 to 200 characters, a version outside 1 to 255, no description, no readable time of publication, an
 * unknown status, U+0000, more than 1 MiB, more than 64 levels, members of other types than the interface has.
 */
export function readEntry(value: unknown): ReadEntry {
  if (value instanceof UnreadableEntry) return { ok: false, name: undefined, version: undefined, reason: value.reason };
  const server = asObject(asObject(value)?.["server"]);
  const name = asText(server?.["name"]);
  const version = asText(server?.["version"]);
  const bad = (reason: string): ReadEntry => ({ ok: false, name, version, reason });
  if (!server) return bad("it has no member `server`");
  if (name === undefined || name.length < 3 || name.length > MAX_NAME_CHARACTERS || !NAME.test(name)) {
    return bad("its name is not of the form `namespace/name`");
  }
  if (version === undefined || version === "" || isLongerThan(version, MAX_VERSION_CHARACTERS)) {
    return bad(`its version is not a text of 1 to ${MAX_VERSION_CHARACTERS} characters`);
  }
  if (typeof server["description"] !== "string") return bad("it has no description");

  const meta = asObject(asObject(value)?.["_meta"]);
  const official = asObject(meta?.[OFFICIAL_META]);
  if (!meta || !official) return bad(`it has no block \`${OFFICIAL_META}\` in \`_meta\``);
  const publishedAt = readInstant(official["publishedAt"]);
  if (publishedAt === undefined) return bad("its `publishedAt` is not an RFC 3339 time between 1684 and 2255");
  const status = official["status"];
  if (!isStatus(status)) return bad("its status is none of active, deprecated, deleted");

  const texts = storedTexts(server, meta);
  if (typeof texts === "string") return bad(texts);
  const message = readMessage(official["statusMessage"]);
  if (message === undefined) return bad("its status message has characters that cannot be stored");
  return {
    ok: true,
    entry: {
      record: {
        serverName: name,
        version,
        status,
        statusMessage: message.text,
        statusChangedAt: readInstant(official["statusChangedAt"]) ?? publishedAt,
        publishedAt,
        updatedAt: readInstant(official["updatedAt"]) ?? publishedAt,
        ...texts,
      },
      isLatest: official["isLatest"] === true,
      note: message.cut ? `its status message was cut to ${MAX_STATUS_MESSAGE_CHARACTERS} characters` : undefined,
    },
  };
}

/** The stored document and the members beside the official block, or why they cannot be stored. */
function storedTexts(server: Members, meta: Members): Pick<VersionRecord, "document" | "extraMeta"> | string {
  if (isDeeperThan(server, MAX_DEPTH) || isDeeperThan(meta, MAX_DEPTH)) {
    return `it is nested deeper than ${MAX_DEPTH} levels`;
  }
  const misfit = shape.Check(server) ? undefined : shape.Errors(server)[0];
  if (misfit) return `its member ${misfit.instancePath || "/"} ${misfit.message}`;
  const { [OFFICIAL_META]: _official, ...extra } = meta;
  const document = JSON.stringify(withoutOfficial(server));
  const extraMeta = Object.keys(extra).length === 0 ? null : JSON.stringify(extra);
  for (const text of [document, extraMeta ?? ""]) {
    if (Buffer.byteLength(text) > MAX_IMPORTED_BYTES) return `it is larger than ${MAX_IMPORTED_BYTES} bytes`;
    if (isUnstorable(text)) return "it has characters that cannot be stored";
  }
  return { document, extraMeta };
}

/** A publisher's document has no influence on the registry's data about it. */
function withoutOfficial(server: Members): Members {
  const meta = asObject(server["_meta"]);
  if (!meta || !Object.hasOwn(meta, OFFICIAL_META)) return server;
  const { [OFFICIAL_META]: _official, ...kept } = meta;
  if (Object.keys(kept).length > 0) return { ...server, _meta: kept };
  const { _meta: _empty, ...rest } = server;
  return rest;
}

/** In code points. A text of more than twice as many units is not taken apart. */
function isLongerThan(text: string, maximum: number): boolean {
  return text.length > maximum * 2 || Array.from(text).length > maximum;
}

/** Undefined for one that cannot be stored. An empty one means none, as for publishers here. */
function readMessage(value: unknown): { text: string | null; cut: boolean } | undefined {
  if (typeof value !== "string" || value === "") return { text: null, cut: false };
  if (isUnstorable(JSON.stringify(value))) return undefined;
  const characters = Array.from(value);
  if (characters.length <= MAX_STATUS_MESSAGE_CHARACTERS) return { text: value, cut: false };
  return { text: characters.slice(0, MAX_STATUS_MESSAGE_CHARACTERS).join(""), cut: true };
}

function readInstant(value: unknown): Instant | undefined {
  const instant = typeof value === "string" ? parseInstant(value) : undefined;
  return instant !== undefined && Number.isSafeInteger(instant) ? instant : undefined;
}

function isUnstorable(text: string): boolean {
  return text.includes("\\u") && UNSTORABLE.test(text);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function isStatus(value: unknown): value is ServerStatus {
  return STATUSES.has(value);
}

type Members = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
