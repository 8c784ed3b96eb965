/** Rows as PostgreSQL writes and reads them itself, as text: it stays readable to every later version. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { BackupRows } from "../manifest.ts";
import type { StoredTable } from "./contents.ts";

const zip = promisify(gzip);

/** A part before compression: large enough to be compressed well, small enough to be held several times. */
const PART_BYTES = 4_194_304;

/** Three times as fast as the usual 6, and some percent larger. */
const COMPRESSION = 3;

/**
 * Reads rows in compressed parts.
 *
 * @param keep takes each part, numbered from 1; the next is read when it has
 */
export async function copyRowsOut(
  client: Client,
  query: string,
  keep: (part: number, content: Uint8Array) => Promise<void>,
): Promise<BackupRows> {
  const stream = client.query(copyTo(query));
  const digest = createHash("sha256");
  let bytes = 0;
  let parts = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async (): Promise<void> => {
    if (heldBytes === 0) return;
    const content = Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    digest.update(content);
    await keep(++parts, await zip(content, { level: COMPRESSION }));
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk);
    heldBytes += chunk.length;
    bytes += chunk.length;
    if (heldBytes >= PART_BYTES) await flush();
  }
  await flush();
  return { rows: stream.rowCount, bytes, sha256: digest.digest("hex"), parts };
}

/** The statement that reads a table for `copyRowsOut`. */
export function copyOf(table: StoredTable): string {
  return `copy ${targetOf(table)} to stdout`;
}

/** Writes rows into a table, all in one statement, and answers how many. */
export async function copyRowsIn(
  client: Client,
  table: StoredTable,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const stream = client.query(copyFrom(`copy ${targetOf(table)} from stdin`));
  await pipeline(Readable.from(content), stream);
  return stream.rowCount;
}

/** The table with the columns that are copied. */
function targetOf({ schema, table, columns }: StoredTable): string {
  return `${quoted(schema)}.${quoted(table)} (${columns.map(quoted).join(", ")})`;
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
