/** Collects the bytes of a request body up to its limit. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { GatheredBytes } from "../bytes/gathered-bytes.ts";

/**
 * How much more than its limit of a body is read and thrown away before it is refused. A caller that still writes when
 * the connection closes sees a reset connection and never the refusal.
 */
const SPILL_BYTES = 1024 * 1024;

/** The same in time. */
const SPILL_MS = 1_000;

/** The error that `httpRefusal` knows as "too large". */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/**
 * A content type parser that takes every type as bytes. A body that announces itself as far too large is refused before
 * it is sent.
 */
export function collectBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const limit = request.routeOptions.bodyLimit ?? 0;
  if (Number(request.headers["content-length"]) > limit + SPILL_BYTES) {
    done(new BodyTooLarge());
    return;
  }
  const body = new GatheredBytes();
  let size = 0;
  let patience: NodeJS.Timeout | undefined;
  const finish = (error: Error | null): void => {
    clearTimeout(patience);
    payload.off("data", take).off("end", end).off("error", finish);
    if (error) done(Object.assign(error, { statusCode: 400 }));
    else if (size > limit) done(new BodyTooLarge());
    else done(null, body.take());
  };
  const end = (): void => finish(null);
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      body.add(chunk);
      return;
    }
    body.clear();
    patience ??= setTimeout(end, SPILL_MS);
    if (size > limit + SPILL_BYTES) end();
  };
  payload.on("data", take).on("end", end).on("error", finish);
}
