/** Sends a body while it is made, and makes sure that one that fails half way never passes for a whole one. */
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoding } from "./compression.ts";
import { gathered } from "./gather.ts";

/** What a compressor holds is flushed after this long, so that a slow stream (a feed) is not delayed. */
const FLUSH_AFTER_MS = 200;

/** Brotli's own default is its slowest: a second of computing for each megabyte. */
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/**
 * Writes the chunks as they come, no faster than the caller reads. A failure after the first byte breaks the
 * connection and goes to `onFailure`; one before it becomes an ordinary error answer. When the caller goes away, the
 * iterator's `return` is called. For HEAD the headers are those of GET and nothing is made.
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncIterable<string | Buffer>,
  encoding: Encoding | undefined,
  onFailure: (error: unknown) => void,
): FastifyReply {
  if (encoding !== undefined) reply.header("content-encoding", encoding);
  if (request.method === "HEAD") {
    Promise.resolve(chunks[Symbol.asyncIterator]().return?.()).catch(onFailure);
    return reply.send();
  }
  const source = gathered(chunks);
  source.on("error", (error) => {
    // Before the first byte, the error answer logs it; after the caller has gone, the error concerns no one.
    if (reply.raw.headersSent && !reply.raw.destroyed) onFailure(error);
  });
  if (encoding === undefined) return reply.send(source);

  const packer = encoding === "br" ? createBrotliCompress({ params: FAST_BROTLI }) : createGzip();
  let flush: NodeJS.Timeout | undefined;
  source.on("data", () => {
    flush ??= setTimeout(() => {
      flush = undefined;
      if (!packer.destroyed) packer.flush();
    }, FLUSH_AFTER_MS);
  });
  source.on("close", () => clearTimeout(flush));
  source.on("error", (error) => packer.destroy(error));
  packer.on("close", () => source.destroy());
  return reply.send(source.pipe(packer));
}
