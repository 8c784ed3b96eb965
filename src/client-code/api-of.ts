/** A client's parts, from a service's OpenAPI document. */
import { invariant } from "../kit/errors/invariant.ts";
import type { AnswerForm, Api, Effect, Operation, Parameter, Schema } from "./api.ts";
import { pagingOf } from "./paging.ts";

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  readonly security: readonly object[];
  readonly "x-read-only"?: boolean;
}

export interface OpenApiDocument {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const EVENTS = "text/event-stream";
const LINES = "application/x-ndjson";
/** Sent by clients themselves, or one of their options. */
const KEY_HEADER = "Idempotency-Key";

/** @param service `registry`, `players` or `trading` */
export function apiOf(service: string, { info, paths, components }: OpenApiDocument): Api {
  const { Error: _error, ...schemas } = components.schemas;
  const operations = Object.entries(paths).flatMap(([path, byMethod]) => {
    const own = Object.entries(byMethod).map(([method, each]) => operationOf(service, path, method, each, schemas));
    // An operation that takes several methods is one function: by POST, which takes parameters of any length.
    return own.filter(
      ({ id, method }) => method === "POST" || !own.some((each) => each.id === id && each.method === "POST"),
    );
  });
  return { service, title: info.title, operations, schemas, longIntegers: longIntegersIn(schemas) };
}

function operationOf(
  service: string,
  path: string,
  method: string,
  documented: DocumentedOperation,
  schemas: Api["schemas"],
): Operation {
  const { operationId, summary, description = "", security } = documented;
  const [area = "", name = ""] = operationId.split(".");
  const { form: body, parameters: inBody, example } = bodyOf(service, documented);
  const parameters = (documented.parameters ?? []).filter((each) => each.in !== "header");
  const operation = {
    id: `${area}.${name}`,
    area,
    name,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    effect: effectOf(method, documented),
    needsCredentials: security.length > 0,
    parameters: [...parameters, ...inBody],
    ...(body ? { body } : {}),
    ...(example === undefined ? {} : { example }),
    answer: answerOf(documented),
  };
  const paging = pagingOf(service, operation, schemas);
  // A list changes nothing, whoever may see it.
  return paging ? { ...operation, paging, effect: "read" } : operation;
}

function effectOf(method: string, documented: DocumentedOperation): Effect {
  if (documented.parameters?.some(({ name }) => name === KEY_HEADER)) return "change";
  return method === "get" || documented["x-read-only"] ? "read" : "once";
}

/** The platform's parameters are members of the body; elsewhere the body is a document of its own. */
function bodyOf(
  service: string,
  { requestBody }: DocumentedOperation,
): { readonly form?: "document" | "text"; readonly parameters: readonly Parameter[]; readonly example?: unknown } {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || !content) return { parameters: [] };
  const { schema, examples = {} } = content;
  const example = Object.values(examples)[0]?.value;
  if (service === "trading" && type === "application/json") {
    const required = new Set(schema.required);
    const parameters = Object.entries(schema.properties ?? {}).map(([name, each]): Parameter => ({
      name,
      in: "body",
      required: required.has(name),
      schema: each,
    }));
    return { parameters, example };
  }
  const parameters: readonly Parameter[] = [{ name: "body", in: "body", required: true, schema }];
  return { form: type === "text/plain" ? "text" : "document", parameters, example };
}

function answerOf({ operationId, responses }: DocumentedOperation): Operation["answer"] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const [type, content] = Object.entries(success?.content ?? {})[0] ?? [];
  invariant(type !== undefined && content !== undefined, `${operationId} documents its answer`);
  if (type !== "application/json") return { form: formOf(type, content.schema), schema: content.schema };
  const { data, meta, ...beside } = content.schema.properties ?? {};
  if (!data || !meta) return { form: "json", schema: content.schema };
  if (Object.keys(beside).length === 0) return { form: "json", schema: data };
  const { meta: _meta, ...properties } = content.schema.properties ?? {};
  const required = (content.schema.required ?? []).filter((name) => name !== "meta");
  return { form: "whole", schema: { ...content.schema, properties, required } };
}

function formOf(type: string, { type: kind }: Schema): AnswerForm {
  if (type === EVENTS) return "events";
  if (type === LINES) return kind === "string" ? "chunks" : "lines";
  return type.startsWith("text/") ? "text" : "bytes";
}

function longIntegersIn(schemas: Api["schemas"]): string[] {
  const found = new Set<string>();
  const look = (schema: Schema): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (member.format === "int64") found.add(name);
      look(member);
    }
    for (const each of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) look(each);
  };
  for (const schema of Object.values(schemas)) look(schema);
  return [...found].toSorted();
}
