/** Where a page of a search begins, as the opaque text that callers send back. */
import { createHash } from "node:crypto";
import type { HitPosition } from "./top-matches.ts";

const MAX_LENGTH = 300;

/** Ties a cursor to its search: a position of one says nothing about another. */
function digestOf(search: string): string {
  return createHash("sha256").update(search).digest("base64url").slice(0, 12);
}

/** @param search everything that decides what is found and in which order, as text. */
export function encodeCursor(search: string, { rank, online, lastSeen, length, id }: HitPosition): string {
  const text = JSON.stringify([digestOf(search), rank, online ? 1 : 0, lastSeen, length, String(id)]);
  return Buffer.from(text).toString("base64url");
}

/** The position; undefined when the text is not a cursor, or one of another search. */
export function decodeCursor(search: string, cursor: string): HitPosition | undefined {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 6) return undefined;
  const [digest, rank, online, lastSeen, length, id] = parts as unknown[];
  if (digest !== digestOf(search) || typeof id !== "string" || !/^-?\d{1,19}$/.test(id)) return undefined;
  if (!isWhole(rank) || !isWhole(length) || !isWhole(online) || typeof lastSeen !== "number") return undefined;
  return { rank, online: online === 1, lastSeen, length, id: BigInt(id) };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
