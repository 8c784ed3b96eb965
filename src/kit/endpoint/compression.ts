/**
 * Compresses whole bodies for callers that ask, and keeps the compressed form of bodies that have a tag, so that a page
 * that many callers read is compressed once. (@fastify/compress turns each body into a stream and keeps nothing.)
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
  /** Which encoding this body would go out in; undefined for none. */
  choose(acceptEncoding: string | undefined, bodyBytes: number): Encoding | undefined;
  compress(body: Buffer, encoding: Encoding, tag: string | undefined): Promise<Buffer>;
}

export function compressor(): Compressor {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: (body) => body.length + 64 });
  return {
    choose(acceptEncoding, bodyBytes) {
      if (acceptEncoding === undefined || bodyBytes < MIN_BYTES) return undefined;
      return preferred(acceptEncoding);
    },
    async compress(body, encoding, tag) {
      const key = `${encoding} ${tag}`;
      const known = tag === undefined ? undefined : kept.get(key);
      if (known) return known;
      const packed =
        encoding === "br"
          ? await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : await toGzip(body, { level: 6 });
      if (tag !== undefined) kept.set(key, packed);
      return packed;
    },
  };
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
  if (weights.br > 0 && weights.br >= weights.gzip) return "br";
  return weights.gzip > 0 ? "gzip" : undefined;
}
