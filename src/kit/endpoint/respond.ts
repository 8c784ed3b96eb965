/** Writes answers: content type, validators, 304, HEAD and compression, the same for every endpoint. */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Compressor } from "./compression.ts";
import { isFresh, tagOf } from "./conditional.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import type { HttpLog } from "./http-services.ts";
import { outputCheck } from "./output-check.ts";
import { WithHeaders, type RawBody } from "./output.ts";
import { sendStream } from "./send-stream.ts";

export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  requestId: string,
) => Promise<FastifyReply> | FastifyReply;

export interface Responding {
  readonly compress: Compressor;
  readonly checkOutputs: boolean;
  readonly log: HttpLog;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Prepares the answering of one endpoint, once, at start. */
export function responder(
  endpoint: AnyEndpoint,
  form: ServiceForm,
  { compress, checkOutputs, log }: Responding,
): Respond {
  const output = endpoint.output;
  const cacheControl = output.cacheControl ?? "no-store";
  const check = checkOutputs ? outputCheck(endpoint, output) : undefined;

  return (request, reply, value, requestId) => {
    check?.(value);
    let bare = value;
    if (bare instanceof WithHeaders) {
      reply.headers(bare.headers);
      bare = bare.value;
    }
    reply.code(output.status).header("cache-control", cacheControl);
    switch (output.kind) {
      case "rawJson": {
        const raw = bare as RawBody;
        return sendWhole(request, reply, raw.body, JSON_TYPE, raw.etag, compress);
      }
      case "json": {
        const wrapped = form.envelope ? form.envelope.wrap(bare, { requestId, endpoint }) : bare;
        return sendWhole(request, reply, Buffer.from(JSON.stringify(wrapped)), JSON_TYPE, undefined, compress);
      }
      case "text": {
        const body = typeof bare === "string" ? Buffer.from(bare) : (bare as Buffer);
        return sendWhole(request, reply, body, output.contentType, undefined, compress);
      }
      case "stream": {
        const encoding = compress.choose(request.headers["accept-encoding"], Number.POSITIVE_INFINITY);
        varyByEncoding(reply);
        // A stream of several forms says itself which one it is.
        if (!reply.hasHeader("content-type")) reply.header("content-type", output.contentType);
        return sendStream(request, reply, bare as AsyncIterable<string | Buffer>, encoding, (error) =>
          log.error({ err: error, requestId, endpoint: endpoint.id }, `${endpoint.id} failed after its answer began`),
        );
      }
    }
  };
}

function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  contentType: string,
  knownTag: string | undefined,
  compress: Compressor,
): Promise<FastifyReply> | FastifyReply {
  reply.header("content-type", contentType);
  varyByEncoding(reply);
  const readable = (request.method === "GET" || request.method === "HEAD") && reply.statusCode === 200;
  const tag = readable ? (knownTag ?? tagOf(body)) : undefined;
  const encoding = compress.choose(request.headers["accept-encoding"], body.length);
  if (tag !== undefined) {
    reply.header("etag", encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`);
    if (isFresh(request.headers["if-none-match"], tag)) return reply.code(304).removeHeader("content-type").send();
  }
  if (encoding === undefined) return sendBytes(reply, body);
  reply.header("content-encoding", encoding);
  const packed = compress.compress(body, encoding, tag);
  return Buffer.isBuffer(packed) ? sendBytes(reply, packed) : packed.then((made) => sendBytes(reply, made));
}

/** Hands an answer to node:http itself: the way through Fastify's hooks, of which there are none, costs as much again. */
function sendBytes(reply: FastifyReply, body: Buffer): FastifyReply {
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), "content-length": body.length } as OutgoingHttpHeaders;
  reply.hijack();
  raw.writeHead(reply.statusCode, headers);
  raw.end(body);
  return reply;
}

/** Adds to `Vary`, which cross-origin rules may have set before. */
function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader("vary");
  reply.header("vary", before === undefined ? "accept-encoding" : `${String(before)}, accept-encoding`);
}
