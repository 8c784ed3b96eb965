/** Writes answers: content type, validators, 304, HEAD and compression, the same for every endpoint. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnswerHead } from "./answer-head.ts";
import type { Compressor } from "./compression.ts";
import { isFresh, tagOf } from "./conditional.ts";
import { hasVaryingCors } from "./cors.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { CallFacts, ServiceForm } from "./form.ts";
import type { HttpLog } from "./http-services.ts";
import { outputCheck } from "./output-check.ts";
import { WithHeaders, wholeOf, type RawBody } from "./output.ts";
import { sendStream } from "./send-stream.ts";
import { writtenAround } from "./written-around.ts";

/** Answers a promise of the last byte where that is still to come. */
export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: AnswerHead,
  value: unknown,
) => Promise<unknown> | undefined;

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
  const sendWhole = wholeSender(compress, hasVaryingCors(form));

  return (request, reply, head, value) => {
    check?.(value);
    const bare: unknown = value instanceof WithHeaders ? value.value : value;
    head.status = output.status;
    head.add("cache-control", cacheControl);
    head.add("vary", "accept-encoding");
    if (value instanceof WithHeaders) {
      for (const name of Object.keys(value.headers)) head.set(name.toLowerCase(), value.headers[name] ?? "");
    }
    switch (output.kind) {
      case "rawJson": {
        const raw = bare as RawBody;
        return sendWhole(request, reply, head, raw.body, JSON_TYPE, () => raw.etag ?? tagOf(wholeOf(raw.body)));
      }
      case "json": {
        const beside = value instanceof WithHeaders ? value.beside : undefined;
        const wrapped: unknown = form.envelope ? form.envelope.wrap(bare, factsOf(endpoint, head), beside) : bare;
        const body = JSON.stringify(wrapped);
        // An envelope contains data of its call, so no two answers are the same.
        return sendWhole(request, reply, head, body, JSON_TYPE, form.envelope ? undefined : () => tagOf(body));
      }
      case "writtenJson": {
        const parts = bare as readonly Buffer[];
        const { envelope } = form;
        if (!envelope) return sendWhole(request, reply, head, parts, JSON_TYPE, () => tagOf(wholeOf(parts)));
        const [before, after] = writtenAround((place) => envelope.wrap(place, factsOf(endpoint, head)));
        const body = [Buffer.from(before), ...parts, Buffer.from(after)];
        return sendWhole(request, reply, head, body, JSON_TYPE, undefined);
      }
      case "text": {
        const { body, etag, packed } = textBody(bare as string | Buffer | RawBody);
        return sendWhole(request, reply, head, body, output.contentType, () => etag ?? tagOf(wholeOf(body)), packed);
      }
      case "stream": {
        const encoding = compress.choose(request.headers["accept-encoding"], Number.POSITIVE_INFINITY);
        // A stream of several forms says itself which one it is.
        if (!head.has("content-type")) head.add("content-type", output.contentType);
        const { requestId } = head;
        const sending = sendStream(
          request,
          head.moveTo(reply),
          bare as AsyncIterable<string | Buffer>,
          encoding,
          (error) =>
            log.error({ err: error, requestId, endpoint: endpoint.id }, `${endpoint.id} failed after its answer began`),
        );
        return reply.sent ? undefined : Promise.resolve(sending);
      }
    }
  };
}

function textBody(given: string | Buffer | RawBody): RawBody {
  if (typeof given === "string") return { body: Buffer.from(given) };
  return Buffer.isBuffer(given) ? { body: given } : given;
}

/** The call's data in the head. */
export function factsOf(
  endpoint: AnyEndpoint,
  { requestId, actor, startedMs }: AnswerHead,
): CallFacts & { endpoint: AnyEndpoint } {
  return { requestId, endpoint, actor, elapsedSeconds: () => (performance.now() - startedMs) / 1000 };
}

/** A text leaves in one piece with the head; bytes need a second one. */
type Content = RawBody["body"] | string;

type SendWhole = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: AnswerHead,
  body: Content,
  contentType: string,
  tagOfBody: (() => string) | undefined,
  packed?: RawBody["packed"],
) => Promise<void> | undefined;

/** @param isHooked Fastify has set headers of its own before */
function wholeSender(compress: Compressor, isHooked: boolean): SendWhole {
  const send = isHooked ? sendThroughFastify : sendBytes;
  return (request, reply, head, body, contentType, tagOfBody, packedBefore) => {
    const readable = (request.method === "GET" || request.method === "HEAD") && head.status === 200;
    const tag = readable ? tagOfBody?.() : undefined;
    const length = lengthOf(body);
    const encoding = compress.choose(request.headers["accept-encoding"], length);
    if (tag !== undefined) {
      head.add("etag", encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`);
      if (isFresh(request.headers["if-none-match"], tag)) {
        head.status = 304;
        send(reply, head);
        return undefined;
      }
    }
    head.add("content-type", contentType);
    if (encoding === undefined) {
      send(reply, head, body, length);
      return undefined;
    }
    head.add("content-encoding", encoding);
    const packed = packedBefore?.[encoding] ?? compress.compress(bytesOf(body), encoding, tag);
    if (!Buffer.isBuffer(packed)) return packed.then((made) => send(reply, head, made, made.length));
    send(reply, head, packed, packed.length);
    return undefined;
  };
}

function bytesOf(body: Content): Buffer {
  return typeof body === "string" ? Buffer.from(body) : wholeOf(body);
}

function lengthOf(body: Content): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  if (Buffer.isBuffer(body)) return body.length;
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}

/** Hands an answer to node:http itself: the way through Fastify's hooks, of which there are none, costs as much again. */
function sendBytes(reply: FastifyReply, head: AnswerHead, body?: Content, length = 0): void {
  const { raw } = reply;
  if (body) head.add("content-length", String(length));
  reply.hijack();
  raw.writeHead(head.status, head.finish());
  if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) {
    raw.end(body);
    return;
  }
  raw.cork();
  for (const part of body) raw.write(part);
  raw.end();
}

function sendThroughFastify(reply: FastifyReply, head: AnswerHead, body?: Content): void {
  head.moveTo(reply).send(body === undefined ? undefined : bytesOf(body));
}
