/**
 * How much of an answer is read. The library reads whatever comes, and unpacks it in memory: an answer without an end, of a broken
 * exchange or of a stranger in its place, would end the process.
 */
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** An answer whose body is not read yet. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable;
}

/** An instance of the library, as far as it reads answers. */
export interface AnswerReader {
  undiciBody?: (answer: HttpAnswer, isBinary?: boolean) => Promise<unknown>;
}

/** The longest answers are lists of all markets: some megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Named like the library's class of answers that it cannot read. */
class AnswerTooLong extends Error {
  override readonly name = "BadResponse";
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/** Reads the answers of an instance as the library does, up to a limit. Its connection is ended where there is more. */
export function limitAnswers(exchange: AnswerReader): void {
  exchange.undiciBody = async ({ statusCode, headers, body }, isBinary = false) => {
    const packing = WITHOUT_BODY.has(statusCode) ? undefined : headers["content-encoding"];
    const bytes = await read(body, typeof packing === "string" ? UNPACKERS[packing] : undefined);
    return isBinary ? bytes : new TextDecoder().decode(bytes);
  };
}

async function read(body: Readable, unpack: (() => Transform) | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  let count = 0;
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of source) {
      count += part.length;
      // To leave the loop ends the connection.
      if (count > MAX_ANSWER_BYTES) return;
      parts.push(part);
    }
  };
  try {
    await (unpack ? pipeline(body, unpack(), collect) : pipeline(body, collect));
  } catch (error) {
    if (count <= MAX_ANSWER_BYTES) throw error;
  }
  if (count <= MAX_ANSWER_BYTES) return Buffer.concat(parts, count);
  throw new AnswerTooLong(`The answer has more than ${String(MAX_ANSWER_BYTES)} bytes, and was not read to its end`);
}
