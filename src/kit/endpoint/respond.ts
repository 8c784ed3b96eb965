/** Writes answers: content type, validators, 304, HEAD, compression and streams, the same for every endpoint. */
import { Readable } from "node:stream";
import { createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Compile } from "typebox/compile";
import { invariant } from "../errors/invariant.ts";
import type { Compressor } from "./compression.ts";
import { isFresh, tagOf } from "./conditional.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { WithHeaders, type Output, type RawBody } from "./output.ts";

export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  requestId: string,
) => Promise<FastifyReply> | FastifyReply;

const JSON_TYPE = "application/json; charset=utf-8";

/** Prepares the answering of one endpoint, once, at start. */
export function responder(
  endpoint: AnyEndpoint,
  form: ServiceForm,
  compress: Compressor,
  checkOutputs: boolean,
): Respond {
  const output = endpoint.output as Output;
  const cacheControl = output.cacheControl ?? "no-store";
  const check = checkOutputs ? outputCheck(endpoint, output) : undefined;

  return (request, reply, value, requestId) => {
    let bare = value;
    if (bare instanceof WithHeaders) {
      reply.headers(bare.headers);
      bare = bare.value;
    }
    check?.(bare);
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
      case "stream":
        return sendStream(request, reply, bare as AsyncIterable<string | Buffer>, output.contentType, compress);
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
  const readable = (request.method === "GET" || request.method === "HEAD") && reply.statusCode === 200;
  const tag = readable ? (knownTag ?? tagOf(body)) : undefined;
  const encoding = compress.choose(request.headers["accept-encoding"], body.length);
  reply.header("vary", "accept-encoding");
  if (tag !== undefined) {
    reply.header("etag", encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`);
    if (isFresh(request.headers["if-none-match"], tag)) return reply.code(304).removeHeader("content-type").send();
  }
  if (encoding === undefined) return reply.send(body);
  return compress.compress(body, encoding, tag).then((packed) => {
    reply.header("content-encoding", encoding);
    return reply.send(packed);
  });
}

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncIterable<string | Buffer>,
  contentType: string,
  compress: Compressor,
): FastifyReply {
  reply.header("content-type", contentType).header("vary", "accept-encoding");
  if (request.method === "HEAD") return reply.send("");
  const source = Readable.from(chunks, { objectMode: false });
  const encoding = compress.choose(request.headers["accept-encoding"], Number.POSITIVE_INFINITY);
  if (encoding === undefined) return reply.send(source);
  reply.header("content-encoding", encoding);
  const packer = encoding === "br" ? createBrotliCompress() : createGzip();
  // A stream that fails half way must break the connection: a body that ends early would pass for a whole one.
  source.on("error", (error) => packer.destroy(error));
  packer.on("close", () => source.destroy());
  return reply.send(source.pipe(packer));
}

function outputCheck(endpoint: AnyEndpoint, output: Output): ((value: unknown) => void) | undefined {
  if (output.kind !== "json" && output.kind !== "rawJson") return undefined;
  const validator = Compile(output.schema);
  return (value) => {
    const seen = output.kind === "rawJson" ? JSON.parse((value as RawBody).body.toString()) : asSent(value);
    const first = validator.Check(seen) ? undefined : [...validator.Errors(seen)][0];
    invariant(
      first === undefined,
      `the output of ${endpoint.id} matches its schema (${first?.instancePath} ${first?.message})`,
    );
  };
}

function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
