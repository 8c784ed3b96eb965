/** Where the next page of a list begins, as the opaque text that callers send back. */
import { createHash } from "node:crypto";

const MAX_LENGTH = 300;

type Part = string | number;

/** Ties a cursor to its list: a position in one says nothing about another. */
function digestOf(list: string): string {
  return createHash("sha256").update(list).digest("base64url").slice(0, 12);
}

/** @param list everything that decides what is listed and in which order, as text. */
export function encodeCursor(list: string, position: readonly Part[]): string {
  return Buffer.from(JSON.stringify([digestOf(list), ...position])).toString("base64url");
}

/** The position; undefined when the text is not a cursor, or one of another list. Its parts are a stranger's. */
export function decodeCursor(list: string, cursor: string): readonly unknown[] | undefined {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [digest, ...position] = parts as unknown[];
  return digest === digestOf(list) ? position : undefined;
}
