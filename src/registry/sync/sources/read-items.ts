/** The entries in bytes of any of the forms that registries are kept in. */
import { UserError } from "../../../kit/errors/user-error.ts";
import { parseJson } from "../../../kit/text/parse-json.ts";
import { UnreadableEntry } from "../read-entry.ts";
import { nextCursorOf } from "./next-cursor.ts";

/** JSON that is not NDJSON is read whole. An array of 50,000 versions has about 100 MiB. */
export const MAX_WHOLE_BYTES = 256 * 1024 * 1024;

/** A document of 1 MiB, as much beside it, and room for white space and escapes. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

const ONE_PAGE =
  "the list is one page, and its `metadata.nextCursor` says that others follow; the address of the registry in place of the " +
  "file imports all of them";

/**
 * Reads a JSON array of entries, a list (`{"servers": [...]}`), a single entry, or one entry a line (NDJSON). Only the
 * last is read line by line. A line that is not JSON is yielded as an `UnreadableEntry`, and so are the pages that would
 * follow a list.
 *
 * @throws UserError when the bytes are none of these, or are JSON of more than 256 MiB.
 */
export async function* readItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  const begin = await readBeginning(chunks);
  if (begin.kind === "whole") {
    yield* itemsOf(parseWhole(Buffer.concat(begin.chunks)));
    return;
  }
  yield begin.first;
  yield* readLines(begin.rest, begin.lines + 1);
}

type Beginning =
  | { readonly kind: "whole"; readonly chunks: readonly Uint8Array[] }
  | {
      readonly kind: "lines";
      readonly first: unknown;
      readonly rest: AsyncIterable<Uint8Array>;
      readonly lines: number;
    };

/** Reads until the form is clear: NDJSON begins with a line that is a whole entry. */
async function readBeginning(source: AsyncIterable<Uint8Array>): Promise<Beginning> {
  const iterator: AsyncIterator<Uint8Array, unknown> = source[Symbol.asyncIterator]();
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let blankLines = 0;
  let mayBeLines = true;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { kind: "whole", chunks };
    const chunk: Uint8Array = next.value;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_WHOLE_BYTES) throw new UserError(`JSON of more than ${MAX_WHOLE_BYTES} bytes must be NDJSON.`);
    // A line without end is looked at again only when it may have ended.
    if (!mayBeLines || !chunk.includes(NEWLINE)) continue;
    const head = Buffer.concat(chunks);
    const line = firstLine(head);
    blankLines += line.blankLines;
    if (line.text === undefined) {
      // Blank lines are not kept: looking at all of them again with each chunk would never end.
      chunks = [head.subarray(line.end)];
      continue;
    }
    const first = parseJson(line.text);
    mayBeLines = isEntry(first);
    if (mayBeLines)
      return { kind: "lines", first, rest: resume(head.subarray(line.end), iterator), lines: blankLines + 1 };
  }
}

interface FirstLine {
  /** Undefined when the end of the first line with anything on it is not there. */
  readonly text: string | undefined;
  /** Where it ends, or the last blank line does. */
  readonly end: number;
  readonly blankLines: number;
}

function firstLine(head: Buffer): FirstLine {
  let start = 0;
  for (let blankLines = 0; ; blankLines++) {
    const end = head.indexOf(NEWLINE, start);
    if (end < 0) return { text: undefined, end: start, blankLines };
    const text = decode(head.subarray(start, end)).trim();
    if (text !== "") return { text, end: end + 1, blankLines };
    start = end + 1;
  }
}

async function* resume(head: Buffer, iterator: AsyncIterator<Uint8Array, unknown>): AsyncGenerator<Uint8Array> {
  yield head;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function* readLines(chunks: AsyncIterable<Uint8Array>, firstNumber: number): AsyncGenerator {
  let number = firstNumber;
  let open: Buffer[] = [];
  let bytes = 0;
  const close = (): unknown => {
    const tooLong = bytes > MAX_LINE_BYTES;
    const text = tooLong ? "" : decode(Buffer.concat(open)).trim();
    [open, bytes] = [[], 0];
    const line = number++;
    if (tooLong) return new UnreadableEntry(`line ${line} is longer than ${MAX_LINE_BYTES} bytes`);
    if (text === "") return undefined;
    return parseJson(text) ?? new UnreadableEntry(`line ${line} is not JSON`);
  };
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      open.push(rest.subarray(0, end));
      bytes += end;
      rest = rest.subarray(end + 1);
      const item = close();
      if (item !== undefined) yield item;
    }
    bytes += rest.length;
    // A line that is too long anyway need not be kept.
    if (bytes <= MAX_LINE_BYTES) open.push(rest);
    else open = [];
  }
  const last = close();
  if (last !== undefined) yield last;
}

function parseWhole(bytes: Buffer): unknown {
  const text = decode(bytes).trim();
  if (text === "") return [];
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    throw new UserError(`This is neither JSON nor NDJSON: ${reason}`, { cause: error });
  }
}

function* itemsOf(whole: unknown): Generator {
  const items = Array.isArray(whole)
    ? (whole as unknown[])
    : isList(whole)
      ? whole.servers
      : isEntry(whole)
        ? [whole]
        : undefined;
  if (!items) throw new UserError('The JSON is neither an array of servers nor a list (`{"servers": [...]}`).');
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    // Items already read need not be held until the last is.
    items[at] = undefined;
    yield item;
  }
  if (isList(whole) && hasNextPage(whole)) yield new UnreadableEntry(ONE_PAGE);
}

function isEntry(value: unknown): boolean {
  return typeof value === "object" && value !== null && "server" in value;
}

function isList(value: unknown): value is { servers: unknown[]; metadata?: unknown } {
  return typeof value === "object" && value !== null && "servers" in value && Array.isArray(value.servers);
}

function hasNextPage({ metadata }: { readonly metadata?: unknown }): boolean {
  const cursor = nextCursorOf(metadata);
  return typeof cursor === "string" && cursor !== "";
}

/** Without the mark that some editors put before UTF-8. */
function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
