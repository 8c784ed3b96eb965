/** Holds what endpoints answer against what they declare. For tests: it reads every answer twice. */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { invariant } from "../errors/invariant.ts";
import { tagOf } from "./conditional.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { WithHeaders, wholeOf, type Output, type RawBody } from "./output.ts";

/** The latest bytes seen under each tag, as their own digest. Bounded, so that a long test run stays small. */
const MAX_TAGS = 10_000;
const digestByTag = new Map<string, string>();

/**
 * Answers a check of the result of `run`: the value matches its schema, headers beside it are declared, and a tag of
 * raw bytes always means the same bytes.
 *
 * @throws BrokenInvariant, with the place of the first difference.
 */
export function outputCheck(endpoint: AnyEndpoint, output: Output): (value: unknown) => void {
  const declared = new Set(Object.keys(output.headers ?? {}).map((name) => name.toLowerCase()));
  const validator = output.kind === "text" || output.kind === "stream" ? undefined : Compile(output.schema);
  const besides = output.kind === "json" && output.beside ? Compile(Type.Object(output.beside)) : undefined;
  return (value) => {
    const bare = value instanceof WithHeaders ? (value.value as unknown) : value;
    const names = value instanceof WithHeaders ? Object.keys(value.headers) : [];
    const undeclared = names.find((name) => !declared.has(name.toLowerCase()));
    invariant(undeclared === undefined, `${endpoint.id} declares the response header ${undeclared}`);
    if (typeof bare === "object" && bare !== null && "etag" in bare) checkTag(endpoint, bare as RawBody);
    if (!validator) return;
    const beside = value instanceof WithHeaders ? value.beside : undefined;
    invariant(
      beside === undefined || besides?.Check(asSent(beside)) === true,
      `${endpoint.id} declares the members beside its value`,
    );
    const seen = asRead(output, bare);
    const first = validator.Check(seen) ? undefined : [...validator.Errors(seen)][0];
    invariant(
      first === undefined,
      `the output of ${endpoint.id} matches its schema (${first?.instancePath} ${first?.message})`,
    );
  };
}

function checkTag(endpoint: AnyEndpoint, { body, etag }: RawBody): void {
  if (etag === undefined) return;
  const digest = tagOf(wholeOf(body));
  const before = digestByTag.get(etag);
  invariant(before === undefined || before === digest, `the tag ${etag} of ${endpoint.id} means one body only`);
  if (digestByTag.size >= MAX_TAGS) digestByTag.clear();
  digestByTag.set(etag, digest);
}

/** The caller's view of an answer in JSON. */
function asRead({ kind }: Output, value: unknown): unknown {
  if (kind === "rawJson") return JSON.parse(wholeOf((value as RawBody).body).toString());
  return kind === "writtenJson" ? JSON.parse(wholeOf(value as readonly Buffer[]).toString()) : asSent(value);
}

function asSent(value: unknown): unknown {
  invariant(value !== undefined, "an output is a JSON value");
  return JSON.parse(JSON.stringify(value));
}
