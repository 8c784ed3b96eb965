/**
 * Compresses whole bodies for callers that ask. Keeps the compressed form of bodies with a tag, so that a popular page
 * is compressed once. (@fastify/compress turns each body into a stream and keeps nothing.)
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip";

/** Smaller bodies gain nothing: they fit one packet either way. */
const MIN_BYTES = 1024;
const KEPT_BYTES = 32 * 1024 * 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export interface Compressor {
  /** Which encoding a body of this many bytes would go out in; undefined for none. */
  choose(acceptEncoding: string | undefined, bodyBytes: number): Encoding | undefined;
  /** The body in that encoding; a promise only where it has to be made. `tag` names these bytes and no others. */
  compress(body: Buffer, encoding: Encoding, tag: string | undefined): Buffer | Promise<Buffer>;
}

export function compressor(): Compressor {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: (body) => body.length + 64 });
  const pending = new Map<string, Promise<Buffer>>();
  return {
    choose(acceptEncoding, bodyBytes) {
      if (acceptEncoding === undefined || bodyBytes < MIN_BYTES) return undefined;
      return preferred(acceptEncoding);
    },
    compress(body, encoding, tag) {
      if (tag === undefined) return packed(body, encoding);
      const key = `${encoding} ${body.length} ${tag}`;
      const known = kept.get(key) ?? pending.get(key);
      if (known) return known;
      const making = packed(body, encoding).then((result) => {
        kept.set(key, result);
        return result;
      });
      pending.set(key, making);
      return making.finally(() => pending.delete(key));
    },
  };
}

function packed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br"
    ? toBrotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : toGzip(body, { level: 6 });
}

/** The better of br and gzip among those with the highest weight above zero (RFC 9110, section 12.5.3). */
function preferred(acceptEncoding: string): Encoding | undefined {
  const weights = { br: 0, gzip: 0 };
  for (const part of acceptEncoding.split(",", 20)) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const weight = Number(parameters.find((piece) => piece.startsWith("q="))?.slice(2) ?? 1);
    if (name === "br") weights.br = weight;
    else if (name === "gzip" || name === "x-gzip") weights.gzip = weight;
  }
  if (weights.br > 0 && !(weights.gzip > weights.br)) return "br";
  return weights.gzip > 0 ? "gzip" : undefined;
}
