/** A list's body: stored bytes, one after the other, never parsed again. */
import { hash } from "node:crypto";
import type { RawBody } from "../../kit/endpoint/output.ts";
import { tagOfEntry, type Entry } from "./core/entry.ts";

const OPEN = Buffer.from('{"servers":[');
const COMMA = Buffer.from(",");

/** A ServerList of these entries. Its tag follows from the entries' tags, so that the body is not hashed again. */
export function renderList(entries: readonly Entry[], nextCursor: string | undefined): RawBody {
  let tags = "";
  const parts: Buffer[] = [OPEN];
  for (const [at, entry] of entries.entries()) {
    if (at > 0) parts.push(COMMA);
    parts.push(entry.body);
    tags += tagOfEntry(entry);
  }
  // A cursor is base64url: it needs no escaping.
  const cursor = nextCursor === undefined ? "" : `"nextCursor":"${nextCursor}",`;
  const tail = `],"metadata":{${cursor}"count":${entries.length}}}`;
  parts.push(Buffer.from(tail));
  return { body: parts, etag: hash("sha1", tags + tail, "base64url").slice(0, 22) };
}

/** An AllVersionsStatusResponse of these entries. */
export function renderUpdated(entries: readonly Entry[]): RawBody {
  const parts: Buffer[] = [Buffer.from(`{"updatedCount":${entries.length},"servers":[`)];
  for (const [at, entry] of entries.entries()) {
    if (at > 0) parts.push(COMMA);
    parts.push(entry.body);
  }
  parts.push(Buffer.from("]}"));
  return { body: Buffer.concat(parts) };
}
