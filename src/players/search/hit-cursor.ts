/** Where a page of a search begins, as the opaque text that callers send back. */
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { HitPosition } from "./core/top-matches.ts";

/** @param search everything that decides what is found and in which order, as text. */
export function encodePosition(search: string, { rank, online, lastSeen, length, id }: HitPosition): string {
  return encodeCursor(search, [rank, online ? 1 : 0, lastSeen, length, String(id)]);
}

/** The position; undefined when the text is not a cursor, or one of another search. */
export function decodePosition(search: string, cursor: string): HitPosition | undefined {
  const parts = decodeCursor(search, cursor);
  if (parts?.length !== 5) return undefined;
  const [rank, online, lastSeen, length, id] = parts;
  if (typeof id !== "string" || !/^-?\d{1,19}$/.test(id)) return undefined;
  if (!isWhole(rank) || !isWhole(length) || !isWhole(online) || typeof lastSeen !== "number") return undefined;
  return { rank, online: online === 1, lastSeen, length, id: BigInt(id) };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
