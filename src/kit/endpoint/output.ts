/** An endpoint's answer, declared as data, so that no handler uses the reply directly. */
import type { Static, TSchema } from "typebox";
import type { Encoding } from "./compression.ts";
import { tagOf } from "./conditional.ts";

interface Declared {
  readonly status: number;
  /** `Cache-Control` of a success. Default `no-store`. */
  readonly cacheControl?: string;
  /** Response headers that `run` may set through `withHeaders`, name to meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A value that the kit puts into the service's envelope and writes as JSON. */
export interface JsonOutput<Schema extends TSchema = TSchema> extends Declared {
  readonly kind: "json";
  readonly schema: Schema;
  /** Members that `run` may put beside the value in the envelope, through `withBeside`. */
  readonly beside?: Readonly<Record<string, TSchema>>;
}

/** JSON that was written before: the bytes go out as they are. `schema` documents and, in tests, checks them. */
export interface RawJsonOutput extends Declared {
  readonly kind: "rawJson";
  readonly schema: TSchema;
}

/**
 * A value that is JSON already, in parts that follow one another: it goes into the service's envelope as it is.
 * `schema` documents and, in tests, checks it. For large answers from stored JSON: nothing of it is parsed, and the
 * parts are not copied into a whole.
 */
export interface WrittenJsonOutput extends Declared {
  readonly kind: "writtenJson";
  readonly schema: TSchema;
}

/** Text, HTML or bytes, whole. */
export interface TextOutput extends Declared {
  readonly kind: "text";
  readonly contentType: string;
}

/** A body that is written while it is made. `item` is the schema of one line of NDJSON, where that is what it is. */
export interface StreamOutput extends Declared {
  readonly kind: "stream";
  readonly contentType: string;
  readonly item?: TSchema;
}

export type Output = JsonOutput | RawJsonOutput | WrittenJsonOutput | TextOutput | StreamOutput;

/** Bytes with their strong validator. The kit answers `If-None-Match`, HEAD and compression from these. */
export interface RawBody {
  /** Whole, or in parts that follow one another: parts that are kept anyway need not be copied into a whole. */
  readonly body: Buffer | readonly Buffer[];
  /**
   * Unquoted. The same bytes always have the same tag, on every node, and no other bytes of any address ever have it:
   * compressed forms are kept by tag. Without one, the kit hashes the body.
   */
  readonly etag?: string;
  /** The body in these encodings, where it was packed before: better than the kit packs while a caller waits. */
  readonly packed?: Readonly<Record<Encoding, Buffer>>;
}

/** Bytes that are made once and sent as they are. */
export function fixedBody(content: string | Buffer): RawBody & { readonly body: Buffer; readonly etag: string } {
  const body = Buffer.from(content);
  return { body, etag: tagOf(body) };
}

/** The bytes of a body as one. */
export function wholeOf(body: RawBody["body"]): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

/** A value with response headers beside it, or with members beside it in the envelope. */
export class WithHeaders<Value> {
  readonly value: Value;
  readonly headers: Readonly<Record<string, string>>;
  readonly beside: Readonly<Record<string, unknown>> | undefined;

  constructor(value: Value, headers: Readonly<Record<string, string>>, beside?: Readonly<Record<string, unknown>>) {
    this.value = value;
    this.headers = headers;
    this.beside = beside;
  }
}

/** Sets declared response headers beside the value. */
export function withHeaders<Value>(value: Value, headers: Readonly<Record<string, string>>): WithHeaders<Value> {
  return new WithHeaders(value, headers);
}

/** Puts declared members beside the value in the envelope: for lists, which cannot have members of their own. */
export function withBeside<Value>(value: Value, beside: Readonly<Record<string, unknown>>): WithHeaders<Value> {
  return new WithHeaders(value, {}, beside);
}

type Bare<Out extends Output> =
  Out extends JsonOutput<infer Schema>
    ? Static<Schema>
    : Out extends RawJsonOutput
      ? RawBody
      : Out extends WrittenJsonOutput
        ? readonly Buffer[]
        : Out extends TextOutput
          ? string | Buffer | RawBody
          : AsyncIterable<string | Buffer>;

export type OutputValue<Out extends Output> = Bare<Out> | WithHeaders<Bare<Out>>;

type Options = Partial<Declared>;

export function json<Schema extends TSchema>(
  schema: Schema,
  options: Options & Pick<JsonOutput, "beside"> = {},
): JsonOutput<Schema> {
  return { kind: "json", schema, status: 200, ...options };
}

export function rawJson(schema: TSchema, options: Options = {}): RawJsonOutput {
  return { kind: "rawJson", schema, status: 200, ...options };
}

export function writtenJson(schema: TSchema, options: Options = {}): WrittenJsonOutput {
  return { kind: "writtenJson", schema, status: 200, ...options };
}

export function text(contentType: string, options: Options = {}): TextOutput {
  return { kind: "text", contentType, status: 200, ...options };
}

export function stream(contentType: string, options: Options & { item?: TSchema } = {}): StreamOutput {
  return { kind: "stream", contentType, status: 200, ...options };
}
